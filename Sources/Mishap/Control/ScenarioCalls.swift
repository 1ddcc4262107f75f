internal import Bytes
internal import Catalogue
internal import JSONText
internal import Scenario

/// The calls on scenarios.
struct ScenarioCalls: Sendable {
    let scenarios: ScenarioStore
    let sessions: SessionStore

    /// `GET scenarios?after=&limit=`, by name.
    func list(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let query = try call.query(["after", "limit"])
        let limit = try call.limit(query["limit"])
        var names = scenarios.names.sorted()
        if let after = query["after"] { names.removeAll { $0 <= after } }
        let next: JSONValue = names.count > limit ? .string(names[limit - 1]) : .null
        let shown = names.prefix(limit).compactMap { name -> JSONValue? in
            // A reload may have taken it away meanwhile.
            guard case .session(let session) = sessions.lookUp(Array(name.utf8), at: call.arrived) else { return nil }
            return Self.summary(session.scenario, call)
        }
        return .json(200, ["scenarios": .array(shown), "next": next])
    }

    private static func summary(_ scenario: CompiledScenario, _ call: ControlCall) -> JSONValue {
        [
            "name": .string(scenario.name), "description": scenario.description.map { .string($0) } ?? .null,
            "system": scenario.hasSystem ? .string(scenario.dialect.name) : .null,
            "url": .string("\(call.base)/@\(scenario.name)"),
        ]
    }
}
