internal import Catalogue
public import Rules
public import Wire

/// Decides the answer to a request. It depends only on the scenario, the request, the session's state and the clock,
/// all of which are passed in.
public enum Engine {
    /// Matches the request, takes the hit and selects the step.
    ///
    /// Called when the head is complete; after `.needsBody`, called again when the body is. No hit is taken before the
    /// decision is final. `budget` belongs to the request and is the same for both calls. A request that takes
    /// long is decided in steps instead (`DeferredDecision`).
    public static func decide(
        _ request: Request, scenario: CompiledScenario, state: SessionState, clock: EngineClock,
        budget: inout MatchBudget
    ) -> EngineDecision {
        let preflight = scenario.hasCORS ? CrossOrigin.preflight(request) : nil
        if let preflight, !scenario.hasPreflightRules { return .answer(EngineAnswer(preflight: preflight)) }
        if scenario.isDirect, preflight == nil,
            let decision = decideDirectly(request, scenario, state, clock, &budget)
        {
            return decision
        }
        // The steps to come may be on other threads, or later.
        let request = scenario.decidesInSteps && request.isBodyComplete ? Request(request.snapshot()) : request
        var decision = StepwiseDecision(request, scenario, clock, budget, preflight: preflight)
        defer { budget = decision.budget }
        return decision.decide(state)
    }

    /// The same with a budget for this call alone.
    public static func decide(
        _ request: Request, scenario: CompiledScenario, state: SessionState, clock: EngineClock = EngineClock()
    ) -> EngineDecision {
        var budget = MatchBudget()
        return decide(request, scenario: scenario, state: state, clock: clock, budget: &budget)
    }
}
