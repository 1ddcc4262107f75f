import Catalogue
import Systems
import Scenario
import Testing
import Wire

/// What a scenario expects of the client, as it is read.
@Suite struct ExpectationTests {
    private static let rules = #"""
        { "name": "log in", "match": { "path": "/login" }, "steps": [ { "reply": {} } ] },
        { "name": "pay", "match": { "path": "/pay" }, "steps": [
            { "fail": "http/truncated-json", "times": 2 },
            { "fail": "tcp/reset" },
            { "reply": { "status": 503, "headers": { "Retry-After": "2" } } },
            { "reply": {}, "delay": "1s" } ] },
        { "name": "twice", "match": { "path": "/twice" }, "atEnd": "pass", "steps": [ { "reply": {}, "times": 2 } ] },
        { "name": "onward", "match": { "path": "/onward" }, "steps": [ { "pass": true } ] }
        """#

    private static func scenario(_ expect: String, more: String = "") -> String {
        "{ \"rules\": [ \(rules) ], \(more) \"expect\": \(expect) }"
    }

    private func expectations(_ expect: String, more: String = "") -> [Scenario.Expectation] {
        let text = Self.scenario(expect, more: more)
        let result = load(text)
        #expect(messages(text) == [])
        return result.scenarios.first?.expectations ?? []
    }

    /// What is said beside the warning that nobody judges.
    private func messages(_ text: String, dialects: [any Dialect] = []) -> [String] {
        ScenarioTests.messages(text, dialects: dialects).filter { !$0.contains(" warning: \"expect\" is checked") }
    }

    @Test func nobodyJudgesYetAndThatIsSaid() {
        let text = Self.scenario(#"[ { "rule": "pay", "requests": 1 } ]"#)
        let said = ScenarioTests.messages(text).map(withoutPlace)
        #expect(said == ["warning: \"expect\" is checked and not judged: this version has no verdicts yet"])
        #expect(load(text).scenarios.count == 1)
    }

    private func judgements(_ judgements: String, of rule: String = "pay") -> [Scenario.Expectation.Judgement] {
        let all = expectations("[ { \"rule\": \"\(rule)\", \(judgements) } ]")
        guard case .judged(_, let values)? = all.first?.kind else { return [] }
        return values
    }

    private func errors(_ expectation: String, more: String = "") -> [String] {
        messages(Self.scenario("[ \(expectation) ]", more: more)).map(withoutPlace)
    }

    @Test func aScenarioWithoutAnyExpectsNothing() {
        #expect(load(#"{ "otherwise": { "reply": {} } }"#).scenarios.first?.expectations.isEmpty == true)
    }

    @Test func whatItIsAbout() throws {
        let all = expectations(
            #"""
            [ { "rule": "pay", "requests": 2 }, { "match": { "method": "POST", "path": "/pay", "query": { "a": 1 },
                "headers": { "A": "b" }, "cookies": { "c": "d" }, "body": { "contains": "x" }, "json": { "/a": 1 },
                "form": { "e": "f" }, "any": [ {}, { "not": { "method": "GET" } } ] }, "requests": 1 },
              { "unmatched": true, "requests": 0 }, { "order": ["log in", "pay"] } ]
            """#)
        #expect(all.count == 4)
        guard case .judged(.rule(1), _)? = all.first?.kind else {
            Issue.record("no rule")
            return
        }
        guard case .judged(.match, _) = all[1].kind, case .judged(.unmatched, _) = all[2].kind else {
            Issue.record("no match, or not unmatched")
            return
        }
        guard case .order([0, 1]) = all[3].kind else {
            Issue.record("no order")
            return
        }
        #expect(all[0].sourceText == #"{"rule":"pay","requests":2}"#)
    }

    @Test func otherwiseIsARuleToo() {
        let all = expectations(
            #"[ { "rule": "otherwise", "requests": 2 } ]"#, more: #""otherwise": { "reply": {} },"#)
        guard case .judged(.rule(-1), _)? = all.first?.kind else {
            Issue.record("not otherwise")
            return
        }
    }

    @Test func fieldsOfASystemAreInTheJournalToo() {
        let text = #"""
            { "system": "jsonrpc", "rules": [ { "steps": [ { "reply": { "result": 1 } } ] } ],
              "expect": [ { "match": { "rpc": "a" }, "requests": 1 }, { "rule": "rule 1", "honours": "Retry-After" } ] }
            """#
        #expect(messages(text) == [])
    }

    @Test func whatItJudges() {
        #expect(judgements(#""requests": 2"#) == [.requests(.init(atLeast: 2, atMost: 2))])
        #expect(judgements(#""requests": { "atLeast": 2 }"#) == [.requests(.init(atLeast: 2, atMost: nil))])
        #expect(judgements(#""requests": { "atMost": 0 }"#) == [.requests(.init(atLeast: nil, atMost: 0))])
        #expect(
            judgements(#""gap": { "atLeast": "1s", "atMost": "10s" }"#)
                == [.gap(.init(atLeast: 1_000_000_000, atMost: 10_000_000_000))])
        #expect(
            judgements(#""gap": { "atLeast": "0s", "atMost": "1ms" }"#)
                == [.gap(.init(atLeast: 0, atMost: 1_000_000))])
        #expect(judgements(#""backoff": { "factorAtLeast": 1.5 }"#) == [.backoff(factorAtLeast: 1.5)])
        #expect(judgements(#""honours": "Retry-After""#) == [.honoursRetryAfter])
        #expect(judgements(#""sameHeader": "Idempotency-Key""#) == [.sameHeader(Array("idempotency-key".utf8))])
        #expect(
            judgements(#""newConnectionAfter": "http/truncated-json""#)
                == [.newConnectionAfter(failure: "http/truncated-json")])
        #expect(judgements(#""gaveUp": { "atMost": "3s" }"#) == [.gaveUp(.init(atLeast: nil, atMost: 3_000_000_000))])
        #expect(judgements(#""atOnce": { "atMost": 4 }"#) == [.atOnce(atMost: 4)])
        #expect(judgements(#""gap": { "atMost": "1s" }, "requests": 2"#).count == 2)
    }

    @Test(arguments: [
        ("1", #""expect" must be a list, not a number"#),
        ("{}", #""expect" must be a list, not an object"#),
        ("[]", #""expect" is empty; it has at least one expectation"#),
        ("[1]", "an expectation must be an object, not a number"),
    ])
    func theList(expect: String, message: String) {
        #expect(messages(Self.scenario(expect)).map(withoutPlace) == ["error: " + message])
    }

    @Test(arguments: [
        (
            #"{ "requests": 1 }"#,
            #"an expectation needs "rule", "match" or "unmatched"; or it is an "order""#
        ),
        (#"{ "rule": "pay" }"#, #"nothing is expected here; such as "requests": 2"#),
        (
            #"{ "rule": "pay", "reqeusts": 2 }"#,
            #"unknown field "reqeusts" in an expectation; did you mean "requests"?"#
        ),
        (#"{ "rulle": "pay", "requests": 2 }"#, #"unknown field "rulle" in an expectation; did you mean "rule"?"#),
        (
            #"{ "rule": "pay", "match": {}, "requests": 2 }"#,
            #"an expectation is about one thing: "match" cannot stand beside "rule""#
        ),
        (#"{ "rule": "pya", "requests": 2 }"#, #"there is no rule "pya"; did you mean "pay"?"#),
        (
            #"{ "rule": "elsewhere", "requests": 2 }"#,
            #"there is no rule "elsewhere"; "rule" is the name of a rule, or "otherwise""#
        ),
        (
            #"{ "rule": "otherwise", "requests": 2 }"#,
            #"there is no rule "otherwise"; "rule" is the name of a rule, or "otherwise""#
        ),
        (#"{ "rule": 1, "requests": 2 }"#, #""rule" must be a string, not a number"#),
        (
            #"{ "rule": "onward", "requests": 2 }"#,
            #"rule "onward" answers no request; it passes all of them on, and an expectation is about the rule that answers"#
        ),
        (#"{ "unmatched": false, "requests": 0 }"#, #""unmatched" can only be true"#),
        (#"{ "match": 1, "requests": 0 }"#, #""match" must be an object, not a number"#),
        (#"{ "match": { "pth": "/" }, "requests": 0 }"#, #"unknown field "pth" in a match; did you mean "path"?"#),
        (
            #"{ "match": { "variables": { "x": 1 } }, "requests": 0 }"#,
            #"the journal does not tell what "variables" were when a request came"#
        ),
        (
            #"{ "match": { "headers": { "a": "{{variables.x}}" } }, "requests": 0 }"#,
            #"the journal does not tell what {{variables.x}} was when a request came; a literal {{ is written {{{{"#
        ),
        (
            #"{ "match": { "any": [ { "not": { "variables": { "x": 1 } } } ] }, "requests": 0 }"#,
            #"the journal does not tell what "variables" were when a request came"#
        ),
    ])
    func whatItIsAboutIsChecked(expectation: String, message: String) {
        #expect(errors(expectation) == ["error: " + message])
    }

    @Test(arguments: [
        (#""requests": "2""#, #""requests" must be a number or an object, not a string"#),
        (#""requests": 1.5"#, #""requests" must be a whole number from 0 to 1000000000"#),
        (#""requests": -1"#, #""requests" must be a whole number from 0 to 1000000000"#),
        (#""requests": {}"#, #""requests" needs "atLeast" or "atMost""#),
        (#""requests": { "atLeast": 3, "atMost": 2 }"#, #""atLeast" is more than "atMost""#),
        (#""requests": { "atLeast": 0 }"#, #""requests" with an "atLeast" of zero excludes nothing"#),
        (
            #""requests": { "atLeast": "1" }"#, #""atLeast" must be a number, not a string"#
        ),
        (
            #""requests": { "atmost": 1 }"#, #"unknown field "atmost" in "requests"; did you mean "atMost"?"#
        ),
        (#""gap": "1s""#, #""gap" must be an object, not a string"#),
        (#""gap": {}"#, #""gap" needs "atLeast" or "atMost""#),
        (#""gap": { "atLeast": 1 }"#, #""atLeast" must be a duration such as "250ms", not a number"#),
        (#""gap": { "atLeast": "0s" }"#, #""gap" with an "atLeast" of zero excludes nothing"#),
        (#""gap": { "atMost": "0s" }"#, #""atMost" must be longer than nothing"#),
        (#""gap": { "atLeast": "2s", "atMost": "1s" }"#, #""atLeast" is more than "atMost""#),
        (#""backoff": 2"#, #""backoff" must be an object, not a number"#),
        (#""backoff": {}"#, #""backoff" needs "factorAtLeast""#),
        (
            #""backoff": { "factor": 2 }"#,
            #"unknown field "factor" in "backoff""#
        ),
        (#""backoff": { "factorAtLeast": "2" }"#, #""factorAtLeast" must be a number, not a string"#),
        (#""backoff": { "factorAtLeast": 0.5 }"#, #""factorAtLeast" must be a number from 1 to 1000"#),
        (#""backoff": { "factorAtLeast": 1e9 }"#, #""factorAtLeast" must be a number from 1 to 1000"#),
        (#""honours": true"#, #""honours" must be a string, not a boolean"#),
        (
            #""honours": "retry-after""#,
            #""honours" cannot be "retry-after"; it is "Retry-After"; did you mean "Retry-After"?"#
        ),
        (#""sameHeader": 1"#, #""sameHeader" must be the name of a header, not a number"#),
        (#""sameHeader": "a b""#, #""a b" is not a header name"#),
        (#""sameHeader": """#, #""" is not a header name"#),
        (
            #""newConnectionAfter": true"#,
            #""newConnectionAfter" must be the name of a failure, such as "http/truncated-json", not a boolean"#
        ),
        (
            #""newConnectionAfter": "http/truncated-jsn""#,
            #"unknown failure "http/truncated-jsn"; did you mean "http/truncated-json"?"#
        ),
        (#""gaveUp": 1"#, #""gaveUp" must be an object, not a number"#),
        (#""gaveUp": {}"#, #""gaveUp" needs "atLeast" or "atMost""#),
        (#""gaveUp": { "atMost": "0s" }"#, #""atMost" must be longer than nothing"#),
        (#""atOnce": 4"#, #""atOnce" must be an object, not a number"#),
        (#""atOnce": {}"#, #""atOnce" needs "atMost""#),
        (#""atOnce": { "atMost": 0 }"#, #""atMost" must be a whole number from 1 to 1000000000"#),
    ])
    func whatItJudgesIsChecked(judgement: String, message: String) {
        #expect(errors("{ \"rule\": \"pay\", \(judgement) }") == ["error: " + message])
    }

    @Test(arguments: [
        (#"{ "order": "pay" }"#, #""order" must be a list of rule names, not a string"#),
        (#"{ "order": ["pay"] }"#, #""order" needs at least two rules"#),
        (#"{ "order": ["pay", "log im"] }"#, #"there is no rule "log im"; did you mean "log in"?"#),
        (
            #"{ "order": ["pay", "elsewhere"] }"#,
            #"there is no rule "elsewhere"; a rule of "order" is the name of a rule, or "otherwise""#
        ),
        (#"{ "order": ["pay", 1] }"#, #"a rule of "order" must be a string, not a number"#),
        (#"{ "order": ["pay", "log in", "pay"] }"#, #"rule "pay" comes twice; "order" is that of first hits"#),
        (
            #"{ "order": ["pay", "onward"] }"#,
            #"rule "onward" answers no request; it passes all of them on, and an expectation is about the rule that answers"#
        ),
        (#"{ "order": ["pay", "log in"], "requests": 1 }"#, #""requests" cannot stand beside "order""#),
        (#"{ "rule": "pay", "order": ["pay", "log in"] }"#, #""rule" cannot stand beside "order""#),
    ])
    func anOrderIsChecked(expectation: String, message: String) {
        #expect(errors(expectation) == ["error: " + message])
    }

    @Test(arguments: [
        (
            #"{ "rule": "pay", "requests": 1, "gap": { "atMost": "1s" } }"#,
            #""gap" needs 2 requests; "requests" allows 1 at most"#
        ),
        (
            #"{ "match": {}, "requests": { "atMost": 2 }, "backoff": { "factorAtLeast": 2 } }"#,
            #""backoff" needs 3 requests; "requests" allows 2 at most"#
        ),
        (
            #"{ "unmatched": true, "requests": 0, "atOnce": { "atMost": 1 } }"#,
            #""atOnce" needs 1 request; "requests" allows none"#
        ),
        (#"{ "rule": "twice", "requests": 3 }"#, #""requests" needs 3 requests; rule "twice" allows 2 at most"#),
        (
            #"{ "rule": "twice", "backoff": { "factorAtLeast": 2 } }"#,
            #""backoff" needs 3 requests; rule "twice" allows 2 at most"#
        ),
        (
            #"{ "rule": "log in", "honours": "Retry-After" }"#,
            #"no answer of rule "log in" has a "Retry-After"; a reply sets it in its "headers", and an answer over a "rateLimit" gets it by itself"#
        ),
        (
            #"{ "unmatched": true, "honours": "Retry-After" }"#,
            #"no answer to what no rule takes has a "Retry-After"; a reply sets it in its "headers", and an answer over a "rateLimit" gets it by itself"#
        ),
        (
            #"{ "rule": "log in", "newConnectionAfter": "http/truncated-json" }"#,
            #"no answer of rule "log in" is "http/truncated-json""#
        ),
        (
            #"{ "match": {}, "newConnectionAfter": "http/html" }"#,
            #"no answer of this scenario is "http/html""#
        ),
        (
            #"{ "unmatched": true, "newConnectionAfter": "http/html" }"#,
            #"no answer to what no rule takes is "http/html""#
        ),
        (
            #"{ "rule": "pay", "newConnectionAfter": "tcp/reset" }"#,
            #""tcp/reset" does not leave the connection open; the next request is on a new one in any case"#
        ),
    ])
    func whatCanNeverBeJudgedIsAnError(expectation: String, message: String) {
        #expect(errors(expectation) == ["error: " + message])
    }

    /// With the failure as it is by itself, in a system too, where answers are made for each request.
    @Test(arguments: FailureIndex.all.failures.filter { !$0.needsBatch })
    func everyFailureTellsWhetherItLeavesTheConnectionOpen(failure: Failure) {
        func errors(_ top: String, _ steps: String) -> [String] {
            let expect = "{ \"rule\": \"rule 1\", \"newConnectionAfter\": \"\(failure.name)\" }"
            let text = "{ \(top) \"rules\": [ { \"steps\": [ \(steps) ] } ], \"expect\": [ \(expect) ] }"
            return messages(text).map(withoutPlace)
        }
        let words =
            "error: \"\(failure.name)\" does not leave the connection open; the next request is on a new one in any case"
        let script = failure.script(
            Arguments(of: failure), for: Request(), in: FailureIndex.all.dialect(of: failure),
            beside: failure.stock ?? PlainHTTP().stockSuccess)
        let closes = script.ending == .close || script.ending == .reset
        let step = "{ \"fail\": \"\(failure.name)\" }"
        if FailureIndex.all.dialect(of: failure) == nil { #expect(errors("", step) == (closes ? [words] : [])) }
        let isEarly = !messages(
            "{ \"system\": \"jsonrpc\", \"rules\": [ { \"steps\": [ \(step) ] } ] }"
        ).isEmpty
        if !isEarly { #expect(errors("\"system\": \"jsonrpc\",", step) == (closes ? [words] : [])) }
    }

    @Test func aFailureOfASystemGoesByItsCode() {
        let text = #"""
            { "system": "jsonrpc", "rules": [ { "steps": [ { "fail": -32601 } ] } ],
              "expect": [ { "rule": "rule 1", "newConnectionAfter": -32601 } ] }
            """#
        let result = load(text)
        #expect(messages(text) == [])
        guard case .judged(_, let values)? = result.scenarios.first?.expectations.first?.kind else {
            Issue.record("it is judged otherwise")
            return
        }
        #expect(values == [.newConnectionAfter(failure: "jsonrpc/-32601")])
    }

    @Test func nobodyGivesUpOnWhatComesAtOnce() {
        func errors(_ rule: String) -> [String] {
            messages(
                "{ \"rules\": [ \(rule) ], \"expect\": [ { \"rule\": \"rule 1\", \"gaveUp\": { \"atMost\": \"3s\" } } ] }"
            ).map(withoutPlace)
        }
        #expect(
            errors(#"{ "match": { "path": "/a" }, "steps": [ { "reply": {} } ] }"#) == [
                #"error: every answer of rule "rule 1" comes at once: nobody can give up on it; a client gives up on a "delay", or on a failure such as "http/timeout""#
            ])
        for step in [
            #"{ "reply": {}, "delay": "1s" }"#, #"{ "fail": "http/timeout" }"#, #"{ "fail": "tcp/slow" }"#,
            #"{ "reply": { "size": "1MB" } }"#, #"{ "reply": { "chunks": [ { "text": "a", "delay": "1s" } ] } }"#,
            #"{ "choose": [ { "reply": {} }, { "reply": {}, "delay": "1s" } ] }"#,
            #"{ "reply": { "text": "{{hit}}" } }"#,
        ] {
            #expect(errors("{ \"match\": { \"path\": \"/a\" }, \"steps\": [ \(step) ] }") == [], "\(step)")
        }
        #expect(
            errors(
                #"{ "match": { "path": "/a" }, "steps": [ { "reply": {} } ] }, { "steps": [ { "pass": true, "delay": "1s" } ] }"#
            ) == [])
    }

    @Test(arguments: [
        #"{ "fail": "tcp/reset" }"#, #"{ "reply": { "headers": { "Retry-After": null } } }"#,
        #"{ "reply": { "head": [["A", "b"]] } }"#, #"{ "reply": { "raw": "SFRUUC8xLjEgNTAzIE5vDQoNCg==" } }"#,
        #"{ "fail": "http/status/429", "with": { "headers": { "Retry-After": null } } }"#, #"{ "pass": true }"#,
        #"{ "choose": [ { "fail": "tcp/reset" }, { "fail": "tcp/close" } ] }"#,
    ])
    func aLimitThatTellsNothingCannotBeHonoured(then: String) {
        let text = """
            { "rules": [ { "rateLimit": { "allow": 1, "per": "1s", "then": \(then) }, "steps": [ { "reply": {} } ] } ],
              "expect": [ { "rule": "rule 1", "honours": "Retry-After" } ] }
            """
        #expect(
            messages(text).map(withoutPlace) == [
                #"error: no answer of rule "rule 1" has a "Retry-After"; a reply sets it in its "headers", and an answer over a "rateLimit" gets it by itself"#
            ])
    }

    @Test(arguments: [
        #""rateLimit": { "allow": 1, "per": "1s", "then": { "reply": { "status": 429 } } }, "steps": [ { "reply": {} } ]"#,
        #""rateLimit": { "allow": 1, "per": "1s", "then": { "choose": [ { "fail": "tcp/reset" }, { "reply": {} } ] } }, "steps": [ { "reply": {} } ]"#,
        #""rateLimit": { "allow": 1, "per": "1s", "then": { "reply": { "headers": { "Retry-After": "1" } } } }, "steps": [ { "reply": {} } ]"#,
        #""steps": [ { "choose": [ { "reply": {} }, { "reply": { "headers": { "retry-after": "1" } } } ] } ]"#,
        #""steps": [ { "reply": { "headers": { "X": "{{hit}}" } } } ]"#,
        #""steps": [ { "reply": { "raw": "SFRUUC8xLjEgNTAzIE5vDQpSZXRyeS1BZnRlcjogMQ0KDQo=" } } ]"#,
    ])
    func whatMayTellWhenToTryAgainCanBeHonoured(rule: String) {
        let text =
            "{ \"rules\": [ { \(rule) } ], \"expect\": [ { \"rule\": \"rule 1\", \"honours\": \"Retry-After\" } ] }"
        #expect(messages(text) == [])
    }

    @Test(arguments: [
        (#", "otherwise": { "reply": {} }"#, #""otherwise" takes every one that comes to it"#),
        (#", { "name": "all", "steps": [ { "reply": {} } ] }"#, #"rule "all" takes every one that comes to it"#),
    ])
    func nothingIsUnmatchedBehindWhatTakesAll(more: String, who: String) {
        let isRule = more.hasPrefix(", {")
        let text =
            "{ \"rules\": [ \(Self.rules) \(isRule ? more : "") ] \(isRule ? "" : more), \"expect\": [ { \"unmatched\": true, \"requests\": 0 } ] }"
        #expect(
            messages(text).map(withoutPlace) == ["error: no request is ever unmatched here; " + who])
    }

    @Test func whatPassesOnLeavesSomeUnmatched() {
        _ = expectations(
            #"[ { "unmatched": true, "requests": 0 } ]"#, more: #""otherwise": { "pass": true, "delay": "1s" },"#)
    }

    @Test func nothingIsSaidOfRulesThatHadMistakes() {
        let text = #"""
            { "rules": [ { "name": "pay", "steps": [ { "replay": {} } ] } ],
              "expect": [ { "rule": "pay", "requests": 2 }, { "rule": "pay", "requsts": 2 } ] }
            """#
        #expect(
            messages(text).map(withoutPlace) == [
                #"error: unknown field "replay" in a step; did you mean "reply"?"#,
                #"error: unknown field "requsts" in an expectation; did you mean "requests"?"#,
            ])
    }

    @Test func theMistakeIsPointedAt() {
        let text = """
            { "rules": [ { "name": "pay", "steps": [ { "reply": {} } ] } ],
              "expect": [
                { "rule": "pay", "requests": 1, "gap": { "atMost": "1s" } },
                { "rule": "pyy", "requests": 1 } ] }
            """
        #expect(
            messages(text) == [
                #"3:37: error: "gap" needs 2 requests; "requests" allows 1 at most"#,
                #"4:15: error: there is no rule "pyy"; did you mean "pay"?"#,
            ])
    }

    @Test func rulesOfTheBaseCount() {
        var numbering = ScriptNumbering()
        let files = [
            "s/base.json":
                #"{ "rules": [ { "name": "ends", "steps": [ { "reply": {} } ] } ], "expect": [ { "rule": "ends", "requests": 1 } ] }"#,
            "s/a.json":
                #"{ "extends": "base", "rules": [ { "match": { "path": "/a" }, "steps": [ { "reply": {} } ] } ], "expect": [ { "rule": "ends", "requests": 3 } ] }"#,
        ]
        let result = ScenarioLoader(source: MemorySource(files), patterns: FakePatterns(), failures: .all)
            .load(["s"], numbering: &numbering)
        #expect(!result.hasErrors, "\(result.text)")
        // Its own expectations are of it alone.
        guard case .judged(.rule(1), let values)? = result.scenarios.first?.expectations.first?.kind else {
            Issue.record("not that of the base")
            return
        }
        #expect(values == [.requests(.init(atLeast: 3, atMost: 3))])
        #expect(result.scenarios.map(\.expectations.count) == [1, 1])
    }

    @Test func anyValueInAnyPlaceNeverCrashes() {
        let values = ["null", "true", "-1", "1e400", "\"\"", "\"x\"", "[]", "[[]]", "{}", "[null]", "{\"x\":1}"]
        for name in [
            "rule", "match", "unmatched", "order", "requests", "gap", "backoff", "honours", "sameHeader",
            "newConnectionAfter", "gaveUp", "atOnce",
        ] {
            for value in values {
                _ =
                    load(Self.scenario("[ { \"\(name)\": \(value) }, { \"rule\": \"pay\", \"\(name)x\": \(value) } ]"))
                    .text
                _ =
                    load(Self.scenario("[ { \"rule\": \"pay\", \"\(name == "rule" ? "gap" : name)\": \(value) } ]"))
                    .text
            }
        }
    }
}
