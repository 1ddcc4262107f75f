internal import Bytes
internal import Engine
internal import Scenario
internal import Wire

/// `GET sessions/{id}/journal`
struct JournalRoute: Sendable {
    private let sessions: SessionStore
    private let responders: ShardResponders
    private let workers: JournalReading.Workers

    init(_ sessions: SessionStore, _ responders: ShardResponders, _ workers: JournalReading.Workers) {
        self.sessions = sessions
        self.responders = responders
        self.workers = workers
    }

    /// A rule that never was there has no entries by a typo.
    private static func check(_ rule: String, in session: Session) throws(ControlRefusal) {
        let added = session.addedRules
        guard session.scenario.rule(named: rule) == nil, rule != "otherwise", !added.contains(rule),
            !added.wasRemoved(rule)
        else { return }
        let names = added.rules.map(\.rule.name) + session.scenario.rules.map(\.name) + ["otherwise"]
        let hint = EditDistance.nearest(to: rule, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
        throw ControlRefusal(404, "the session has no rule \"\(rule.prefix(100))\"" + hint)
    }

    func answer(_ call: ControlCall, _ session: Session) throws(ControlRefusal) -> ControlAnswer {
        let query: JournalQuery
        switch JournalQuery.read(try call.query()) {
        case .success(let read): query = read
        case .failure(let problem): throw ControlRefusal(400, problem.description)
        }
        if let rule = query.rule { try Self.check(rule, in: session) }
        let reference = SessionReference(to: session, named: call.sessionName())
        let isHead = Request(call.request).isHead
        return .later { [sessions, responders, workers] feed in
            JournalReading(query, of: session, as: reference, sessions, responders, workers, feed, isHead: isHead)
                .goOn(with: session)
        }
    }
}
