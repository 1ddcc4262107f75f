import Catalogue
import Engine
import Testing
import Wire

@testable import Rules

/// Decided at the head where that is sure, and else with the body.
@Suite struct TwoPhaseTests {
    private func rule(_ name: String, path: String?, needsBody: Bool = false, passes: Bool = false) -> CompiledRule {
        var match = MatchProgram()
        if let path { match.path = .literal(Array(path.utf8)) }
        let answer = CompiledAnswer(.script(Reply().script(number: 1)))
        return CompiledRule(
            name: name, match: match, steps: [CompiledStep(passes ? .pass(CompiledStep.Passing()) : .answer(answer))],
            seed: 0, needsBody: needsBody)
    }

    /// The rule that decides at the head; nil where the body is wanted.
    private func atHead(_ path: String, _ rules: [CompiledRule]) -> (rule: Int32?, hits: UInt64) {
        let scenario = CompiledScenario(name: "a", rules: rules)
        let state = SessionState(scenario)
        let request = Request.make("POST", path, body: [1])
        request.isBodyComplete = false
        guard case .answer(let answer) = Engine.decide(request, scenario: scenario, state: state) else {
            return (nil, state.hits(of: 0))
        }
        return (answer.rule, state.hits(of: 0))
    }

    @Test func aRuleBeforeAnyThatReadsTheBodyDecides() {
        let rules = [rule("a", path: "/a"), rule("b", path: nil, needsBody: true), rule("c", path: "/c")]
        #expect(atHead("/a", rules).rule == 0)
        #expect(atHead("/b", rules).rule == nil)
        #expect(atHead("/c", rules).rule == nil)
    }

    @Test func aRuleThatLetsPassDecidesNothingAndTakesNoHitBefore() {
        let rules = [rule("a", path: nil, passes: true), rule("b", path: "/b", needsBody: true), rule("c", path: "/c")]
        #expect(atHead("/b", rules) == (nil, 0))
        #expect(atHead("/c", rules) == (2, 1))
    }

    /// Who decides at the head of a request with a body to come.
    private func whoAtHead(_ match: String, _ target: String, _ fields: [(String, String)] = []) -> String {
        let golden = Golden(
            "{ \"rules\": [ { \"match\": { \(match) }, \"steps\": [ { \"reply\": {} } ] } ], \"otherwise\": { \"reply\": {} } }"
        )
        let request = Request.make("POST", target, fields: fields, body: [1])
        request.isBodyComplete = false
        return String(golden.tell(request).prefix { $0 != "\n" })
    }

    @Test(arguments: [
        #""body": "x""#, #""form": { "a": "1" }"#, #""json": { "/a": 1 }"#, #""json": { "/a": { "exists": false } }"#,
    ])
    func theBodyIsAwaitedOnlyWhereItCanDecide(_ condition: String) {
        #expect(whoAtHead("\"path\": \"/a\", \(condition)", "/a") == "needs body")
        #expect(whoAtHead("\"path\": \"/a\", \(condition)", "/b") == "rule -1 step 0 hit 1")
        #expect(whoAtHead("\"headers\": { \"k\": \"v\" }, \(condition)", "/") == "rule -1 step 0 hit 1")
        #expect(whoAtHead("\"any\": [ { \"path\": \"/a\" }, { \(condition) } ]", "/b") == "needs body")
        #expect(whoAtHead("\"any\": [ { \"path\": \"/a\", \(condition) } ]", "/b") == "rule -1 step 0 hit 1")
        #expect(whoAtHead("\"not\": { \(condition) }", "/b") == "needs body")
        #expect(whoAtHead("\"not\": { \"path\": \"/a\", \(condition) }", "/a") == "needs body")
        #expect(whoAtHead("\"not\": { \"not\": { \"path\": \"/a\", \(condition) } }", "/b") == "rule -1 step 0 hit 1")
        #expect(whoAtHead("\"not\": { \"any\": [ {}, { \(condition) } ] }", "/b") == "rule -1 step 0 hit 1")
    }

    @Test func cookiesAndMatchesOfTheHeadNeedNoBody() {
        #expect(whoAtHead(#""cookies": { "a": "1" }"#, "/", [("Cookie", "a=1")]) == "rule 0 step 0 hit 1")
        #expect(
            whoAtHead(#""any": [ { "path": "/a" }, { "not": { "method": "GET" } } ]"#, "/") == "rule 0 step 0 hit 1")
    }

    @Test(arguments: ["", #""system": "toy", "#, #""variables": { "v": 1 }, "#])
    func whoAnswersUntilHitsAreUsedUpDecidesAtTheHead(_ more: String) {
        let golden = Golden(
            """
            { \(more)"rules": [
              { "steps": [ { "delay": "1ms", "pass": true } ] },
              { "match": { "path": "/a" }, "steps": [ { "reply": {}, "times": 2 } ], "atEnd": "pass" },
              { "steps": [ { "reply": { "text": "{{request.body}}" } } ] } ] }
            """)
        let request = Request.make("POST", "/a", body: Array("x".utf8))
        request.isBodyComplete = false
        func who() -> String { String(golden.tell(request).prefix { $0 != "\n" }) }
        #expect(who() == "rule 1 step 0 hit 1")
        #expect(who() == "rule 1 step 0 hit 2")
        #expect(who() == "needs body")
        #expect((0..<3).map { golden.state.hits(of: $0) } == [2, 2, 0])
        request.isBodyComplete = true
        #expect(who() == "rule 2 step 0 hit 1")
        #expect((0..<3).map { golden.state.hits(of: $0) } == [3, 2, 1])
    }

    @Test func noHitIsKeptForWhoMayNotBeAsked() {
        let golden = Golden(
            """
            { "rules": [
              { "steps": [ { "choose": [ { "reply": {} }, { "pass": true } ] } ] },
              { "steps": [ { "reply": {} } ], "atEnd": "pass" },
              { "steps": [ { "reply": { "text": "{{request.body}}" } } ] } ] }
            """)
        let request = Request.make("POST", "/a", body: Array("x".utf8))
        request.isBodyComplete = false
        #expect(golden.tell(request) == "needs body")
        #expect((0..<3).map { golden.state.hits(of: $0) } == [0, 0, 0])
    }

    @Test func aSystemThatReadsNoBodyDecidesAtTheHeadToo() {
        let golden = Golden(
            #"""
            { "system": "toy", "rules": [ { "match": { "path": "/a", "body": "x" }, "steps": [ { "reply": {} } ] } ],
              "otherwise": { "fail": "tcp/reset" } }
            """#)
        let request = Request.make("POST", "/b", body: Array("x".utf8))
        request.isBodyComplete = false
        #expect(golden.tell(request).hasPrefix("rule -1"))
        let other = Request.make("POST", "/a", body: Array("x".utf8))
        other.isBodyComplete = false
        #expect(golden.tell(other) == "needs body")
        other.isBodyComplete = true
        #expect(golden.tell(other).hasPrefix("rule 0"))
    }
}
