internal import Synchronization

/// Bytes that a session which comes and goes uses for its documents, and the total of all of its kind.
final class ByteGauge: Sendable {
    /// The total of all private sessions of a gateway, or of all that were asked for.
    final class Total: Sendable {
        fileprivate let count = Atomic<Int>(0)

        var bytes: Int { count.load(ordering: .relaxed) }
    }

    private let count = Atomic<Int>(0)
    private let total: Total
    var bytes: Int { count.load(ordering: .relaxed) }

    init(_ total: Total) { self.total = total }

    deinit { set(0) }

    func set(_ bytes: Int) {
        let old = count.exchange(bytes, ordering: .relaxed)
        if bytes != old { total.count.add(bytes - old, ordering: .relaxed) }
    }
}
