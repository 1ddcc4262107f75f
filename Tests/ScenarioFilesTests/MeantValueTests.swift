import ScenarioFiles
import Systems
import Testing

@testable import Rules

/// A value of the wrong type is answered with what was probably meant.
@Suite struct MeantValueTests {
    @Test func theHintHasTheValue() {
        let text = """
            { "rules": [ {
            "reply": 200
            } ] }
            """
        #expect(
            load(text).text == """
                a.json:2:10: error: "reply" must be an object, not a number; it is "reply": { "status": 200 }
                 2 | "reply": 200
                   |          ^~~

                """)
    }

    @Test(arguments: [
        (#""reply": "hello""#, #""reply" must be an object, not a string; it is "reply": { "text": "hello" }"#),
        (#""reply": [1, 2]"#, #""reply" must be an object, not a list; it is "reply": { "json": [1, 2] }"#),
        (#""reply": 7"#, #""reply" must be an object, not a number"#),
        (
            #""fail": { "code": 503, "message": "busy" }"#,
            #""fail" must be the name of a failure, such as "http/timeout", not an object; it is "fail": 503, "with": { "message": "busy" }"#
        ),
        (#""fail": {}"#, #""fail" must be the name of a failure, such as "http/timeout", not an object"#),
        (#""reply": { "status": "200" }"#, #""status" must be a number, not a string; a number has no quotes: 200"#),
        (#""reply": { "status": "OK" }"#, #""status" must be a number, not a string"#),
        (
            #""reply": {}, "atEnd": "pass", "times": "2""#,
            #""times" must be a number, not a string; a number has no quotes: 2"#
        ),
        (
            #""reply": {}, "delay": 500"#,
            #""delay" must be a duration such as "250ms", or an object, not a number; it is "500ms""#
        ),
        (
            #""reply": {}, "delay": "2 seconds""#,
            #"not a duration: expected a number and us, ms, s, m or h, such as "250ms"; it is "2s""#
        ),
        (
            #""reply": {}, "delay": "500""#,
            #"a duration needs a unit, such as "250ms" or "2s"; it is "500ms""#
        ),
        (
            #""reply": {}, "delay": "1.5 Mins""#,
            #"not a duration: expected a number and us, ms, s, m or h, such as "250ms"; it is "1.5m""#
        ),
        (
            #""reply": {}, "delay": "soon""#,
            #"not a duration: expected a number and us, ms, s, m or h, such as "250ms""#
        ),
        (
            #""reply": {}, "delay": "1-2s""#,
            #"a delay within a range is an object; it is { "uniform": ["1s", "2s"] }"#
        ),
        (
            #""reply": {}, "delay": "100ms - 2s""#,
            #"a delay within a range is an object; it is { "uniform": ["100ms", "2s"] }"#
        ),
        (
            #""reply": {}, "rateLimit": 5"#,
            #""rateLimit" must be an object, not a number; it is "rateLimit": { "allow": 5, "per": "1s" }"#
        ),
        (
            #""reply": {}, "rateLimit": "10/minute""#,
            #""rateLimit" must be an object, not a string; it is "rateLimit": { "allow": 10, "per": "1m" }"#
        ),
        (
            #""reply": {}, "match": "/a?b=c""#,
            #""match" must be an object, not a string; it is "match": { "path": "/a", "query": { "b": "c" } }"#
        ),
        (
            #""reply": {}, "match": { "query": "page=2&a=b%20c" }"#,
            #""query" must be an object, not a string; it is "query": { "page": "2", "a": "b c" }"#
        ),
        (
            #""reply": {}, "match": { "cookies": "session=abc; a=b" }"#,
            #""cookies" must be an object, not a string; it is "cookies": { "session": "abc", "a": "b" }"#
        ),
        (
            #""reply": {}, "match": { "headers": ["Authorization", "X-Id"] }"#,
            #""headers" must be an object, not a list; it is "headers": { "Authorization": { "exists": true }, "X-Id": { "exists": true } }"#
        ),
        (
            #""reply": {}, "match": { "headers": "X-Id: 7" }"#,
            #""headers" must be an object, not a string; it is "headers": { "X-Id": "7" }"#
        ),
        (
            #""reply": {}, "match": { "path": ["/c", "/d"] }"#,
            #""path" must be a string, not a list; it is "any": [{ "path": "/c" }, { "path": "/d" }]"#
        ),
        (
            #""reply": {}, "match": { "path": [1] }"#, #""path" must be a string, not a list"#
        ),
        (
            #""steps": [ { "reply": {}, "times": 2 } ]"#,
            #"the last step of a rule that stays has no "times"; it is repeated for ever; to end it, add "atEnd": "pass" to the rule (or "loop")"#
        ),
    ])
    func inARule(_ members: String, _ message: String) { #expect(ruleMessages(members) == ["error: " + message]) }

    @Test func boundsOfADelay() {
        let hint = #"; it is "uniform": ["100ms", "2s"]"#
        #expect(
            ruleMessages(#""reply": {}, "delay": { "min": 100, "max": "2s" }"#) == [
                "error: unknown field \"min\" in a delay" + hint, "error: unknown field \"max\" in a delay" + hint,
            ])
    }

    @Test func aDelayOutOfPlace() {
        #expect(
            ruleMessages(#""reply": { "delay": { "min": "100ms", "max": "2s" } }"#) == [
                #"error: unknown field "delay" in a reply; "delay": { "uniform": ["100ms", "2s"] } stands beside "reply", not in it"#
            ])
    }

    /// A rule with another tool's word for its reply has what it needs.
    @Test func aWordForTheReply() {
        #expect(
            ruleMessages(#""response": { "status": 201 }, "delay": "1s""#) == [
                #"error: unknown field "response" in a rule; it is "reply""#
            ])
    }

    @Test func aListOfRulesAlone() {
        #expect(
            messages(#"[ { "reply": {} } ]"#).map(withoutPlace) == [
                #"error: a scenario must be an object, not a list; it is { "rules": [ … ] }"#
            ])
    }

    @Test func anExpectationAlone() {
        #expect(
            messages(#"{ "rules": [ { "reply": {} } ], "expect": { "rule": "pay", "requests": 2 } }"#).map(withoutPlace)
                .last
                == #"error: "expect" must be a list, not an object; it is "expect": [{ "rule": "pay", "requests": 2 }]"#
        )
    }

    @Test func aVariableInAMatcherByItsName() {
        let text =
            #"{ "variables": { "token": "a" }, "rules": [ { "match": { "headers": { "a": "{{token}}" } }, "reply": {} } ] }"#
        #expect(
            messages(text).map(withoutPlace) == [
                "error: a value matcher has no {{token}}; did you mean {{variables.token}}?"
            ])
    }

    @Test func aVariableByItsName() {
        let text =
            #"{ "variables": { "token": "a" }, "rules": [ { "reply": { "json": "{{token}} {{ token }} {{tokens}}" } } ] }"#
        #expect(
            messages(text).map(withoutPlace) == [
                "error: unknown placeholder {{token}}; did you mean {{variables.token}}?",
                "error: unknown placeholder {{ token }}; did you mean {{variables.token}}?",
                "error: unknown placeholder {{tokens}}",
            ])
    }
}
