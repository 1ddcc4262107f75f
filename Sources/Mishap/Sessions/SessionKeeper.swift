internal import Synchronization
internal import Wire

/// A responder that keeps its shard's part of each session: of its journal, and of its requests in flight.
protocol SessionKeeper: ShardResponder {
    /// The next records of the part at this moment, including exchanges in flight.
    func window(of session: Session, _ wanted: JournalWindow.Wanted) -> JournalWindow

    /// The part's blocks that may have entries with a completion above `number` and a sequence above `sequence`. They have
    /// other entries too.
    func written(of session: Session, endedAfter number: UInt64, begunAfter sequence: UInt64) -> [JournalBlock.Written]

    /// The part's last blocks, with at least that many records, as far as there are.
    func latest(of session: Session, _ count: Int) -> [JournalBlock.Written]

    /// What the shard has counted, and how many journal entries it has dropped for room.
    var counts: (counts: ShardMetrics.Counts, evicted: UInt64) { get }

    /// Ends the exchanges of the sessions with these serial numbers with an RST. `ifOpen`: only those whose answer may
    /// go on for ever, or as long as a test likes.
    func abort(exchangesOf serials: Set<UInt64>, ifOpen: Bool)
}

extension ShardResponders {
    /// Gathers the windows of all shards without waiting: `complete` is called on the thread of the last one.
    func gatherJournal(
        of session: Session, _ wanted: JournalWindow.Wanted, _ complete: @escaping @Sendable ([JournalWindow]) -> Void
    ) {
        gather({ $0.window(of: session, wanted) }, complete)
    }

    /// Gathers these blocks of all shards, in the same way.
    func gatherRecords(
        of session: Session, endedAfter number: UInt64, begunAfter sequence: UInt64,
        _ complete: @escaping @Sendable ([[JournalBlock.Written]]) -> Void
    ) {
        gather({ $0.written(of: session, endedAfter: number, begunAfter: sequence) }, complete)
    }

    /// Gathers the last blocks of several sessions of all shards, in the same way.
    func gatherLatest(
        of sessions: [Session], _ count: Int, _ complete: @escaping @Sendable ([[[JournalBlock.Written]]]) -> Void
    ) {
        gather({ shard in sessions.map { shard.latest(of: $0, count) } }, complete)
    }

    /// Gathers the counts of all shards, in the same way.
    func gatherCounts(_ complete: @escaping @Sendable ([(counts: ShardMetrics.Counts, evicted: UInt64)]) -> Void) {
        gather({ $0.counts }, complete)
    }

    /// Ends the requests of sessions that were taken away or replaced, by their serial numbers; `complete` is called, on
    /// any thread, when they have ended.
    func abort(exchangesOf serials: Set<UInt64>, _ complete: @escaping @Sendable () -> Void) {
        gather({ $0.abort(exchangesOf: serials, ifOpen: false) }) { (_: [Void]) in complete() }
    }

    /// Ends answers that may go on for ever, or wait for variables within; calls `complete` when each shard has finished
    /// the request that it is deciding at this moment.
    func abortOpen(exchangesOf serials: Set<UInt64>, _ complete: @escaping @Sendable () -> Void) {
        gather({ $0.abort(exchangesOf: serials, ifOpen: true) }) { (_: [Void]) in complete() }
    }

    private func gather<Part: Sendable>(
        _ part: @escaping @Sendable (any SessionKeeper) -> Part, _ complete: @escaping @Sendable ([Part]) -> Void
    ) {
        let gathering = Gathering<Part>()
        let count = visit { responder in
            if let responder = responder as? any SessionKeeper { gathering.add(part(responder)) }
        }
        gathering.whenComplete(count, complete)
    }
}

/// Collects the parts of all shards; the number of parts may become known before or after they arrive.
private final class Gathering<Part: Sendable>: Sendable {
    private struct State {
        var parts: [Part] = []
        var wanted: Int?
        var complete: (@Sendable ([Part]) -> Void)?
    }
    private let state = Mutex(State())

    func add(_ part: Part) { update { $0.parts.append(part) } }

    func whenComplete(_ count: Int, _ work: @escaping @Sendable ([Part]) -> Void) {
        update {
            $0.wanted = count
            $0.complete = work
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let ready = state.withLock { state -> (@Sendable () -> Void)? in
            change(&state)
            guard let complete = state.complete, state.parts.count == state.wanted else { return nil }
            state.complete = nil
            let parts = state.parts
            return { complete(parts) }
        }
        ready?()
    }
}
