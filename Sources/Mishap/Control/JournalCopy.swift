internal import JSONText
internal import Rules
internal import Synchronization

/// The first entries of a session whose requests have ended, all at once.
final class JournalCopy: Sendable {
    struct Content: Sendable {
        let entries: [JSONValue]
        /// Entries that were dropped for room.
        let evicted: UInt64
        /// Whether there are more entries.
        let isTruncated: Bool

        var json: JSONValue {
            [
                "entries": .array(entries), "evicted": .int(Int64(clamping: evicted)), "truncated": .bool(isTruncated),
            ]
        }

        /// An excerpt, with a line for each entry.
        var text: String {
            let lines = JournalExcerpt.lines(of: entries, isWhole: !isTruncated)
            let dropped = evicted == 0 ? [] : ["\(evicted) dropped for room"]
            return (["journal:"] + (lines + dropped).map { "  \($0)" }).joined(separator: "\n") + "\n"
        }
    }

    private struct State {
        var pages: JournalPages
        var entries: [JSONValue] = []
        var evicted: UInt64 = 0
        /// Of all entries, without blanks.
        var bytes = 0
    }

    private let session: Session
    private let responders: ShardResponders
    private let worker: Worker
    private let limit: Int
    private let finish: @Sendable (Content) -> Void
    private let state: Mutex<State>

    /// Bytes of a page of all shards.
    private static let windowSize = 1 << 20
    /// Bytes of all entries, without blanks, beyond which no more is copied.
    private static let mostBytes = 2 << 20

    init(
        of session: Session, limit: Int, _ responders: ShardResponders, _ worker: Worker,
        finish: @escaping @Sendable (Content) -> Void
    ) {
        self.session = session
        self.responders = responders
        self.worker = worker
        self.limit = limit
        self.finish = finish
        state = Mutex(
            State(
                pages: JournalPages(
                    after: session.journalStart.completion, upTo: session.lastCompletion, size: Self.windowSize,
                    shardCount: session.shardCount)))
    }

    func start() {
        var wanted = state.withLock { $0.pages.wanted }
        wanted.countsInFlight = false
        responders.gatherJournal(of: session, wanted) { [self] windows in worker.submit { self.add(windows) } }
    }

    private func add(_ windows: [JournalWindow]) {
        let content = state.withLock { state -> Content? in
            state.evicted = windows.reduce(0) { $0 + $1.evicted }
            state.pages.add(windows)
            func isFull() -> Bool { state.entries.count >= limit || state.bytes >= Self.mostBytes }
            while !isFull(), let record = state.pages.next() {
                let entry = record.json(session.scenario(ofGeneration:))
                state.entries.append(entry)
                state.bytes += entry.bytes().count
            }
            let isTruncated = isFull() && (state.pages.next() != nil || !state.pages.isComplete)
            guard state.pages.isComplete || isTruncated else { return nil }
            return Content(entries: state.entries, evicted: state.evicted, isTruncated: isTruncated)
        }
        if let content { finish(content) } else { start() }
    }
}
