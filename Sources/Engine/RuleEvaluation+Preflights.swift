internal import Catalogue
internal import Scenario
internal import Wire

/// Which rules see a CORS preflight.
extension RuleEvaluation {
    /// What becomes of a preflight at a rule that matches it.
    enum PreflightTurn {
        /// The rule takes it as any request.
        case taken
        /// The rule would let it pass, or is used up: it does not see the preflight.
        case skipped
        /// The rule would answer any other request: no rule answers the preflight.
        case ended
    }

    /// `progress` is what becomes of the next hit of a rule that keeps progress; nil for other rules.
    func preflightTurn(
        _ rule: CompiledRule, _ number: Int, _ state: SessionState, _ progress: RuleProgress.Outcome? = nil
    ) -> PreflightTurn {
        if !isPreflight || rule.namesOptions { return .taken }
        switch progress {
        case RuleProgress.Outcome.none?: return .skipped
        case .hit(_, let step)?: return rule.steps[step].mayAnswer ? .ended : .skipped
        case .crowded?: return rule.atOnce?.then.steps.contains { $0.mayAnswer } == true ? .ended : .skipped
        case .over?: return rule.limit?.then.steps.contains { $0.mayAnswer } == true ? .ended : .skipped
        case nil: break
        }
        let isUsedUp = rule.lastHit.map { state.hits(of: number) >= $0 } == true
        return rule.neverAnswers || isUsedUp ? .skipped : .ended
    }

    /// What the next hit of a rule would be that keeps progress; it is not taken.
    static func nextOutcome(
        of rule: CompiledRule, _ number: Int, _ state: SessionState, _ input: EvaluationInput,
        _ contents: SharedState.Contents, _ evaluationState: EvaluationState
    ) -> RuleProgress.Outcome {
        var notes: AnswerNotes = []
        let value = rule.countBy.map {
            input.value($0, SessionState.drawKey(of: rule, state.ownSeed), evaluationState.variables, &notes)
        }
        let counts = contents.counts[state.progressKey(of: number)] ?? RuleCounts()
        return counts.outcomeOfNext(rule, countBy: value, at: input.clock.monotonic)
    }
}
