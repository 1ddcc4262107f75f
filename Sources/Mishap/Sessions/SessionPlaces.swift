internal import Synchronization

/// Counts the sessions that come and go, private ones and those that were asked for, which share one bound.
final class SessionPlaces: Sendable {
    /// The most.
    let count: Int
    private let taken = Atomic<Int>(0)

    init(_ count: Int) { self.count = count }

    var inUse: Int { taken.load(ordering: .relaxed) }

    /// Takes a place; false if there is none.
    func take() -> Bool {
        var known = taken.load(ordering: .relaxed)
        while known < count {
            let result = taken.compareExchange(expected: known, desired: known + 1, ordering: .relaxed)
            if result.exchanged { return true }
            known = result.original
        }
        return false
    }

    func giveBack() { taken.subtract(1, ordering: .relaxed) }
}
