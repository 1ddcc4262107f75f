import Catalogue
import Rules
import ScenarioFiles
import Systems
import Testing

/// What a scenario of XML-RPC may say, and what it is told otherwise.
@Suite struct XMLRPCLoadingTests {
    private func step(_ step: String, match: String = "{}") -> [String] {
        messages(
            "{ \"system\": \"xmlrpc\", \"rules\": [ { \"match\": \(match), \"steps\": [ \(step) ] } ] }"
        ).map(withoutPlace)
    }

    @Test(
        arguments: FailureIndex.all.failures.filter { FailureIndex.all.dialect(of: $0)?.name == "xmlrpc" }.map(\.name))
    func everyFailureLoadsAloneAndEverySpoilerBesideAResult(name: String) throws {
        let failure = try #require(FailureIndex.all[name])
        let match = "{ \"batch\": \(failure.needsBatch) }"
        #expect(step("{ \"fail\": \"\(name)\" }", match: match) == [])
        guard failure.kind == .spoiler else { return }
        #expect(step("{ \"fail\": \"\(name)\", \"reply\": { \"result\": { \"a\": [1, 2, 3] } } }", match: match) == [])
    }

    private static let other = #"{ "fail": "other", "with": { "code": "Server.Busy", "message": "try again" } }"#

    @Test func anyOtherCodeNeedsToBeGiven() {
        for code in [#""Server.Busy""#, "-2147483648", "7", #""{{request.json/params/0}}""#] {
            #expect(step("{ \"fail\": \"other\", \"with\": { \"code\": \(code) } }") == [], "\(code)")
        }
        let needs = #"error: "xmlrpc/other" needs "code" in its "with"; "# + Self.other
        for text in [#"{ "fail": "other" }"#, #"{ "fail": "other", "with": { "message": "no" } }"#] {
            #expect(step(text) == [needs], "\(text)")
        }
        for (code, given) in [("2147483648", "2147483648"), ("1.5", "1.5"), ("null", "null"), ("[1]", "a list")] {
            #expect(
                step("{ \"fail\": \"other\", \"with\": { \"code\": \(code) } }") == [
                    "error: \"code\" must be an integer of 32 bits or a text, not \(given)"
                ])
        }
    }

    @Test func anUnknownNameShowsTheFormOfAnyOther() {
        #expect(
            step(#"{ "fail": "neithr" }"#) == [
                #"error: unknown failure "neithr"; did you mean "xmlrpc/neither"?; any other is "# + Self.other
            ])
    }

    @Test(arguments: ["-32601", "\"-32601\"", "-32042", "4", "\"neither\"", "\"xmlrpc/neither\"", "\"Fault\""])
    func aBareCodeIsEnoughInItsOwnSystem(code: String) { #expect(step("{ \"fail\": \(code) }") == []) }

    @Test(arguments: [
        "7", "-7.5e-3", "1e-9223372036854775808", "true", "\"é\\n\"", "[]", "{}", #"[{ "a": { "b": [1] } }]"#,
        #"{ "$dateTime": "2030-01-01T00:00:00Z" }"#, #"{ "$dateTime": "{{now.iso}}" }"#, #"{ "$base64": "" }"#,
        #"{ "$base64": "{{variables.b}}" }"#, #"{ "$dateTime": "x", "more": 1 }"#, "\"{{request.json/params/0}}\"",
    ])
    func aResultThatCanBeSaid(result: String) {
        let text = """
            { "system": "xmlrpc", "variables": { "b": "AA==" },
              "rules": [ { "steps": [ { "reply": { "result": \(result) } } ] } ] }
            """
        #expect(messages(text) == [])
    }

    @Test(arguments: [
        ("null", #"XML-RPC has no null; "settings": { "nil": true } turns on the extension that has it"#),
        (
            "[1, { \"a\": null }]",
            #"XML-RPC has no null; "settings": { "nil": true } turns on the extension that has it"#
        ),
        (
            "2147483648",
            #"an integer of XML-RPC has 32 bits; "settings": { "i8": true } turns on the extension with 64 bits; 1.0 is a double"#
        ),
        ("9223372036854775808", "this integer has more than 64 bits; 1.0 is a double"),
        ("1e999", "this number is too large for a double"),
        (#""a\u0001b""#, "a character of this string is not allowed in XML"),
        (#"{ "a\uffffb": 1 }"#, "a character of this string is not allowed in XML"),
        (
            #"{ "$dateTime": "yesterday" }"#,
            #"this is not an XML-RPC date; it is written "2030-01-01T00:00:00" or "20300101T00:00:00", without a time zone or with Z"#
        ),
        (#"{ "$dateTime": 7 }"#, #""$dateTime" must be a string"#),
        (#"{ "$base64": null }"#, #""$base64" must be a string"#),
        (#"{ "$base64": "x" }"#, #""$base64" is not base64; it is padded, of A-Z a-z 0-9 + /, without spaces"#),
    ])
    func aResultThatCannot(result: String, message: String) {
        #expect(step("{ \"reply\": { \"result\": \(result) } }") == ["error: " + message])
    }

    @Test func settingsBringWhatTheSpecificationDoesNotHave() {
        func rule(_ settings: String, _ result: String) -> [String] {
            messages(
                """
                { "system": "xmlrpc", "settings": \(settings),
                  "rules": [ { "steps": [ { "reply": { "result": \(result) } } ] } ] }
                """)
        }
        #expect(rule(#"{ "nil": true }"#, "[null]") == [])
        #expect(rule(#"{ "i8": true }"#, "2147483648") == [])
        #expect(rule(#"{ "i8": true }"#, "null").count == 1)
        #expect(rule(#"{ "nil": true, "i8": false }"#, "2147483648").count == 1)
    }

    @Test func theMistakeHasItsPlace() {
        let text = """
            { "system": "xmlrpc",
              "rules": [ { "steps": [ { "reply": { "result": { "a": [1, null] } } } ] } ] }
            """
        #expect(messages(text).first?.contains("2:61: error: XML-RPC has no null") == true)
    }

    @Test(arguments: [
        (#"{ "fail": 2147483648 }"#, "xmlrpc has no failure 2147483648"),
        (#"{ "fail": "neithre" }"#, #"unknown failure "neithre""#),
        (#"{ "fail": "single-fault" }"#, #""xmlrpc/single-fault" is done to a batch"#),
        (
            #"{ "fail": "neither", "reply": { "text": "hello" } }"#,
            #""xmlrpc/neither" cannot happen here: the reply is not an XML-RPC result"#
        ),
        (#"{ "fail": "truncated-xml", "reply": { "status": 202 } }"#, #""xmlrpc/truncated-xml" needs a body to spoil"#),
        (#"{ "fail": -32601, "reply": { "result": 1 } }"#, #""reply" cannot stand beside "xmlrpc/-32601""#),
        (
            #"{ "fail": "wrong-encoding", "with": { "by": "utf-7" } }"#,
            #""by" cannot be "utf-7"; it is "latin-1", "unknown" or "utf-16""#
        ),
        (
            #"{ "reply": { "result": 1 }, "cut": { "after": 999, "end": "close" } }"#,
            "the cut is after 999 bytes, but the body has 131"
        ),
        (#"{ "fail": "jsonrpc/-32601" }"#, #""jsonrpc/-32601" answers in the envelope of jsonrpc"#),
    ])
    func aMistakeInAStep(text: String, message: String) throws {
        let said = try #require(step(text).first)
        #expect(said.hasPrefix("error: " + message), "\(said)")
    }

    @Test func anAnswerThatIsNoneToAMulticallCannotBeShortened() {
        #expect(
            step(#"{ "fail": "missing-element", "reply": { "json": [1] } }"#, match: #"{ "batch": true }"#) == [
                #"error: "xmlrpc/missing-element" cannot happen here: the reply is not an answer to a multicall"#
            ])
    }

    /// A result is made where the scenario is loaded, and not for each request.
    @Test(arguments: [
        (#"{ "reply": { "result": { "a": 1 } } }"#, "{}", false), (#"{ "fail": -32602 }"#, "{}", false),
        // It names the method.
        (#"{ "fail": -32601 }"#, "{}", true),
        (#"{ "fail": "neither" }"#, "{}", false),
        (#"{ "fail": "text-before-xml", "reply": { "result": 1 } }"#, "{}", false),
        (#"{ "reply": { "result": "{{hit}}" } }"#, "{}", true),
        (#"{ "reply": { "result": 1 } }"#, #"{ "batch": true }"#, true),
    ])
    func whatIsTheSameForEveryCallIsMadeOnce(step: String, match: String, isForEach: Bool) throws {
        let result = load(
            "{ \"system\": \"xmlrpc\", \"rules\": [ { \"match\": \(match), \"steps\": [ \(step) ] } ] }")
        let scenario = try #require(result.scenarios.first)
        guard case .answer(let answer) = scenario.rules[0].steps[0].act else {
            Issue.record("no answer")
            return
        }
        #expect(answer.isDynamic == isForEach)
    }

    /// Each level was once looked at twice as often as the one above it.
    @Test func aMistakeAtTheBottomOfManyLevelsIsFoundAtOnce() {
        let deep = String(repeating: #"[{"a":"#, count: 60) + #""\u0000""# + String(repeating: "}]", count: 60)
        let scenario =
            #"{ "system": "xmlrpc", "rules": [ { "steps": [ { "reply": { "result": \#(deep) } } ] } ] }"#
        #expect(messages(scenario).count == 1)
    }
}
