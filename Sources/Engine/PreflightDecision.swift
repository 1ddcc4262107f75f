internal import Catalogue
internal import Scenario
internal import Wire

/// CORS preflights. A rule answers one only if it names OPTIONS in its `method`, as one that tests a refused preflight
/// does. All others are answered before the rules, since a page sends a preflight unasked, and no hit should be taken
/// by what is not scripted.
extension RequestMatches {
    /// The answer that allows all that a preflight asks for; nil for other requests, and for a preflight that a rule
    /// answers. That is tried on a copy of the session's state, so that nothing counts.
    func preflightAnswer(_ state: SessionState, _ clock: EngineClock) -> EngineAnswer? {
        guard scenario.hasCORS, let script = CrossOrigin.preflight(request) else { return nil }
        return isAnsweredByPreflightRule(state, clock) ? nil : EngineAnswer(preflight: script)
    }

    private func isAnsweredByPreflightRule(_ state: SessionState, _ clock: EngineClock) -> Bool {
        guard scenario.hasPreflightRules else { return false }
        let copy = state.copy()
        var budget = budget
        let taken = TakenRequest.Taken(self, copy, copy.clock?.now ?? clock, &budget)
        // An answer that would wait for variables is a waiter of the copy, which keeps it.
        _ = taken.hold?.end()
        return taken.hit.flatMap { scenario.rule(numbered: $0.rule) }?.namesOptions == true
    }
}

extension EngineAnswer {
    init(preflight: WireScript) {
        self.init(
            plan: WirePlan(preflight), rule: Self.preflight, step: -1, choice: -1, hit: 0,
            notes: .preflight)
    }
}
