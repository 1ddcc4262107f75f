internal import Catalogue
internal import Scenario
internal import Wire

/// CORS preflights, which pages send unasked. A rule answers one only if it names OPTIONS in its `method`, as one does that
/// tests a refused preflight; rules that take every method never see one, so that it takes no hit of theirs. What no such
/// rule answers gets the answer that allows all that it asks for.
enum PreflightDecision {
    static func decide(
        _ request: Request, _ script: WireScript, _ scenario: CompiledScenario, _ state: SessionState,
        _ clock: EngineClock, _ budget: inout MatchBudget
    ) -> EngineDecision {
        guard scenario.hasPreflightRules else { return .answer(EngineAnswer(preflight: script)) }
        guard request.isBodyComplete || !scenario.dialect.needsBody(of: request) else { return .needsBody }
        let call = scenario.hasSystem ? scenario.dialect.read(request).whole : nil
        var evaluation = RuleEvaluation(scenario.content(of: request)?.of(call), clock)
        evaluation.isPreflight = true
        // Without the state, no hit is reserved.
        if scenario.hasBodyRules, !request.isBodyComplete,
            evaluation.needsBody(request, call, scenario, nil, &budget)
        {
            return .needsBody
        }
        let matched = evaluation.evaluate(request, call, scenario, state, &budget)
        return decision(evaluation, matched, request, script)
    }

    static func decision(
        _ evaluation: RuleEvaluation, _ matched: RuleEvaluation.MatchedStep?, _ request: Request, _ script: WireScript
    ) -> EngineDecision {
        guard matched == nil else { return Engine.decision(evaluation, matched, request) }
        var answer = EngineAnswer(preflight: script)
        answer.plan.delay = evaluation.delay(of: nil)
        answer.notes.formUnion(evaluation.notes)
        answer.places = evaluation.places
        if evaluation.inherited.spoilers != nil { answer.notes.insert(.notSpoiled) }
        return .answer(answer)
    }
}

extension EngineAnswer {
    init(preflight: WireScript) {
        self.init(
            plan: WirePlan(preflight), rule: Self.preflight, step: -1, choice: -1, hit: 0,
            notes: .preflight)
    }
}
