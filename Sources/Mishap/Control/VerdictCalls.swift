internal import Engine
internal import JSONText
internal import Rules
internal import Wire

/// The calls that judge a session's client: by what its scenario and its request expect, or by what the call expects.
struct VerdictCalls: Sendable {
    let calls: SessionCalls

    /// `GET sessions/{id}/verdict`
    func show(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let query = try call.query()
        var question = VerdictReading.Question { session in Self.expectations(of: session) }
        question.settle = try call.settle(query["settle"])
        question.wait = try call.wait(query["wait"], settling: question.settle)
        return answer(call, try calls.session(call), question, asserts: try call.isOn(query["assert"], "assert"))
    }

    /// `POST sessions/{id}/verify`
    func verify(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let query = try call.query()
        let session = try calls.session(call)
        let body = try call.object()
        guard let node = body["expect"] else {
            throw ControlRefusal(422, "\"expect\" is missing: an expectation, or a list of them")
        }
        let isKept = try call.isOn(query["keep"], "keep")
        if isKept, body["after"] != nil {
            throw ControlRefusal(
                422, "with \"keep\" expectations are of the whole session: \"after\" cannot stand beside it")
        }
        let start = try Self.start(body["after"], in: session)
        let settle = try call.settle(try Self.text(body["settle"], "settle"))
        let wait = try call.wait(try Self.text(body["wait"], "wait"), settling: settle)
        let asserts = try call.isOn(query["assert"], "assert")
        // Last, so that a call that is refused keeps nothing.
        let given = try expectations(node, of: session, call, isKept: isKept)
        var question = VerdictReading.Question { [generation = session.generation] session in
            session.generation == generation ? given : nil
        }
        (question.start, question.settle, question.wait) = (start, settle, wait)
        return answer(call, session, question, asserts: asserts)
    }

    private func expectations(
        _ node: JSONNode, of session: Session, _ call: ControlCall, isKept: Bool
    ) throws(ControlRefusal) -> (all: [Expectation], rules: RulesOfSession) {
        if isKept { return try RuleCalls(calls: calls).addExpectations(node, at: "/expect", call) }
        let rules = session.additions.forExpectations
        return (try calls.expectations(node, of: session.scenario, beside: rules, call), rules)
    }

    private static func text(_ node: JSONNode?, _ name: String) throws(ControlRefusal) -> String? {
        guard let node else { return nil }
        guard let text = node.string else {
            throw ControlRefusal(422, "\"\(name)\" is a duration such as \"2s\", not \(node.kind)")
        }
        return text
    }

    /// A cursor, or the number of an entry.
    private static func start(_ node: JSONNode?, in session: Session) throws(ControlRefusal) -> JournalQuery.Start {
        guard let node else { return .number(0) }
        guard let text = node.string ?? node.number?.text else {
            throw ControlRefusal(
                422, "\"after\" is the \"next\" of a journal, or the number of an entry, not \(node.kind)")
        }
        do throws(JournalQuery.Problem) {
            let start = try JournalQuery.start(text)
            try JournalRoute.check(start, in: session)
            return start
        } catch {
            throw ControlRefusal(422, error.description)
        }
    }

    /// The expectations of a session: the scenario's, those of the call that asked for it, and those that were added.
    static func expectations(of session: Session) -> (all: [Expectation], rules: RulesOfSession) {
        let added = session.additions.addedExpectations(behind: session.scenario.rules.count)
        return (session.scenario.expectations + session.setup.expectations + added.all, added.rules)
    }

    // MARK: The answer

    private func answer(
        _ call: ControlCall, _ session: Session, _ question: VerdictReading.Question, asserts: Bool
    ) -> ControlAnswer {
        let reference = SessionReference(to: session, named: call.sessionName())
        let isText = Self.prefersText(Request(call.request))
        return .later { [calls] feed in
            VerdictReading(
                question, of: reference, calls.sessions, calls.responders, calls.verdictPlaces, WaitingClient(feed)
            ) {
                result in
                switch result {
                case .verdict(let verdict):
                    feed.finish(GivenVerdict(verdict).script(asserts: asserts, isText: isText))
                case .otherScenario:
                    feed.finish(Problems.make(409, "the session has got another scenario meanwhile"))
                case .clientGone: break
                case .sessionEnded: feed.finish(calls.gone(reference))
                }
            }.start()
        }
    }

    /// Whether the first type that the client accepts and there is, is text.
    static func prefersText(_ request: Request) -> Bool {
        request.firstAccepted(among: ["application/json", "text/plain"]) == "text/plain"
    }
}
