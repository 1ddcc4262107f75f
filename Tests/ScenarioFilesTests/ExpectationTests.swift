import Catalogue
import JSONText
import Systems
import TestSupport
import Testing
import Wire

@testable import Rules
@testable import ScenarioFiles

/// What a scenario expects of the client, as it is read.
@Suite struct ExpectationTests {
    private static let rules = #"""
        { "name": "log in", "match": { "path": "/login" }, "steps": [ { "reply": {} } ] },
        { "name": "pay", "match": { "path": "/pay" }, "steps": [
            { "fail": "http/truncated-json", "times": 2 },
            { "fail": "tcp/reset" },
            { "reply": { "status": 503, "headers": { "Retry-After": "2", "X-Reset": "5" } } },
            { "reply": {}, "delay": "1s" } ] },
        { "name": "twice", "match": { "path": "/twice" }, "atEnd": "pass", "steps": [ { "reply": {}, "times": 2 } ] },
        { "name": "onward", "match": { "path": "/onward" }, "steps": [ { "pass": true } ] },
        { "name": "order", "match": { "path": "/orders/{id}" }, "steps": [ { "reply": {} } ] },
        { "name": "stream", "match": { "path": "/stream" }, "steps": [ { "fail": "tcp/stall-mid-body" } ] }
        """#

    private static func scenario(_ expect: String, more: String = "") -> String {
        "{ \"rules\": [ \(rules) ], \(more) \"expect\": \(expect) }"
    }

    private func expectations(_ expect: String, more: String = "") -> [Rules.Expectation] {
        let text = Self.scenario(expect, more: more)
        let result = load(text)
        #expect(messages(text) == [])
        return result.scenarios.first?.expectations ?? []
    }

    private func judgements(_ judgements: String, of rule: String = "pay") -> [Rules.Expectation.Judgement] {
        let all = expectations("[ { \"rule\": \"\(rule)\", \(judgements) } ]")
        guard case .judged(_, let values)? = all.first?.kind else { return [] }
        return values
    }

    private func scope(of expectation: Rules.Expectation) -> Rules.Expectation.Scope? {
        guard case .judged(let scope, _) = expectation.kind else { return nil }
        return scope
    }

    private func errors(_ expectation: String, more: String = "") -> [String] {
        messages(Self.scenario("[ \(expectation) ]", more: more)).map(withoutPlace)
    }

    @Test func connectionsThatEndedBeforeARequest() throws {
        let all = expectations(
            #"""
            [ { "failure": "tcp/reset-on-accept", "connections": 3, "gap": { "atLeast": "1s" }, "name": "three" },
              { "failure": "tcp/silent", "connections": { "atMost": 0 } },
              { "failure": "tcp/close-on-accept", "gap": [ { "atMost": "1s" }, { "atLeast": "2s" } ] },
              { "failure": "tls/expired", "alert": "certificate_expired", "connections": 1 },
              { "alert": "unknown_ca", "gap": { "atLeast": "1s" } } ]
            """#)
        try #require(all.count == 5)
        #expect(all.map(\.name) == ["three", nil, nil, nil, nil])
        guard case .failedConnections(let reset, let three?, let apart) = all[0].kind,
            case .failedConnections(let silent, let none?, let noGaps) = all[1].kind,
            case .failedConnections(let closed, nil, let gaps) = all[2].kind,
            case .failedConnections(let refused, let one?, []) = all[3].kind,
            case .failedConnections(let alone, nil, _) = all[4].kind
        else {
            Issue.record("\(all.map(\.kind))")
            return
        }
        #expect(
            [reset, silent, closed].map(\.failure) == ["tcp/reset-on-accept", "tcp/silent", "tcp/close-on-accept"])
        #expect(refused == .init(failure: "tls/expired", alert: TLSAlert(name: "certificate_expired")))
        #expect(one == .init(atLeast: 1, atMost: 1))
        #expect(alone == .init(failure: nil, alert: TLSAlert(rawValue: 48)))
        #expect(three == .init(atLeast: 3, atMost: 3))
        #expect(apart == [.init(atLeast: 1_000_000_000, atMost: nil)])
        #expect(none == .init(atLeast: nil, atMost: 0))
        #expect(noGaps == [])
        #expect(gaps.map(\.atMost) == [1_000_000_000, nil])
    }

    @Test(
        arguments: [
            (#""failure": "tcp/reset-on-accept""#, #"nothing is expected here; such as "connections": 3"#),
            (
                #""failure": "tcp/refuse", "connections": 1"#,
                #"connections that "tcp/refuse" keeps out cannot be counted; the kernel does it, and nothing comes to the gateway"#
            ),
            (
                #""failure": "tcp/connect-timeout", "connections": 1"#,
                #"connections that "tcp/connect-timeout" keeps out cannot be counted; the kernel does it, and nothing comes to the gateway"#
            ),
            (
                #""failure": "tcp/reset-on-acept", "connections": 1"#,
                #""tcp/reset-on-acept" is no failure that ends connections before a request; did you mean "tcp/reset-on-accept"?"#
            ),
            (
                #""failure": "http/status/503", "connections": 1"#,
                #""http/status/503" is no failure that ends connections before a request; such as "tcp/reset-on-accept", "tcp/close-on-accept", "tcp/reset-on-first-byte" and "tcp/silent", and those of tls/"#
            ),
            (
                #""failure": 1, "connections": 1"#,
                #""failure" must be the name of a failure of connections, such as "tcp/reset-on-accept", not a number"#
            ),
            (
                #""failure": "tcp/silent", "requests": 1"#,
                #""requests" cannot stand beside "failure"; such connections had no request: "connections" is how many, "gap" the time between them"#
            ),
            (
                #""failure": "tcp/silent", "rule": "pay", "connections": 1"#,
                #"an expectation is about one thing: "rule" cannot stand beside "failure""#
            ),
            (
                #""failure": "tcp/silent", "connections": 1, "gap": { "atLeast": "1s" }"#,
                #""gap" needs 2 connections; "connections" allows 1 at most"#
            ),
            (
                #""failure": "tcp/silent", "connections": { "atLeast": 0 }"#,
                #""connections" with an "atLeast" of zero excludes nothing"#
            ),
            (
                #""failure": "tcp/silent", "connections": -1"#,
                #""connections" must be a whole number from 0 to 1000000000"#
            ),
            (
                #""failure": "tcp/silent", "conections": 1"#,
                #"unknown field "conections" in an expectation; did you mean "connections"?"#
            ),
        ])
    func whatCannotBeExpectedOfConnections(expectation: String, message: String) {
        let all = errors("{ \(expectation) }")
        #expect(all.contains { $0.hasSuffix(message) }, "\(all)")
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
        let scopes = all.compactMap { scope(of: $0) }
        guard case .rule(1)? = scopes.first?.subject, case .match? = scopes.dropFirst().first?.subject,
            case .unmatched? = scopes.last?.subject, case .order([0, 1]) = all[3].kind
        else {
            Issue.record("they are about something else: \(all)")
            return
        }
        #expect(scopes.allSatisfy { $0.countBy == nil && $0.after == nil && $0.within == nil })
        #expect(all[0].sourceText == #"{"rule":"pay","requests":2}"#)
    }

    @Test func otherwiseIsARuleToo() {
        let all = expectations(
            #"[ { "rule": "otherwise", "requests": 2 } ]"#, more: #""otherwise": { "reply": {} },"#)
        guard let scope = all.first.flatMap({ scope(of: $0) }), case .rule(-1) = scope.subject else {
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
        #expect(judgements(#""requests": 2"#) == [.requests(.init(atLeast: 2, atMost: 2), per: nil)])
        #expect(judgements(#""requests": { "atLeast": 2 }"#) == [.requests(.init(atLeast: 2, atMost: nil), per: nil)])
        #expect(judgements(#""requests": { "atMost": 0 }"#) == [.requests(.init(atLeast: nil, atMost: 0), per: nil)])
        #expect(
            judgements(#""requests": { "atLeast": 1, "atMost": 5, "per": "1s" }"#)
                == [.requests(.init(atLeast: 1, atMost: 5), per: 1_000_000_000)])
        #expect(
            judgements(#""gap": { "atLeast": "1s", "atMost": "10s" }"#)
                == [.gap([.init(atLeast: 1_000_000_000, atMost: 10_000_000_000)])])
        #expect(
            judgements(#""gap": { "atLeast": "0s", "atMost": "1ms" }"#)
                == [.gap([.init(atLeast: 0, atMost: 1_000_000)])])
        #expect(
            judgements(#""gap": [ { "atLeast": "1s" }, { "atLeast": "0s" }, { "atMost": "2s" } ]"#)
                == [
                    .gap([
                        .init(atLeast: 1_000_000_000, atMost: nil), .init(atLeast: 0, atMost: nil),
                        .init(atLeast: nil, atMost: 2_000_000_000),
                    ])
                ])
        #expect(
            judgements(#""backoff": { "factor": 1.5 }"#)
                == [.backoff(.init(factor: .init(atLeast: 1.5, atMost: nil)))])
        #expect(
            judgements(#""backoff": { "factor": { "atLeast": 1.5, "atMost": 3 }, "cap": "30s" }"#)
                == [.backoff(.init(factor: .init(atLeast: 1.5, atMost: 3), cap: 30_000_000_000))])
        #expect(
            judgements(#""backoff": { "first": "100ms", "factor": 2, "tolerance": "10%" }"#)
                == [.backoff(.init(first: 100_000_000, factor: .init(atLeast: 2, atMost: nil), tolerance: .share(0.1)))]
        )
        #expect(
            judgements(#""backoff": { "factor": 2, "tolerance": "20ms" }"#)
                == [.backoff(.init(factor: .init(atLeast: 2, atMost: nil), tolerance: .time(20_000_000)))])
        let retryAfter = Array("retry-after".utf8)
        #expect(judgements(#""honours": "Retry-After""#) == [.honours(header: retryAfter, late: nil)])
        #expect(judgements(#""honours": "retry-after""#) == [.honours(header: retryAfter, late: nil)])
        #expect(
            judgements(#""honours": { "header": "X-Reset", "late": { "atMost": "2s" } }"#)
                == [.honours(header: Array("x-reset".utf8), late: 2_000_000_000)])
        #expect(
            judgements(#""after": { "failure": "http/truncated-json" }, "newConnection": true"#) == [.newConnection])
        #expect(
            judgements(#""gaveUp": { "atMost": "3s" }"#) == [
                .gaveUp(.init(atLeast: nil, atMost: 3_000_000_000), from: .request)
            ])
        for (name, moment) in [
            ("request", Rules.Expectation.Moment.request), ("head", .head), ("lastByte", .lastByte),
        ] {
            #expect(
                judgements("\"gaveUp\": { \"atLeast\": \"1s\", \"from\": \"\(name)\" }", of: "stream")
                    == [.gaveUp(.init(atLeast: 1_000_000_000, atMost: nil), from: moment)])
        }
        #expect(judgements(#""connections": 2"#) == [.connections(.init(atLeast: 2, atMost: 2))])
        #expect(judgements(#""connections": { "atLeast": 1 }"#) == [.connections(.init(atLeast: 1, atMost: nil))])
        #expect(judgements(#""connections": { "atMost": 3 }"#) == [.connections(.init(atLeast: nil, atMost: 3))])
        #expect(
            judgements(#""distinct": ["headers.X-Id", "json/id"]"#)
                == [
                    .distinct([.header(Array("x-id".utf8)), .json(JSONPointer([.name(Array("id".utf8), index: nil)]))])
                ]
        )
        #expect(judgements(#""atOnce": { "atMost": 4 }"#) == [.atOnce(.init(atLeast: nil, atMost: 4))])
        #expect(judgements(#""atOnce": { "atLeast": 2, "atMost": 4 }"#) == [.atOnce(.init(atLeast: 2, atMost: 4))])
        #expect(judgements(#""gap": { "atMost": "1s" }, "requests": 2"#).count == 2)
    }

    @Test func aMatchThatEveryRequestMeets() throws {
        let match = #"{ "method": "POST", "headers": { "X-Id": { "matches": "a." } } }"#
        guard case .every(let required)? = judgements("\"every\": \(match)").first else {
            Issue.record("it judges something else")
            return
        }
        let ofRule = try #require(load("{ \"rules\": [ { \"match\": \(match), \"reply\": {} } ] }").scenarios.first)
        #expect(required.match.canonicalKey == ofRule.rules[0].match.canonicalKey)
        #expect(judgements(#""every": { "path": "/orders/7" }, "requests": 2"#, of: "order").count == 2)
    }

    /// Also one that takes a batch as a whole: it is a match as in a rule.
    @Test func everyTakesTheFieldsOfASystem() {
        let text = #"""
            { "system": "jsonrpc", "rules": [ { "steps": [ { "reply": { "result": 1 } } ] } ],
              "expect": [ { "rule": "rule 1", "every": { "rpc": "a" } }, { "match": {}, "every": { "batch": true } } ] }
            """#
        #expect(messages(text) == [])
    }

    @Test(arguments: [
        ("1", #""expect" must be a list, not a number"#),
        ("{}", #""expect" must be a list, not an object"#),
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
        (#"{ "oder": ["pay", "log in"] }"#, #"unknown field "oder" in an expectation; did you mean "order"?"#),
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
            #""requests": { "atLeast": "1" }"#, #""atLeast" must be a number, not a string; a number has no quotes: 1"#
        ),
        (
            #""requests": { "atmost": 1 }"#, #"unknown field "atmost" in "requests"; did you mean "atMost"?"#
        ),
        (#""requests": { "per": "1s" }"#, #""requests" needs "atLeast" or "atMost""#),
        (#""requests": { "atMost": 5, "per": "0s" }"#, #""per" must be longer than nothing"#),
        (
            #""requests": { "atMost": 5, "per": 1 }"#,
            #""per" must be a duration such as "250ms", not a number; it is "1s" or "1ms""#
        ),
        (#""gap": "1s""#, #""gap" must be an object or a list, not a string"#),
        (#""gap": []"#, #""gap" is empty; it has the bounds of at least one gap"#),
        (#""gap": [ "1s" ]"#, #"a gap must be an object, not a string"#),
        (#""gap": [ { "atLeast": "1s" }, {} ]"#, #"a gap needs "atLeast" or "atMost""#),
        (#""gap": [ { "atLeast": "2s", "atMost": "1s" } ]"#, #""atLeast" is more than "atMost""#),
        (
            #""gap": [ { "atleast": "1s" } ]"#, #"unknown field "atleast" in "gap"; did you mean "atLeast"?"#
        ),
        (
            #""gap": [ { "atLeast": "0s" }, { "atLeast": "0s" } ]"#,
            #""gap" with an "atLeast" of zero excludes nothing"#
        ),
        (#""gap": {}"#, #""gap" needs "atLeast" or "atMost""#),
        (
            #""gap": { "atLeast": 1 }"#,
            #""atLeast" must be a duration such as "250ms", not a number; it is "1s" or "1ms""#
        ),
        (#""gap": { "atLeast": "0s" }"#, #""gap" with an "atLeast" of zero excludes nothing"#),
        (#""gap": { "atMost": "0s" }"#, #""atMost" must be longer than nothing"#),
        (#""gap": { "atLeast": "2s", "atMost": "1s" }"#, #""atLeast" is more than "atMost""#),
        (#""backoff": 2"#, #""backoff" must be an object, not a number"#),
        (#""backoff": {}"#, #""backoff" needs "factor"; such as "factor": 2"#),
        (#""backoff": { "cap": "1s" }"#, #""backoff" needs "factor"; such as "factor": 2"#),
        (#""backoff": { "fator": 2 }"#, #"unknown field "fator" in "backoff"; did you mean "factor"?"#),
        (#""backoff": { "factor": "2" }"#, #""factor" must be a number or an object, not a string"#),
        (#""backoff": { "factor": 0.5 }"#, #""factor" must be a number from 1 to 1000"#),
        (#""backoff": { "factor": 1e9 }"#, #""factor" must be a number from 1 to 1000"#),
        (#""backoff": { "factor": {} }"#, #""factor" needs "atLeast" or "atMost""#),
        (#""backoff": { "factor": { "atLeast": 1001 } }"#, #""atLeast" must be a number from 1 to 1000"#),
        (#""backoff": { "factor": { "atMost": 0 } }"#, #""atMost" must be a number from 1 to 1000"#),
        (#""backoff": { "factor": { "atLeast": 3, "atMost": 2 } }"#, #""atLeast" is more than "atMost""#),
        (#""backoff": { "factor": 2, "cap": "0s" }"#, #""cap" must be longer than nothing"#),
        (
            #""backoff": { "factor": 2, "cap": 30 }"#,
            #""cap" must be a duration such as "250ms", not a number; it is "30s" or "30ms""#
        ),
        (#""honours": true"#, #""honours" must be the name of a header or an object, not a boolean"#),
        (#""honours": "a b""#, #""a b" is not a header name"#),
        (#""honours": {}"#, #""honours" needs "header"; such as "header": "Retry-After""#),
        (#""honours": { "header": 1 }"#, #""header" must be the name of a header, not a number"#),
        (
            #""honours": { "header": "Retry-After", "late": "1s" }"#, #""late" must be an object, not a string"#
        ),
        (
            #""honours": { "header": "Retry-After", "late": {} }"#,
            #""late" needs "atMost"; such as "atMost": "2s""#
        ),
        (
            #""honours": { "header": "Retry-After", "late": { "atMost": "0s" } }"#,
            #""atMost" must be longer than nothing"#
        ),
        (#""same": "path""#, #""same" must be a list, not a string; "same": ["path"]"#),
        (#""same": 1"#, #""same" must be a list, not a number; "same": ["body"]"#),
        (#""same": []"#, #""same" is empty; it has at least one part of a request"#),
        (#""same": [1]"#, #"a part of a request in "same" must be a string, not a number"#),
        (#""same": ["body", "path", "body"]"#, #""body" comes twice in "same""#),
        (#""same": ["headers.X-Id", "headers.x-id"]"#, #""headers.x-id" comes twice in "same""#),
        (#""same": ["headers.a b"]"#, #""a b" is not a header name"#),
        (#""same": ["query."]"#, #""query." needs a name after the dot"#),
        (#""same": ["json/a~"]"#, #"in a JSON Pointer ~ is written ~0 and / is written ~1"#),
        (#""same": ["bdy"]"#, #"a request has no part "bdy"; did you mean "body"?"#),
        (#""same": ["header.X-Id"]"#, #"a request has no part "header.X-Id"; did you mean "headers.X-Id"?"#),
        (#""same": ["cookie.a"]"#, #"a request has no part "cookie.a"; did you mean "cookies.a"?"#),
        (#""same": ["path.id"]"#, #"a request has no part "path.id"; did you mean "path"?"#),
        (#""same": ["body.a.b"]"#, #"a request has no part "body.a.b"; did you mean "json/a/b"?"#),
        (#""same": ["json.a"]"#, #"a request has no part "json.a"; did you mean "json/a"?"#),
        (#""same": ["request.body"]"#, #"a request has no part "request.body"; did you mean "body"?"#),
        (
            #""same": ["{{request.query.a}}"]"#,
            #"a request has no part "{{request.query.a}}"; did you mean "query.a"?"#
        ),
        (
            #""same": ["X-Id"]"#,
            #"a request has no part "X-Id"; it is such as "body", "headers.X-Id", "query.page" or "json/id""#
        ),
        (#""every": 1"#, #""every" must be an object, not a number"#),
        (#""every": "/pay""#, #""every" must be an object, not a string; it is "every": { "path": "/pay" }"#),
        (#""every": {}"#, #"this "every" excludes no request"#),
        (#""every": { "headers": {} }"#, #"this "every" excludes no request"#),
        (#""every": { "pth": "/" }"#, #"unknown field "pth" in a match; did you mean "path"?"#),
        (
            #""every": { "variables": { "x": 1 } }"#,
            #"the journal does not tell what "variables" were when a request came"#
        ),
        (
            #""every": { "headers": { "a": "{{variables.x}}" } }"#,
            #"the journal does not tell what {{variables.x}} was when a request came; a literal {{ is written {{{{"#
        ),
        (#""distinct": "body""#, #""distinct" must be a list, not a string; "distinct": ["body"]"#),
        (#""distinct": []"#, #""distinct" is empty; it has at least one part of a request"#),
        (#""distinct": [1]"#, #"a part of a request in "distinct" must be a string, not a number"#),
        (#""distinct": ["target", "target"]"#, #""target" comes twice in "distinct""#),
        (#""distinct": ["bdy"]"#, #"a request has no part "bdy"; did you mean "body"?"#),
        (
            #""distinct": ["target", "headers.X-Id"], "same": ["headers.x-id", "body"]"#,
            #""headers.X-Id" is in "same" too; no part is the same in all requests and different in each"#
        ),
        (#""connections": "2""#, #""connections" must be a number or an object, not a string"#),
        (#""connections": 1.5"#, #""connections" must be a whole number from 1 to 1000000000"#),
        (
            #""connections": 0"#,
            #""connections" must be a whole number from 1 to 1000000000; no connection at all is "requests": 0"#
        ),
        (#""connections": {}"#, #""connections" needs "atLeast" or "atMost""#),
        (
            #""connections": { "atMost": 0 }"#,
            #""atMost" must be a whole number from 1 to 1000000000; no connection at all is "requests": 0"#
        ),
        (#""connections": { "atLeast": 3, "atMost": 2 }"#, #""atLeast" is more than "atMost""#),
        (#""newConnection": false, "after": { "rule": "pay", "hit": 1 }"#, #""newConnection" can only be true"#),
        (
            #""newConnection": true"#,
            #""newConnection" needs "after"; such as "after": { "failure": "http/truncated-json" }"#
        ),
        (#""gaveUp": 1"#, #""gaveUp" must be an object, not a number"#),
        (#""gaveUp": {}"#, #""gaveUp" needs "atLeast" or "atMost""#),
        (#""gaveUp": { "atMost": "0s" }"#, #""atMost" must be longer than nothing"#),
        (#""atOnce": 4"#, #""atOnce" must be an object, not a number"#),
        (#""gaveUp": { "from": "head" }"#, #""gaveUp" needs "atLeast" or "atMost""#),
        (#""gaveUp": { "atMost": "1s", "from": 1 }"#, #""from" must be a string, not a number"#),
        (
            #""gaveUp": { "atMost": "1s", "from": "lastbyte" }"#,
            #""from" cannot be "lastbyte"; it is "request", "head" or "lastByte"; did you mean "lastByte"?"#
        ),
        (#""atOnce": {}"#, #""atOnce" needs "atLeast" or "atMost""#),
        (#""atOnce": { "atLeast": 0 }"#, #""atLeast" must be a whole number from 1 to 1000000000"#),
        (#""atOnce": { "atLeast": 3, "atMost": 2 }"#, #""atLeast" is more than "atMost""#),
        (#""atOnce": { "atMost": 0 }"#, #""atMost" must be a whole number from 1 to 1000000000"#),
    ])
    func whatItJudgesIsChecked(judgement: String, message: String) {
        #expect(errors("{ \"rule\": \"pay\", \(judgement) }") == ["error: " + message])
    }

    @Test(arguments: [
        (#""after": "pay""#, #""after" must be an object, not a string"#),
        (
            #""after": {}"#,
            #""after" needs "rule", "failure" or "gaveUp"; such as "after": { "failure": "http/truncated-json" }"#
        ),
        (
            #""after": { "hit": 1 }"#,
            #""after" needs "rule", "failure" or "gaveUp"; such as "after": { "failure": "http/truncated-json" }"#
        ),
        (#""after": { "rul": "pay", "hit": 1 }"#, #"unknown field "rul" in "after"; did you mean "rule"?"#),
        (
            #""after": { "rule": "pay", "failure": "tcp/reset", "hit": 1 }"#,
            #""after" is one thing: "failure" cannot stand beside "rule""#
        ),
        (
            #""after": { "rule": "pay" }"#,
            #""after" a rule needs "hit"; "rule": "pay", "hit": 1 is after its first answer"#
        ),
        (#""after": { "rule": "pay", "hit": 0 }"#, #""hit" must be a whole number from 1 to 1000000000"#),
        (
            #""after": { "rule": "pay", "hit": "1" }"#,
            #""hit" must be a number, not a string; a number has no quotes: 1"#
        ),
        (#""after": { "rule": "pya", "hit": 1 }"#, #"there is no rule "pya"; did you mean "pay"?"#),
        (
            #""after": { "rule": "onward", "hit": 1 }"#,
            #"rule "onward" answers no request; it passes all of them on, and an expectation is about the rule that answers"#
        ),
        (
            #""after": { "rule": "twice", "hit": 3 }"#,
            #"rule "twice" has no hit 3; its last one is 2: then it passes requests on"#
        ),
        (
            #""after": { "failure": "tcp/reset", "hit": 1 }"#,
            #""hit" cannot stand beside "failure"; it is the hit of a "rule""#
        ),
        (
            #""after": { "failure": true }"#,
            #""failure" must be the name of a failure, such as "http/truncated-json", not a boolean"#
        ),
        (
            #""after": { "failure": "http/truncated-jsn" }"#,
            #"unknown failure "http/truncated-jsn"; did you mean "http/truncated-json"?"#
        ),
        (#""after": { "failure": "http/html" }"#, #"no answer of this scenario is "http/html""#),
        (#""after": { "gaveUp": 1 }"#, #""gaveUp" can only be true"#),
        (#""countBy": 1"#, #""countBy" must be a string, not a number"#),
        (
            #""countBy": "id""#,
            #""countBy" has no placeholder: all requests would be judged together; it is such as "{{request.path.id}}""#
        ),
        (#""countBy": "{{request.path.id}}""#, #"the path of this rule has no segment {id}"#),
        (
            #""countBy": "{{hit}}""#,
            #""countBy" of an expectation takes what the request says, and nothing else; the journal does not tell what variables, {{hit}}, {{uuid}}, {{hex}} and {{now}} were"#
        ),
        (#""within": "0s""#, #""within" must be longer than nothing"#),
        (
            #""within": 1"#, #""within" must be a duration such as "250ms", not a number; it is "1s" or "1ms""#
        ),
        (
            #""alert": "unknown_ca""#,
            #"an expectation is about one thing: "alert" cannot stand beside "rule""#
        ),
        (#""name": """#, "an expectation's name cannot be empty"),
        (#""name": 1"#, #""name" must be a string, not a number"#),
        (#""description": 1"#, #""description" must be a string, not a number"#),
    ])
    func whichRequestsItJudgesIsChecked(field: String, message: String) {
        #expect(errors("{ \"rule\": \"pay\", \"requests\": 1, \(field) }") == ["error: " + message])
    }

    @Test func partsOfARequestThatAreTheSame() {
        let parts = #"""
            ["body", "path", "method", "target", "headers.Idempotency-Key", "query.a.b", "cookies.c", "form.f", "json",
             "json/a~1b/0"]
            """#
        let pointer = JSONPointer([.name(Array("a/b".utf8), index: nil), .name(Array("0".utf8), index: 0)])
        #expect(
            judgements("\"same\": \(parts)") == [
                .same([
                    .body, .path, .method, .target, .header(Array("idempotency-key".utf8)), .query(Array("a.b".utf8)),
                    .cookie(Array("c".utf8)), .form(Array("f".utf8)), .json(JSONPointer([])), .json(pointer),
                ])
            ])
    }

    @Test func whichRequestsAreJudgedAndWhichTogether() {
        let all = expectations(
            #"""
            [ { "name": "each order once", "description": "No order is read twice.", "rule": "order",
                "countBy": "{{request.path.id}}", "requests": { "atMost": 1 } },
              { "match": { "path": "/orders/{number}" }, "countBy": "{{request.path.number}}/{{request.query.a}}",
                "after": { "rule": "pay", "hit": 3 }, "requests": 1 },
              { "unmatched": true, "after": { "failure": "tcp/reset" }, "requests": 0 },
              { "name": "in order", "description": "Log in first.", "order": ["log in", "order"] },
              { "rule": "pay", "after": { "gaveUp": true }, "requests": 1, "within": "1.5s" },
              { "rule": "pay", "requests": 2, "within": "3s" } ]
            """#)
        let scopes = all.compactMap { scope(of: $0) }
        #expect(all.map(\.name) == ["each order once", nil, nil, "in order", nil, nil])
        #expect(all.first?.description == "No order is read twice.")
        #expect(scopes.map { $0.countBy != nil } == [true, true, false, false, false])
        #expect(scopes.map(\.after) == [nil, .hit(rule: 1, hit: 3), .failure(["tcp/reset"]), .gaveUp, nil])
        #expect(scopes.map(\.within) == [nil, nil, nil, 1_500_000_000, 3_000_000_000])
    }

    @Test func noVariablesInCountBy() {
        let text = Self.scenario(
            #"[ { "rule": "pay", "requests": 1, "countBy": "{{variables.v}}" } ]"#, more: #""variables": { "v": 1 },"#)
        #expect(
            messages(text).map(withoutPlace) == [
                #"error: "countBy" of an expectation takes what the request says, and nothing else; the journal does not tell what variables, {{hit}}, {{uuid}}, {{hex}} and {{now}} were"#
            ])
    }

    @Test func noTwoExpectationsHaveOneName() {
        let text = """
            { "rules": [ { "name": "pay", "steps": [ { "reply": {} } ] } ],
              "expect": [
                { "name": "once", "rule": "pay", "requests": 1 },
                { "name": "once", "rule": "pay", "atOnce": { "atMost": 1 } } ] }
            """
        #expect(
            messages(text) == [
                #"4:15: error: duplicate expectation name "once"; it was first given in line 3"#
            ])
    }

    /// With the value that was given, and nothing else said about the expectation.
    @Test(arguments: [
        (#""sameHeader": "X-Id""#, #""sameHeader" is an earlier form of "same"; "same": ["headers.X-Id"]"#),
        (#""sameHeader": 1"#, #""sameHeader" is an earlier form of "same"; "same": ["headers.X-Id"]"#),
        (
            #""newConnectionAfter": "tcp/reset""#,
            #""newConnectionAfter" is an earlier form of "newConnection"; "after": { "failure": "tcp/reset" }, "newConnection": true"#
        ),
        (
            #""newConnectionAfter": -32601"#,
            #""newConnectionAfter" is an earlier form of "newConnection"; "after": { "failure": -32601 }, "newConnection": true"#
        ),
        (
            #""backoff": { "factorAtLeast": 2 }"#,
            #""factorAtLeast" is an earlier form of "factor"; "factor": 2"#
        ),
        (
            #""backoff": { "factorAtLeast": 1.50, "cap": "3s" }"#,
            #""factorAtLeast" is an earlier form of "factor"; "factor": 1.50"#
        ),
    ])
    func anEarlierFormShowsTodays(judgement: String, message: String) {
        #expect(errors("{ \"rule\": \"pay\", \(judgement) }") == ["error: " + message])
    }

    @Test func earlierFormsAreNotSuggested() {
        #expect(
            errors(#"{ "rule": "pay", "requests": 1, "sameHeadr": "X-Id" }"#) == [
                #"error: unknown field "sameHeadr" in an expectation"#
            ])
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
        (#"{ "order": ["pay", "log in"], "within": "1s" }"#, #""within" cannot stand beside "order""#),
        (#"{ "order": ["pay", "log in"], "distinct": ["body"] }"#, #""distinct" cannot stand beside "order""#),
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
            #"{ "match": {}, "requests": { "atMost": 2 }, "backoff": { "factor": 2 } }"#,
            #""backoff" needs 3 requests; "requests" allows 2 at most"#
        ),
        (
            #"{ "unmatched": true, "requests": 0, "atOnce": { "atMost": 1 } }"#,
            #""atOnce" needs 1 request; "requests" allows none"#
        ),
        (#"{ "rule": "twice", "requests": 3 }"#, #""requests" needs 3 requests; rule "twice" allows 2 at most"#),
        (
            #"{ "rule": "twice", "backoff": { "factor": 2 } }"#,
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
            #"{ "rule": "pay", "honours": { "header": "X-Wait" } }"#,
            #"no answer of rule "pay" has a "X-Wait"; a reply sets it in its "headers""#
        ),
        (
            #"{ "rule": "log in", "after": { "failure": "tcp/reset" }, "newConnection": true }"#,
            #""tcp/reset" does not leave the connection open; the next request is on a new one in any case"#
        ),
        (
            #"{ "rule": "twice", "after": { "rule": "twice", "hit": 1 }, "requests": 2 }"#,
            #""requests" needs 2 requests; rule "twice" allows 1 at most after hit 1"#
        ),
        (
            #"{ "rule": "twice", "after": { "rule": "twice", "hit": 2 }, "gap": { "atMost": "1s" } }"#,
            #""gap" needs 1 request; rule "twice" allows none after hit 2"#
        ),
        (
            #"{ "rule": "pay", "requests": 1, "same": ["body"] }"#,
            #""same" needs 2 requests; "requests" allows 1 at most"#
        ),
        (
            #"{ "rule": "pay", "requests": 1, "distinct": ["body"] }"#,
            #""distinct" needs 2 requests; "requests" allows 1 at most"#
        ),
        (
            #"{ "match": {}, "requests": 0, "every": { "method": "GET" } }"#,
            #""every" needs 1 request; "requests" allows none"#
        ),
        (
            #"{ "rule": "pay", "requests": 2, "connections": 3 }"#,
            #""connections" needs 3 requests; "requests" allows 2 at most"#
        ),
        (
            #"{ "rule": "twice", "connections": { "atLeast": 3 } }"#,
            #""connections" needs 3 requests; rule "twice" allows 2 at most"#
        ),
        (
            #"{ "rule": "pay", "requests": { "atMost": 2 }, "connections": { "atMost": 2 } }"#,
            #""connections" can never fail; "requests" allows 2 at most"#
        ),
        (
            #"{ "rule": "twice", "atOnce": { "atLeast": 3 } }"#,
            #""atOnce" needs 3 requests; rule "twice" allows 2 at most"#
        ),
        (
            #"{ "rule": "twice", "atOnce": { "atMost": 2 } }"#,
            #""atOnce" can never fail; rule "twice" allows 2 at most"#
        ),
        (
            #"{ "rule": "twice", "requests": { "atMost": 2 } }"#,
            #""requests" can never fail; rule "twice" allows 2 at most"#
        ),
        (
            #"{ "rule": "twice", "requests": { "atMost": 2, "per": "1s" } }"#,
            #""requests" can never fail; rule "twice" allows 2 at most"#
        ),
        (
            #"{ "rule": "twice", "requests": { "atLeast": 3, "per": "1s" } }"#,
            #""requests" needs 3 requests; rule "twice" allows 2 at most"#
        ),
        (
            #"{ "rule": "pay", "requests": 3, "gap": [ { "atLeast": "1s" }, { "atLeast": "2s" }, { "atLeast": "4s" } ] }"#,
            #"gap 3 needs 4 requests; "requests" allows 3 at most"#
        ),
        (
            #"{ "rule": "twice", "gap": [ { "atLeast": "1s" }, { "atLeast": "2s" } ] }"#,
            #"gap 2 needs 3 requests; rule "twice" allows 2 at most"#
        ),
        (
            #"{ "rule": "twice", "after": { "rule": "twice", "hit": 1 }, "gap": [ { "atLeast": "1s" }, { "atLeast": "2s" } ] }"#,
            #"gap 2 needs 2 requests; rule "twice" allows 1 at most after hit 1"#
        ),
        (
            #"{ "rule": "pay", "every": { "path": "/pay" } }"#,
            #""every" can never fail; rule "pay" takes only requests that meet it"#
        ),
        (
            #"{ "match": { "method": "POST", "path": "/a" }, "every": { "method": ["POST", "PUT"] } }"#,
            #""every" can never fail; "match" takes only requests that meet it"#
        ),
        (
            #"{ "rule": "pay", "every": { "path": "/other" } }"#,
            #""every" can never be met; rule "pay" takes only other requests"#
        ),
        (
            #"{ "match": { "method": "POST", "path": "/a/*" }, "every": { "method": "PUT" } }"#,
            #""every" can never be met; "match" takes only other requests"#
        ),
        (
            #"{ "match": { "path": "/a/**" }, "every": { "path": "/b/*" } }"#,
            #""every" can never be met; "match" takes only other requests"#
        ),
        (
            #"{ "match": { "method": "POST", "path": "/a" }, "same": ["path", "method"] }"#,
            #""same" can never fail; "match" takes only requests with one "path" and "method""#
        ),
        (
            #"{ "rule": "pay", "distinct": ["headers.X", "path"] }"#,
            #""path" can never be another in each request; rule "pay" takes only requests with one "path""#
        ),
        (
            #"{ "rule": "pay", "countBy": "{{request.target}}", "distinct": ["target"] }"#,
            #""target" can never be another in each request; "countBy" compares only requests that have the same one"#
        ),
        (
            #"{ "rule": "pay", "within": "1s", "requests": { "atMost": 2, "per": "1s" } }"#,
            #""per" is not shorter than "within"; without "per" the bounds are those of all requests"#
        ),
        (
            #"{ "rule": "pay", "within": "1s", "gap": { "atLeast": "2s" } }"#,
            #""atLeast" is longer than "within""#
        ),
        (
            #"{ "rule": "pay", "within": "5s", "gap": [ { "atLeast": "2s" }, { "atLeast": "4s", "atMost": "5s" } ] }"#,
            #""within" leaves no time for gap 2; the gaps before it have an "atLeast" too"#
        ),
        (
            #"{ "rule": "pay", "within": "5s", "requests": 4, "gap": [ { "atLeast": "1s" }, { "atLeast": "2.5s" } ] }"#,
            #""within" leaves no time for 3 gaps; "requests" asks for so many"#
        ),
        (
            #"{ "rule": "pay", "within": "24h", "requests": { "atLeast": 1000000000 }, "gap": { "atLeast": "24h" } }"#,
            #""within" leaves no time for 999999999 gaps; "requests" asks for so many"#
        ),
    ])
    func whatCanNeverBeJudgedIsAnError(expectation: String, message: String) {
        #expect(errors(expectation) == ["error: " + message])
    }

    @Test(arguments: [
        #"{ "rule": "pay", "after": { "rule": "pay", "hit": 1 }, "requests": 1, "gap": { "atMost": "1s" } }"#,
        #"{ "rule": "twice", "after": { "rule": "pay", "hit": 1 }, "backoff": { "factor": 2 } }"#,
        #"{ "rule": "log in", "after": { "failure": "http/truncated-json" }, "newConnection": true, "requests": 1 }"#,
        #"{ "rule": "pay", "honours": "x-reset" }"#,
        #"{ "rule": "twice", "connections": 2, "atOnce": { "atLeast": 2, "atMost": 2 }, "distinct": ["body"] }"#,
        #"{ "rule": "twice", "after": { "rule": "pay", "hit": 1 }, "gap": [ { "atLeast": "1s" }, { "atLeast": "2s" } ] }"#,
        #"{ "rule": "twice", "requests": { "atMost": 1, "per": "1s" }, "atOnce": { "atMost": 1 } }"#,
        #"{ "rule": "pay", "every": { "path": "/pay", "method": "POST" } }"#,
        #"{ "match": { "path": "/a" }, "every": { "path": "/{id}", "query": { "a": { "exists": true } } } }"#,
        #"{ "rule": "pay", "within": "1s", "requests": { "atMost": 2, "per": "0.9s" } }"#,
        #"{ "rule": "pay", "within": "5s", "gap": [ { "atLeast": "2s" }, { "atLeast": "3s" } ] }"#,
        #"{ "rule": "pay", "within": "5s", "requests": 3, "gap": { "atLeast": "2.5s" } }"#,
        #"{ "rule": "pay", "same": ["body", "path"], "distinct": ["json/id", "target"] }"#,
        #"{ "rule": "pay", "countBy": "{{request.query.id}}", "distinct": ["query.id"] }"#,
        #"{ "rule": "pay", "every": { "path": "/**", "query": { "a": "b" } } }"#,
    ])
    func whatCanBeJudgedIsTaken(expectation: String) { #expect(errors(expectation) == []) }

    /// With the failure as it is by itself, in a system too, where answers are made for each request.
    @Test(arguments: FailureIndex.all.failures.filter { !$0.needsBatch && $0.kind != .connection })
    func everyFailureTellsWhetherItLeavesTheConnectionOpen(failure: Failure) {
        func errors(_ top: String, _ steps: String) -> [String] {
            let expect =
                "{ \"rule\": \"rule 1\", \"after\": { \"failure\": \"\(failure.name)\" }, \"newConnection\": true }"
            let text = "{ \(top) \"rules\": [ { \"steps\": [ \(steps) ] } ], \"expect\": [ \(expect) ] }"
            return messages(text).map(withoutPlace)
        }
        let words =
            "error: \"\(failure.name)\" does not leave the connection open; the next request is on a new one in any case"
        let script = failure.script(
            Arguments(of: failure), for: Request(), in: FailureIndex.all.dialect(of: failure),
            beside: failure.stock ?? PlainHTTP().stockSuccess)
        let closes = [.close, .truncation, .reset].contains(script.ending)
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
              "expect": [ { "rule": "rule 1", "after": { "failure": -32601 }, "newConnection": true } ] }
            """#
        let result = load(text)
        #expect(messages(text) == [])
        guard case .judged(let scope, let values)? = result.scenarios.first?.expectations.first?.kind else {
            Issue.record("it is judged otherwise")
            return
        }
        #expect(scope.after == .failure(["jsonrpc/-32601"]))
        #expect(values == [.newConnection])
    }

    /// A code stands for each of its causes.
    @Test func aCodeIsAnyOfItsCauses() {
        func text(_ failure: String) -> String {
            #"""
            { "rules": [ { "fail": "urlerror/-1005", "with": { "by": "tcp/close-mid-body" } } ],
              "expect": [ { "rule": "rule 1", "after": { "failure": "\#(failure)" }, "requests": 1 } ] }
            """#
        }
        let result = load(text("urlerror/-1005"), dialects: FailureIndex.all.dialects)
        #expect(result.diagnostics.errorCount == 0, "\(result.text)")
        guard case .judged(let scope, _)? = result.scenarios.first?.expectations.first?.kind else {
            Issue.record("it is judged otherwise")
            return
        }
        #expect(scope.after == .failure(["tcp/close-mid-body"]))
        #expect(
            load(text("urlerror/-1001"), dialects: FailureIndex.all.dialects).text.contains(
                "no answer of this scenario is "))
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

    @Test func nobodyGivesUpOnWhatIsThereBefore() {
        func errors(_ rules: String, _ least: String) -> [String] {
            let expect = "{ \"rule\": \"rule 1\", \"gaveUp\": { \"atLeast\": \"\(least)\" } }"
            return messages("{ \"rules\": [ \(rules) ], \"expect\": [ \(expect) ] }").map(withoutPlace)
        }
        for (steps, longest) in [
            (#"{ "reply": {}, "delay": "1s" }, { "fail": "tcp/reset" }"#, "1s"),
            (#"{ "reply": {} }, { "reply": {}, "delay": { "uniform": ["1s", "2s"] } }"#, "2s"),
            (#"{ "choose": [ { "reply": {} }, { "reply": {}, "delay": "3s" } ] }"#, "3s"),
            (#"{ "reply": { "chunks": [ { "text": "a", "delay": "1s" }, { "text": "b", "delay": "1s" } ] } }"#, "2s"),
        ] {
            let rule = "{ \"match\": { \"path\": \"/a\" }, \"steps\": [ \(steps) ] }"
            #expect(errors(rule, longest) == [], "\(steps)")
            #expect(
                errors(rule, "5s") == [
                    "error: \"gaveUp\" can never be met; the slowest answer of rule \"rule 1\" is there after \(longest)"
                ], "\(steps)")
            // Another rule may make it slower.
            #expect(errors("\(rule), { \"steps\": [ { \"pass\": true, \"delay\": \"9s\" } ] }", "5s") == [])
        }
        for step in [
            #"{ "reply": {}, "delay": "1s" }, { "fail": "http/timeout" }"#,
            #"{ "reply": { "size": "1MB" }, "delay": "1s" }"#,
            #"{ "reply": { "text": "{{hit}}" }, "delay": "1s" }"#, #"{ "fail": "http/no-continue", "delay": "1s" }"#,
            #"{ "reply": { "text": "hello" }, "pace": "1B/s" }"#,
        ] {
            #expect(errors("{ \"match\": { \"path\": \"/a\" }, \"steps\": [ \(step) ] }", "5s") == [], "\(step)")
        }
    }

    /// A client that gives up after the head needs an answer that is not over yet.
    @Test func nobodyGivesUpOnTheRestOfWhatComesAtOnce() {
        func errors(_ step: String, from moment: String) -> [String] {
            let expect = "{ \"rule\": \"rule 1\", \"gaveUp\": { \"atMost\": \"3s\", \"from\": \"\(moment)\" } }"
            return messages("{ \"rules\": [ { \"steps\": [ \(step) ] } ], \"expect\": [ \(expect) ] }").map(
                withoutPlace)
        }
        let words =
            #"error: no answer of rule "rule 1" takes time once its head has left; one with a "pace" does, and a failure such as "tcp/stall-mid-body""#
        for moment in ["head", "lastByte"] {
            #expect(errors(#"{ "fail": "http/timeout" }"#, from: moment) == [words])
            #expect(errors(#"{ "reply": {}, "delay": "1s" }"#, from: moment) == [words])
            #expect(
                errors(#"{ "reply": {} }"#, from: moment) == [
                    #"error: every answer of rule "rule 1" comes at once: nobody can give up on it; a client gives up on a "delay", or on a failure such as "http/timeout""#
                ])
            for step in [
                #"{ "fail": "tcp/stall-mid-body" }"#, #"{ "reply": { "text": "{{hit}}" } }"#,
                #"{ "reply": { "text": "hello" }, "pace": "1B/s" }"#, #"{ "reply": { "size": "1MB" }, "delay": "1s" }"#,
                #"{ "choose": [ { "fail": "http/timeout" }, { "fail": "tcp/slow" } ] }"#,
            ] {
                #expect(errors(step, from: moment) == [], "\(step)")
            }
        }
    }

    @Test func nobodyGivesUpBeforeAnotherRequestEither() {
        let text = """
            { "rules": [ { "match": { "path": "/a" }, "steps": [ { "reply": {} } ] } ],
              "expect": [ { "unmatched": true, "after": { "gaveUp": true }, "requests": 0 } ] }
            """
        #expect(
            messages(text) == [
                #"2:47: error: every answer of this scenario comes at once: nobody can give up on it; a client gives up on a "delay", or on a failure such as "http/timeout""#
            ])
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
                { "rule": "pyy", "requests": 1 },
                { "rule": "pay", "sameHeader": "X-Id" },
                { "rule": "pay", "backoff": { "factorAtLeast": 2 } },
                { "rule": "pay", "same": ["body", "jsn/id"] },
                { "rule": "pay", "requests": 1, "after": { "rule": "pay", "hit": 0 } },
                { "rule": "pay", "requests": 1, "after": { "failure": "tcp/reset" } },
                { "rule": "pay", "newConnection": true },
                { "rule": "pay", "requests": 1, "countBy": "{{request.path.id}}" },
                { "rule": "pay", "requests": 2, "gap": [{ "atMost": "1s" }, { "atMost": "2s" }] },
                { "rule": "pay", "same": ["body"], "distinct": ["target", "body"] },
                { "rule": "pay", "within": "1s", "requests": { "atMost": 5, "per": "2s" } },
                { "rule": "pay", "every": {} } ] }
            """
        #expect(
            messages(text) == [
                #"3:37: error: "gap" needs 2 requests; "requests" allows 1 at most"#,
                #"4:15: error: there is no rule "pyy"; did you mean "pay"?"#,
                #"5:22: error: "sameHeader" is an earlier form of "same"; "same": ["headers.X-Id"]"#,
                #"6:35: error: "factorAtLeast" is an earlier form of "factor"; "factor": 2"#,
                #"7:39: error: a request has no part "jsn/id"; it is such as "body", "headers.X-Id", "query.page" or "json/id""#,
                #"8:70: error: "hit" must be a whole number from 1 to 1000000000"#,
                #"9:59: error: no answer of this scenario is "tcp/reset""#,
                #"10:22: error: "newConnection" needs "after"; such as "after": { "failure": "http/truncated-json" }"#,
                #"11:49: error: the path of this rule has no segment {id}"#,
                #"12:65: error: gap 2 needs 3 requests; "requests" allows 2 at most"#,
                #"13:63: error: "body" is in "same" too; no part is the same in all requests and different in each"#,
                #"14:72: error: "per" is not shorter than "within"; without "per" the bounds are those of all requests"#,
                #"15:31: error: this "every" excludes no request"#,
            ])
        let carets = load(text).text.split(separator: "\n").filter { $0.contains("^") }.map { line in
            line.drop { $0 != "^" }.count
        }
        #expect(carets == [5, 5, 12, 15, 8, 1, 11, 15, 19, 18, 6, 4, 2])
    }

    @Test func rulesOfTheBaseCount() {
        var numbering = ScriptNumbering()
        let files = [
            "s/base.json":
                #"{ "rules": [ { "name": "ends", "steps": [ { "reply": {} } ] } ], "expect": [ { "rule": "ends", "requests": 1 } ] }"#,
            "s/a.json":
                #"{ "extends": "base", "rules": [ { "match": { "path": "/a" }, "steps": [ { "reply": {} } ] } ], "expect": [ { "rule": "ends", "requests": 3 } ] }"#,
        ]
        let result = ScenarioLoader(
            source: MemorySource(files), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all
        )
        .load(["s"], numbering: &numbering)
        #expect(!result.hasErrors, "\(result.text)")
        // Its own expectations are of it alone.
        guard case .judged(let scope, let values)? = result.scenarios.first?.expectations.first?.kind,
            case .rule(1) = scope.subject
        else {
            Issue.record("not that of the base")
            return
        }
        #expect(values == [.requests(.init(atLeast: 3, atMost: 3), per: nil)])
        #expect(result.scenarios.map(\.expectations.count) == [1, 1])
    }

    @Test func anyValueInAnyPlaceNeverCrashes() {
        let values = ["null", "true", "-1", "1e400", "\"\"", "\"x\"", "[]", "[[]]", "{}", "[null]", "{\"x\":1}"]
        for name in [
            "rule", "match", "unmatched", "order", "requests", "gap", "backoff", "honours", "every", "same", "distinct",
            "connections", "newConnection", "gaveUp", "atOnce", "after", "within", "countBy", "name", "sameHeader",
            "newConnectionAfter",
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
