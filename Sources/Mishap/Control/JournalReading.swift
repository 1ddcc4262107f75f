internal import Scenario
internal import Synchronization
internal import Wire

/// A journal on its way to one reader: the next part is made when the last one was written, on the worker's thread.
///
/// It does not keep the session between two parts: a session that ends while a reader is slow is freed, and what was not
/// read of it counts as evicted.
final class JournalReading: Sendable {
    /// Threads for what readers get.
    struct Workers: Sendable {
        /// For the first part, which is all of most journals, beside the other calls.
        let first: Worker
        /// For the rest of large journals, so that their readers keep no call waiting, however many they are.
        let rest = Worker(threads: 2, isYielding: true)

        func stop() {
            first.stop()
            rest.stop()
        }
    }

    private let session: SessionReference
    private let sessions: SessionStore
    private let responders: ShardResponders
    private let workers: Workers
    private let feed: ControlFeed
    private let isHead: Bool
    private let state: Mutex<State>

    private struct State {
        var text: JournalText
        /// True once a part was sent.
        var isStreamed = false
    }

    init(
        _ query: JournalQuery, of session: Session, as reference: SessionReference, _ sessions: SessionStore,
        _ responders: ShardResponders, _ workers: Workers, _ feed: ControlFeed, isHead: Bool
    ) {
        self.session = reference
        self.sessions = sessions
        self.responders = responders
        self.workers = workers
        self.feed = feed
        self.isHead = isHead
        let text = JournalText(query, upTo: session.lastSequence, shardCount: sessions.shardCount)
        state = Mutex(State(text: text))
    }

    /// Makes the next part. Without a session it is gone. On the worker's thread.
    func goOn(with session: Session?) {
        guard !feed.isOver else { return }
        let (step, isStreamed) = state.withLock { state in
            let step = state.text.next(session.map { $0.scenario(ofGeneration:) })
            defer { if case .part = step { state.isStreamed = true } }
            return (step, state.isStreamed)
        }
        switch step {
        case .gather(let wanted):
            if let session { gather(wanted, session) }
        case .part(let bytes):
            if isHead {
                return feed.finish(WireScript(actions: [Self.streamHead, .endOfContent()], ending: .complete))
            }
            feed.append((isStreamed ? [] : [Self.streamHead]) + [.content(.bytes(bytes))]) { [workers, self] in
                workers.rest.submit { self.goOn(with: self.sessions.find(self.session, at: MonotonicClock.now)) }
            }
        case .last(let bytes):
            guard isStreamed else { return feed.finish(Reply(Self.head, body: [Reply.Part(.bytes(bytes))]).script()) }
            feed.finish(WireScript(actions: [.content(.bytes(bytes)), .endOfContent()], ending: .complete))
        }
    }

    private func gather(_ wanted: JournalWindow.Wanted, _ session: Session) {
        let worker = state.withLock { $0.isStreamed } ? workers.rest : workers.first
        responders.gatherJournal(of: session, wanted) { [self] windows in
            worker.submit {
                self.state.withLock { $0.text.add(windows) }
                self.goOn(with: session)
            }
        }
    }

    private static let head = ResponseHead(
        status: 200,
        fields: [HeaderField("Content-Type", "application/json"), HeaderField("Cache-Control", "no-store")])

    /// The head of an answer in parts. Its length is not known, and the connection ends after it.
    private static let streamHead: WireAction = {
        var head = JournalReading.head
        head.fields.append(HeaderField("Connection", "close"))
        return .head(head, .chunked)
    }()
}
