import Catalogue
import Systems
import Testing

/// What a scenario of JSON-RPC may say, and what it is told otherwise.
@Suite struct JSONRPCLoadingTests {
    private func rule(_ members: String) -> [String] {
        messages("{ \"system\": \"jsonrpc\", \"rules\": [ { \(members) } ] }").map(withoutPlace)
    }

    private func step(_ step: String, match: String = "{}") -> [String] {
        rule("\"match\": \(match), \"steps\": [ \(step) ]")
    }

    /// What strikes before the body is there, which holds the calls.
    private static let early = [
        "http/early-reply", "http/no-continue", "tcp/reset-on-first-byte", "tcp/reset-mid-upload",
        "tcp/close-mid-upload", "tcp/stop-reading",
    ]

    @Test func everyFailureLoadsAloneAndEverySpoilerBesideAResult() {
        for failure in FailureIndex.all.failures
        where [nil, "jsonrpc"].contains(FailureIndex.all.dialect(of: failure)?.name) && failure.kind != .connection {
            let match = "{ \"batch\": \(failure.needsBatch) }"
            if Self.early.contains(failure.name) {
                #expect(
                    step("{ \"fail\": \"\(failure.name)\" }", match: match).first?.contains("calls of jsonrpc") == true)
                continue
            }
            #expect(step("{ \"fail\": \"\(failure.name)\" }", match: match) == [], "\(failure.name)")
            guard failure.kind == .spoiler else { continue }
            let reply = #"{ "result": { "a": [1, 2, 3] } }"#
            #expect(
                step("{ \"fail\": \"\(failure.name)\", \"reply\": \(reply) }", match: match) == [], "\(failure.name)")
        }
    }

    @Test(arguments: [
        "-32601", "\"-32601\"", "-32042", "4001", "\"wrong-id\"", "\"jsonrpc/wrong-id\"", "1e3",
    ])
    func aBareCodeIsEnoughInItsOwnSystem(code: String) { #expect(step("{ \"fail\": \(code) }") == []) }

    @Test(arguments: [
        (#"{ "fail": 1.5 }"#, "jsonrpc has no failure 1.5"),
        (#"{ "fail": "wrong-idd" }"#, #"unknown failure "wrong-idd""#),
        (#"{ "fail": "reordered" }"#, #""jsonrpc/reordered" is done to a batch"#),
        (
            #"{ "fail": "missing-id", "reply": { "text": "hello" } }"#,
            #""jsonrpc/missing-id" cannot happen here: the reply is not a JSON object"#
        ),
        (
            #"{ "fail": "result-of-wrong-type", "reply": { "json": { "a": 1 } } }"#,
            #""jsonrpc/result-of-wrong-type" cannot happen here: the reply has no result"#
        ),
        (
            #"{ "fail": -32601, "reply": { "result": 1 } }"#,
            #""reply" cannot stand beside "jsonrpc/-32601", which is an answer of its own"#
        ),
        (
            #"{ "reply": { "result": 1, "json": 2 } }"#,
            #"a reply has one body: "json" cannot stand beside "result""#
        ),
        (#"{ "reply": { "resutl": 1 } }"#, #"unknown field "resutl" in a reply; did you mean "result"?"#),
        (#"{ "reply": { "result": 1, "status": 204 } }"#, "a response with status 204 has no body"),
        (
            #"{ "fail": -32601, "with": { "status": 204 } }"#,
            "a response with status 204 has no body, and this answer has one"
        ),
        (
            #"{ "reply": { "json": 1 }, "cut": { "after": 99, "end": "close" } }"#,
            "the cut is after 99 bytes, but the body has 1"
        ),
    ])
    func aMistakeInAStep(text: String, message: String) throws {
        let said = try #require(step(text).first)
        #expect(said.hasPrefix("error: " + message), "\(said)")
    }

    private static let other =
        #"{ "fail": "other", "with": { "code": 4001, "message": "User denied", "data": {} } }"#

    @Test func anyOtherCodeNeedsToBeGiven() {
        #expect(step(Self.other) == [])
        #expect(step(#"{ "fail": "jsonrpc/other", "with": { "code": "{{hit}}" } }"#) == [])
        let needs = #"error: "jsonrpc/other" needs "code" in its "with"; "# + Self.other
        for text in [#"{ "fail": "other" }"#, #"{ "fail": "other", "with": { "message": "no" } }"#] {
            #expect(step(text) == [needs], "\(text)")
        }
    }

    @Test(arguments: [
        (#"{ "fail": "other", "with": { "code": "4001" } }"#, #""code" must be a number, not a string"#),
        (#"{ "fail": "other", "with": { "code": 1.5 } }"#, #""code" must be a whole number"#),
        (#"{ "fail": "other", "with": { "code": 1, "subcode": 2 } }"#, #"unknown field "subcode" in the "with""#),
        (
            #"{ "fail": "rate-limited", "with": { "provider": "alchemy", "backoff": 3 } }"#,
            #""backoff" needs "provider": "infura" beside it"#
        ),
        (#"{ "fail": "core-busy", "with": { "id": "request" } }"#, #"unknown field "id" in the "with""#),
    ])
    func whatAPayloadCannotHaveIsAnErrorAtItsPlace(text: String, message: String) throws {
        let said = try #require(step(text).first)
        #expect(said.hasPrefix("error: " + message), "\(said)")
    }

    @Test func anUnknownNameShowsTheFormOfAnyOther() {
        #expect(
            step(#"{ "fail": "wrong-idd" }"#) == [
                #"error: unknown failure "wrong-idd"; did you mean "jsonrpc/wrong-id"?; any other is "# + Self.other
            ])
        #expect(
            step(#"{ "fail": "jsonrpc/nobody-knows" }"#) == [
                #"error: unknown failure "jsonrpc/nobody-knows"; any other is "# + Self.other
            ])
        #expect(step(#"{ "fail": "tcp/rest" }"#) == [#"error: unknown failure "tcp/rest"; did you mean "tcp/reset"?"#])
    }

    @Test func aBatchHasNoMethodAndItsFieldIsABoolean() {
        #expect(
            step(#"{ "reply": { "result": 1 } }"#, match: #"{ "batch": true, "rpc": "a" }"#) == [
                #"error: a batch that is taken as one request has no "rpc" of its own to match"#
            ])
        #expect(
            step(#"{ "reply": { "result": 1 } }"#, match: #"{ "batch": "yes" }"#) == [
                #"error: "batch" must be true or false, not a string"#
            ])
        #expect(
            step(#"{ "reply": { "result": 1 } }"#, match: #"{ "any": [ { "batch": true }, { "rpc": "a" } ] }"#) == [
                #"error: "batch" belongs in the match itself, not inside of a match of "any""#
            ])
    }

    @Test func outsideOfItsSystemAFailureSaysWhatItNeeds() {
        #expect(
            stepMessages(#"{ "fail": "jsonrpc/-32601" }"#) == [
                #"error: "jsonrpc/-32601" answers in the envelope of jsonrpc; the scenario needs "system": "jsonrpc""#
            ])
        #expect(
            stepMessages(#"{ "reply": { "result": 1 } }"#) == [
                #"error: "result" is for the systems jsonrpc and xmlrpc; this scenario has no "system""#
            ])
        #expect(
            ruleMessages(#""match": { "rpc": "a" }, "steps": [ { "reply": {} } ]"#) == [
                #"error: "rpc" is for the systems jsonrpc and xmlrpc; this scenario has no "system""#
            ])
    }

    @Test(arguments: [
        #"{ "reply": { "result": 1 }"#, #"{ "reply": { "result": "{{hit}}" }"#, #"{ "fail": -32601"#,
        #"{ "fail": "wrong-id", "reply": { "result": 1 }"#, #"{ "fail": "wrong-id""#,
    ])
    func nobodyKnowsHowLongAnEnvelopeIs(step: String) {
        #expect(self.step(step + #", "cut": { "after": 99, "end": "close" } }"#) == [])
        #expect(self.step(step + #", "cut": { "after": { "head": 999 }, "end": "close" } }"#) == [])
    }
}
