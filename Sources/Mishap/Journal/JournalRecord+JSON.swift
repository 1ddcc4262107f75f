internal import Bytes
internal import Engine
internal import JSONText
internal import Scenario
internal import Wire

extension JournalRecord {
    /// The entry as JSON of the control API.
    func json(_ scenario: CompiledScenario) -> JSONValue {
        if facts.flags.contains(.noRequest) { return withoutRequest }
        var members: [(String, JSONValue)] = [
            ("seq", .int(Int64(clamping: facts.sequence))),
            ("time", .string(HTTPDate.iso8601(epochMilliseconds: facts.arrivedAt).text)),
            ("connection", .int(Int64(clamping: facts.connection))),
            ("protocol", .string("HTTP/1.\(facts.minorVersion)")),
        ]
        if !facts.flags.contains(.refused) {
            members += [
                ("method", .string(method.text)),
                ("target", .string(target.text)),
                ("headers", .array(fields.map { .array([.string($0.name.text), .string($0.value.text)]) })),
                ("body", .string(body.text)),
            ]
            if body.count < facts.bodyCount { members.append(("truncated", .int(Int64(clamping: facts.bodyCount)))) }
        }
        let isHit = (facts.rule >= EngineAnswer.otherwise || addedRule != nil) && facts.step >= 0
        members += [
            ("rule", (addedRule?.text ?? facts.ruleName(scenario)).map { .string($0) } ?? .null),
            ("step", isHit ? .int(Int64(facts.step) + 1) : .null),
            ("hit", isHit ? .int(Int64(clamping: facts.hit)) : .null),
            (
                "failure",
                (addedFailure?.text
                    ?? scenario.failureName(rule: facts.rule, step: facts.step, choice: facts.choice))
                    .map { .string($0) } ?? .null
            ),
            (
                "sent",
                [
                    "status": facts.status == 0 ? .null : .int(Int64(facts.status)),
                    "bytes": .int(Int64(clamping: facts.bytesSent)),
                ]
            ),
            ("ending", facts.ending.map { .string($0) } ?? .null),
            ("clientClosed", .bool(facts.flags.contains(.clientClosed))),
        ]
        if let milliseconds = facts.milliseconds { members.append(("milliseconds", .number(milliseconds))) }
        let notes = notes(scenario)
        if !notes.isEmpty { members.append(("notes", .array(notes.map { .string($0) }))) }
        return .object(members)
    }

    /// A connection that did not send an HTTP/1 request.
    private var withoutRequest: JSONValue {
        let bytes = Array(body)
        let content: (String, JSONValue) =
            if let text = String(validating: bytes, as: UTF8.self) {
                ("text", .string(text))
            } else {
                ("base64", .string(Base64.encode(bytes).text))
            }
        return .object([
            ("seq", .int(Int64(clamping: facts.sequence))),
            ("time", .string(HTTPDate.iso8601(epochMilliseconds: facts.arrivedAt).text)),
            ("connection", .int(Int64(clamping: facts.connection))),
            ("received", .object([("bytes", .int(Int64(clamping: facts.bodyCount))), content])),
            (
                "sent",
                ["status": .int(Int64(facts.status)), "bytes": .int(Int64(clamping: facts.bytesSent))]
            ),
            ("ending", facts.ending.map { .string($0) } ?? .null),
        ])
    }

    private func notes(_ scenario: CompiledScenario) -> [String] {
        var notes: [String] = []
        if let rule = scenario.rule(numbered: facts.overLimitRule) {
            notes.append("a pattern took too many steps: rule \"\(rule.name)\" did not match")
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
        if facts.notes.contains(.cutVariable) {
            notes.append("a variable was set to more than 64 KiB, of which the rest was cut off")
        }
        if facts.notes.contains(.notSpoiled) {
            notes.append("the store's own answer has nothing that the failure could spoil: it went out as it was")
        }
        if facts.flags.contains(.lacksDescriptor) {
            notes.append("no file descriptor was left for the answer that was decided: a 503 in its place")
        }
        if facts.flags.contains(.refused) {
            notes.append("libmicrohttpd refused this request by itself: no rule saw it")
        }
        return notes
    }
}

extension JournalRecord.Facts {
    /// Name of the rule of the scenario that answered.
    func ruleName(_ scenario: CompiledScenario) -> String? {
        rule == EngineAnswer.otherwise ? "otherwise" : scenario.rule(numbered: rule)?.name
    }

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
        let microseconds = (ended - arrived) / 1000
        let fraction = String(microseconds % 1000)
        return "\(microseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
