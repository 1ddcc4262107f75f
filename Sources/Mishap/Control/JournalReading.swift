internal import GatewayServer
internal import Synchronization
internal import Wire

/// A journal on its way to one reader: the next part is made when the last one was written, on a worker's thread. A reader
/// that waits for entries holds no thread.
///
/// It does not keep the session between two parts, nor while it waits: a session that ends while a reader is slow is freed,
/// and what was not read of it counts as evicted.
final class JournalReading: Sendable {
    /// Nanoseconds after which a live journal without entries sends a comment, so that readers that are gone are noticed.
    private static let silence: Nanoseconds = 15_000_000_000
    /// Nanoseconds between two looks at the journal of a reader that waits, however fast entries come.
    private static let pause: Nanoseconds = 20_000_000

    private let session: SessionReference
    private let sessions: SessionStore
    private let responders: ShardResponders
    private let feed: ControlFeed
    private var workers: GatewayWorkers { sessions.workers }
    private let isHead: Bool
    private let form: JournalQuery.Form
    /// Until when it waits for an entry, if there is none.
    private let deadline: Nanoseconds
    private let state: Mutex<State>

    private struct State {
        var text: JournalText
        /// True once a part was sent.
        var isStreamed = false
        /// When the journal was looked at last.
        var looked: Nanoseconds = 0
        var waiting: EntryWait?
    }

    init(
        _ query: JournalQuery, of session: Session, as reference: SessionReference, _ sessions: SessionStore,
        _ responders: ShardResponders, _ feed: ControlFeed, isHead: Bool
    ) {
        self.session = reference
        self.sessions = sessions
        self.responders = responders
        self.feed = feed
        self.isHead = isHead
        form = query.form
        deadline = SystemClock.monotonic + query.wait
        let text = JournalText(
            query, of: session.journal, from: session.journalStart.completion, upTo: session.lastCompletion,
            arrived: session.lastSequence, shardCount: sessions.shardCount)
        state = Mutex(State(text: text))
    }

    /// Makes the next part. Without a session it is gone. On a worker's thread.
    func goOn(with session: Session?) {
        guard !feed.isOver else { return }
        let waits = form == .events || SystemClock.monotonic < deadline
        let (step, isStreamed) = state.withLock { state in
            (state.text.next(session.map { $0.scenario(ofGeneration:) }, waits: waits), state.isStreamed)
        }
        switch step {
        case .gather(let wanted):
            if let session { gather(wanted, session) }
        case .part(let bytes): send(bytes)
        case .wait(let bytes):
            // A live journal begins at once.
            if !bytes.isEmpty || form == .events && !isStreamed { return send(bytes.isEmpty ? Self.comment : bytes) }
            if let session { wait(for: session) }
        case .last(let bytes): finish(bytes, isStreamed: isStreamed)
        }
    }

    private func gather(_ wanted: JournalWindow.Wanted, _ session: Session) {
        let worker = state.withLock { state in
            state.looked = SystemClock.monotonic
            return state.isStreamed ? workers.reading : workers.calls
        }
        responders.gatherJournal(of: session, wanted) { [self] windows in
            worker.submit {
                self.state.withLock { $0.text.add(windows) }
                // It may have got another scenario meanwhile, by whose rules its new entries are told.
                self.goOn(with: self.found ?? session)
            }
        }
    }

    // MARK: Sending

    private func send(_ bytes: [UInt8]) {
        if isHead { return feed.finish(WireScript(actions: [streamHead, .endOfContent()], ending: .complete)) }
        let isFirst = state.withLock { state in
            defer { state.isStreamed = true }
            return !state.isStreamed
        }
        feed.append((isFirst ? [streamHead] : []) + [.content(.bytes(bytes))]) { [workers, self] in
            workers.reading.submit { self.goOn(with: self.found) }
        }
    }

    private func finish(_ bytes: [UInt8], isStreamed: Bool) {
        let next = form == .lines ? state.withLock { [HeaderField("Mishap-Next", $0.text.next.description)] } : []
        guard isStreamed else {
            var head = head
            head.fields += next
            return feed.finish(Reply(head, body: [Reply.Part(.bytes(bytes))]).script())
        }
        feed.finish(
            WireScript(actions: [.content(.bytes(bytes)), .endOfContent(trailers: next)], ending: .complete))
    }

    private var head: ResponseHead {
        let type =
            switch form {
            case .document: "application/json"
            case .lines: "application/x-ndjson"
            case .events: "text/event-stream"
            }
        return ResponseHead(
            status: 200, fields: [HeaderField("Content-Type", type), HeaderField("Cache-Control", "no-store")])
    }

    /// The head of an answer in parts. Its length is not known, and the connection ends after it.
    private var streamHead: WireAction {
        var head = head
        head.fields.append(HeaderField("Connection", "close"))
        return .head(head, .chunked)
    }

    private static let comment = Array(":\n\n".utf8)

    // MARK: Waiting

    /// The session, if it is still that one.
    private var found: Session? { sessions.find(session, at: SystemClock.monotonic) }

    /// Goes on when an entry has ended, when the time is over, or when the session ends.
    private func wait(for session: Session) {
        let time = form == .events ? SystemClock.monotonic + Self.silence : deadline
        let wait = EntryWait.begin(
            for: session, endedAfter: state.withLock { $0.text.end }, until: time, workers.alarms, WaitingClient(feed)
        ) { [workers, self] in
            workers.reading.submit { self.wokeUp() }
        }
        state.withLock { $0.waiting = wait }
    }

    private func wokeUp() {
        let session = found
        let (waiting, looked, end) = state.withLock { state in
            defer { state.waiting = nil }
            return (state.waiting, state.looked, state.text.end)
        }
        waiting?.end(of: session, workers.alarms)
        guard !feed.isOver else { return }
        guard let session else { return sessionEnded() }
        guard session.lastCompletion > end else {
            return form == .events ? send(Self.comment) : goOn(with: session)
        }
        guard SystemClock.monotonic >= looked + Self.pause else {
            _ = workers.alarms.set(at: looked + Self.pause) { [workers, self] in
                workers.reading.submit { self.lookAgain() }
            }
            return
        }
        lookAgain()
    }

    private func lookAgain() {
        guard let session = found else { return sessionEnded() }
        state.withLock { $0.text.goOn(upTo: session.lastCompletion) }
        goOn(with: session)
    }

    /// A page that has nothing yet is refused as a call that comes now is.
    private func sessionEnded() {
        let hasBegun = state.withLock { $0.isStreamed }
        if !hasBegun, case .gone(let id, let isForeign) = sessions.lookUp(session.name, at: SystemClock.monotonic) {
            return feed.finish(Problems.gone(id, isForeign: isForeign))
        }
        goOn(with: nil)
    }
}
