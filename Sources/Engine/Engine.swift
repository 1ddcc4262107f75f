internal import Catalogue
public import Scenario
public import Wire

/// Decides what a request gets: a pure function of the scenario, the request and the hits so far.
public enum Engine {
    /// Matches the request, takes the hit and picks the step.
    ///
    /// Called at the head; where that gives `.needsBody`, called again when the body is complete. No hit
    /// is taken before the decision stands.
    public static func decide(
        _ request: Request, scenario: CompiledScenario, state: SessionState, clock: EngineClock = EngineClock()
    ) -> EngineDecision {
        if scenario.hasCORS, let preflight = CrossOrigin.preflight(request) { return .answer(EngineAnswer(preflight)) }
        if scenario.isStraight, let decision = decideStraight(request, scenario, state) { return decision }
        if scenario.hasSystem {
            var decision = SystemDecision(request, scenario, state, clock)
            return decision.decide()
        }
        var walk = Walk(scenario.content(of: request), clock)
        if scenario.hasBodyRules, !request.isBodyComplete, walk.needsBody(request, nil, scenario, state) {
            return .needsBody
        }
        guard let taken = walk.take(request, nil, scenario, state) else {
            return .unmatched(walk.miss)
        }
        let plan = WirePlan(walk.script(of: taken, for: request), delay: walk.delay(of: taken))
        return .answer(walk.answer(taken, plan))
    }
}

extension EngineAnswer {
    fileprivate init(_ preflight: WireScript) {
        self.init(
            plan: WirePlan(preflight), rule: Self.preflight, step: -1, choice: -1, hit: 0, patternOverLimit: false,
            notes: .preflight)
    }
}
