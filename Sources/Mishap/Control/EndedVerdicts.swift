internal import Synchronization
internal import Wire

/// The last verdicts on sessions that were asked for and deleted, for whoever deletes one again: a client that got no answer
/// asks once more. No other session ever has the id of one.
final class EndedVerdicts: Sendable {
    private struct Ended {
        let verdict: GivenVerdict
        let time: Nanoseconds
        let size: Int
    }

    /// Deletions that are on their way.
    private struct Pending {
        var count = 0
        var waiting: [@Sendable (GivenVerdict?) -> Void] = []
    }

    private struct State {
        /// By the name of the session.
        var ended: [String: Ended] = [:]
        /// Their names, the oldest first, from `first` on.
        var order: [String] = []
        var first = 0
        var size = 0
        var pending: [String: Pending] = [:]

        var oldest: Ended? { first < order.count ? ended[order[first]] : nil }

        mutating func removeOldest() {
            size -= ended.removeValue(forKey: order[first])?.size ?? 0
            first += 1
            guard first > 64, first > order.count / 2 else { return }
            order.removeFirst(first)
            first = 0
        }
    }

    private let state = Mutex(State())
    private let most: Int
    private let mostBytes: Int

    /// How long they are kept.
    static let lifetime: Nanoseconds = 60_000_000_000

    init(most: Int = 10_000, mostBytes: Int = 16 << 20) {
        self.most = most
        self.mostBytes = mostBytes
    }

    /// A session is about to be taken away and judged.
    func begin(_ name: String) { state.withLock { $0.pending[name, default: Pending()].count += 1 } }

    /// It was judged; nil if another call has taken it away, or it could not be judged.
    func end(_ name: String, _ verdict: GivenVerdict?, at now: Nanoseconds) {
        let size = (verdict?.size ?? 0) + name.utf8.count
        let waiting = state.withLock { state -> [@Sendable (GivenVerdict?) -> Void] in
            if let verdict, size <= mostBytes, state.ended[name] == nil {
                state.ended[name] = Ended(verdict: verdict, time: now, size: size)
                state.order.append(name)
                state.size += size
            }
            while let oldest = state.oldest,
                state.ended.count > most || state.size > mostBytes || now >= oldest.time + Self.lifetime
            {
                state.removeOldest()
            }
            guard var pending = state.pending[name] else { return [] }
            pending.count -= 1
            // Of several calls one has taken it away.
            guard verdict != nil || pending.count == 0 else {
                state.pending[name] = pending
                return []
            }
            state.pending[name] = pending.count == 0 ? nil : Pending(count: pending.count)
            return pending.waiting
        }
        for tell in waiting { tell(verdict) }
    }

    /// Calls `tell` with the verdict on a session that is not there any more, at once or when it is judged; nil if there is none.
    func find(_ name: String, at now: Nanoseconds, _ tell: @escaping @Sendable (GivenVerdict?) -> Void) {
        let (isWaiting, found) = state.withLock { state -> (Bool, GivenVerdict?) in
            if let known = state.ended[name] {
                return (false, now < known.time + Self.lifetime ? known.verdict : nil)
            }
            return (state.pending[name]?.waiting.append(tell) != nil, nil)
        }
        if !isWaiting { tell(found) }
    }
}
