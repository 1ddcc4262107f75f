internal import Bytes
internal import Catalogue
internal import Engine
internal import GatewayServer
internal import JSONText
internal import Rules
internal import Wire

/// `POST sessions/{id}/match`: which rule and step would answer a request, and what differs from the nearest of the
/// others. Nothing is counted, drawn or changed.
struct MatchCall: Sendable {
    let calls: SessionCalls
    let failures: FailureAnswers
    let decoder: BodyDecoder

    func answer(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let session = try calls.session(call)
        let request = try Self.request(try call.object(), host: call.host)
        if let field = RoutingFields(request).fail {
            // No rule would see it.
            switch failures.failure(ofField: request.head[field], in: session.currentState.scenario) {
            case .success(let failure): return .json(200, Self.document(failure: failure.name))
            case .failure(let refusal):
                throw ControlRefusal(
                    422, "the request would be refused: \(refusal.detail ?? "Mishap-Fail names no failure")")
            }
        }
        calls.sessions.removePrefix(of: session, from: request)
        let state = session.currentState
        let clock = EngineClock(wallMilliseconds: call.arrivedAt, monotonic: call.arrived)
        var decoded: DecodedBody?
        if !request.body.isEmpty, TrialDecision.waitsForBody(request, state, clock) {
            decoded = try decode(request, state.scenario)
        }
        defer { withExtendedLifetime(decoded) {} }
        let trial = TrialDecision(request, state, clock)
        return .json(200, Self.document(trial, state.scenario))
    }

    private func decode(_ request: Request, _ scenario: CompiledScenario) throws(ControlRefusal) -> DecodedBody? {
        guard let coding = BodyDecoder.coding(of: request) else { return nil }
        let result = coding.flatMap { decoder.decode(request.body, $0) }
        switch result {
        case .success(let body):
            request.decodeBody(to: body.bytes)
            return body
        case .failure(let problem) where problem != .noRoom && scenario.dialect.keepsEncodedBody(of: request):
            return nil
        case .failure(let problem):
            throw ControlRefusal(422, "the request would be refused: \(decoder.text(of: problem))")
        }
    }

    private static func document(failure: String) -> JSONValue {
        ["rule": .null, "step": .null, "failure": .string(failure), "nearest": .null, "differences": .array([])]
    }

    /// As in an entry of the journal.
    private static func document(_ trial: TrialDecision, _ scenario: CompiledScenario) -> JSONValue {
        let rule = trial.rule.flatMap { $0 == EngineAnswer.otherwise ? "otherwise" : scenario.rule(numbered: $0)?.name }
        let failure = trial.rule.flatMap {
            scenario.failureName(rule: $0, step: trial.step, choice: trial.choice)
        }
        return [
            "rule": rule.map { .string($0) } ?? .null,
            "step": rule != nil && trial.step >= 0 ? .int(Int64(trial.step) + 1) : .null,
            "failure": failure.map { .string($0) } ?? .null,
            "nearest": trial.nearest.map { .string($0.rule) } ?? .null,
            "differences": .array(trial.nearest?.differences.map { .string($0) } ?? []),
        ]
    }

    // MARK: The request

    /// `host` is that of requests which name none.
    private static func request(_ node: JSONNode, host: String) throws(ControlRefusal) -> Request {
        guard let target = try text(node["target"], "target") else {
            throw ControlRefusal(422, "\"target\" is missing: a path, such as \"/orders?page=2\"")
        }
        let body = try body(node)
        let isLatin1 = try encoding(node, "headersEncoding", "latin1")
        var fields = try fields(node["headers"], isLatin1: isLatin1)
        func has(_ name: String) -> Bool { fields.contains { $0.name.lowercased() == name } }
        if !has("host") { fields.insert(("Host", Array(host.utf8)), at: 0) }
        if !body.isEmpty, !has("content-length"), !has("transfer-encoding") {
            fields.append(("Content-Length", Array(String(body.count).utf8)))
        }
        let request = Request()
        target.withUnsafeBufferPointer { request.begin(target: $0) }
        let method = try text(node["method"], "method") ?? Array("GET".utf8)
        method.withUnsafeBufferPointer { request.setMethod($0) }
        for (name, value) in fields {
            Array(name.utf8).withUnsafeBufferPointer { name in
                value.withUnsafeBufferPointer { request.append(name: name, value: $0) }
            }
        }
        request.body = body
        request.bodyCount = body.count
        request.announcesBody = !body.isEmpty
        request.isBodyComplete = true
        if let version = try text(node["protocol"], "protocol") {
            guard let known = HTTPVersion.allCases.first(where: { version.elementsEqual($0.name.utf8) }) else {
                throw ControlRefusal(
                    422, "\"protocol\" is \(HTTPVersion.allCases.map(\.name).quotedList(last: "or"))")
            }
            request.version = known
        }
        request.tls = try tls(node["tls"])
        if let problem = HeadCheck.problem(with: request) {
            throw ControlRefusal(422, "no client can send this request: \(problem)")
        }
        return request
    }

    /// As in an entry of the journal; only the version is needed.
    private static func tls(_ node: JSONNode?) throws(ControlRefusal) -> TLSInfo? {
        guard let node else { return nil }
        let versions = TLSInfo.Version.allCases
        guard let version = versions.first(where: { node["version"]?.string == $0.name }) else {
            throw ControlRefusal(
                422, "\"tls\" is an object whose \"version\" is \(versions.map(\.name).quotedList(last: "or"))")
        }
        func member(_ name: String) throws(ControlRefusal) -> String? { try text(node[name], name)?.text }
        return TLSInfo(
            version: version, serverName: try member("serverName")?.lowercased(), alpn: try member("alpn"),
            clientCertificate: try member("clientCertificate"))
    }

    private static func text(_ node: JSONNode?, _ name: String) throws(ControlRefusal) -> [UInt8]? {
        guard let node else { return nil }
        guard case .string(let bytes) = node.value else {
            throw ControlRefusal(422, "\"\(name)\" is \(node.kind), and should be a string")
        }
        return bytes
    }

    /// Whether an encoding is given, which can only be `known`.
    private static func encoding(_ node: JSONNode, _ name: String, _ known: String) throws(ControlRefusal) -> Bool {
        guard let given = node[name] else { return false }
        guard given.string == known else {
            throw ControlRefusal(422, "\"\(name)\" is \"\(known)\", or left out for text")
        }
        return true
    }

    private static func body(_ node: JSONNode) throws(ControlRefusal) -> [UInt8] {
        let text = try text(node["body"], "body") ?? []
        guard try encoding(node, "bodyEncoding", "base64") else { return text }
        guard let bytes = Base64.decode(text) else {
            throw ControlRefusal(422, "\"body\" is no base64 (RFC 4648, section 4)")
        }
        return bytes
    }

    /// Pairs of a name and a value.
    private static func fields(
        _ node: JSONNode?, isLatin1: Bool
    ) throws(ControlRefusal) -> [(name: String, value: [UInt8])] {
        guard let node else { return [] }
        let wanted = "\"headers\" is a list of pairs, as in [[\"Accept\", \"*/*\"]]"
        guard let elements = node.elements else { throw ControlRefusal(422, "\(wanted), not \(node.kind)") }
        var fields: [(name: String, value: [UInt8])] = []
        for element in elements {
            guard let pair = element.elements, pair.count == 2, let name = pair[0].string,
                case .string(let text) = pair[1].value
            else { throw ControlRefusal(422, wanted) }
            guard let value = isLatin1 ? latin1(text) : text else {
                throw ControlRefusal(422, "\"headers\" has a character that is none of latin1: one for each byte")
            }
            fields.append((name, Array(value[...].trimmingSpaces())))
        }
        return fields
    }

    /// The bytes for which the characters of a text stand; nil if one stands for none.
    private static func latin1(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
