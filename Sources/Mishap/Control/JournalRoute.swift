internal import Bytes
internal import Wire

/// `GET sessions/{session}/journal`
struct JournalRoute: Sendable {
    private let scenarios: ScenarioStore
    private let sessions: SessionStore
    private let responders: ShardResponders
    private let worker: Worker

    init(_ scenarios: ScenarioStore, _ sessions: SessionStore, _ responders: ShardResponders, _ worker: Worker) {
        self.scenarios = scenarios
        self.sessions = sessions
        self.responders = responders
        self.worker = worker
    }

    func answer(_ call: ControlCall) -> ControlAnswer {
        let name = ScenarioAddress.name(fromControlPath: call.names[0])
        let query = JournalQuery.read(Request(call.request))
        switch (sessions.openJournal(Array(name.utf8), at: call.arrived), query) {
        case (.session(let session), .success(let query)):
            let reference = SessionReference(to: session, named: Array(name.utf8))
            let isHead = Request(call.request).isHead
            return .later { [sessions, responders, worker] feed in
                JournalReading(query, of: session, as: reference, sessions, responders, worker, feed, isHead: isHead)
                    .goOn(with: session)
            }
        case (.session, .failure(let problem)): return .reply(Problems.make(400, problem.description))
        case (.full, _): return .reply(Problems.noRoomForSession(sessions.privates.bounds))
        case (.unknown, _), (.none, _): return .reply(Problems.unknownScenario(name, among: scenarios.names))
        }
    }
}
