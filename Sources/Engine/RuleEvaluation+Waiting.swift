internal import Catalogue
internal import Scenario
internal import Wire

/// The end of a wait for variables.
extension RuleEvaluation {
    /// Ends the wait of a selected step, or of a call that no rule answers: the answer is made from the variables and the
    /// clock of this moment. If the variables are still not as the step wants them, its `then` answers, where it has one.
    ///
    /// - Parameter own: The system's own answer, if it was taken with the hit: its effect on the session is not repeated.
    mutating func endWait(
        _ matched: MatchedStep?, _ request: Request, _ call: Call?, _ state: SessionState, at clock: EngineClock,
        own: (() -> Reply?)? = nil
    ) -> MatchedStep? {
        var matched = matched
        let delay = matched?.delay ?? inherited.delay
        matched?.delay = Delay.none
        inherited.delay = nil
        guard let waiter, let shared = state.shared else { return matched }
        self.waiter = nil
        self.clock = clock
        let isInTime = !waiter.close()
        if waiter.wasOverLimit { notes.insert(.untilOverLimit) }
        let input = EvaluationInput(request: request, call: call, content: content, clock: clock)
        let (isInVain, answer, after, woken) = shared.withLock { contents in
            var evaluationState = EvaluationState(variables: contents.variables)
            var budget = MatchBudget()
            // They may have come since, before the waiter was told.
            let isInVain = !isInTime && !waiter.until.holds(contents.variables, &budget)
            var answer: MatchedStep?
            if isInVain, let then = delay?.then {
                answer = Self.follow(then.step, nil, Int(then.choice), then.hit, input, &evaluationState)
                contents.variables = evaluationState.variables
                if !evaluationState.changes.isEmpty {
                    contents.system?.apply(evaluationState.changes, in: state.context(request, clock))
                }
            }
            return (isInVain, answer, evaluationState, contents.takeWoken(changed: evaluationState.changed, &budget))
        }
        for waiter in woken { waiter.wake() }
        if isInVain { notes.insert(.waitedInVain) }
        notes.formUnion(after.notes)
        guard var answer, let then = delay?.then else {
            taken = Taken(after.variables, taken?.systemAnswer)
            return matched
        }
        inherited = then.inherited
        inherited.delay = nil
        let systemAnswer = taken?.systemAnswer ?? own ?? ownAnswer(behind: answer, input, state)
        taken = Taken(after.variables, systemAnswer)
        answer.delay = answer.delay ?? Delay.none
        return answer
    }
}
