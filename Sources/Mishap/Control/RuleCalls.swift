internal import Bytes
internal import Engine
internal import JSONText
internal import Rules
internal import ScenarioFiles
internal import Wire

/// What is added to one session beside its scenario: rules above those of the scenario or below them, which are replaced and
/// taken away again, answers that wait in its queue, and expectations.
struct RuleCalls: Sendable {
    let calls: SessionCalls

    // MARK: Rules

    /// `POST sessions/{id}/rules?at=end`: a rule, or a list of them.
    func add(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let place = try call.query()["at"]
        guard place == nil || place == "end" else {
            throw ControlRefusal(422, "\"at\" can only be \"end\": below the rules of the scenario")
        }
        let (compiled, _) = try change(call) { session, known throws(ControlRefusal) in
            try Self.compile(call, beside: session.scenario, known, atEnd: place == "end")
        } apply: { compiled, added throws(ControlRefusal) in
            try Self.add(compiled, to: &added, atEnd: place == "end")
        }
        return Self.answer(201, "rules", .array(compiled.rules.map { .string($0.name) }), compiled.result)
    }

    /// `PUT sessions/{id}/rules/{name}`: in the place of the one of that name, or else above all others.
    func put(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let name = Self.name(call)
        let (made, _) = try change(call) { session, known throws(ControlRefusal) in
            if let refusal = Self.refusal(of: name, in: session, "is replaced") { throw refusal }
            let compiled = try Self.compile(call, beside: session.scenario, known, only: name)
            return (compiled: compiled, isNew: !known.contains(name))
        } apply: { made, added throws(ControlRefusal) in
            if made.isNew {
                try Self.add(made.compiled, to: &added)
            } else {
                for rule in made.compiled.rules { added.replace(by: rule) }
            }
        }
        return Self.answer(made.isNew ? 201 : 200, "rules", [.string(name)], made.compiled.result)
    }

    private static func add(
        _ compiled: AddedRules, to added: inout AdditionList, atEnd: Bool = false
    ) throws(ControlRefusal) {
        guard added.rules.count + compiled.rules.count <= AdditionList.most else {
            throw ControlRefusal(422, "a session has at most \(AdditionList.most) rules beside those of its scenario")
        }
        added.add(compiled.rules, atEnd: atEnd, lastUnnamed: compiled.lastUnnamed)
    }

    /// `DELETE sessions/{id}/rules/{name}`
    func remove(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let name = Self.name(call)
        _ = try change(call) { session, known throws(ControlRefusal) in
            if let refusal = Self.refusal(of: name, in: session, "goes") { throw refusal }
            guard known.contains(name) || known.wasRemoved(name) else {
                let nearest = EditDistance.nearest(to: name, among: known.rules.map(\.rule.name))
                let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
                throw ControlRefusal(404, "no rule \"\(name.prefix(100))\" was added\(hint)")
            }
        } apply: { _, added throws(ControlRefusal) in
            added.remove(name)
        }
        return .reply(ControlAnswer.nothing)
    }

    private static func name(_ call: ControlCall) -> String {
        PercentCoding.decode(Array(call.names[1].utf8)[...]).text
    }

    /// Without a lock, since it may take long. `only`: the name of the rule, if it is one that is put.
    private static func compile(
        _ call: ControlCall, beside scenario: CompiledScenario, _ known: AdditionList, only: String? = nil,
        atEnd: Bool = false
    ) throws(ControlRefusal) -> AddedRules {
        let above =
            atEnd
            ? known.all(with: scenario)
            : only.flatMap { known.contains($0) ? known.above($0, with: scenario) : nil } ?? []
        let names = AddedRuleNames(lastUnnamed: known.lastUnnamed, only: only, below: above) { name in
            known.contains(name) || scenario.rule(named: name) != nil || name == "otherwise"
        }
        let compiled = GivenScenarios.compileRules(Request(call.request).body, beside: scenario, names)
        guard compiled.result.hasErrors else { return compiled }
        throw compiled.onlyLacksNames
            ? ControlRefusal(409, "the session has a rule of that name already", compiled.result)
            : ControlRefusal(422, "the rules have errors", compiled.result)
    }

    /// If the scenario has a rule of that name, which no call changes.
    private static func refusal(of name: String, in session: Session, _ what: String) -> ControlRefusal? {
        guard session.scenario.rule(named: name) != nil || name == "otherwise" else { return nil }
        return ControlRefusal(409, "\"\(name)\" is a rule of the scenario; only one that was added \(what)")
    }

    // MARK: The queue

    /// `POST sessions/{id}/enqueue`: an answer, or a list of them.
    func enqueue(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let (compiled, added) = try change(call) { session, known throws(ControlRefusal) in
            let (rule, result) = GivenScenarios.compileQueue(
                Request(call.request).body, of: session.scenario, below: known.all(with: session.scenario),
                behind: known.queueHits)
            guard let rule else { throw ControlRefusal(422, "the answers have errors", result) }
            return (rule: rule, result: result)
        } apply: { compiled, added throws(ControlRefusal) in
            guard added.enqueue(compiled.rule) else {
                throw ControlRefusal(422, "at most \(AdditionList.most) answers wait in the queue of a session")
            }
        }
        return Self.answer(201, "queued", .int(Int64(clamping: added.queued)), compiled.result)
    }

    // MARK: Expectations

    /// `POST sessions/{id}/expect`: an expectation, or a list of them.
    func expect(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let node = try call.json()
        let expectations = try addExpectations(node, at: "", call).all
        return .json(201, ["expectations": .array(expectations.map { $0.name.map { .string($0) } ?? .null })])
    }

    /// `pointer`: to them in the body of the call.
    func addExpectations(
        _ node: JSONNode, at pointer: String, _ call: ControlCall
    ) throws(ControlRefusal) -> (all: [Expectation], rules: RulesOfSession) {
        let made = try change(call) { session, known throws(ControlRefusal) in
            let rules = known.forExpectations
            let all = VerdictCalls.expectations(of: session).all
            let given = try calls.expectations(node, at: pointer, of: session.scenario, beside: rules, call) { name in
                all.contains { $0.name == name }
            }
            return (all: given, rules: rules, count: session.scenario.rules.count)
        } apply: { given, added throws(ControlRefusal) in
            guard added.hasRoom(for: given.all.count) else {
                throw ControlRefusal(422, "at most \(AdditionList.most) expectations are added to a session")
            }
            added.add(given.all, beside: given.rules, behind: given.count)
        }.made
        return (made.all, made.rules)
    }

    // MARK: Changing a session

    /// Makes something of the session of the path, and adds it. If another call changes the session meanwhile, it begins
    /// again.
    private func change<Made>(
        _ call: ControlCall, make: (Session, AdditionList) throws(ControlRefusal) -> Made,
        apply: (Made, inout AdditionList) throws(ControlRefusal) -> Void
    ) throws(ControlRefusal) -> (made: Made, added: AdditionList) {
        for _ in 0..<Self.mostAttempts {
            let session = try session(call)
            let known = session.additions
            // Without a lock, since it may take long.
            let made = try make(session, known)
            var changed = known
            try apply(made, &changed)
            changed.wasChanged()
            guard let before = session.replace(known, by: changed) else { continue }
            calls.sessions.release(before)
            // A reset may have put another session in its place meanwhile, with this or without it.
            let current = try self.session(call)
            if current === session || current.additions.version >= changed.version { return (made, changed) }
        }
        throw ControlRefusal(503, "other calls change the session all the time; try again")
    }

    /// How often it begins again.
    private static let mostAttempts = 20

    /// The session of the path, which has a scenario.
    private func session(_ call: ControlCall) throws(ControlRefusal) -> Session {
        let session = try calls.session(call)
        guard session.hasScenario else {
            throw ControlRefusal(
                409, "\"\(session.name)\" has a journal, and no scenario whose requests a rule could take")
        }
        return session
    }

    private static func answer(_ status: Int, _ name: String, _ value: JSONValue, _ result: LoadResult) -> ControlAnswer
    {
        let warnings: [(String, JSONValue)] =
            result.diagnostics.isEmpty ? [] : [("warnings", GivenScenarios.diagnostics(result))]
        return .json(status, .object([(name, value)] + warnings))
    }
}
