internal import Bytes
internal import Engine
internal import JSONText
internal import Rules
internal import Wire

extension JournalRecord {
    /// The entry as JSON of the control API. `scenarios` gives the scenario that the session had in a generation.
    ///
    /// - Parameters:
    ///   - isInFlight: Tells it as one that has not ended, though it may have meanwhile.
    ///   - readsBody: Whether it tells what is in the body, too.
    ///   - sentBody: What followed the head of the answer, or the beginning of that, which is in no record.
    func json(
        _ scenarios: (UInt16) -> CompiledScenario, isInFlight: Bool = false, readsBody: Bool = true,
        sentBody: [UInt8] = []
    ) -> JSONValue {
        var entry = JournalEntry(
            record: self, facts: facts, extras: extras, readsBody: readsBody, sentBody: sentBody)
        if isInFlight { entry.facts.flags.insert(.inFlight) }
        return entry.json(scenarios)
    }

    /// Whether the rule of that name took the request, or a call of it.
    func has(rule name: String, _ scenarios: (UInt16) -> CompiledScenario) -> Bool {
        guard !facts.flags.contains(.noRequest) else { return false }
        let (scenario, extras) = (scenarios(facts.generation), extras)
        return (extras.rule ?? facts.ruleName(scenario)) == name
            || extras.calls?.contains { $0.ruleName(scenario) == name } == true
    }
}

/// A record as it is told.
private struct JournalEntry {
    let record: JournalRecord
    var facts: JournalRecord.Facts
    let extras: JournalExtras.Content
    let readsBody: Bool
    let sentBody: [UInt8]

    func json(_ scenarios: (UInt16) -> CompiledScenario) -> JSONValue {
        if facts.flags.contains(.noRequest) { return withoutRequest }
        let scenario = scenarios(facts.generation)
        var members: [(String, JSONValue)] = [
            ("seq", .int(Int64(clamping: facts.sequence))),
            ("time", .string(HTTPDate.iso8601(epochMilliseconds: facts.arrivedAt).text)),
        ]
        if let milliseconds = facts.milliseconds { members.append(("milliseconds", .number(milliseconds))) }
        members += [
            ("connection", .int(Int64(clamping: facts.connection))),
            ("protocol", .string(facts.version.name)),
        ]
        if let tls { members.append(tls) }
        if !facts.flags.contains(.refused) { members += request }
        if facts.generation > 1 { members.append(("generation", .int(Int64(facts.generation)))) }
        members += decision(scenario)
        let notes = notes(scenario)
        if !notes.isEmpty { members.append(("notes", .array(notes.map { .string($0) }))) }
        members += [
            ("sent", sent), ("ending", facts.ending.map { .string($0) } ?? .null),
            ("clientClosed", .bool(facts.flags.contains(.clientClosed))),
        ]
        if facts.flags.contains(.crossed) { members.append(("crossed", true)) }
        return .object(members)
    }

    /// Nil in the clear.
    private var tls: (String, JSONValue)? {
        guard let tls = record.tls else { return nil }
        var members: [(String, JSONValue)] = [("version", .string(tls.version.name))]
        if let name = tls.serverName { members.append(("serverName", .string(name))) }
        if let name = tls.alpn { members.append(("alpn", .string(name))) }
        members.append(("resumed", .bool(tls.isResumed)))
        if let subject = tls.clientCertificate { members.append(("clientCertificate", .string(subject))) }
        return ("tls", .object(members))
    }

    // MARK: The request

    private var request: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        let (method, rawTarget, fields, body) = (record.method, record.target, record.fields, record.body)
        let request = record.request
        let target = request.ownTarget
        func add(_ name: String, isText: Bool, _ value: JSONValue) {
            members.append((name, value))
            if !isText { members.append((name + "Encoding", "latin1")) }
        }
        add("method", isText: Self.isText(method), Self.text(method))
        add("target", isText: Self.isText(target), Self.text(target))
        add("rawTarget", isText: Self.isText(rawTarget), Self.text(rawTarget))
        members += [("path", .string(request.decodedPath.text)), ("query", Self.query(request))]
        let areText = fields.allSatisfy { Self.isText($0.name) && Self.isText($0.value) }
        let text = areText ? Self.text : Self.latin1
        add("headers", isText: areText, .array(fields.map { .array([text($0.name), text($0.value)]) }))
        Self.add("body", body, isPart: body.count < facts.bodyCount, to: &members)
        members.append(("bodyBytes", .int(Int64(clamping: facts.bodyCount))))
        guard body.count == facts.bodyCount else {
            members.append(("truncated", .int(Int64(clamping: facts.bodyCount))))
            return members
        }
        guard readsBody else { return members }
        let decoded = Self.decoded(request)
        if let json = Self.json(decoded ?? body) { members.append(("json", json)) }
        if let decoded { Self.add("decoded", decoded, isPart: false, to: &members) }
        return members
    }

    /// Names with the lists of their values, decoded.
    private static func query(_ request: Request) -> JSONValue {
        var (names, values) = ([String](), [String: [JSONValue]]())
        for (name, value) in request.decodedQuery.fields {
            let name = name.text
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(.string(value.text))
        }
        return .object(names.map { ($0, .array(values[$0] ?? [])) })
    }

    /// An object or an array.
    private static func json(_ body: [UInt8]) -> JSONValue? {
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["), body.count <= longestJSON else { return nil }
        return (try? JSONParser.parse(body).get()).map { JSONValue($0) }
    }

    /// A body with a Content-Encoding, decoded, if that is short.
    private static func decoded(_ request: Request) -> [UInt8]? {
        guard !request.body.isEmpty, case .success(let coding)? = BodyDecoder.coding(of: request),
            case .success(let decoded) = BodyDecoder.ofJournals.decode(request.body, coding, most: longestDecoded)
        else { return nil }
        return decoded.bytes
    }

    private static let longestDecoded = 64 << 10
    private static let longestJSON = 1 << 20

    private static func isText(_ bytes: [UInt8]) -> Bool { UTF8Text.firstInvalid(in: bytes) == nil }

    private static func text(_ bytes: [UInt8]) -> JSONValue {
        isText(bytes) ? .string(bytes.text) : latin1(bytes)
    }

    /// A character for each byte (ISO 8859-1): what a client sent, whatever it meant by it.
    private static func latin1(_ bytes: [UInt8]) -> JSONValue {
        .string(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
    }

    /// Nil if the bytes are no UTF-8. What was kept in part is shown as far as its characters are whole.
    private static func wholeText(_ bytes: [UInt8], isPart: Bool) -> String? {
        (0...(isPart ? 3 : 0)).lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }.first
    }

    /// Adds bytes as text, or in base64 where they are none.
    private static func add(
        _ name: String, _ bytes: [UInt8], isPart: Bool, to members: inout [(String, JSONValue)]
    ) {
        if let text = wholeText(bytes, isPart: isPart) { return members.append((name, .string(text))) }
        members += [(name, .string(Base64.encode(bytes).text)), (name + "Encoding", "base64")]
    }

    // MARK: The decision

    private func decision(_ scenario: CompiledScenario) -> [(String, JSONValue)] {
        var members = JournalExtras.Call(facts, extras).members(scenario)
        if let spoiler = extras.spoiler, let place = members.firstIndex(where: { $0.0 == "failure" }) {
            members[place].1 = .string(spoiler)
        }
        if let calls = extras.calls {
            members.append(("calls", .array(calls.map { .object($0.members(scenario)) })))
            if let count = extras.callCount { members.append(("callsTruncated", .int(Int64(count)))) }
        }
        if let nearest = extras.nearest {
            members += [
                ("nearest", .string(nearest)), ("differences", .array(extras.differences.map { .string($0) })),
            ]
        }
        return members
    }

    // MARK: The answer

    /// The head is null if none was sent, and for a request that was refused before it was read.
    private var sent: JSONValue {
        var members: [(String, JSONValue)] = [("status", facts.status == 0 ? .null : .int(Int64(facts.status)))]
        let (sentHead, isPart) = record.answerHead
        if sentHead.isEmpty {
            members.append(("head", .null))
        } else {
            Self.add("head", sentHead, isPart: isPart, to: &members)
        }
        if isPart { members.append(("headTruncated", .int(Int64(facts.headCount)))) }
        if !sentBody.isEmpty {
            let count = Int(clamping: facts.bytesSent) - Int(facts.headCount)
            Self.add("body", sentBody, isPart: sentBody.count < count, to: &members)
            if sentBody.count < count { members.append(("bodyTruncated", .int(Int64(count)))) }
        }
        return .object(
            members + [
                ("bytes", .int(Int64(clamping: facts.bytesSent))),
                ("firstByteAt", facts.milliseconds(until: facts.firstByte)),
                ("lastByteAt", facts.flags.contains(.inFlight) ? .null : facts.milliseconds(until: facts.lastByte)),
            ])
    }

    /// A connection that did not send an HTTP/1 request.
    private var withoutRequest: JSONValue {
        let bytes = record.body
        let content: (String, JSONValue) =
            if let text = String(validating: bytes, as: UTF8.self) {
                ("text", .string(text))
            } else {
                ("base64", .string(Base64.encode(bytes).text))
            }
        var members: [(String, JSONValue)] = [
            ("seq", .int(Int64(clamping: facts.sequence))),
            ("time", .string(HTTPDate.iso8601(epochMilliseconds: facts.arrivedAt).text)),
            ("connection", .int(Int64(clamping: facts.connection))),
        ]
        if let tls { members.append(tls) }
        members += [
            ("received", .object([("bytes", .int(Int64(clamping: facts.bodyCount))), content])),
            ("failure", extras.failure.map { .string($0) } ?? .null),
        ]
        if let hello = record.hello { members.append(("hello", Self.json(hello))) }
        if let alert = extras.alert { members.append(("alert", .string(alert.name))) }
        var sent: [(String, JSONValue)] = [
            ("status", facts.status == 0 ? .null : .int(Int64(facts.status))),
            ("bytes", .int(Int64(clamping: facts.bytesSent))),
        ]
        if let alert = extras.sentAlert { sent.append(("alert", .string(alert.name))) }
        members += [("sent", .object(sent)), ("ending", facts.ending.map { .string($0) } ?? .null)]
        if facts.flags.contains(.crossed) { members.append(("crossed", true)) }
        if let note = noteWithoutRequest { members.append(("notes", [.string(note)])) }
        return .object(members)
    }

    private static func json(_ hello: TLSHello) -> JSONValue {
        .object(
            (hello.serverName.map { [("serverName", .string($0))] } ?? []) + [
                ("versions", .array(hello.versions.map { .string(TLSHello.name(ofVersion: $0)) })),
                ("alpn", .array(hello.alpn.map { .string($0) })),
            ])
    }

    private var noteWithoutRequest: String? {
        if facts.hit > 0 { return Self.overLimit(facts.hit) }
        if facts.notes.contains(.refusedBody) {
            return "the body of the request before, whose head was refused, came all the same: dropped"
        }
        if facts.notes.contains(.socks) { return "the client takes this port for a SOCKS proxy, which it is not" }
        guard facts.notes.contains(.handshake) else { return nil }
        if record.tls != nil, facts.bodyCount > 0 { return "TLS within TLS, which is not spoken here" }
        let reason: String? =
            switch (extras.alert?.name, extras.sentAlert?.name) {
            case _ where extras.failure != nil: extras.alert.map { "the client's alert is \($0.name)" }
            case ("unknown_ca", _), ("bad_certificate", _), ("certificate_unknown", _):
                "the client does not trust the certificate (mishap ca has the authority's)"
            case ("certificate_expired", _): "the client takes the certificate for one that has expired"
            case (_, "no_application_protocol"): "the client wants none of the protocols that are spoken here (ALPN)"
            case (_, "protocol_version"): "the client speaks no version of TLS that is spoken here"
            case (_, "certificate_required"): "the client has no certificate"
            default: nil
            }
        let what =
            record.tls == nil
            ? "the TLS handshake did not end well" : "the client left behind the TLS handshake, without a request"
        return what + (reason.map { ": \($0)" } ?? "")
    }

    private static func overLimit(_ count: UInt64) -> String {
        "over --max-connections; this entry is of \(count) \(count == 1 ? "connection" : "connections within a second")"
    }

    private func notes(_ scenario: CompiledScenario) -> [String] {
        var notes: [String] = []
        if let rule = scenario.rule(numbered: facts.overLimitRule) {
            notes.append("a pattern took too many steps: rule \"\(rule.name)\" did not match")
        }
        if let failure = record.taken {
            notes.append("the client went on in spite of its connection's failure, \(failure)")
        }
        if facts.notes.contains(.missingValue) {
            notes.append("a placeholder had no value: null where it is all of a JSON string, empty elsewhere")
        }
        if facts.notes.contains(.droppedBytes) {
            notes.append("control characters in a placeholder's value were kept out of the head")
        }
        if facts.notes.contains(.droppedField) {
            notes.append("a header was left out, since its name came out empty or as no name")
        }
        if facts.notes.contains(.preflight) { notes.append("a CORS preflight: no rule saw it, and it is no hit") }
        if facts.notes.contains(.overRate) { notes.append("over the rule's rate limit: no hit") }
        if facts.notes.contains(.crowded) { notes.append("over the rule's answers at once: no hit") }
        if facts.notes.contains(.sharedCount) {
            notes.append(
                "\"countBy\" met more than \(RuleCounts.separateCountLimit) values: those that come later share one count"
            )
        }
        if facts.notes.contains(.waitedInVain) {
            notes.append("\"atMost\" was over before what the delay waits for had come")
        }
        if facts.notes.contains(.untilOverLimit) {
            notes.append("a pattern of \"until\" took too many steps, and a change was not judged")
        }
        if facts.notes.contains(.tooLarge) {
            notes.append("the answers to the calls would have been more than 64 MiB: an internal error in their place")
        }
        if facts.notes.contains(.headInBatch) {
            notes.append(
                "status and headers of an element were left out: those of a batch are set by a rule with \"batch\": true"
            )
        }
        if facts.notes.contains(.cutVariable) {
            notes.append("a variable was set to more than 64 KiB, of which the rest was cut off")
        }
        if facts.notes.contains(.notSpoiled) {
            notes.append("the answer has nothing that the failure could spoil: it went out as it was")
        }
        if facts.notes.contains(.keptEncoded) {
            notes.append("the body could not be decoded, which has a Content-Encoding: it was taken as it came")
        }
        if facts.notes.contains(.missingFile) {
            notes.append("there is no file of the name that the placeholders of \"file\" made: a 500 in its place")
        }
        if facts.notes.contains(.notEncoded) {
            notes.append("the body was more than 16 MiB, and went out without the \"encoding\" of the reply")
        }
        if facts.notes.contains(.undecodedBody) {
            notes.append("the body could not be decoded, which has a Content-Encoding: no rule saw the request")
        }
        if facts.notes.contains(.shareUnknown) {
            notes.append(
                "the body came without a Content-Length, of which \"after\" is a share: struck at its last byte")
        }
        if facts.notes.contains(.headRefused) {
            notes.append("the head was refused: the answer came in place of a 100 (Continue)")
        }
        if facts.notes.contains(.inPlaceOfBody) {
            notes.append("it came in place of the body that the answer before has refused")
        }
        if facts.notes.contains(.badValue) {
            notes.append(
                "what a placeholder came to is no value of its field: a 500 that says so in place of the answer")
        }
        if facts.notes.contains(.droppedBody) {
            notes.append("the status that a placeholder came to has no body: the body was left out")
        }
        if facts.flags.contains(.byProxy) {
            notes.append("the request says that it came by a proxy: resets may arrive as ends; see mishap doctor")
        }
        if facts.flags.contains(.lacksDescriptor) {
            notes.append("no file descriptor was left for the answer that was decided: a 503 in its place")
        }
        if facts.flags.contains(.refused) {
            notes.append("no file descriptor was left to read this request: a 503, and no rule saw it")
        }
        return notes
    }
}

extension JournalExtras.Call {
    fileprivate func members(_ scenario: CompiledScenario) -> [(String, JSONValue)] {
        let isHit = (rule >= EngineAnswer.otherwise || addedRule != nil) && step >= 0
        let failure = addedFailure ?? scenario.failureName(rule: rule, step: step, choice: choice)
        return [
            ("rule", ruleName(scenario).map { .string($0) } ?? .null),
            ("step", isHit ? .int(Int64(step) + 1) : .null),
            ("hit", isHit ? .int(Int64(clamping: hit)) : .null),
            ("failure", failure.map { .string($0) } ?? .null),
        ]
    }

    fileprivate func ruleName(_ scenario: CompiledScenario) -> String? {
        addedRule ?? scenario.ruleName(numbered: rule)
    }
}

extension CompiledScenario {
    func ruleName(numbered number: Int32) -> String? {
        number == EngineAnswer.otherwise ? "otherwise" : rule(numbered: number)?.name
    }
}

extension JournalRecord.Facts {
    /// Name of the rule of the scenario that answered.
    func ruleName(_ scenario: CompiledScenario) -> String? { scenario.ruleName(numbered: rule) }

    /// How the exchange ended; nil while it is in flight.
    var ending: String? {
        guard !flags.contains(.inFlight), let end = Outcome.End(rawValue: end) else { return nil }
        return switch end {
        case .complete: "complete"
        case .closed: "closed"
        case .reset: "reset"
        case .held: "held"
        case .abandoned: "abandoned"
        case .cancelled: "cancelled"
        }
    }

    /// Milliseconds from the complete head to the end, with three decimals.
    var milliseconds: String? {
        guard !flags.contains(.inFlight), ended >= arrived else { return nil }
        return Self.milliseconds(ended - arrived)
    }

    /// From the complete head to that moment; null for 0.
    fileprivate func milliseconds(until time: UInt64) -> JSONValue {
        time < arrived || time == 0 ? .null : .number(Self.milliseconds(time - arrived))
    }

    private static func milliseconds(_ nanoseconds: UInt64) -> String {
        let microseconds = nanoseconds / 1000
        let fraction = String(microseconds % 1000)
        return "\(microseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
