import Testing

/// Messages about variables in value matchers, and about delays that wait for them.
@Suite struct VariableMatcherDiagnosticTests {
    private func all(match: String = "{}", step: String = #""reply": {}"#) -> [String] {
        messages(
            """
            { "variables": { "token": "a", "n": 1 }, "rules": [ { "match": \(match), "steps": [ { \(step) } ] } ] }
            """
        ).map { String($0.drop { $0 != "e" && $0 != "w" }) }
    }

    @Test(arguments: [
        #""headers": { "Authorization": "Bearer {{variables.token}}" }"#,
        #""query": { "a": { "not": "{{variables.n}}" } }"#,
        #""cookies": { "a": { "in": ["x", "{{variables.token}}"] } }"#,
        #""form": { "a": { "startsWith": "{{variables.n}}." } }"#,
        #""body": { "contains": "<{{variables.token}}>", "ignoreCase": true }"#,
        #""json": { "/a": "{{variables.n}}" }"#,
        #""json": { "/a": { "like": { "b": ["{{variables.n}}"] } } }"#,
        #""json": { "/a": { "endsWith": "{{variables.n}}" } }"#,
        #""variables": { "token": "{{variables.n}}" }"#,
        #""any": [ { "not": { "headers": { "a": "{{variables.n}}" } } } ]"#,
    ])
    func everyTextOfAValueMatcherMayRepeatThem(match: String) {
        #expect(all(match: "{ \(match) }") == [])
    }

    @Test(arguments: [
        (
            #""headers": { "a": "{{variables.tokn}}" }"#,
            #"the variable "tokn" is not declared; did you mean "token"?"#
        ),
        (
            #""headers": { "a": "{{request.method}}" }"#,
            "a value matcher has no {{request.method}}; it can have {{variables.x}}; a literal {{ is written {{{{"
        ),
        (
            #""json": { "/a": { "in": ["{{hit}}"] } }"#,
            "a value matcher has no {{hit}}; it can have {{variables.x}}; a literal {{ is written {{{{"
        ),
        (#""query": { "a": "{{variables.}}" }"#, "{{variables.}} needs a name after the dot"),
        (#""query": { "a": "{{variables.n" }"#, "this placeholder is not closed by }}; a literal {{ is written {{{{"),
        (
            #""body": { "search": "a{{variables.n}}" }"#,
            #"a pattern has no placeholders; a literal {{ is written {{{{; "contains", "startsWith" and "endsWith" take {{variables.x}}"#
        ),
        (
            #""json": { "/a": { "matches": "{{variables.n}}" } }"#,
            #"a pattern has no placeholders; a literal {{ is written {{{{; "contains", "startsWith" and "endsWith" take {{variables.x}}"#
        ),
    ])
    func whatIsNoVariableIsRefused(match: String, message: String) {
        #expect(all(match: "{ \(match) }") == ["error: " + message])
    }

    @Test func theSameMatchTwiceIsUnreachable() {
        func rules(_ second: String) -> [String] {
            messages(
                """
                { "variables": { "a": 1 }, "rules": [
                  { "match": { "headers": { "x": "{{variables.a}}" } }, "steps": [ { "reply": {} } ] },
                  { "match": { "\(second)": { "x": "{{variables.a}}" } }, "steps": [ { "reply": {} } ] } ] }
                """)
        }
        #expect(rules("query") == [])
        #expect(rules("headers").count == 1)
    }

    // MARK: Delays

    @Test(arguments: [
        (
            #"{ "until": { "variables": { "n": 2 } } }"#,
            #""until" needs "atMost" beside it; such as "atMost": "30s", after which it answers anyway"#
        ),
        (
            #"{ "until": { "variables": { "n": 2 } }, "atMst": "1s" }"#,
            #"unknown field "atMst" in a delay; did you mean "atMost"?"#
        ),
        (#"{ "until": { "variables": { "n": 2 } }, "atMost": "0s" }"#, #""atMost" must be longer than nothing"#),
        (
            #"{ "until": { "variables": { "n": 2 } }, "atMost": 5 }"#,
            #""atMost" must be a duration such as "250ms", not a number; it is "5s" or "5ms""#
        ),
        (
            #"{ "until": { "variables": { "tokn": 2 } }, "atMost": "1s" }"#,
            #"the variable "tokn" is not declared; did you mean "token"?"#
        ),
        (#"{ "until": { "variables": {} }, "atMost": "1s" }"#, #""until" waits for nothing"#),
        (#"{ "until": {}, "atMost": "1s" }"#, #""until" needs "variables""#),
        (
            #"{ "until": { "varables": {} }, "atMost": "1s" }"#,
            #"unknown field "varables" in what a delay waits for; did you mean "variables"?"#
        ),
        (#"{ "until": "n", "atMost": "1s" }"#, #""until" must be an object, not a string"#),
        (#"{ "uniform": ["1s", "2s"], "atMost": "1s" }"#, #""atMost" needs "until" beside it"#),
        (#"{ "uniform": ["1s", "2s"], "then": { "reply": {} } }"#, #""then" needs "until" beside it"#),
        (
            #"{ "until": { "variables": { "n": 2 } }, "atMost": "1s", "then": { "pass": true } }"#,
            #""then" after a wait cannot have "pass": it is one answer; it has "reply" or "fail""#
        ),
        (
            #"{ "until": { "variables": { "n": 2 } }, "atMost": "1s", "then": { "choose": [ { "reply": {} } ] } }"#,
            #""then" after a wait cannot have "choose": it is one answer; it has "reply" or "fail""#
        ),
        (
            #"{ "until": { "variables": { "n": 2 } }, "atMost": "1s", "then": { "reply": {}, "times": 2 } }"#,
            #""then" has no "times""#
        ),
        (
            #"{ "until": { "variables": { "n": 2 } }, "atMost": "1s", "then": { "reply": {}, "delay": { "until": { "variables": { "n": 3 } }, "atMost": "1s" } } }"#,
            #""then" answers after the wait: its own delay cannot have "until""#
        ),
        (
            #"{ "until": { "variables": { "n": 2 } }, "atMost": "1s", "then": { "fail": "http/timout" } }"#,
            #"unknown failure "http/timout"; did you mean "http/timeout"?"#
        ),
        (
            #"{ "until": { "variables": { "n": 2 } }, "atMost": "1s", "thn": { "reply": {} } }"#,
            #"unknown field "thn" in a delay; did you mean "then"?"#
        ),
        (#"{ "atMost": "1s" }"#, #"a delay is "uniform", "lognormal" or "until""#),
        (
            #"{ "uniform": ["1s", "2s"], "until": { "variables": { "n": 2 } } }"#,
            #"a delay is "uniform", "lognormal" or "until""#
        ),
    ])
    func aDelayThatWaits(delay: String, message: String) {
        #expect(all(step: "\"reply\": {}, \"delay\": \(delay)") == ["error: " + message])
    }

    @Test func aDelayThatWaitsStandsWithAnyStep() {
        let delay =
            #""delay": { "until": { "variables": { "token": { "startsWith": "t{{variables.n}}" } } }, "atMost": "1m" }"#
        for step in [
            #""reply": {}"#, #""pass": true"#, #""fail": "tcp/reset""#,
            #""choose": [ { "pass": true }, { "reply": {} } ]"#,
        ] {
            #expect(all(step: step + ", " + delay) == [])
        }
    }
}
