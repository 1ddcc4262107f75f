internal import Bytes
internal import Wire

/// `GET sessions/{session}/journal`
struct JournalRoute: Sendable {
    private let scenarios: ScenarioStore
    private let sessions: SessionStore
    private let lanes: Lanes
    private let worker: Worker

    init(_ scenarios: ScenarioStore, _ sessions: SessionStore, _ lanes: Lanes, _ worker: Worker) {
        self.scenarios = scenarios
        self.sessions = sessions
        self.lanes = lanes
        self.worker = worker
    }

    func answer(_ call: ControlCall) -> ControlAnswer {
        let name = ScenarioAddress.name(fromControlPath: call.names[0])
        let query = JournalQuery.read(Request(call.request))
        switch (sessions.openJournal(Array(name.utf8), at: call.arrived), query) {
        case (.session(let session), .success(let query)): return .later { answer(query, session, $0) }
        case (.session, .failure(let problem)): return .reply(Problems.make(400, problem.description))
        case (.full, _): return .reply(Problems.noRoomForSession(sessions.privates.bounds))
        case (.unknown, _), (.none, _): return .reply(Problems.unknownScenario(name, among: scenarios.names))
        }
    }

    /// Written down on a thread of its own once every shard has given its part.
    private func answer(_ query: JournalQuery, _ session: Session, _ feed: Feed) {
        lanes.gatherJournal(of: session) { [worker] snapshots in
            worker.submit { feed.finish(query.answer(session.scenario, snapshots)) }
        }
    }
}
