internal import Bytes
internal import Engine
internal import JSONText
internal import Rules
internal import ScenarioFiles
internal import Wire

/// Rules that are added to one session, above those of its scenario, and taken away again.
struct RuleCalls: Sendable {
    let calls: SessionCalls

    /// `POST sessions/{id}/rules`: a rule, or a list of them.
    func add(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        for _ in 0..<Self.mostAttempts {
            let session = try session(call)
            let known = session.addedRules
            let compiled = try Self.compile(Request(call.request).body, above: session.scenario, known)
            let before = try session.changeRules { added throws(ControlRefusal) in
                // Another call may have taken the names meanwhile.
                guard added.lastUnnamed == known.lastUnnamed else { return false }
                try Self.add(compiled, to: &added, of: session.scenario)
                return true
            }
            guard let before else { continue }
            calls.sessions.release(before)
            // A reset may have put another session in its place meanwhile, with the rules or without them.
            let current = try self.session(call)
            let isThere = current.addedRules.rules.contains { $0.rule === compiled.rules.first }
            if current === session || isThere {
                return .json(201, ["rules": .array(compiled.rules.map { .string($0.name) })])
            }
        }
        throw ControlRefusal(503, "other calls change the session all the time; try again")
    }

    /// How often rules are compiled anew because another call has changed the session meanwhile.
    private static let mostAttempts = 20

    /// Without a lock, since it may take long.
    private static func compile(
        _ text: [UInt8], above scenario: CompiledScenario, _ known: AddedRuleList
    ) throws(ControlRefusal) -> AddedRules {
        let compiled = GivenScenarios.compileRules(text, above: scenario, lastUnnamed: known.lastUnnamed) { name in
            known.contains(name) || scenario.rule(named: name) != nil
        }
        guard !compiled.result.hasErrors else {
            throw ControlRefusal(
                422, "the rules have errors", [("diagnostics", GivenScenarios.diagnostics(compiled.result))])
        }
        return compiled
    }

    private static func add(
        _ compiled: AddedRules, to added: inout AddedRuleList, of scenario: CompiledScenario
    ) throws(ControlRefusal) {
        for rule in compiled.rules {
            guard scenario.rule(named: rule.name) == nil, rule.name != "otherwise", !added.contains(rule.name) else {
                throw ControlRefusal(409, "the session has a rule \"\(rule.name)\" already")
            }
        }
        guard added.rules.count + compiled.rules.count <= AddedRuleList.most else {
            throw ControlRefusal(422, "a session has at most \(AddedRuleList.most) rules beside those of its scenario")
        }
        added.add(compiled.rules, lastUnnamed: compiled.lastUnnamed)
    }

    /// `DELETE sessions/{id}/rules/{name}`
    func remove(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        for _ in 0..<Self.mostAttempts {
            let session = try session(call)
            let name = try remove(from: session, call)
            // A reset may have put another session in its place meanwhile, with the rule.
            let current = try self.session(call)
            if current === session || !current.addedRules.contains(name) { return .reply(ControlAnswer.nothing) }
        }
        throw ControlRefusal(503, "other calls change the session all the time; try again")
    }

    /// Returns the name of the rule.
    private func remove(from session: Session, _ call: ControlCall) throws(ControlRefusal) -> String {
        let name = PercentCoding.decode(Array(call.names[1].utf8)[...]).text
        let before = try session.changeRules { added throws(ControlRefusal) in
            guard !added.contains(name) else {
                added.remove(name)
                return true
            }
            if added.wasRemoved(name) { return false }
            if session.scenario.rule(named: name) != nil || name == "otherwise" {
                throw ControlRefusal(409, "\"\(name)\" is a rule of the scenario; only rules that were added go")
            }
            let nearest = EditDistance.nearest(to: name, among: added.rules.map(\.rule.name))
            throw ControlRefusal(
                404,
                "no rule \"\(name.prefix(100))\" was added"
                    + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
        }
        if let before { calls.sessions.release(before) }
        return name
    }

    /// The session of the path, which has a scenario.
    private func session(_ call: ControlCall) throws(ControlRefusal) -> Session {
        let session = try calls.session(call)
        guard session.hasScenario else {
            throw ControlRefusal(
                409, "\"\(session.name)\" has a journal, and no scenario whose requests a rule could take")
        }
        return session
    }
}
