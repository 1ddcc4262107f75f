public import Rules
public import Wire

/// What would answer a request, found without a hit: the request is decided on a copy of the session's state, so that
/// everything counts as it would (hits, rate limits, variables, chance, the system's own state) and nothing changes.
public struct TrialDecision: Sendable {
    /// As in `EngineAnswer`; nil if no rule and no system answers.
    public let rule: Int32?
    /// As in `EngineAnswer`.
    public let step: Int32
    public let choice: Int32
    /// Of the rules that do not match, the nearest.
    public let nearest: NearMiss?

    /// Whether a request is answered only when its body is complete, of which nothing has come yet.
    public static func waitsForBody(_ request: Request, _ session: SessionState, _ clock: EngineClock) -> Bool {
        let (state, isComplete) = (session.copy(), request.isBodyComplete)
        request.isBodyComplete = false
        defer { request.isBodyComplete = isComplete }
        if case .needsBody = Engine.decide(
            request, scenario: state.scenario, state: state, clock: state.clock?.now ?? clock)
        {
            return true
        }
        return false
    }

    /// `request` is complete. On any thread; it may take long.
    public init(_ request: Request, _ session: SessionState, _ clock: EngineClock) {
        let state = session.copy()
        let (scenario, budget) = (state.scenario, MatchBudget())
        nearest = NearMiss.nearest(request, scenario, budget.forDifferences)
        let taken = DeferredDecision(request, scenario, budget).match().take(from: state, state.clock?.now ?? clock)
        let decided = taken.decide()
        // An answer that would wait for variables is a waiter of the copy, which keeps it.
        _ = taken.hold?.end()
        switch decided.decision {
        case .answer(let answer): (rule, step, choice) = (answer.rule, answer.step, answer.choice)
        case .unmatched: (rule, step, choice) = (nil, -1, -1)
        case .needsBody, .waits, .takesLong: preconditionFailure("the request is complete, and waits for nothing more")
        }
    }
}
