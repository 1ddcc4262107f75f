internal import Scenario
internal import Wire

extension Engine {
    /// The same decision for what most requests meet: a rule that surely answers, and steps that were laid out at load.
    /// Nil where more has to be looked at; no hit is taken then.
    ///
    /// It is a fraction of the whole way, and the whole way a tenth of a request.
    static func decideStatic(
        _ request: Request, _ scenario: CompiledScenario, _ state: SessionState, _ budget: inout MatchBudget
    ) -> EngineDecision? {
        var first = -1
        scenario.visitMatches(request, nil, nil, &budget) { number, _, _ in
            first = number
            return true
        }
        let number = first >= 0 ? Int32(truncatingIfNeeded: first) : EngineAnswer.otherwise
        guard let rule = first >= 0 ? scenario.rules[first] : scenario.otherwise, rule.isStatic,
            let hit = state.takeHit(first >= 0 ? first : scenario.rules.count, last: nil)
        else { return nil }
        let step = rule.step(at: hit)
        guard case .answer(let answer) = rule.steps[step].act else { preconditionFailure("a static rule answers") }
        var delay: Nanoseconds = 0
        if case .fixed(let time) = rule.steps[step].delay { delay = time }
        return .answer(
            EngineAnswer(
                plan: WirePlan(answer.staticScript, delay: delay), rule: number, step: Int32(truncatingIfNeeded: step),
                choice: -1, hit: hit))
    }
}
