internal import Synchronization

/// How many bytes a private session has of something, its journal or its documents, and those of all of them together.
final class ByteMeter: Sendable {
    /// Of all private sessions of a gateway.
    final class Total: Sendable {
        fileprivate let count = Atomic<Int>(0)
        var bytes: Int { count.load(ordering: .relaxed) }
    }

    private let count = Atomic<Int>(0)
    private let total: Total
    var bytes: Int { count.load(ordering: .relaxed) }

    init(_ total: Total) { self.total = total }

    deinit { set(0) }

    func add(_ bytes: Int) {
        count.add(bytes, ordering: .relaxed)
        total.count.add(bytes, ordering: .relaxed)
    }

    func set(_ bytes: Int) {
        let old = count.exchange(bytes, ordering: .relaxed)
        if bytes != old { total.count.add(bytes - old, ordering: .relaxed) }
    }
}
