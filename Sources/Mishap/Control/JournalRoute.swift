internal import Bytes
internal import Wire

/// `GET sessions/{id}/journal`
struct JournalRoute: Sendable {
    private let sessions: SessionStore
    private let responders: ShardResponders
    private let worker: Worker

    init(_ sessions: SessionStore, _ responders: ShardResponders, _ worker: Worker) {
        self.sessions = sessions
        self.responders = responders
        self.worker = worker
    }

    func answer(_ call: ControlCall, _ session: Session) throws(ControlRefusal) -> ControlAnswer {
        let query: JournalQuery
        switch JournalQuery.read(Request(call.request)) {
        case .success(let read): query = read
        case .failure(let problem): throw ControlRefusal(400, problem.description)
        }
        let reference = SessionReference(to: session, named: call.sessionName())
        let isHead = Request(call.request).isHead
        return .later { [sessions, responders, worker] feed in
            JournalReading(query, of: session, as: reference, sessions, responders, worker, feed, isHead: isHead)
                .goOn(with: session)
        }
    }
}
