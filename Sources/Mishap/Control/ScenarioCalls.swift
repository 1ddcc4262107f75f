internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import ScenarioFiles
internal import Wire

/// The calls on scenarios.
struct ScenarioCalls: Sendable {
    let scenarios: ScenarioStore
    let sessions: SessionStore

    /// `GET scenarios?after=&limit=`, by name.
    func list(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let query = try call.query()
        let limit = try call.limit(query["limit"])
        var names = scenarios.names.sorted()
        if let after = query["after"] { names.removeAll { $0 <= after } }
        let next: JSONValue = names.count > limit ? .string(names[limit - 1]) : .null
        let shown = names.prefix(limit).compactMap { name -> JSONValue? in
            // A reload may have taken it away meanwhile.
            guard case .session(let session) = sessions.lookUp(Array(name.utf8), at: call.arrived) else { return nil }
            return .object(summary(session.namedScenario, call))
        }
        return .json(200, ["scenarios": .array(shown), "next": next])
    }

    /// `GET scenarios/{name}`: the text as it was read.
    func show(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let name = Self.name(call)
        guard let source = scenarios.source(of: name) else { throw unknown(name) }
        let text: [UInt8]
        switch source {
        case .given(let given, _): text = given
        case .file(let file):
            guard case .success(let read) = FileScenarioSource().read(file.path), TextTag(of: read) == file.tag else {
                throw ControlRefusal(
                    409, "the file of \"\(name)\" has changed or gone since it was loaded; --watch loads it anew")
            }
            text = read
        }
        let fields = [
            HeaderField("Content-Type", "application/json"), HeaderField("Cache-Control", "no-store"),
            HeaderField("ETag", source.tag.text),
        ]
        return .reply(Reply(ResponseHead(status: 200, fields: fields), body: [Reply.Part(.bytes(text))]).script())
    }

    /// `PUT scenarios/{name}`
    func put(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let name = Self.name(call)
        guard ScenarioName.isValid(name), name.utf8.count <= Self.longestName, name != Session.mainName else {
            throw ControlRefusal(
                400,
                "\"\(name.prefix(200))\" cannot be the name of a scenario: names have lower-case letters, digits, \".\", \"_\" and single \"-\", which neither begin nor end a part, and at most \(Self.longestName) bytes"
            )
        }
        let text = Request(call.request).body
        let result = GivenScenarios.compile(text, name: name, scenarios.overrides)
        guard let scenario = result.scenarios.first, !result.hasErrors else {
            throw ControlRefusal(
                422, "the scenario has errors", result)
        }
        let outcome = scenarios.put(scenario, text, if: Self.condition(call), apply: sessions.apply)
        switch outcome {
        case .added, .replaced, .same:
            let fields = [
                HeaderField("ETag", TextTag(of: text).text),
                call.location("/__mishap/scenarios/\(ScenarioAddress.controlPath(of: name))"),
            ]
            let warnings: [(String, JSONValue)] =
                result.diagnostics.isEmpty ? [] : [("warnings", GivenScenarios.diagnostics(result))]
            return .json(
                outcome == .added ? 201 : 200, .object(summary(scenario, call) + warnings), fields)
        case .refused: throw Self.preconditionFailed(name)
        case .full:
            throw ControlRefusal(
                422, "there are \(ScenarioStore.mostGiven) scenarios that were put, as many as may be; delete one")
        }
    }

    /// `DELETE scenarios/{name}`
    func delete(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let name = Self.name(call)
        switch scenarios.delete(name, if: Self.condition(call), apply: sessions.apply) {
        case .deleted, .missing(wasThere: true): return .reply(ControlAnswer.nothing)
        case .refused: throw Self.preconditionFailed(name)
        case .missing: throw unknown(name)
        }
    }

    /// Whether what is there is what the client has seen (RFC 9110, 13.1.1).
    private static func condition(_ call: ControlCall) -> (TextTag?) -> Bool {
        let request = Request(call.request)
        guard let range = request.first(Array("if-match".utf8)) else { return { _ in true } }
        let wanted = request.text(range)
        return { tag in tag?.isNamed(in: wanted) ?? false }
    }

    private static func preconditionFailed(_ name: String) -> ControlRefusal {
        ControlRefusal(412, "\"\(name.prefix(200))\" is not, or no longer, what If-Match says; see its ETag")
    }

    private func unknown(_ name: String) -> ControlRefusal {
        let hint = EditDistance.nearest(to: name, among: scenarios.names).map { "; did you mean \"\($0)\"?" }
        return ControlRefusal(404, "there is no scenario \"\(name.prefix(100))\"" + (hint ?? ""))
    }

    /// Bytes of a name, which is part of addresses.
    private static let longestName = 200

    private static func name(_ call: ControlCall) -> String { call.sessionName().text }

    private func summary(_ scenario: CompiledScenario, _ call: ControlCall) -> [(String, JSONValue)] {
        [
            ("name", .string(scenario.name)), ("description", scenario.description.map { .string($0) } ?? .null),
            ("system", scenario.hasSystem ? .string(scenario.dialect.name) : .null),
        ] + call.addresses(of: scenario.name, sessions.ports)
    }
}
