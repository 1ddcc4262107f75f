internal import Bytes
internal import Engine
internal import GatewayServer
internal import JSONText
internal import Rules
internal import ScenarioFiles
internal import Wire

/// The calls on sessions: ask for one, look at them, change, reset and delete them.
struct SessionCalls: Sendable {
    let scenarios: ScenarioStore
    let sessions: SessionStore
    let responders: ShardResponders
    /// A full journal is some megabytes, of which verdicts hold only so many at once.
    let verdictPlaces = AsyncSemaphore(2)
    /// Keeps verdicts on sessions that are deleted; nil if nobody wants them at the end.
    let kept: KeptVerdicts?
    /// For whoever deletes a session again.
    let ended = EndedVerdicts()
    let reports: RunReports
    /// The most bytes of a request's body.
    let maximumBody: Int

    // MARK: One session

    /// The session that a control path names, whose name has the index `index` among the route's.
    func session(_ call: ControlCall, _ index: Int = 0) throws(ControlRefusal) -> Session {
        switch sessions.lookUp(call.sessionName(index), at: call.arrived) {
        case .session(let session): return session
        case .gone(let id, let isForeign): throw ControlRefusal(Problems.gone(id, isForeign: isForeign))
        case .notOpen(let name):
            let open = sessions.privates.all(at: call.arrived).lazy.map(\.name)
            throw ControlRefusal(Problems.notOpen(name, nearest: EditDistance.nearest(to: name, among: open)))
        case .unknown(let name):
            // Whether the scenario or the key is wrong.
            throw ControlRefusal(
                name.hasPrefix("~")
                    ? Problems.unknownSession(name, nearest: nearest(to: name, at: call.arrived))
                    : Problems.unknownScenario(name, among: scenarios.names))
        }
    }

    private func nearest(to name: String, at now: Nanoseconds) -> String? {
        EditDistance.nearest(to: name, among: sessions.asked.entries(at: now).lazy.map { "~\($0.id)" })
    }

    /// `GET sessions/{id}`
    func show(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        return .json(200, .object(members(try session(call), call)))
    }

    func members(_ session: Session, _ call: ControlCall) -> [(String, JSONValue)] {
        let state = session.shownState
        let scenario = state.scenario
        // Of the answers in the queue, it is told how many wait.
        let numbers = scenario.rules.indices.filter { scenario.rules[$0].name != CompiledRule.queueName }
        let rules = numbers.map { number -> JSONValue in
            ["name": .string(scenario.rules[number].name), "hits": .int(Int64(clamping: state.hits(of: number)))]
        }
        let otherwise: [JSONValue] =
            scenario.otherwise == nil
            ? [] : [["name": "otherwise", "hits": .int(Int64(clamping: state.hits(of: -1)))]]
        let port: [(String, JSONValue)] =
            sessions.ports.port(ofSession: session.name).map {
                [("portState", .string($0.state(at: SystemClock.monotonic).state.rawValue))]
            } ?? []
        let now = state.clock?.now.wallMilliseconds ?? call.arrivedAt
        return summary(session, call) + port + [
            ("unmatched", .int(Int64(clamping: session.unmatchedCount))),
            ("rules", .array(rules + otherwise)), ("queued", .int(Int64(clamping: session.additions.queued))),
            ("variables", Self.variables(scenario, state)),
            ("clock", .string(state.clock == nil ? "real" : "manual")),
            ("now", .string(HTTPDate.iso8601(epochMilliseconds: now).text)),
        ]
    }

    /// As in a list.
    private func summary(_ session: Session, _ call: ControlCall) -> [(String, JSONValue)] {
        let label = session.id.flatMap { sessions.asked.entry($0.description)?.label }
        let port: [(String, JSONValue)] =
            sessions.ports.port(ofSession: session.name).map { [("port", .int(Int64($0.number)))] } ?? []
        return [
            ("id", .string(session.name)), ("scenario", .string(session.scenarioTitle)),
            ("label", label.map { .string($0) } ?? .null),
        ] + call.addresses(of: session.name, sessions.ports) + port + [
            ("requests", .int(Int64(clamping: session.requestCount))),
            ("created", .string(HTTPDate.iso8601(epochMilliseconds: session.created).text)),
        ]
    }

    private static func variables(_ scenario: CompiledScenario, _ state: SessionState) -> JSONValue {
        .object(zip(scenario.variables, state.variables).map { ($0.name, json($1)) })
    }

    private static func json(_ value: TemplateValue) -> JSONValue {
        switch value {
        case .text(let bytes): .string(bytes.text)
        case .json(let bytes): (try? JSONParser.parse(bytes).get()).map { JSONValue($0) } ?? .null
        case .missing: .null
        }
    }

    // MARK: All sessions

    /// `GET sessions?label=&labelPrefix=&after=&limit=`
    func list(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let query = try call.query()
        let limit = try call.limit(query["limit"])
        var all = sessions.all(at: call.arrived)
        if let after = query["after"] {
            all.removeAll { !Self.comes($0, after: after) }
        }
        if query["label"] != nil || query["labelPrefix"] != nil {
            let labels = Dictionary(
                uniqueKeysWithValues: sessions.asked.entries(at: call.arrived).map { ($0.id, $0.label) })
            all = all.filter { session in
                guard let label = session.id.flatMap({ labels[$0] ?? nil }) else { return false }
                return query["label"].map { $0 == label } ?? true
                    && query["labelPrefix"].map { label.hasPrefix($0) } ?? true
            }
        }
        let next: JSONValue = all.count > limit ? .string(all[limit - 1].name) : .null
        return .json(
            200, ["sessions": .array(all.prefix(limit).map { .object(summary($0, call)) }), "next": next])
    }

    /// Whether a session comes behind that name in a list, which may be that of one that is gone: shared ones come first,
    /// then private ones, both by name, then those that were asked for, by number.
    private static func comes(_ session: Session, after name: String) -> Bool {
        func place(_ name: String) -> (Int, UInt64, String) {
            guard let tilde = name.firstIndex(of: "~") else { return (0, 0, name) }
            guard tilde == name.startIndex else { return (1, 0, name) }
            return (2, SessionID(String(name.dropFirst()))?.number ?? 0, "")
        }
        return place(session.name) > place(name)
    }

    // MARK: Asking for one

    /// `POST sessions`
    func create(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let body = try call.object()
        let seed = try Self.seed(body["seed"])
        let label = try Self.label(body["label"])
        let (scenario, warnings) = try scenario(body["scenario"], seed: seed, call)
        var setup = SessionSetup(
            scenario: scenario, title: Self.title(of: body["scenario"], label: label), seed: seed)
        if let variables = body["variables"] { setup.variables = try Self.values(variables, of: scenario) }
        if let expect = body["expect"] {
            setup.expectations = try expectations(expect, of: scenario, call) { name in
                scenario.expectations.contains { $0.name == name }
            }
        }
        setup.clockIsManual = try Self.isManual(body["clock"])
        setup.bodies = try bodies(body["bodies"], call)
        var wanted = SessionStore.NewSession(setup: setup)
        wanted.label = label
        if let time = try Self.time(body["ttl"], "ttl") { wanted.idle = time }
        wanted.key = try Self.idempotencyKey(Request(call.request))
        wanted.hasPort = try Self.wantsPort(body["port"], call) || !scenario.connections.isEmpty
        let result: AskedSessions.AddResult?
        do throws(SessionPorts.Refusal) {
            result = try sessions.add(wanted, at: call.arrived)
        } catch {
            throw ControlRefusal(Problems.noPort(error))
        }
        guard let result else { throw ControlRefusal(Problems.noRoomForSession(sessions.privates.bounds)) }
        switch result {
        case .added(let entry), .known(let entry):
            return .json(
                201, .object(members(entry.session, call) + warnings),
                [call.location("/__mishap/sessions/\(entry.session.name)")])
        case .conflict: throw ControlRefusal(422, "the Idempotency-Key was used for another request")
        }
    }

    /// What reports call a scenario that is given whole; nil for one that is named.
    private static func title(of node: JSONNode?, label: String?) -> String? {
        node?.members == nil ? nil : node?["name"]?.string ?? label
    }

    /// The scenario of a name, or one that is given whole; that of the default session if there is none of these.
    private func scenario(_ node: JSONNode?, seed: Int64?, _ call: ControlCall) throws(ControlRefusal)
        -> (CompiledScenario, warnings: [(String, JSONValue)])
    {
        guard let node else {
            guard case .session(let main) = sessions.lookUp(Array("default".utf8), at: call.arrived),
                main.hasScenario
            else { throw ControlRefusal(422, "\"scenario\" is missing: a name, or a whole scenario") }
            return (main.namedScenario, [])
        }
        if let name = node.string {
            guard case .session(let session) = sessions.lookUp(Array(name.utf8), at: call.arrived), session.use == nil,
                session.hasScenario
            else {
                let hint = EditDistance.nearest(to: name, among: scenarios.names).map { "; did you mean \"\($0)\"?" }
                throw ControlRefusal(422, "there is no scenario \"\(name.prefix(100))\"" + (hint ?? ""))
            }
            return (session.namedScenario, [])
        }
        guard node.members != nil else {
            throw ControlRefusal(422, "\"scenario\" is \(node.kind), and should be a name or a whole scenario")
        }
        var overrides = scenarios.overrides
        overrides.seed = seed ?? overrides.seed
        let result = GivenScenarios.compile(Array(Request(call.request).body[node.range]), overrides)
        guard let scenario = result.scenarios.first, !result.hasErrors else {
            throw ControlRefusal(
                422, "the scenario has errors", result, under: "/scenario")
        }
        return (
            scenario,
            result.diagnostics.isEmpty ? [] : [("warnings", GivenScenarios.diagnostics(result, under: "/scenario"))]
        )
    }

    /// What is expected of a client, in terms of a scenario and of a session's rules beside that. `isTaken`: whether there is
    /// an expectation of that name.
    func expectations(
        _ node: JSONNode, at pointer: String = "/expect", of scenario: CompiledScenario,
        beside rules: RulesOfSession = RulesOfSession(),
        _ call: ControlCall, isTaken: (String) -> Bool = { _ in false }
    ) throws(ControlRefusal) -> [Expectation] {
        let given = GivenScenarios.compileExpectations(
            Array(Request(call.request).body[node.range]), of: scenario, beside: rules, isTaken: isTaken)
        guard !given.result.hasErrors else {
            throw given.onlyLacksNames
                ? ControlRefusal(409, "there is an expectation of that name already", given.result, under: pointer)
                : ControlRefusal(422, "the expectations have errors", given.result, under: pointer)
        }
        return given.expectations
    }

    /// How many bytes of a body the journal keeps.
    private func bodies(_ node: JSONNode?, _ call: ControlCall) throws(ControlRefusal) -> Int? {
        guard let node else { return nil }
        guard let text = node.string else {
            throw call.refusal(of: node, "\"bodies\" is a size such as \"64KiB\", not \(node.kind)")
        }
        switch SizeText.bytes(text) {
        case .success(let size) where size <= maximumBody: return size
        case .success:
            throw call.refusal(of: node, "\"bodies\" is more than --max-body (\(SizeText.text(maximumBody)))")
        case .failure(let failure): throw call.refusal(of: node, "\"bodies\": \(failure.message)")
        }
    }

    /// Whether a port of its own is asked for, which is any free one.
    private static func wantsPort(_ node: JSONNode?, _ call: ControlCall) throws(ControlRefusal) -> Bool {
        guard let node else { return false }
        guard node.number?.text == "0" else {
            throw call.refusal(
                of: node, "\"port\" is 0, for any free one; --session-ports says which there are for sessions")
        }
        return true
    }

    private static func isManual(_ node: JSONNode?) throws(ControlRefusal) -> Bool? {
        switch (node, node?.string) {
        case (nil, _): return nil
        case (_, "manual"): return true
        case (_, "real"): return false
        default: throw ControlRefusal(422, "\"clock\" is \"real\" or \"manual\"")
        }
    }

    /// What is said of a session that was there when a call came, and has ended.
    func gone(_ reference: SessionReference) -> WireScript {
        if case .gone(let id, let isForeign) = sessions.lookUp(reference.name, at: SystemClock.monotonic) {
            return Problems.gone(id, isForeign: isForeign)
        }
        return Problems.make(409, "the session was reset meanwhile, or has ended")
    }

    private static func label(_ node: JSONNode?) throws(ControlRefusal) -> String? {
        guard let node, !node.isNull else { return nil }
        guard let label = node.string, label.utf8.count <= 1_024 else {
            throw ControlRefusal(422, "\"label\" is a string of at most 1024 bytes")
        }
        return label
    }

    private static func seed(_ node: JSONNode?) throws(ControlRefusal) -> Int64? {
        guard let node else { return nil }
        guard let seed = node.number.flatMap({ Int64($0.text) }) else {
            throw ControlRefusal(422, "\"seed\" is a whole number")
        }
        return seed
    }

    private static func time(_ node: JSONNode?, _ name: String) throws(ControlRefusal) -> Nanoseconds? {
        guard let node else { return nil }
        guard let text = node.string else {
            throw ControlRefusal(422, "\"\(name)\" is a duration such as \"30s\", not \(node.kind)")
        }
        switch DurationText.nanoseconds(text) {
        case .success(let time): return time
        case .failure(let failure): throw ControlRefusal(422, "\"\(name)\": \(failure.message)")
        }
    }

    /// Values of variables by their number.
    private static func values(
        _ node: JSONNode, of scenario: CompiledScenario
    ) throws(ControlRefusal) -> [Int: TemplateValue] {
        guard let members = node.members else {
            throw ControlRefusal(422, "\"variables\" is \(node.kind), and should be an object")
        }
        var values: [Int: TemplateValue] = [:]
        for member in members {
            guard let number = scenario.variables.firstIndex(where: { $0.name == member.name }) else {
                let names = scenario.variables.map(\.name)
                let hint = EditDistance.nearest(to: member.name, among: names).map { "; did you mean \"\($0)\"?" }
                throw ControlRefusal(
                    422, "the scenario has no variable \"\(member.name.prefix(100))\"" + (hint ?? ""))
            }
            let value: TemplateValue
            switch member.value.value {
            case .string(let bytes): value = .text(bytes)
            case .number, .bool: value = .json(JSONWriter.bytes(member.value))
            default:
                throw ControlRefusal(
                    422,
                    "the variable \"\(member.name)\" is \(member.value.kind), and should be a string, a number or a boolean"
                )
            }
            guard value.bytes?.count ?? 0 <= TemplateValue.maximumSize else {
                throw ControlRefusal(422, "the variable \"\(member.name)\" has more than 64 KiB")
            }
            values[number] = value
        }
        return values
    }

    private static func idempotencyKey(_ request: Request) throws(ControlRefusal) -> AskedSessions.IdempotencyKey? {
        guard let range = request.first(Array("idempotency-key".utf8)) else { return nil }
        guard (1...255).contains(range.count) else {
            throw ControlRefusal(400, "Idempotency-Key has 1 to 255 bytes")
        }
        let body = request.body
        return AskedSessions.IdempotencyKey(
            key: request.text(range), count: body.count, hash: ByteHash.hash(body.span))
    }

    /// `POST check`
    static func check(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let result = GivenScenarios.compile(Request(call.request).body, ScenarioOverrides())
        return .json(200, ["valid": .bool(!result.hasErrors), "diagnostics": GivenScenarios.diagnostics(result)])
    }

    // MARK: Changing one

    /// `PATCH sessions/{id}/variables`
    func setVariables(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let session = try session(call)
        let state = session.currentState
        state.set(try Self.values(try call.json(), of: session.scenario))
        return .json(200, Self.variables(session.scenario, state))
    }

    /// `POST sessions/{id}/clock`
    func advance(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let session = try session(call)
        guard let time = try Self.time(try call.object()["advance"], "advance") else {
            throw ControlRefusal(422, "\"advance\" is missing: a duration such as \"30s\"")
        }
        guard session.advance(by: time), let clock = session.currentState.clock else {
            throw ControlRefusal(
                409, "the session has the machine's clock; with \"clock\": \"manual\" in its scenario it can be moved")
        }
        return .json(200, ["now": .string(HTTPDate.iso8601(epochMilliseconds: clock.now.wallMilliseconds).text)])
    }

    /// `PUT sessions/{id}/scenario`
    func swap(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        for _ in 0..<Self.mostAttempts {
            let session = try session(call)
            guard let node = try call.object()["scenario"] else {
                throw ControlRefusal(422, "\"scenario\" is missing: a name, or a whole scenario")
            }
            guard session.hasScenario else {
                throw ControlRefusal(
                    409, "\"\(session.name)\" only has a journal: no request would reach a scenario of it")
            }
            let (scenario, warnings) = try scenario(node, seed: session.setup.seed, call)
            guard scenario.connections.isEmpty || sessions.ports.port(ofSession: session.name) != nil else {
                throw ControlRefusal(
                    409,
                    "the scenario says what becomes of connections, and the session has no port of its own; ask for one with POST /__mishap/sessions and \"port\": 0"
                )
            }
            let title = Self.title(of: node, label: label(of: session))
            switch sessions.swap(session, to: scenario, titled: title, at: call.arrived) {
            case .swapped(let next): return .json(200, .object(members(next, call) + warnings))
            case .missing: continue
            case .tooOften:
                throw ControlRefusal(409, "the session has had 65535 scenarios since its journal began; reset it first")
            }
        }
        throw ControlRefusal(503, "other calls change the session all the time; try again")
    }

    /// How often a change is tried that another call gets in the way of.
    private static let mostAttempts = 20

    /// `DELETE sessions/{id}/journal`
    func emptyJournal(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        try session(call).emptyJournal()
        return .reply(ControlAnswer.nothing)
    }

    // MARK: The report

    /// Those whose journals a report reads: all that are there.
    func reported() -> [Session] {
        let now = SystemClock.monotonic
        sessions.dropExpired(at: now, always: true)
        return sessions.all(at: now) + [sessions.unclaimed.current, sessions.failed.current]
    }

    /// `GET report`
    func report(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let listsNotReached = try call.isOn(try call.query()["notReached"], "notReached")
        return .later { [self] feed in
            reports.all(of: reported) { found in
                var report = found
                report.listsNotReached = listsNotReached
                feed.finish(ControlAnswer.script(200, report.json))
            }
        }
    }
}
