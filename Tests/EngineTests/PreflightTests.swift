import Engine
import Rules
import Synchronization
import Testing
import Wire

/// Which rules answer CORS preflights, and what counts.
@Suite struct PreflightTests {
    private static let fields = [("Origin", "http://a"), ("Access-Control-Request-Method", "PUT")]

    private static func scenario(_ rules: String, _ more: String = "") -> Golden {
        Golden("{ \"cors\": true, \(more) \"rules\": [ \(rules) ] }", decidesInSteps: true)
    }

    private static let refused = #"{ "match": { "method": "OPTIONS" }, "atEnd": "pass", "steps": [ { "fail": 403 } ] }"#

    private func who(_ golden: Golden, _ target: String = "/") -> String {
        golden.who(target, Self.fields, method: "OPTIONS")
    }

    private static let builtIn = "rule -4 step -1 hit 0"

    @Test func ofManyAtOnceOneGetsTheOnlyStepAndNoneReachesTheRuleBelow() async {
        let golden = Golden(
            #"{ "cors": true, "rules": [ \#(Self.refused), { "match": { "path": "/**" }, "reply": {} } ] }"#,
            decidesInSteps: false)
        let rules = await withTaskGroup(of: [Int32].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<200).map { _ in
                        let request = Request.make("OPTIONS", "/", fields: Self.fields)
                        guard case .answer(let answer) = golden.decide(request) else { return 99 }
                        return answer.rule
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(rules.count { $0 == 0 } == 1)
        #expect(rules.count { $0 == EngineAnswer.preflight } == 1_599)
        #expect(golden.state.hits(of: 1) == 0)
    }

    @Test func aRuleThatOnlyPassesIsSkippedAndTakesNoHit() {
        let golden = Self.scenario(#"{ "match": { "path": "/**" }, "pass": true, "delay": "2s" }, "# + Self.refused)
        #expect(who(golden) == "rule 1 step 0 hit 1 http/status/403")
        #expect(golden.tell("/", Self.fields, method: "OPTIONS").hasPrefix(Self.builtIn))
        #expect(golden.state.hits(of: 0) == 0)
    }

    @Test(arguments: [
        #"{ "match": { "path": "/x/**" }, "reply": {} }"#,
        #"{ "match": { "path": "/**" }, "pass": true, "rateLimit": { "allow": 1, "per": "1m" } }"#,
        #"{ "match": { "path": "/**" }, "steps": [ { "pass": true }, { "fail": 503 } ] }"#,
        #"{ "match": { "path": "/**" }, "choose": [ { "pass": true, "weight": 9 }, { "fail": 503 } ] }"#,
        #"{ "match": { "method": { "not": "GET" } }, "reply": {} }"#,
        #"{ "match": { "path": "/**" }, "atEnd": "pass", "steps": [ { "reply": {}, "for": "1s" } ] }"#,
        #"{ "match": { "path": "/**" }, "atEnd": "pass", "countBy": "{{request.path}}", "steps": [ { "reply": {} } ] }"#,
    ])
    func aRuleThatTakesEveryMethodSeesNoPreflight(above: String) {
        let golden = Self.scenario(above + "," + Self.refused)
        #expect(who(golden, "/x/a") == "rule 1 step 0 hit 1 http/status/403")
        for _ in 0..<3 { #expect(who(golden, "/x/a") == Self.builtIn) }
        #expect(golden.state.hits(of: 0) == 0 && golden.state.hits(of: 1) == 1)
    }

    @Test func aRuleForPreflightsThatPassesLendsItsDelay() {
        let golden = Self.scenario(
            #"{ "match": { "method": "OPTIONS" }, "pass": true, "delay": "2s" }, { "match": { "path": "/**" }, "reply": {} }"#
        )
        let told = golden.tell("/", Self.fields, method: "OPTIONS")
        #expect(told.hasPrefix(Self.builtIn + "\nwait 2s\nhead 204"), "\(told)")
        #expect(golden.state.hits(of: 0) == 1 && golden.state.hits(of: 1) == 0)
    }

    @Test func limitsAndVariablesCountAsForAnyRequest() {
        let golden = Self.scenario(
            #"""
            { "match": { "method": [ "OPTIONS", "PUT" ], "path": "/a" }, "reply": {},
              "rateLimit": { "allow": 2, "per": "1m" } },
            { "match": { "method": "OPTIONS", "variables": { "open": false } }, "fail": 503 }
            """#, #""variables": { "open": true },"#)
        #expect(who(golden, "/a") == "rule 0 step 0 hit 1")
        #expect(golden.who("/a", method: "PUT") == "rule 0 step 0 hit 2")
        #expect(who(golden, "/a") == "rule 0 step -2 hit 0 http/status/429")
        #expect(who(golden, "/b") == Self.builtIn)
    }

    @Test func systemsAnswerInTheirOwnWords() {
        let golden = Self.scenario(
            #"{ "match": { "node": "me" }, "reply": { "json": {} } }, { "match": { "method": "OPTIONS" }, "fail": 190 }"#,
            #""system": "graph","#)
        #expect(who(golden, "/v20.0/me") == "rule 1 step 0 hit 1 graph/190")
        #expect(who(golden, "/v20.0/4") == "rule 1 step 0 hit 2 graph/190")
    }

    @Test func itIsDecidedAtTheHeadWhereNoRuleReadsTheBody() {
        let golden = Self.scenario(
            #"{ "match": { "method": "OPTIONS", "path": "/a" }, "fail": "tcp/reset-mid-upload" }, { "match": { "path": "/b", "method": "OPTIONS", "body": { "contains": "x" } }, "fail": 403 }"#
        )
        func decision(_ target: String) -> EngineDecision {
            let request = Request.make("OPTIONS", target, fields: Self.fields + [("Content-Length", "10")])
            request.isBodyComplete = false
            return golden.decide(request)
        }
        if case .answer(let answer) = decision("/a") { #expect(answer.rule == 0) } else { Issue.record("/a") }
        if case .answer(let answer) = decision("/c") { #expect(answer.rule == -4) } else { Issue.record("/c") }
        if case .needsBody = decision("/b") {} else { Issue.record("/b") }
    }

    @Test func aPreflightWaitsForVariablesToo() throws {
        let golden = Golden(
            #"""
            { "cors": true, "variables": { "a": 0 }, "rules": [
                { "match": { "method": "OPTIONS" }, "reply": { "text": "{{variables.a}}" },
                  "delay": { "until": { "variables": { "a": 1 } }, "atMost": "5s", "then": { "fail": 504 } } } ] }
            """#)
        guard case .waits(let taken) = golden.decide(Request.make("OPTIONS", "/", fields: Self.fields)) else {
            Issue.record("it does not wait")
            return
        }
        taken.endWait(golden.state, at: EngineClock())
        guard case .answer(let answer) = taken.decide().decision else { throw CancellationError() }
        #expect(answer.plan.script.status == 504)
    }
}
