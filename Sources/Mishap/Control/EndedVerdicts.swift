internal import Synchronization
internal import Wire

/// The last verdicts on sessions that were deleted, for whoever deletes one again: a client that got no answer asks once more.
final class EndedVerdicts: Sendable {
    private struct Ended {
        let verdict: GivenVerdict
        let number: UInt64
        let time: Nanoseconds
        let size: Int
    }

    private struct State {
        /// By the name of the session.
        var ended: [String: Ended] = [:]
        /// Names with the numbers of their verdicts, the oldest first; what was deleted again since has another number.
        var order: [(name: String, number: UInt64)] = []
        var first = 0
        var last: UInt64 = 0
        var size = 0
        /// What waits for verdicts that are on their way.
        var waiting: [String: [@Sendable (GivenVerdict?) -> Void]] = [:]

        mutating func remove(_ name: String, _ number: UInt64) {
            guard let known = ended[name], known.number == number else { return }
            size -= known.size
            ended[name] = nil
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

    /// A session was taken away, and is being judged.
    func begin(_ name: String) { state.withLock { $0.waiting[name] = $0.waiting[name] ?? [] } }

    /// It was judged; nil if it could not be.
    func end(_ name: String, _ verdict: GivenVerdict?, at now: Nanoseconds) {
        let waiting = state.withLock { state in
            if let verdict { keep(verdict, of: name, at: now, &state) }
            return state.waiting.removeValue(forKey: name) ?? []
        }
        for tell in waiting { tell(verdict) }
    }

    private func keep(_ verdict: GivenVerdict, of name: String, at now: Nanoseconds, _ state: inout State) {
        let size = verdict.size + name.utf8.count
        guard size <= mostBytes else { return }
        if let before = state.ended[name] { state.remove(name, before.number) }
        state.last += 1
        state.ended[name] = Ended(verdict: verdict, number: state.last, time: now, size: size)
        state.order.append((name, state.last))
        state.size += size
        while state.ended.count > most || state.size > mostBytes || isOld(state, at: now) {
            let oldest = state.order[state.first]
            state.remove(oldest.name, oldest.number)
            state.first += 1
        }
        guard state.first > 64, state.first > state.order.count / 2 else { return }
        state.order.removeFirst(state.first)
        state.first = 0
    }

    private func isOld(_ state: borrowing State, at now: Nanoseconds) -> Bool {
        let oldest = state.order[state.first]
        guard let known = state.ended[oldest.name], known.number == oldest.number else { return true }
        return now >= known.time + Self.lifetime
    }

    /// Calls `tell` with the verdict on a session that is not there any more, at once or when it is judged; nil if there is none.
    func find(_ name: String, at now: Nanoseconds, _ tell: @escaping @Sendable (GivenVerdict?) -> Void) {
        let (isWaiting, found) = state.withLock { state -> (Bool, GivenVerdict?) in
            if state.waiting[name]?.append(tell) != nil { return (true, nil) }
            let known = state.ended[name]
            return (false, known.flatMap { now < $0.time + Self.lifetime ? $0.verdict : nil })
        }
        if !isWaiting { tell(found) }
    }
}
