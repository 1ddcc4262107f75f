internal import JSONText
internal import Rules
internal import Synchronization

/// The first entries of a session whose requests have ended, all at once.
final class JournalCopy: Sendable {
    private struct State {
        var pages: JournalPages
        var entries: [JSONValue] = []
        var evicted: UInt64 = 0
    }

    private let session: Session
    private let responders: ShardResponders
    private let worker: Worker
    private let limit: Int
    private let finish: @Sendable (JSONValue) -> Void
    private let state: Mutex<State>

    /// Bytes of a page of all shards.
    private static let windowSize = 1 << 20

    init(
        of session: Session, limit: Int, _ responders: ShardResponders, _ worker: Worker,
        finish: @escaping @Sendable (JSONValue) -> Void
    ) {
        self.session = session
        self.responders = responders
        self.worker = worker
        self.limit = limit
        self.finish = finish
        state = Mutex(
            State(
                pages: JournalPages(
                    after: session.firstCompletion, upTo: session.lastCompletion, size: Self.windowSize,
                    shardCount: session.shardCount)))
    }

    func start() {
        let wanted = state.withLock { $0.pages.wanted }
        responders.gatherJournal(of: session, wanted) { [self] windows in worker.submit { self.add(windows) } }
    }

    private func add(_ windows: [JournalWindow]) {
        let document = state.withLock { state -> JSONValue? in
            state.evicted = windows.reduce(0) { $0 + $1.evicted }
            state.pages.add(windows)
            while state.entries.count < limit, let record = state.pages.next() {
                state.entries.append(record.json(session.scenario(ofGeneration:)))
            }
            let isTruncated = state.entries.count == limit && (!state.pages.isComplete || state.pages.next() != nil)
            guard state.pages.isComplete || isTruncated else { return nil }
            return [
                "entries": .array(state.entries), "evicted": .int(Int64(clamping: state.evicted)),
                "truncated": .bool(isTruncated),
            ]
        }
        if let document { finish(document) } else { start() }
    }
}
