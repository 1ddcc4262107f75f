import Rules
import ScenarioFiles
import Testing
import Wire

/// `keepAlive` in scenarios and steps: what is refused, and what becomes of the rest.
@Suite struct KeepAliveLoadingTests {
    @Test(arguments: [
        ("5", #"must be true, false, a duration such as "5s", or an object, not a number; it is "5s" or "5ms""#),
        (#""76s""#, #"is at most "75s"; the gateway itself ends a connection on which nothing was asked for so long"#),
        (#""0s""#, #"must be longer than nothing; "keepAlive": false ends it at once"#),
        ("{}", #"needs "idle" or "requests"; such as { "idle": "5s" }, { "requests": 100 } or both"#),
        (#"{ "end": "reset" }"#, #"needs "idle" or "requests"; such as { "idle": "5s" }, { "requests": 100 } or both"#),
    ])
    func aValueIsRefused(value: String, message: String) {
        #expect(fileMessages(ofKeepAlive: value) == [#"error: "keepAlive" "# + message])
        #expect(stepMessages(#"{ "reply": {}, "keepAlive": \#(value) }"#) == [#"error: "keepAlive" "# + message])
    }

    @Test(arguments: [
        (
            #""idle": "2m""#,
            #""idle" is at most "75s"; the gateway itself ends a connection on which nothing was asked for so long"#
        ),
        (#""idle": 5"#, #""idle" must be a duration such as "250ms", not a number; it is "5s" or "5ms""#),
        (#""requests": 0"#, #""requests" must be a whole number from 1 to 1000000"#),
        (
            #""requests": 5, "announce": true"#,
            #""announce" tells the whole seconds of "idle"; it needs "idle" beside it"#
        ),
        (
            #""idle": "900ms", "announce": true"#,
            #""announce" tells the whole seconds of "idle"; "idle" is then at least "1s""#
        ),
        (#""idle": "5s", "announce": false"#, #""announce" can only be true"#),
        (#""idel": "5s""#, #"unknown field "idel" in "keepAlive"; did you mean "idle"?"#),
        (
            #""idle": "5s", "end": "stall""#,
            #""end" cannot be "stall"; it is "close", "reset" or a step; such as { "reply": { "status": 408 } }"#
        ),
        (
            #""idle": "5s", "end": "rest""#,
            #""end" cannot be "rest"; it is "close", "reset" or a step; did you mean "reset"?"#
        ),
        (#""idle": "5s", "end": 408"#, #""end" must be "close", "reset" or a step, not a number"#),
    ])
    func aMemberIsRefused(members: String, message: String) {
        #expect(fileMessages(ofKeepAlive: "{ \(members) }") == ["error: " + message])
    }

    @Test(arguments: [
        (
            #"{ "reply": { "text": "{{request.path}}" } }"#,
            #""end" is sent without a request: its answer has no placeholders, and is to no call; such as { "reply": { "status": 408 } }"#
        ),
        (
            #"{ "reply": { "text": "a", "encoding": "gzip" } }"#,
            #""end" is sent without a request: its answer has no placeholders, and is to no call; such as { "reply": { "status": 408 } }"#
        ),
        (#"{ "reply": {}, "delay": "1s" }"#, #""end" is one answer, sent at once: "delay" has no place in it"#),
        (#"{ "reply": {}, "times": 2 }"#, #""end" is one answer, sent at once: "times" has no place in it"#),
        (#"{ "pass": true }"#, #""end" is one answer, sent at once: "pass" has no place in it"#),
        (
            #"{ "fail": "tcp/reset" }"#,
            #""end" is a whole answer with a FIN behind it, which "tcp/reset" is not; an RST is "end": "reset""#
        ),
        (
            #"{ "fail": "tcp/reset-mid-body" }"#,
            #""end" is a whole answer with a FIN behind it, which "tcp/reset-mid-body" is not; an RST is "end": "reset""#
        ),
        (
            #"{ "reply": { "chunks": ["a", { "text": "b", "delay": "1s" }] } }"#,
            #""end" is sent at once: its answer has no delays and no pace"#
        ),
        (#"{ "fail": "tcp/slow" }"#, #""end" is sent at once: its answer has no delays and no pace"#),
        (
            #"{ "reply": { "raw": { "hex": "\#(String(repeating: "00", count: 16_385))" } } }"#,
            #"the answer of an "end" has at most 16 KiB with its head, and this has 16385 bytes"#
        ),
        (#"{ "fail": "http/timeuot" }"#, #"unknown failure "http/timeuot"; did you mean "http/timeout"?"#),
        ("{}", #"a step needs "reply", "fail", "choose" or "pass""#),
    ])
    func anAnswerThatNobodyAskedForIsRefused(step: String, message: String) {
        #expect(fileMessages(ofKeepAlive: #"{ "idle": "5s", "end": \#(step) }"#) == ["error: " + message])
    }

    @Test func inASystemTheEndAnswersNoCall() {
        let wanted = [
            #"error: "end" is sent without a request: its answer has no placeholders, and is to no call; such as { "reply": { "status": 408 } }"#
        ]
        func found(_ end: String) -> [String] {
            fileMessages(#"{ "system": "jsonrpc", "rules": [], "keepAlive": { "idle": "1s", "end": \#(end) } }"#)
        }
        #expect(found(#"{ "reply": { "result": 5 } }"#) == wanted)
        #expect(found(#"{ "fail": -32000 }"#) == wanted)
        #expect(found(#"{ "fail": "http/status/408" }"#) == [])
    }

    /// Where it could never apply.
    @Test(arguments: [
        (
            #""pass": true, "keepAlive": "5s""#,
            #""keepAlive" cannot stand beside "pass": it is the answer's; that of all answers stands beside "rules""#
        ),
        (#""fail": "tcp/reset", "keepAlive": "5s""#, #""tcp/reset" sends no response and takes no "keepAlive""#),
        (#""fail": "http/timeout", "keepAlive": false"#, #""http/timeout" sends no response and takes no "keepAlive""#),
        (
            #""reply": { "text": "ab" }, "cut": { "after": 1, "end": "close" }, "keepAlive": "5s""#,
            #""keepAlive" could never apply: the "cut" is the end of the connection"#
        ),
        (
            #""reply": { "text": "ab" }, "cut": { "after": 1, "end": "stall" }, "keepAlive": true"#,
            #""keepAlive" could never apply: the "cut" is the end of the connection"#
        ),
        (
            #""fail": "tcp/reset-mid-body", "keepAlive": "5s""#,
            #""keepAlive" could never apply: "tcp/reset-mid-body" is the end of the connection"#
        ),
        (
            #""fail": "tcp/slow-close", "reply": {}, "keepAlive": "5s""#,
            #""keepAlive" could never apply: "tcp/slow-close" is the end of the connection"#
        ),
        (
            #""fail": "http/early-reply", "keepAlive": "5s""#,
            #""keepAlive" could never apply: "http/early-reply" is the end of the connection"#
        ),
        (
            #""reply": { "headers": { "Connection": "Close" } }, "keepAlive": "5s""#,
            #""keepAlive" could never apply: the head says "Connection: close""#
        ),
        (
            #""reply": { "text": "a", "framing": "close" }, "keepAlive": "5s""#,
            #""keepAlive" could never apply: the body ends with the connection"#
        ),
        (
            #""reply": { "head": [["Content-Length", "9"]], "text": "{{request.path}}", "framing": "close" }, "keepAlive": "5s""#,
            #""keepAlive" could never apply: the body ends with the connection"#
        ),
        (
            #""choose": [{ "reply": {} }, { "fail": "tcp/close" }], "keepAlive": "5s""#,
            #""tcp/close" sends no response and takes no "keepAlive""#
        ),
    ])
    func whatEndsTheConnectionTakesNone(members: String, message: String) {
        #expect(ruleMessages(members) == ["error: " + message])
    }

    /// False holds behind every answer, and what goes on has a connection to keep.
    @Test(arguments: [
        #""reply": { "headers": { "Connection": "close" } }, "keepAlive": false"#,
        #""reply": { "raw": "SFRUUA==" }, "keepAlive": false"#,
        #""reply": { "text": "ab" }, "cut": { "after": 1, "end": "close" }, "keepAlive": false"#,
        #""reply": { "text": "ab" }, "cut": { "after": 1, "end": "stall", "for": "1s" }, "keepAlive": "5s""#,
        #""reply": { "head": [["Content-Length", "{{hit}}"]], "text": "{{request.path}}" }, "keepAlive": "5s""#,
        #""fail": "http/no-continue", "keepAlive": "5s""#, #""fail": 503, "keepAlive": { "requests": 1 }"#,
    ])
    func theRestTakesOne(members: String) { #expect(ruleMessages(members) == []) }

    // MARK: What is compiled

    private static func keepAlive(_ value: String) throws -> KeepAlive {
        let scenario = load(#"{ "keepAlive": \#(value), "rules": [{ "reply": {} }] }"#).scenarios.first
        return try #require(scenario?.keepAlive, "\(value)")
    }

    @Test func aScenarioHasOne() throws {
        #expect(try Self.keepAlive("true") === KeepAlive.standard)
        #expect(try Self.keepAlive("false") === KeepAlive.never)
        let short = try Self.keepAlive(#""1500ms""#)
        #expect(short.idle == 1_500_000_000 && short.requests == nil && !short.isAnnounced && !short.closes)
        #expect(short.end.isClose)
        let longest = try Self.keepAlive(#"{ "idle": "75s", "requests": 3, "end": "close", "announce": true }"#)
        #expect(
            longest.idle == KeepAlive.longest && longest.requests == 3 && longest.isAnnounced && longest.end.isClose)
        guard case .reset = try Self.keepAlive(#"{ "requests": 1, "end": "reset" }"#).end else {
            Issue.record("no RST")
            return
        }
    }

    @Test(arguments: [
        (#"{ "reply": { "status": 408 } }"#, "head 408"), (#"{ "fail": 408 }"#, "head 408"),
        (#"{ "reply": { "raw": { "text": "HTTP/1.1 408 Slow\r\n\r\n" } } }"#, "raw"),
        (#"{ "reply": { "size": "16000B" } }"#, "16000"),
        (#"{ "reply": { "text": "a", "encoding": { "always": "gzip" } } }"#, "head 200"),
    ])
    func theEndIsAScript(step: String, part: String) throws {
        guard case .answer(let script) = try Self.keepAlive(#"{ "idle": "5s", "end": \#(step) }"#).end else {
            Issue.record("no answer")
            return
        }
        #expect(script.description.contains(part), "\(script)")
        #expect(script.number > 0)
    }

    @Test func stepsHaveOneAndItemsThatOfTheirChoose() throws {
        let text = #"""
            { "rules": [ { "steps": [ { "reply": {}, "keepAlive": "1s" },
                { "choose": [{ "reply": {} }, { "fail": 503, "keepAlive": "2s" }], "keepAlive": "3s" },
                { "reply": {}, "delay": { "until": { "variables": { "a": 1 } }, "atMost": "1s",
                    "then": { "reply": {}, "keepAlive": "4s" } } } ] } ], "variables": { "a": 0 } }
            """#
        let scenario = try #require(load(text).scenarios.first, "\(load(text).text)")
        let found = [(0, -1), (1, 0), (1, 1), (2, -1), (2, CompiledStep.choice(ofThenBehind: -1))].map {
            scenario.keepAlive(rule: 0, step: $0, choice: $1)?.idle
        }
        #expect(found == [1_000_000_000, 3_000_000_000, 2_000_000_000, nil, 4_000_000_000])
        #expect(scenario.hasKeepAlive && scenario.keepAlive == nil)
        #expect(load(#"{ "rules": [{ "reply": {} }] }"#).scenarios.first?.hasKeepAlive == false)
    }

    /// A raw response closes its connection, unless its step says otherwise.
    @Test(arguments: [
        ("", "finish connection"), (#", "keepAlive": false"#, "finish connection"),
        (#", "keepAlive": "5s""#, "finish exchange"),
    ])
    func aRawResponse(field: String, ending: String) {
        let script = plan(#"{ "reply": { "raw": { "text": "HTTP/1.1 204 No Content\r\n\r\n" } }\#(field) }"#)
        #expect(script.contains(ending), "\(script)")
    }
}

private func fileMessages(_ text: String) -> [String] { messages(text).map(withoutPlace) }

private func fileMessages(ofKeepAlive value: String) -> [String] {
    fileMessages(#"{ "keepAlive": \#(value), "rules": [{ "reply": {} }] }"#)
}

extension KeepAlive.End {
    fileprivate var isClose: Bool { if case .close = self { true } else { false } }
}
