internal import Catalogue
public import Scenario
public import Wire

/// Decides what a request gets: a pure function of the scenario, the request and the hits so far.
public enum Engine {
    /// Matches the request, takes the hit and picks the step.
    ///
    /// Called at the head; where that gives `.needsBody`, called again when the body is complete. No hit
    /// is taken before the decision stands. `budget` is that of the request, the same for both calls.
    public static func decide(
        _ request: Request, scenario: CompiledScenario, state: SessionState, clock: EngineClock,
        budget: inout MatchBudget
    ) -> EngineDecision {
        if scenario.hasCORS, let preflight = CrossOrigin.preflight(request) { return .answer(EngineAnswer(preflight)) }
        if scenario.isStraight, let decision = decideStraight(request, scenario, state, &budget) { return decision }
        if scenario.hasSystem {
            var decision = SystemDecision(request, scenario, state, clock)
            return decision.decide(&budget)
        }
        var walk = Walk(scenario.content(of: request), clock)
        if scenario.hasBodyRules, !request.isBodyComplete, walk.needsBody(request, nil, scenario, state, &budget) {
            return .needsBody
        }
        guard let taken = walk.take(request, nil, scenario, state, &budget) else {
            return .unmatched(walk.miss)
        }
        let plan = WirePlan(walk.script(of: taken, for: request), delay: walk.delay(of: taken))
        return .answer(walk.answer(taken, plan))
    }

    /// The same with a budget for this call alone.
    public static func decide(
        _ request: Request, scenario: CompiledScenario, state: SessionState, clock: EngineClock = EngineClock()
    ) -> EngineDecision {
        var budget = MatchBudget()
        return decide(request, scenario: scenario, state: state, clock: clock, budget: &budget)
    }
}

extension EngineAnswer {
    fileprivate init(_ preflight: WireScript) {
        self.init(
            plan: WirePlan(preflight), rule: Self.preflight, step: -1, choice: -1, hit: 0,
            notes: .preflight)
    }
}
