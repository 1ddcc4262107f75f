internal import Catalogue
internal import Rules
internal import Wire

/// The end of a wait for variables.
extension RuleEvaluation {
    /// Ends the wait of a selected step, or of a call that no rule answers: the answer is made from the variables and the
    /// clock of this moment. If the variables are still not as the step wants them, its `then` answers, where it has one.
    func endWait(_ state: SessionState, at clock: EngineClock) {
        let delay = matched?.delay ?? inherited.delay
        matched?.delay = Delay.none
        inherited.delay = nil
        guard let waiter, let shared = state.shared else { return }
        self.waiter = nil
        self.clock = clock
        let isInTime = !waiter.close()
        if waiter.wasOverLimit { notes.insert(.untilOverLimit) }
        var answer: MatchedStep?
        let (isInVain, woken) = shared.withLock { contents in
            var (changes, budget) = (SessionChanges(), MatchBudget())
            variables = contents.variables
            // They may have come since, before the waiter was told.
            let isInVain = !isInTime && !waiter.until.holds(variables, &budget)
            if isInVain, let then = delay?.then {
                answer = follow(then.step, nil, choice: Int(then.choice), then.hit, &changes)
                contents.variables = variables
                if !changes.ofSystem.isEmpty {
                    contents.system?.apply(changes.ofSystem, in: state.context(request, clock))
                }
            }
            return (isInVain, contents.takeWoken(changed: changes.variables, &budget))
        }
        for waiter in woken { waiter.wake() }
        if isInVain { notes.insert(.waitedInVain) }
        guard let answer, let then = delay?.then else { return }
        inherited = then.inherited
        inherited.delay = nil
        // The effect of the system's own answer on the session, which was taken with the hit, is not repeated.
        systemAnswer = systemAnswer ?? systemAnswer(behind: answer, state)
        answer.delay = answer.delay ?? Delay.none
        matched = answer
    }
}
