import Systems
import TestSupport
import Testing
import Wire

@testable import ScenarioFiles

/// Warnings about rules that load, and probably do something else than was meant.
@Suite struct RuleWarningTests {
    private static let reply = #""steps": [ { "reply": {} } ]"#

    /// Rules with these matches, each in a line, from the second on.
    private func scenario(_ rules: [String], _ top: String = "") -> String {
        "{ \(top) \"rules\": [\n" + rules.joined(separator: ",\n") + "\n] }"
    }

    private func matching(_ matches: [String], _ top: String = "") -> String {
        scenario(matches.map { "{ \"match\": { \($0) }, \(Self.reply) }" }, top)
    }

    // MARK: - Rules that get no request

    @Test func theRuleIsPointedAtByItsNameOrItsBrace() {
        let text = scenario([
            #"{ "name": "all users", "match": { "path": "/users" }, "steps": [ { "reply": {} } ] }"#,
            #"  { "match": { "path": "/users", "query": { "page": 2 } }, "steps": [ { "reply": {} } ] }"#,
            #"{ "name": "third", "match": { "path": "/users", "method": "GET" }, "steps": [ { "reply": {} } ] }"#,
        ])
        #expect(
            load(text).text == """
                a.json:3:3: warning: rule "rule 2" gets no request: rule "all users" in line 2 answers all of them; the rule with the narrower match belongs above the other one
                 3 |   { "match": { "path": "/users", "query": { "page": 2 } }, "steps": [ { "reply": {} } ] },
                   |   ^
                a.json:4:11: warning: rule "third" gets no request: rule "all users" in line 2 answers all of them; the rule with the narrower match belongs above the other one
                 4 | { "name": "third", "match": { "path": "/users", "method": "GET" }, "steps": [ { "reply": {} } ] }
                   |           ^~~~~~~

                """)
        #expect(load(text).scenarios.count == 1)
    }

    private static let warning =
        #"warning: rule "rule 2" gets no request: rule "rule 1" in line 2 answers all of them; the rule with the narrower match belongs above the other one"#

    @Test(arguments: [
        (#""path": "/u/{id}""#, #""path": "/u/me""#),
        (#""path": "/u/{id}""#, #""path": "/u/me", "headers": { "A": "b" }"#),
        (#""path": "/u/*""#, #""path": "/u/{id}", "query": { "a": 1 }"#),
        (#""path": "/u/**""#, #""path": "/u/{id}/orders/{order}""#),
        (#""path": "/u/**""#, #""path": "/u""#),
        (#""path": "/u/**""#, #""path": "/u/a/**", "method": "GET""#),
        (#""path": "/*/b""#, #""path": "/a/b""#),
        (#""path": "/%61/{x}""#, #""path": "/a/b""#),
        (#""method": ["GET", "PURGE"]"#, #""path": "/a", "method": "PURGE""#),
        (#""method": ["GET", "HEAD"]"#, #""method": "GET""#),
        (#""query": { "a": 1 }"#, #""query": { "b": 2, "a": "1" }"#),
        (#""query": { "a": { "exists": true } }"#, #""query": { "a": "1" }"#),
        (#""query": { "a": { "exists": true } }"#, #""query": { "a": { "contains": "1" } }"#),
        (#""query": { "a": { "exists": false } }"#, #""path": "/a", "query": { "a": { "exists": false } }"#),
        (#""query": { "a": { "in": ["1", "2"] } }"#, #""query": { "a": "1" }"#),
        (#""query": { "a": { "in": ["1", "2", "3"] } }"#, #""query": { "a": { "in": ["1", "3"] } }"#),
        (#""query": { "a": { "startsWith": "x" } }"#, #""query": { "a": "xy" }"#),
        (#""query": { "a": { "not": "x" } }"#, #""query": { "a": "y" }"#),
        (#""query": { "a": { "above": 1 } }"#, #""query": { "a": 2 }"#),
        (#""headers": { "X-Id": { "equals": "A", "ignoreCase": true } }"#, #""headers": { "x-id": "a" }"#),
        (#""headers": { "A": { "matches": "b+" } }"#, #""path": "/", "headers": { "a": { "matches": "b+" } }"#),
        (#""cookies": { "c": "d" }"#, #""path": "/", "cookies": { "c": "d" }"#),
        (
            #""any": [ { "path": "/a" }, { "path": "/b" } ]"#,
            #""method": "GET", "any": [ { "path": "/b" }, { "path": "/a" } ]"#
        ),
        (#""not": { "path": "/a" }"#, #""method": "GET", "not": { "path": "/a" }"#),
        (#""path": "/u""#, #""path": "/u", "json": { "/a": 1 }, "form": { "b": "c" }, "body": "d""#),
    ])
    func aRuleBehindABroaderOneGetsNothing(above: String, below: String) {
        #expect(messages(matching([above, below])).map(withoutPlace) == [Self.warning])
        // In the right order, or further apart.
        #expect(messages(matching([below, above])) == [])
        let between = #""path": "/elsewhere", "method": "OPTIONS", "query": { "else": "where" }"#
        #expect(
            messages(matching([above, between, below])).map(withoutPlace).map { $0.replacing("rule 3", with: "rule 2") }
                == [Self.warning])
    }

    @Test(arguments: [
        (#""path": "/u/{id}""#, #""path": "/u/""#),
        (#""path": "/u/{id}""#, #""path": "/u/me/x""#),
        (#""path": "/u/{id}""#, #""path": "/u/**""#),
        (#""path": "/u/{id}/b""#, #""path": "/u/{id}/*""#),
        (#""path": "/u/*/**""#, #""path": "/u/**""#),
        (#""path": "/u", "query": { "a": 1 }"#, #""path": "/u""#),
        (#""path": "/u", "query": { "a": 1 }"#, #""path": "/u", "query": { "a": 2 }"#),
        (#""path": "/u", "query": { "a": 1 }"#, #""path": "/u", "headers": { "a": "1" }"#),
        (#""path": "/u", "query": { "a": 1 }"#, #""path": "/u", "query": { "a": { "in": [1, 2] } }"#),
        (
            #""path": "/u", "query": { "a": 1 }"#,
            #""path": "/u", "query": { "a": { "equals": 1, "ignoreCase": true } }"#
        ),
        (#""path": "/u", "query": { "a": { "not": "x" } }"#, #""path": "/u", "query": { "b": "y" }"#),
        (
            #""path": "/u", "query": { "a": { "exists": true } }"#,
            #""path": "/u", "query": { "a": { "exists": false } }"#
        ),
        (#""path": "/u", "query": { "a": { "exists": false } }"#, #""path": "/u", "headers": { "b": "c" }"#),
        // Expressions are not compared, even where it could be told.
        (#""path": "/u", "query": { "a": { "matches": "x." } }"#, #""path": "/u", "query": { "a": "xy" }"#),
        (
            #""path": "/u", "query": { "a": { "matches": "x." } }"#,
            #""path": "/u", "query": { "a": { "matches": "xy" } }"#
        ),
        (#""method": "GET""#, #""path": "/u""#),
        (#""method": "GET""#, #""path": "/u", "method": ["GET", "POST"]"#),
        (#""path": "/u", "any": [ { "method": "GET" } ]"#, #""path": "/u", "method": "GET""#),
        // With a condition on the body, which may come later than the head.
        (#""path": "/u", "json": { "/a": 1 }"#, #""path": "/u", "json": { "/a": 1, "/b": 2 }"#),
        (#""path": "/u", "body": "a""#, #""path": "/u", "body": "a", "method": "POST""#),
        (#""path": "/u", "form": { "a": "b" }"#, #""path": "/u", "form": { "a": "b" }, "method": "POST""#),
    ])
    func aRuleThatMayGetARequestIsNotWarnedOf(above: String, below: String) {
        #expect(messages(matching([above, below])) == [])
    }

    @Test(arguments: [
        #""atEnd": "pass", "steps": [ { "reply": {} } ]"#,
        #""steps": [ { "pass": true, "delay": "1s" } ]"#,
        #""steps": [ { "choose": [ { "reply": {} }, { "pass": true } ] } ]"#,
        #""steps": [ { "reply": {} } ], "rateLimit": { "allow": 1, "per": "1s", "then": { "pass": true } }"#,
    ])
    func aRuleThatPassesHidesNone(members: String) {
        let above = "{ \"match\": { \"path\": \"/u/{id}\" }, \(members) }"
        let below = "{ \"match\": { \"path\": \"/u/me\" }, \(Self.reply) }"
        #expect(messages(scenario([above, below])) == [])
    }

    @Test func aRuleWithVariablesHidesNone() {
        let variables = #""variables": { "v": "1" },"#
        for above in [
            #""path": "/u/*", "variables": { "v": "1" }"#, #""path": "/u/*", "query": { "a": "{{variables.v}}" }"#,
        ] {
            let below = #""path": "/u/me", "query": { "a": "{{variables.v}}" }, "variables": { "v": "1" }"#
            #expect(messages(matching([above, below], variables)) == [])
        }
        // That the rule below has them changes nothing.
        let text = matching([#""path": "/u/*""#, #""path": "/u/me", "variables": { "v": "1" }"#], variables)
        #expect(messages(text).map(withoutPlace) == [Self.warning])
    }

    @Test(arguments: [
        #""countBy": "{{request.path.id}}", "steps": [ { "reply": {} } ]"#,
        #""rateLimit": { "allow": 1, "per": "1s", "then": { "fail": "http/status/429" } }, "steps": [ { "reply": {} } ]"#,
        #""atEnd": "loop", "steps": [ { "reply": {}, "for": "1s" }, { "fail": "tcp/reset" } ]"#,
    ])
    func howARuleAnswersMakesNoDifference(members: String) {
        let above = "{ \"match\": { \"path\": \"/u/{id}\" }, \(members) }"
        let below = "{ \"match\": { \"path\": \"/u/me\" }, \(Self.reply) }"
        #expect(messages(scenario([above, below])).map(withoutPlace) == [Self.warning])
    }

    @Test func callsAndBatches() {
        func said(_ above: String, _ below: String) -> [String] {
            let rules = [above, below].map {
                "{ \"match\": { \($0) }, \"steps\": [ { \"reply\": { \"result\": 1 } } ] }"
            }
            return messages(scenario(rules, "\"system\": \"jsonrpc\",")).map(withoutPlace)
        }
        #expect(said(#""path": "/rpc""#, #""path": "/rpc", "rpc": "a""#) == [Self.warning])
        #expect(said(#""rpc": { "startsWith": "a" }"#, #""rpc": "ab""#) == [Self.warning])
        #expect(said(#""rpc": { "exists": true }"#, #""rpc": "ab", "path": "/""#) == [Self.warning])
        #expect(said(#""batch": true"#, #""batch": true, "path": "/""#) == [Self.warning])
        // A batch is offered as a whole before its calls are.
        #expect(said(#""path": "/rpc""#, #""path": "/rpc", "batch": true"#) == [])
        #expect(said(#""batch": true"#, #""path": "/rpc", "rpc": "a""#) == [])
    }

    @Test func whatIsAnErrorIsNotAlsoAWarning() {
        #expect(
            messages(matching([#""path": "/a""#, #""path": "/a""#])).map(withoutPlace) == [
                #"error: rule "rule 2" can never match; rule "rule 1" before it has the same match"#
            ])
        #expect(
            messages(matching(["", #""path": "/a""#])).map(withoutPlace) == [
                #"error: rule "rule 2" can never match; rule "rule 1" takes every request before it"#
            ])
        // A rule with an error may take more than is meant.
        #expect(
            messages(matching([#""path": "/a", "qery": { "a": 1 }"#, #""path": "/a", "method": "GET""#])).map(
                withoutPlace)
                == [#"error: unknown field "qery" in a match; did you mean "query"?"#])
    }

    @Test func toOverrideARuleOfTheBaseIsMeant() {
        var numbering = ScriptNumbering()
        let files = [
            "s/base.json": matching([#""path": "/u/me""#]),
            "s/a.json": matching([#""path": "/u/{id}""#], #""extends": "base","#),
        ]
        let result = ScenarioLoader(
            source: MemorySource(files), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all
        )
        .load(["s"], numbering: &numbering)
        #expect(result.text == "")
    }

    /// Each is found among many, and their number makes no difference.
    @Test func amongManyRules() {
        let many = (0..<3000).map { number in
            switch number % 3 {
            case 0: "\"path\": \"/a/\(number)\""
            case 1: "\"path\": \"/b/\(number)/{x}\""
            default: "\"path\": \"/c\", \"query\": { \"id\": \(number) }"
            }
        }
        let hidden = [
            #""path": "/a/3", "method": "GET""#, #""path": "/b/4/y""#, #""path": "/b/4/{x}", "headers": { "a": "b" }"#,
            #""path": "/c", "query": { "id": "5" }, "cookies": { "a": "b" }"#,
        ]
        #expect(messages(matching(many)) == [])
        let said = messages(matching(many + hidden)).map { message in
            message.split(separator: " ").dropFirst(2).prefix(11).joined(separator: " ")
        }
        #expect(
            said == [
                #"rule "rule 3001" gets no request: rule "rule 4" in line"#,
                #"rule "rule 3002" gets no request: rule "rule 5" in line"#,
                #"rule "rule 3003" gets no request: rule "rule 5" in line"#,
                #"rule "rule 3004" gets no request: rule "rule 6" in line"#,
            ])
    }

    /// Paths of very many segments and matches of very many tests, in rules above and below.
    @Test func largeMatchesTakeNoLongTime() {
        let tests = (0..<20_000).map { "\"a\($0)\": \"b\"" }.joined(separator: ", ")
        let others = (0..<20_000).map { "{ \"query\": { \"c\($0)\": \"d\" } }" }.joined(separator: ", ")
        let many = (0..<50).map { "\"path\": \"/d/\($0)\", \"query\": { \"e\": \"f\" }, \"cookies\": { \"g\": \"h\" }" }
        #expect(
            messages(
                matching(
                    [
                        "\"query\": { \(tests) }", "\"headers\": { \(tests) }", "\"any\": [ \(others) ]",
                        "\"cookies\": { \(tests) }, \"query\": { \(tests), \"z\": 1 }",
                    ] + many)
            ).filter { !$0.contains("gets no request") } == [])
        let long = String(repeating: "/*", count: 50_000)
        let text = matching([
            "\"path\": \"\(long)/{x}\"", "\"path\": \"\(long)/y\"",
            "\"path\": \"\(String(repeating: "/a", count: 50_000))\"",
        ])
        #expect(messages(text) == [])
    }

    // MARK: - Segments of other tools

    @Test func aSegmentWithAColon() {
        let text = matching([#""path": "/users/:id/orders/:order_id""#])
        #expect(
            load(text).text == """
                a.json:2:30: warning: ":id" stands for itself in a path; a segment of any value is in braces: "/users/{id}/orders/{order_id}"
                 2 | { "match": { "path": "/users/:id/orders/:order_id" }, "steps": [ { "reply": {} } ] }
                   |                              ^~~

                """)
        #expect(
            messages(matching([#""path": "/a/{b}/:c""#])).map(withoutPlace) == [
                #"warning: ":c" stands for itself in a path; a segment of any value is in braces: "/a/{b}/{c}""#
            ])
    }

    @Test(arguments: ["/users/me:cancel", "/a/:", "/a/::b", "/a/:b{c", "/a/%3Aid", "/12:30"])
    func otherColonsAreNotWarnedOf(path: String) {
        #expect(messages(matching(["\"path\": \"\(path)\""])).filter { $0.contains("warning") } == [])
    }

    // MARK: - Replies without the envelope

    @Test func aReplyWithoutTheEnvelope() {
        let text = scenario(
            [#"{ "match": { "rpc": "getUser" }, "steps": [ { "reply": { "json": { "id": 7, "name": "Eve" } } } ] }"#],
            #""system": "jsonrpc","#)
        #expect(
            load(text).text == """
                a.json:2:58: warning: "json" goes out as it is, without the envelope that a call of jsonrpc gets; "result" puts its value into the envelope
                 2 | { "match": { "rpc": "getUser" }, "steps": [ { "reply": { "json": { "id": 7, "name": "Eve" } } } ] }
                   |                                                          ^~~~~~

                """)
    }

    private func envelopeMessages(_ system: String, _ match: String, _ reply: String) -> [String] {
        let rule = "{ \"match\": { \(match) }, \"steps\": [ { \"reply\": { \(reply) } } ] }"
        return messages(scenario([rule], "\"system\": \"\(system)\",")).map(withoutPlace)
    }

    @Test(arguments: [
        ("jsonrpc", #""rpc": "a""#, #""json": null"#, "result"),
        ("jsonrpc", #""rpc": "a""#, #""json": [1, 2], "status": 200"#, "result"),
        ("xmlrpc", #""rpc": "a""#, #""json": { "a": 1 }"#, "result"),
        ("mtop", #""api": "a", "v": "1.0""#, #""json": { "price": 1 }"#, "data"),
    ])
    func everySystemWithEnvelopes(system: String, match: String, reply: String, field: String) {
        #expect(
            envelopeMessages(system, match, reply) == [
                "warning: \"json\" goes out as it is, without the envelope that a call of \(system) gets; \"\(field)\" puts its value into the envelope"
            ])
    }

    @Test(arguments: [
        ("jsonrpc", #""rpc": "a""#, #""json": { "jsonrpc": "2.0", "result": 1, "id": 1 }"#),
        ("jsonrpc", #""rpc": "a""#, #""json": { "jsonrpc": "2.0", "error": { "code": 1 } }"#),
        ("jsonrpc", #""rpc": "a""#, #""json": { "result": 1, "id": "{{request.json/id}}" }"#),
        ("jsonrpc", #""batch": true"#, #""json": [{ "jsonrpc": "2.0", "result": 1, "id": 1 }]"#),
        // A batch is no call.
        ("jsonrpc", #""batch": true"#, #""json": []"#), ("jsonrpc", #""batch": true"#, #""json": ["B"]"#),
        ("jsonrpc", #""rpc": "a""#, #""json": { "message": "busy" }, "status": 503"#),
        ("jsonrpc", #""rpc": "a""#, #""text": "hello""#), ("jsonrpc", #""rpc": "a""#, #""result": { "a": 1 }"#),
        ("jsonrpc", #""path": "/health""#, #""json": { "ok": true }"#),
        ("mtop", #""api": "a", "v": "1.0""#, #""json": { "api": "a", "ret": ["SUCCESS::ok"], "data": {} }"#),
        ("graph", #""path": "/me""#, #""json": { "id": "1" }"#),
    ])
    func whatIsMeantIsNotWarnedOf(system: String, match: String, reply: String) {
        #expect(envelopeMessages(system, match, reply) == [])
    }

    /// They are asked before all other rules.
    @Test func aRuleForBatchesIsReachedBelowOneForEverything() {
        let text = scenario(
            [#"{ "reply": { "result": 1 } }"#, #"{ "match": { "batch": true }, "reply": { "json": [] } }"#],
            #""system": "jsonrpc","#)
        #expect(messages(text) == [])
    }

    // MARK: - Failures that change a reply

    @Test func aFailureThatChangesNoReplyOfTheRulesBelow() {
        let text = scenario([
            #"{ "steps": [ { "choose": [ { "pass": true, "weight": 9 }, { "fail": "http/bad-gzip" } ] } ] }"#,
            #"{ "name": "users", "match": { "path": "/users" }, "steps": [ { "reply": { "json": [] } } ] }"#,
            #"{ "name": "orders", "match": { "path": "/orders" }, "steps": [ { "reply": { "json": [] } } ] }"#,
        ])
        #expect(
            load(text).text == """
                a.json:2:69: warning: "http/bad-gzip" changes a stock success here, and not what rule "users" below answers; give it the "reply" that it changes, or "pass": true to change what is answered below
                 2 | { "steps": [ { "choose": [ { "pass": true, "weight": 9 }, { "fail": "http/bad-gzip" } ] } ] },
                   |                                                                     ^~~~~~~~~~~~~~~

                """)
    }

    private func spoilerMessages(_ above: String, _ below: String, _ top: String = "") -> [String] {
        messages(scenario(["{ \(above) }", "{ \(below) }"], top)).map(withoutPlace)
    }

    @Test(arguments: [
        (#""atEnd": "pass", "match": { "path": "/a" }"#, #""match": { "path": "/a" }"#),
        (#""atEnd": "pass", "match": { "path": "/a", "method": "GET" }"#, #""match": { "path": "/a" }"#),
        (#""atEnd": "pass", "match": { "path": "/**" }"#, #""match": { "path": "/a" }"#),
        (#""match": { "path": "/a", "query": { "x": "1" } }"#, #""match": { "path": "/a" }"#),
    ])
    func itIsWarnedOfWhereBothTakeTheSameRequests(above: String, below: String) {
        #expect(
            spoilerMessages(above + #", "steps": [ { "fail": "http/truncated-json" } ]"#, below + ", \(Self.reply)")
                == [
                    #"warning: "http/truncated-json" changes a stock success here, and not what rule "rule 2" below answers; give it the "reply" that it changes, or "pass": true to change what is answered below"#
                ])
    }

    @Test func ofACallToo() {
        #expect(
            spoilerMessages(
                #""match": { "rpc": "a" }, "atEnd": "pass", "steps": [ { "fail": "jsonrpc/wrong-id" } ]"#,
                #""match": { "rpc": "a" }, "steps": [ { "reply": { "result": 1 } } ]"#, #""system": "jsonrpc","#) == [
                    #"warning: "jsonrpc/wrong-id" changes a stock success here, and not what rule "rule 2" below answers; give it the "reply" that it changes, or "pass": true to change what is answered below"#
                ])
    }

    @Test(arguments: [
        // With its reply, with an answer of its own, without any answer.
        (#""atEnd": "pass", "steps": [ { "fail": "http/bad-gzip", "reply": { "text": "a" } } ]"#, reply),
        (#""atEnd": "pass", "steps": [ { "fail": "http/status/503" } ]"#, reply),
        (#""atEnd": "pass", "steps": [ { "fail": "tcp/reset" } ]"#, reply),
        // Before there is an answer to change.
        (#""atEnd": "pass", "steps": [ { "fail": "tcp/reset-mid-upload" } ]"#, reply),
        // The rule below has no reply either.
        (#""atEnd": "pass", "steps": [ { "fail": "http/bad-gzip" } ]"#, #""steps": [ { "fail": "http/status/503" } ]"#),
        (#""atEnd": "pass", "steps": [ { "fail": "http/bad-gzip" } ]"#, #""steps": [ { "fail": "http/html" } ]"#),
        // Other requests.
        (
            #""match": { "path": "/b" }, "atEnd": "pass", "steps": [ { "fail": "http/bad-gzip" } ]"#,
            #""match": { "path": "/a" }, \#(reply)"#
        ),
        (#""match": { "path": "/b" }, "atEnd": "pass", "steps": [ { "fail": "http/bad-gzip" } ]"#, reply),
    ])
    func whereNothingElseIsMeantItIsNotWarnedOf(above: String, below: String) {
        #expect(spoilerMessages(above, below) == [])
    }
}
