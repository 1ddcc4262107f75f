public import Rules

extension SessionState {
    /// Waits until the variables are so; nil if they are. To be ended in any case.
    public func hold(until: DelayUntil) -> AnswerHold? {
        guard let shared else { return nil }
        let waiter = shared.withLock { contents -> Waiter? in
            var budget = MatchBudget()
            return until.holds(contents.variables, &budget) ? nil : contents.wait(for: until, shared)
        }
        return waiter.map { AnswerHold([$0], least: 0) }
    }
}
