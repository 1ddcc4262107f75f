internal import Synchronization

/// Room for the decoded bodies of all requests that are being answered.
final class DecodedRoom: Sendable {
    /// In bytes.
    private let size: Int
    private let taken = Atomic<Int>(0)

    init(size: Int) { self.size = size }

    /// Bytes that are taken now.
    var count: Int { taken.load(ordering: .relaxed) }

    /// Takes so many bytes more; false if they do not fit.
    func take(_ count: Int) -> Bool {
        guard count > 0 else { return true }
        var known = taken.load(ordering: .relaxed)
        while known + count <= size {
            let result = taken.compareExchange(expected: known, desired: known + count, ordering: .relaxed)
            if result.exchanged { return true }
            known = result.original
        }
        return false
    }

    func give(_ count: Int) { taken.subtract(count, ordering: .relaxed) }
}
