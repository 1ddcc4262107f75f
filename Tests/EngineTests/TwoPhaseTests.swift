import Catalogue
import Engine
import Testing
import Wire

@testable import Scenario

/// Decided at the head where that is sure, and else with the body.
@Suite struct TwoPhaseTests {
    private func rule(_ name: String, path: String?, needsBody: Bool = false, passes: Bool = false) -> CompiledRule {
        var match = MatchProgram()
        if let path { match.path = .literal(Array(path.utf8)) }
        let answer = CompiledAnswer(.script(Reply().script(number: 1)))
        return CompiledRule(
            name: name, match: match, steps: [CompiledStep(passes ? .pass(pace: nil, cut: nil) : .answer(answer))],
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
}
