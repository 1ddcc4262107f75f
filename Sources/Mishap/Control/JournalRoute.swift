internal import Bytes
internal import Engine
internal import Rules
internal import ScenarioFiles
internal import Wire

/// `GET sessions/{id}/journal`
struct JournalRoute: Sendable {
    private let sessions: SessionStore
    private let responders: ShardResponders

    init(_ sessions: SessionStore, _ responders: ShardResponders) {
        self.sessions = sessions
        self.responders = responders
    }

    /// A rule that never was there has no entries by a typo.
    private static func check(_ rule: String, in session: Session) throws(ControlRefusal) {
        guard !session.hasHadRule(named: rule) else { return }
        let names =
            session.additions.rules.map(\.rule.name) + session.scenario.rules.map(\.name) + [
                "otherwise", CompiledRule.queueName,
            ]
        let hint = EditDistance.nearest(to: rule, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
        throw ControlRefusal(404, "the session has no rule \"\(rule.prefix(100))\"" + hint)
    }

    /// A cursor of another journal would silently leave entries out.
    static func check(_ start: JournalQuery.Start, in session: Session) throws(JournalQuery.Problem) {
        guard case .cursor(let cursor) = start else { return }
        guard cursor.journal == session.journal, cursor.endings <= session.lastCompletion else {
            throw JournalQuery.Problem(
                description: "the cursor \"\(cursor)\" is of another session's journal, or of another run of Mishap")
        }
    }

    private func query(_ call: ControlCall, _ session: Session) throws(ControlRefusal) -> JournalQuery {
        let request = Request(call.request)
        let parameters = try call.query()
        let form = Self.form(for: request)
        let limit = try call.limit(parameters["limit"])
        do {
            var query = try JournalQuery.read(parameters, form, limit: limit)
            // Of a reader that comes back to the address that it had.
            if form == .events, let last = request.first(Array("last-event-id".utf8)) {
                query.start = try JournalQuery.start(request.text(last))
            }
            try Self.check(query.start, in: session)
            if let text = parameters["match"] { query.match = try Self.match(text, of: session) }
            return query
        } catch let problem as JournalQuery.Problem {
            throw ControlRefusal(problem.status, problem.description)
        } catch let refusal as ControlRefusal {
            throw refusal
        } catch {
            preconditionFailure("no other error: \(error)")
        }
    }

    private static func match(_ text: String, of session: Session) throws(ControlRefusal) -> MatchProgram {
        let given = GivenScenarios.compileMatch(Array(text.utf8), of: session.scenario)
        guard let match = given.match else {
            throw ControlRefusal(
                422, "the match has errors", given.result)
        }
        return match
    }

    /// The first form that the client accepts, by the order in which it names them.
    private static func form(for request: Request) -> JournalQuery.Form {
        switch request.firstAccepted(among: ["application/json", "application/x-ndjson", "text/event-stream"]) {
        case "application/x-ndjson": .lines
        case "text/event-stream": .events
        default: .document
        }
    }

    func answer(_ call: ControlCall, _ session: Session) throws(ControlRefusal) -> ControlAnswer {
        let query = try query(call, session)
        if let rule = query.rule { try Self.check(rule, in: session) }
        let reference = SessionReference(to: session, named: call.sessionName())
        let isHead = Request(call.request).isHead
        return .later { [sessions, responders] feed in
            JournalReading(query, of: session, as: reference, sessions, responders, feed, isHead: isHead)
                .goOn(with: session)
        }
    }
}
