import Engine
import Rules
import Testing
import Wire

/// Limits of the answers that are on their way at once.
@Suite struct AtOnceTests {
    private static func rule(_ limit: String, _ more: String = #""reply": { "text": "{{hit}}" }"#) -> Golden {
        Golden("{ \"rules\": [ { \"atOnce\": \(limit), \(more) } ] }", decidesInSteps: false)
    }

    private func answer(_ golden: Golden, _ target: String = "/", at time: UInt64 = 0) -> EngineAnswer? {
        let decision = Engine.decide(
            Request.make("GET", target), scenario: golden.scenario, state: golden.state,
            clock: EngineClock(monotonic: time))
        guard case .answer(let answer) = decision else { return nil }
        return answer
    }

    private func text(_ answer: EngineAnswer?) -> String {
        guard let answer else { return "none" }
        let content = answer.plan.script.actions.compactMap { action -> String? in
            guard case .content(let content, _) = action else { return nil }
            return String(decoding: content.bytes(0..<content.count), as: UTF8.self)
        }
        return "\(answer.plan.script.status ?? 0) \(content.joined())"
    }

    @Test func aPlaceIsLeftWhenNobodyKeepsTheAnswer() {
        let golden = Self.rule(#"{ "allow": 2, "then": { "reply": { "status": 503, "text": "full" } } }"#)
        var kept = [answer(golden), answer(golden)]
        #expect(kept.map(text) == ["200 1", "200 2"])
        let over = answer(golden)
        #expect(text(over) == "503 full")
        // What goes to `then` is no hit, and takes no place.
        #expect(over?.hit == 0 && over?.step == CompiledScenario.crowdedStep && over?.notes == .crowded)
        #expect(over?.places == nil && golden.state.hits(of: 0) == 2)
        kept.removeFirst()
        #expect(text(answer(golden)) == "200 3")
        kept.append(answer(golden))
        #expect(text(kept.last ?? nil) == "200 4" && text(answer(golden)) == "503 full")
        #expect(golden.state.hits(of: 0) == 4)
    }

    @Test func withoutThenItIsA503() {
        let golden = Self.rule(#"{ "allow": 1 }"#)
        let first = answer(golden)
        let second = answer(golden)
        #expect(second?.plan.script.status == 503)
        #expect(golden.scenario.failureName(rule: 0, step: second?.step ?? 0) == "http/status/503")
        withExtendedLifetime(first) {}
    }

    @Test func eachValueHasItsOwnPlaces() {
        let golden = Self.rule(
            #"{ "allow": 1 }"#, #""match": { "path": "/{user}" }, "countBy": "{{request.path.user}}", "reply": {}"#)
        let kept = [answer(golden, "/a"), answer(golden, "/b")]
        #expect(kept.map { $0?.plan.script.status } == [200, 200])
        #expect(["/a", "/b", "/c"].map { answer(golden, $0)?.plan.script.status } == [503, 503, 200])
    }

    @Test func whatIsCrowdedTakesNothingOfTheRate() {
        let golden = Self.rule(#"{ "allow": 1 }"#, #""rateLimit": { "allow": 2, "per": "10s" }, "reply": {}"#)
        var first = answer(golden)
        #expect((0..<3).map { _ in answer(golden)?.plan.script.status } == [503, 503, 503])
        first = nil
        #expect(first == nil && (0..<2).map { _ in answer(golden)?.plan.script.status } == [200, 429])
    }

    @Test func aRuleThatPassesLimitsWhatIsBelow() {
        let golden = Golden(
            #"{ "rules": [ { "atOnce": { "allow": 1 }, "pass": true }, { "match": { "path": "/a" }, "reply": {} } ] }"#,
            decidesInSteps: false)
        let first = answer(golden, "/a")
        #expect(first?.places != nil && answer(golden, "/a")?.plan.script.status == 503)
        withExtendedLifetime(first) {}
        // Also what no rule answers.
        let other = Golden(#"{ "rules": [ { "atOnce": { "allow": 1 }, "pass": true } ] }"#, decidesInSteps: false)
        guard case .unmatched(let miss) = other.decide(Request.make("GET", "/")) else {
            Issue.record("it is answered")
            return
        }
        #expect(miss.places != nil && answer(other)?.plan.script.status == 503)
    }

    @Test func aResetForgetsThoseOnTheirWay() {
        let golden = Self.rule(#"{ "allow": 1 }"#)
        var first = answer(golden)
        golden.state.reset()
        let second = answer(golden)
        #expect(text(second) == "200 1")
        // The answer of before leaves no place here.
        first = nil
        #expect(first == nil && answer(golden)?.plan.script.status == 503)
        withExtendedLifetime(second) {}
    }

    @Test func aTrialTakesNoPlace() {
        let golden = Self.rule(#"{ "allow": 1 }"#)
        for _ in 0..<3 {
            #expect(TrialDecision(Request.make("GET", "/"), golden.state, EngineClock()).step == 0)
        }
        // Not even while it is tried: the copy counts by itself.
        let copy = golden.state.copy()
        let onCopy = Engine.decide(Request.make("GET", "/"), scenario: golden.scenario, state: copy)
        let first = answer(golden)
        #expect(first?.plan.script.status == 200)
        withExtendedLifetime(onCopy) {}
        #expect(
            TrialDecision(Request.make("GET", "/"), golden.state, EngineClock()).step == CompiledScenario.crowdedStep)
        withExtendedLifetime(first) {}
    }

    @Test func anAnswerThatWaitsIsOnItsWay() {
        let golden = Golden(
            #"""
            { "variables": { "a": 0 }, "rules": [ { "atOnce": { "allow": 1 }, "reply": {},
                "delay": { "until": { "variables": { "a": 1 } }, "atMost": "10s" } } ] }
            """#, decidesInSteps: false)
        var first: EngineDecision? = golden.decide(Request.make("GET", "/"))
        guard case .waits(let taken)? = first else {
            Issue.record("it does not wait")
            return
        }
        #expect(answer(golden)?.plan.script.status == 503)
        taken.endWait(golden.state, at: EngineClock(monotonic: 10_000_000_000))
        first = nil
        let decided = taken.decide()
        #expect(answer(golden)?.plan.script.status == 503)
        guard case .answer(let made) = decided.decision else { return }
        #expect(made.places != nil)
    }

    @Test func eachElementOfABatchHasAPlace() {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "rules": [ { "match": { "rpc": "a" }, "atOnce": { "allow": 1 }, "reply": { "result": 7 } } ] }
            """#, decidesInSteps: false)
        let call = #"{"jsonrpc":"2.0","id":1,"method":"a"}"#
        let decision = golden.decide(Request.make("POST", "/", body: Array("[\(call),\(call)]".utf8)))
        guard case .answer(let answer) = decision else {
            Issue.record("no answer")
            return
        }
        #expect(answer.places != nil)
        #expect(golden.state.hits(of: 0) == 1)
        withExtendedLifetime(answer) {}
    }
}
