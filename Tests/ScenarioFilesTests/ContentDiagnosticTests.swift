import Testing

/// Messages about what a match asks of the inside of a request, and about who may ask.
@Suite struct ContentDiagnosticTests {
    @Test(arguments: [
        (#""cookies": []"#, #""cookies" must be an object, not a list"#),
        (#""form": "a=1""#, #""form" must be an object, not a string; it is "form": { "a": "1" }"#),
        (
            #""json": [1]"#,
            #"a list is not a value matcher of JSON; use { "in": [1] } for one of these, { "equals": [1] } for this list"#
        ),
        (#""cookies": { "a": null }"#, #"text is never null; for a missing value, use { "exists": false }"#),
        (#""form": { "a": [] }"#, #"no value is in an empty list"#),
        (#""body": {}"#, #"this value matcher asks for nothing; to take any value, use "exists": true"#),
        (#""json": { "/a": {} }"#, #"this value matcher asks for nothing; to take any value, use "exists": true"#),
        (#""json": { "like": {}, "amount": 2 }"#, #"unknown field "amount" in a value matcher"#),
        (
            #""json": { "like": {}, "/amount": 2 }"#,
            #""json" has pointers or a value matcher of the whole body: "like" cannot stand beside "/amount"; the pointer to the whole body is "", such as "": { "like": … }"#
        ),
        (#""json": { "a": 1 }"#, #"a JSON Pointer begins with /; did you mean "/a"?"#),
        (#""json": { "/a~2": 1 }"#, #"in a JSON Pointer ~ is written ~0 and / is written ~1"#),
        (
            #""json": { "/a": [1] }"#,
            #"a list is not a value matcher of JSON; use { "in": [1] } for one of these, { "equals": [1] } for this list"#
        ),
        (#""json": { "/a": { "above": "1" } }"#, #""above" must be a number, not a string"#),
        (#""json": { "/a": { "below": null } }"#, #""below" must be a number, not null"#),
        (#""json": { "/a": { "in": 1 } }"#, #""in" must be a list, not a number"#),
        (#""json": { "/a": { "in": [] } }"#, #"no value is in an empty list"#),
        (#""json": { "/a": { "lik": {} } }"#, #"unknown field "lik" in a value matcher; did you mean "like"?"#),
        (#""json": { "/a": { "matches": "x!" } }"#, #"in this pattern: nothing may be this loud"#),
        (
            #""json": { "/a": { "contains": 1, "startsWith": [] } }"#,
            #""startsWith" must be a string, a number or a boolean, not a list"#
        ),
        (
            #""json": { "/a": { "exists": false, "like": 1 } }"#,
            #"a value that does not exist cannot have "like" too"#
        ),
        (
            #""json": { "/a": { "like": { "b": ["{{hit}}"] } } }"#,
            #"a value matcher has no {{hit}}; it can have {{variables.x}}; a literal {{ is written {{{{"#
        ),
        (
            #""json": { "/a": { "like": { "{{hit}}": 1 } } }"#,
            #"the name of a member has no placeholders in a match; a literal {{ is written {{{{"#
        ),
        (#""any": {}"#, #""any" must be a list, not an object"#),
        (#""any": []"#, #"no match of an empty list can hold"#),
        (#""any": [1]"#, #"a match of "any" must be an object, not a number"#),
        (#""not": {}"#, #"this "not" excludes every request"#),
        (#""not": { "path": "/**" }"#, #"this "not" excludes every request"#),
        (#""not": []"#, #""not" must be an object, not a list"#),
        (#""any": [ { "not": { "pth": "/" } } ]"#, #"unknown field "pth" in a match; did you mean "path"?"#),
        (
            #""not": { "rpc": {} }"#,
            #""rpc" is for the systems jsonrpc and xmlrpc; this scenario has no "system""#
        ),
        (#""cookes": {}"#, #"unknown field "cookes" in a match; did you mean "cookies"?"#),
    ])
    func inAMatch(_ match: String, _ message: String) {
        let all = ruleMessages("\"match\": { \(match) }, \"steps\": [ { \"reply\": {} } ]")
        #expect(all == ["error: " + message])
    }

    @Test func aPointersMistakeHasItsPlaceInTheString() {
        let text = #"{ "rules": [ { "match": { "json": { "/\u0061/~b": 1 } }, "steps": [ { "reply": {} } ] } ] }"#
        #expect(messages(text) == ["1:46: error: in a JSON Pointer ~ is written ~0 and / is written ~1"])
    }

    // MARK: Before the body

    private let json = #""match": { "path": "/a", "json": { "/x": 1 } }"#
    private let reply = #""steps": [ { "reply": {} } ]"#

    private func rules(_ rules: String, _ more: String = "") -> [String] {
        messages("{ \"rules\": [ \(rules) ] \(more) }").map(withoutPlace)
    }

    @Test(arguments: [
        "tcp/reset-mid-upload", "tcp/close-mid-upload", "tcp/stop-reading", "http/early-reply", "http/no-continue",
    ])
    func whatStrikesBeforeTheBodyCannotDependOnIt(_ name: String) {
        let fail = "\"steps\": [ { \"fail\": \"\(name)\" } ]"
        #expect(
            rules("{ \(json), \(fail) }")
                == ["error: \"\(name)\" acts before the request's body is read, but this rule reads it first"])
        #expect(
            rules("{ \(json), \(reply) }, { \"match\": { \"path\": \"/{x}\" }, \(fail) }") == [
                "error: \"\(name)\" acts before the request's body is read, but rule \"rule 1\" above reads it first; "
                    + "a rule above that one can have it"
            ])
        #expect(rules("{ \"match\": { \"path\": \"/a\" }, \(fail), \"atEnd\": \"pass\" }, { \(json), \(reply) }") == [])
    }

    private static let early = #"error: "http/early-reply" acts before the request's body is read, but "#

    @Test func whatMayLetARequestPassToWhoReadsItsBodyCannotStrikeBefore() {
        let choose = #""steps": [ { "choose": [ { "fail": "http/early-reply" }, { "pass": true } ] } ]"#
        let echo = #""steps": [ { "reply": { "text": "{{request.body}}" } } ]"#
        let words =
            "reads it if this rule passes the request on; "
            + #"a rule whose steps all answer can have it, also with "atEnd": "pass""#
        #expect(rules("{ \(choose) }, { \(echo) }") == [Self.early + #"rule "rule 2" below "# + words])
        #expect(
            rules("{ \(choose) }", #", "otherwise": { "reply": { "text": "{{request.body}}" } }"#)
                == [Self.early + #""otherwise" "# + words])
        // One that surely answers stands between, or it is about other requests.
        let path = #""match": { "path": "/a" }"#
        #expect(rules("{ \(path), \(choose) }, { \(path), \(reply) }, { \(echo) }") == [])
        #expect(rules("{ \(path), \(choose) }, { \"match\": { \"path\": \"/{x}\" }, \(reply) }, { \(echo) }") == [])
        #expect(rules("{ \(path), \(choose) }, { \"match\": { \"path\": \"/b\" }, \(echo) }") == [])
        let put = #""match": { "path": "/a", "method": "PUT" }"#
        #expect(rules("{ \(path), \(choose) }, { \(put), \(reply) }, { \(echo) }").count == 1)
    }

    @Test func whatDependsOnVariablesCannotStrikeBeforeTheBodyIsReadBelow() {
        let text = #"""
            { "variables": { "v": 1 }, "rules": [
              { "match": { "variables": { "v": 1 } }, "steps": [ { "fail": "http/early-reply" } ] },
              { "steps": [ { "reply": { "text": "{{request.body}}" } } ] } ] }
            """#
        #expect(
            messages(text).map(withoutPlace) == [
                Self.early + #"rule "rule 2" below reads it if the variables are not as this rule wants them; "#
                    + "a rule that tests no variables can have it"
            ])
    }

    @Test func whoMayNotBeAskedCannotStrikeBeforeTheBodyIsReadBelow() {
        let fail = #"{ "steps": [ { "fail": "http/early-reply" } ], "atEnd": "pass" }"#
        let echo = #"{ "steps": [ { "reply": { "text": "{{request.body}}" } } ] }"#
        let choose = #"{ "steps": [ { "choose": [ { "reply": {} }, { "pass": true } ] } ] }"#
        #expect(
            rules("\(choose), \(fail), \(echo)") == [
                Self.early
                    + #"rule "rule 3" below reads it if rule "rule 1" above and this one pass the request on; "#
                    + "a rule can have it below rules that always pass requests on"
            ])
        #expect(rules("\(fail), \(echo)") == [])
        let delay = #"{ "steps": [ { "delay": "1ms", "pass": true } ] }"#
        #expect(rules("\(delay), \(fail), \(echo)") == [])
    }

    @Test func aFailureOfAnItemAndOfOtherwiseIsFoundToo() {
        let fail = #"{ "fail": "tcp/stop-reading" }"#
        let words = #"error: "tcp/stop-reading" acts before the request's body is read, but "#
        #expect(
            rules("{ \(json), \"steps\": [ { \"choose\": [ { \"reply\": {} }, \(fail) ] } ] }")
                == [words + "this rule reads it first"])
        #expect(
            rules("{ \"name\": \"r\", \(json), \(reply) }", ", \"otherwise\": \(fail)")
                == [words + #"rule "r" above reads it first; a rule above that one can have it"#])
    }

    @Test(arguments: [
        (#""path": "/b""#, false), (#""path": "/{x}""#, true), (#""path": "/{x}/b""#, false),
        (#""path": "/a/**""#, true),
        (#""path": "/b/**""#, false), (#""method": "PUT""#, true), (#""path": "/a", "method": "PUT""#, true),
        (#""headers": { "k": "v" }"#, true),
    ])
    func onlyRulesForTheSameRequestsAreInTheWay(_ match: String, _ isInTheWay: Bool) {
        let fail = #""steps": [ { "fail": "tcp/stop-reading" } ]"#
        #expect(rules("{ \(json), \(reply) }, { \"match\": { \(match) }, \(fail) }").isEmpty != isInTheWay)
        let other = "\"match\": { \(match), \"body\": \"x\" }"
        let post = #""match": { "path": "/a", "method": ["GET", "PUT"] }"#
        #expect(rules("{ \(other), \(reply) }, { \(post), \(fail) }").isEmpty != isInTheWay)
    }

    @Test func methodsAndTemplatesThatHaveNothingInCommonAreNotInTheWay() {
        let fail = #""steps": [ { "fail": "tcp/stop-reading" } ]"#
        func areInTheWay(_ a: String, _ b: String) -> Bool {
            !rules("{ \"match\": { \(a), \"body\": \"x\" }, \(reply) }, { \"match\": { \(b) }, \(fail) }").isEmpty
        }
        #expect(!areInTheWay(#""method": "PUT""#, #""method": "POST""#))
        #expect(areInTheWay(#""method": "PUT""#, #""method": ["POST", "PUT"]"#))
        #expect(!areInTheWay(#""path": "/a/{x}""#, #""path": "/b/{x}""#))
        #expect(!areInTheWay(#""path": "/a/{x}""#, #""path": "/a/{x}/c""#))
        #expect(areInTheWay(#""path": "/a/{x}""#, #""path": "/{x}/b""#))
        #expect(areInTheWay(#""path": "/a/{x}""#, #""path": "/a/*/**""#))
        #expect(areInTheWay(#""path": "/a/**""#, #""path": "/a/{x}/c""#))
    }

    @Test func aSystemWhoseCallsAreInTheBodyHasNoneOfThese() {
        let text = #"{ "system": "toy", "otherwise": { "fail": "tcp/stop-reading" } }"#
        #expect(messages(text, dialects: [Toy()]) == [])
        #expect(
            messages(text, dialects: [Toy(readsBody: true)]).map(withoutPlace) == [
                #"error: "tcp/stop-reading" acts before the request's body is read, but the calls of toy are in the body; "#
                    + #"a scenario without "system" can have it"#
            ])
    }

    // MARK: Reach

    @Test(arguments: [
        (#""cookies": { "a": 1, "b": 2 }"#, #""cookies": { "b": 2, "a": 1 }"#, true),
        (#""cookies": { "a": 1 }"#, #""cookies": { "a": 2 }"#, false),
        (#""cookies": { "a": 1 }"#, #""form": { "a": 1 }"#, false),
        (#""form": { "a": 1 }"#, #""query": { "a": 1 }"#, false),
        (#""body": "a""#, #""body": "a""#, true), (#""body": "a""#, #""body": "b""#, false),
        (#""json": { "/a": 1, "/b": 2 }"#, #""json": { "/b": 2, "/a": 1 }"#, true),
        (#""json": { "/a": 1 }"#, #""json": { "/b": 1 }"#, false),
        (#""any": [ { "path": "/a" }, { "body": "b" } ]"#, #""any": [ { "body": "b" }, { "path": "/a" } ]"#, true),
        (#""any": [ { "path": "/a" } ]"#, #""any": [ { "path": "/b" } ]"#, false),
        (#""any": [ { "path": "/a" }, { "method": "A" } ]"#, #""any": [ { "path": "/a", "method": "A" } ]"#, false),
        (#""not": { "path": "/a" }"#, #""not": { "path": "/a" }"#, true),
        (#""not": { "path": "/a" }"#, #""any": [ { "path": "/a" } ]"#, false),
    ])
    func onlyTheSameMatchIsUnreachable(_ first: String, _ second: String, _ isSame: Bool) {
        let messages = rules("{ \"match\": { \(first) }, \(reply) }, { \"match\": { \(second) }, \(reply) }")
        let words = #"error: rule "rule 2" can never match; rule "rule 1" before it has the same match"#
        #expect(messages == (isSame ? [words] : []))
    }
}
