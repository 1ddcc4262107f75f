internal import Synchronization

/// Bytes that a session which comes and goes uses for its journal or its documents, and the total of all of its kind.
final class ByteGauge: Sendable {
    /// The total of all private sessions of a gateway, or of all that were asked for.
    final class Total: Sendable {
        fileprivate let count = Atomic<Int>(0)
        fileprivate let limit: Int

        /// `limit`: where to stop taking more; without one, sessions are dropped for others.
        init(limit: Int = .max) { self.limit = limit }

        var bytes: Int { count.load(ordering: .relaxed) }
    }

    private let count = Atomic<Int>(0)
    private let total: Total
    var bytes: Int { count.load(ordering: .relaxed) }

    init(_ total: Total) { self.total = total }

    deinit { set(0) }

    /// Whether all together have as much as they may.
    var isFull: Bool { total.bytes >= total.limit }

    func add(_ bytes: Int) {
        count.add(bytes, ordering: .relaxed)
        total.count.add(bytes, ordering: .relaxed)
    }

    func set(_ bytes: Int) {
        let old = count.exchange(bytes, ordering: .relaxed)
        if bytes != old { total.count.add(bytes - old, ordering: .relaxed) }
    }
}
