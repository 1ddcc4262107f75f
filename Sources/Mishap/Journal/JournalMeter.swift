internal import Synchronization

/// How many bytes the journal of a private session has, and those of all of them together.
final class JournalMeter: Sendable {
    /// Of all private sessions of a gateway.
    final class Total: Sendable {
        fileprivate let count = Atomic<Int>(0)
        var bytes: Int { count.load(ordering: .relaxed) }
    }

    private let count = Atomic<Int>(0)
    private let total: Total
    var bytes: Int { count.load(ordering: .relaxed) }

    init(_ total: Total) { self.total = total }

    func add(_ bytes: Int) {
        count.add(bytes, ordering: .relaxed)
        total.count.add(bytes, ordering: .relaxed)
    }
}
