import Engine
import Rules
import Testing
import Wire

/// What is counted apart, limited, and held for a time. The clock is the test's.
@Suite struct LimitTests {
    /// A scenario, and when it is asked.
    private struct Timed {
        let golden: Golden

        init(_ rule: String, otherwise: Bool = false) {
            let more = otherwise ? #", "otherwise": { "reply": { "text": "else" } }"# : ""
            golden = Golden("{ \"rules\": [ { \(rule) } ]\(more) }")
        }

        func answer(_ target: String = "/", at milliseconds: UInt64 = 0) -> EngineAnswer? {
            let clock = EngineClock(monotonic: 1_000_000_000 + milliseconds * 1_000_000)
            let decision = Engine.decide(
                Request.make("GET", target), scenario: golden.scenario, state: golden.state, clock: clock)
            guard case .answer(let answer) = decision else { return nil }
            return answer
        }

        func body(_ target: String = "/", at milliseconds: UInt64 = 0) -> String {
            answer(target, at: milliseconds)?.plan.script.body ?? "none"
        }

        func retryAfter(at milliseconds: UInt64) -> String? {
            for case .head(let head, _, _, _) in answer(at: milliseconds)?.plan.script.actions ?? [] {
                return head.first("retry-after").map { String(decoding: $0, as: UTF8.self) }
            }
            return nil
        }
    }

    private static let limited = #"""
        "rateLimit": { "allow": 2, "per": "10s", "then": { "reply": { "status": 429, "text": "over" } } },
        "steps": [ { "reply": { "text": "{{hit}}" } } ]
        """#

    @Test func whatIsLetPassOverTheLimitIsNotSaidOfTheRuleThatAnswers() {
        let timed = Timed(
            #"""
            "rateLimit": { "allow": 1, "per": "10s", "then": {
              "choose": [ { "reply": { "status": 429, "text": "over" } }, { "pass": true } ] } },
            "steps": [ { "reply": {} } ]
            """#, otherwise: true)
        _ = timed.answer()
        let answers = (0..<20).compactMap { _ in timed.answer() }
        #expect(Set(answers.map(\.rule)) == [0, -1])
        #expect(answers.allSatisfy { ($0.notes == .overRate) == ($0.rule == 0) })
    }

    @Test func aWindowOpensWithItsFirstRequest() {
        let rule = Timed(Self.limited)
        #expect(rule.body(at: 5_000) == "1")
        #expect(rule.body(at: 14_000) == "2")
        #expect(rule.body(at: 14_999) == "over")
        #expect(rule.body(at: 15_000) == "3")
        // The next one opens with the next request, not where the last one ended.
        #expect(rule.body(at: 31_000) == "4")
        #expect(rule.body(at: 40_000) == "5")
        #expect(rule.body(at: 40_999) == "over")
    }

    @Test func requestsOverTheLimitAreNoHits() {
        let rule = Timed(Self.limited)
        for _ in 0..<2 { _ = rule.answer() }
        let over = rule.answer()
        #expect(over?.hit == 0)
        #expect(over?.step == CompiledScenario.overRateStep)
        #expect(over?.notes == .overRate)
        #expect(rule.golden.state.hits(of: 0) == 2)
        rule.golden.state.reset()
        #expect(rule.body() == "1")
    }

    @Test func retryAfterIsWhatIsLeftRoundedUp() {
        let rule = Timed(Self.limited)
        #expect(rule.retryAfter(at: 0) == nil)
        _ = rule.answer()
        #expect(rule.retryAfter(at: 0) == "10")
        #expect(rule.retryAfter(at: 1) == "10")
        #expect(rule.retryAfter(at: 9_000) == "1")
        #expect(rule.retryAfter(at: 9_999) == "1")
    }

    @Test(arguments: [
        (#"{ "reply": { "headers": { "retry-after": "7" } } }"#, "7"),
        (#"{ "reply": { "headers": { "Retry-After": null } } }"#, nil),
        (#"{ "reply": { "head": [["A", "b"]] } }"#, nil),
        (#"{ "fail": "http/status/429", "with": { "headers": { "Retry-After": "8" } } }"#, "8"),
        (#"{ "fail": "http/status/429" }"#, "10"),
        (#"{ "reply": { "text": "{{request.method}}" } }"#, "10"),
        (#"{ "reply": {}, "cut": { "after": "head", "end": "reset" } }"#, "10"),
        (#"{ "choose": [ { "reply": { "headers": { "Retry-After": "9" } } } ] }"#, "9"),
    ])
    func retryAfterIsSetUnlessTheStepSpeaksOfIt(_ then: String, _ value: String?) {
        let rule = Timed(
            #""rateLimit": { "allow": 1, "per": "10s", "then": \#(then) }, "steps": [ { "reply": {} } ]"#)
        _ = rule.answer()
        #expect(rule.retryAfter(at: 0) == value)
    }

    @Test func aStepOverTheLimitMayFailOrLetPass() {
        let fails = Timed(
            #""rateLimit": { "allow": 1, "per": "10s", "then": { "fail": "tcp/reset" } }, "steps": [ { "reply": {} } ]"#
        )
        _ = fails.answer()
        let answer = fails.answer()
        #expect(answer?.plan.script.actions.isEmpty == true)
        #expect(
            fails.golden.scenario.failureName(rule: 0, step: answer?.step ?? 0, choice: -1) == "tcp/reset")
        let passes = Timed(
            #""rateLimit": { "allow": 1, "per": "10s", "then": { "pass": true } }, "steps": [ { "reply": {} } ]"#,
            otherwise: true)
        #expect(passes.body() == "")
        #expect(passes.body() == "else")
    }

    @Test func whatPassesOverTheLimitBringsItsCutAlong() {
        let golden = Golden(
            #"""
            { "rules": [ { "rateLimit": { "allow": 1, "per": "1h", "then": { "pass": true, "cut": { "after": 1, "end": "reset" } } },
                "steps": [ { "pass": true } ] }, { "steps": [ { "reply": { "text": "abc" } } ] } ] }
            """#)
        #expect(PlaceholderTests.body(golden, Request.make("GET", "/")) == "abc")
        #expect(PlaceholderTests.body(golden, Request.make("GET", "/")) == "a")
    }

    @Test func eachValueHasItsOwnHitsAndItsOwnLimit() {
        let rule = Timed(
            #"""
            "match": { "path": "/{id}" }, "countBy": "{{request.path.id}}",
            "rateLimit": { "allow": 2, "per": "10s", "then": { "reply": { "text": "over" } } },
            "steps": [ { "reply": { "text": "first {{hit}}" } }, { "reply": { "text": "then {{hit}}" } } ]
            """#)
        #expect(rule.body("/a") == "first 1")
        #expect(rule.body("/b") == "first 1")
        #expect(rule.body("/a") == "then 2")
        #expect(rule.body("/a") == "over")
        #expect(rule.body("/b") == "then 2")
        #expect(rule.golden.state.hits(of: 0) == 4)
    }

    @Test func drawsAreTheValuesOwn() {
        let rule =
            #""match": { "path": "/{id}" }, "countBy": "{{request.path.id}}", "steps": [ { "reply": { "text": "{{uuid}}" } } ]"#
        let golden = Timed(rule)
        let a = golden.body("/a")
        #expect(a != golden.body("/b"))
        // Whoever else came before.
        let other = Timed(rule)
        _ = other.body("/c")
        #expect(other.body("/a") == a)
    }

    @Test func aRuleThatEndsEndsForEachValue() {
        let rule = Timed(
            #""match": { "path": "/{id}" }, "countBy": "{{request.path.id}}", "atEnd": "pass", "steps": [ { "reply": { "text": "once" } } ]"#,
            otherwise: true
        )
        #expect([rule.body("/a"), rule.body("/a"), rule.body("/b")] == ["once", "else", "once"])
    }

    @Test func tooManyValuesShareOneCount() {
        let rule = Timed(
            #""match": { "path": "/{id}" }, "countBy": "{{request.path.id}}", "steps": [ { "reply": { "text": "{{hit}}" } } ]"#
        )
        for number in 0..<10_000 { _ = rule.answer("/\(number)") }
        #expect(rule.body("/x") == "1")
        #expect(rule.body("/y") == "2")
        #expect(rule.answer("/z")?.notes == .sharedCount)
        #expect(rule.answer("/9999")?.notes == [])
        #expect(rule.body("/9999") == "3")
    }

    @Test func longValuesAreToldApart() {
        let rule = Timed(
            #""match": { "path": "/{id}" }, "countBy": "{{request.path.id}}", "steps": [ { "reply": { "text": "{{hit}}" } } ]"#
        )
        let long = "/" + String(repeating: "x", count: 5_000)
        #expect([rule.body(long + "a"), rule.body(long + "b"), rule.body(long + "a")] == ["1", "1", "2"])
    }

    @Test func aStepHoldsForATimeFromItsFirstHit() {
        let rule = Timed(
            #""steps": [ { "reply": { "text": "a" }, "times": 2 }, { "reply": { "text": "b" }, "for": "5s" }, { "reply": { "text": "c" } } ]"#
        )
        #expect([rule.body(at: 0), rule.body(at: 9_000)] == ["a", "a"])
        // However long nobody asked, its time begins with its first hit.
        #expect(rule.body(at: 60_000) == "b")
        #expect(rule.body(at: 64_999) == "b")
        #expect(rule.body(at: 65_000) == "c")
        #expect(rule.body(at: 999_000) == "c")
    }

    @Test func stepsWithATimeLoopAndEnd() {
        let steps =
            #""steps": [ { "reply": { "text": "a" }, "for": "5s" }, { "reply": { "text": "b" }, "for": "1s" } ]"#
        let loop = Timed("\"atEnd\": \"loop\", \(steps)")
        #expect([0, 5_000, 6_000, 10_999, 11_000].map { loop.body(at: $0) } == ["a", "b", "a", "a", "b"])
        let pass = Timed("\"atEnd\": \"pass\", \(steps)", otherwise: true)
        #expect([0, 5_000, 6_000, 7_000].map { pass.body(at: $0) } == ["a", "b", "else", "else"])
    }

    @Test func aCountReadsTheBodyWhereItHasTo() {
        let golden = Golden(
            #"{ "rules": [ { "countBy": "{{request.json/id}}", "steps": [ { "reply": {} } ] } ] }"#)
        let request = Request.make("POST", "/", body: Array("{}".utf8))
        request.isBodyComplete = false
        #expect(golden.tell(request) == "needs body")
    }

    @Test func requestsAtOnceAreNeverMoreThanTheLimit() async {
        let rule = Timed(
            #""rateLimit": { "allow": 100, "per": "1h", "then": { "fail": "http/status/429" } }, "steps": [ { "reply": {} } ]"#
        )
        let allowed = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<100).count { _ in rule.answer()?.hit != 0 } }
            }
            return await group.reduce(0, +)
        }
        #expect(allowed == 100)
    }
}
