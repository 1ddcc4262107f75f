internal import Catalogue
public import Scenario
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
        if scenario.hasCORS, !(scenario.decidesInSteps && request.isBodyComplete),
            let preflight = CrossOrigin.preflight(request)
        {
            return PreflightDecision.decide(request, preflight, scenario, state, clock, &budget)
        }
        if scenario.decidesInSteps, request.isBodyComplete {
            let taken = TakenRequest(RequestMatches(Request(request.snapshot()), scenario, budget), state, clock)
            guard taken.hold == nil else { return .waits(taken) }
            guard !taken.encodesBody else { return .takesLong(taken) }
            let decided = taken.decide(findingNearest: false)
            budget = decided.budget
            return decided.decision
        }
        if scenario.isDirect, let decision = decideDirectly(request, scenario, state, clock, &budget) {
            return decision
        }
        if scenario.hasSystem {
            var decision = SystemDecision(request, scenario, state, clock)
            return decision.decide(&budget)
        }
        var evaluation = RuleEvaluation(scenario.content(of: request), clock)
        if scenario.hasBodyRules, !request.isBodyComplete, evaluation.needsBody(request, nil, scenario, state, &budget)
        {
            return .needsBody
        }
        let matched = evaluation.evaluate(request, nil, scenario, state, &budget)
        return decision(evaluation, matched, request)
    }

    /// Inlined, since both arguments would be copied otherwise.
    @inline(__always)
    static func decision(
        _ evaluation: RuleEvaluation, _ matched: RuleEvaluation.MatchedStep?, _ request: Request
    ) -> EngineDecision {
        guard let matched else { return .unmatched(evaluation.miss) }
        guard evaluation.inherited.spoilers == nil else {
            return .answer(evaluation.answer(matched, evaluation.response(of: matched, for: request, nil)))
        }
        let plan = WirePlan(evaluation.script(of: matched, for: request), delay: evaluation.delay(of: matched))
        return .answer(evaluation.answer(matched, plan))
    }

    /// The same with a budget for this call alone.
    public static func decide(
        _ request: Request, scenario: CompiledScenario, state: SessionState, clock: EngineClock = EngineClock()
    ) -> EngineDecision {
        var budget = MatchBudget()
        return decide(request, scenario: scenario, state: state, clock: clock, budget: &budget)
    }
}
