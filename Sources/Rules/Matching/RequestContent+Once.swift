/// Caches what is the same for all calls of a request: a batch may have ten thousand.
extension RequestContent {
    /// Whether a matcher of a part of the whole request holds. Only the first call that evaluates it uses steps.
    func once(_ matcher: ValueMatcher, _ budget: inout MatchBudget, _ judge: (inout MatchBudget) -> Bool) -> Bool {
        guard let parent, let identity = matcher.identity else { return judge(&budget) }
        let key = ObjectIdentifier(identity)
        if let cached = parent.outcomes[key] { return cached }
        let outcome = judge(&budget)
        parent.outcomes[key] = outcome
        return outcome
    }

    /// The same for a condition that remains on variables.
    func once(_ matcher: ValueMatcher, _ make: () -> ResidualCondition) -> ResidualCondition {
        guard let parent, let identity = matcher.identity else { return make() }
        let key = ObjectIdentifier(identity)
        if let cached = parent.residualConditions[key] { return .cached(cached) }
        let condition = CachedCondition(make())
        parent.residualConditions[key] = condition
        return .cached(condition)
    }
}

/// A residual condition that all calls of a request share. It remembers its result for the last variables.
private final class CachedCondition: SharedCondition {
    private let condition: ResidualCondition
    private var last: (variables: [TemplateValue], holds: Bool)?

    init(_ condition: ResidualCondition) { self.condition = condition }

    func holds(_ variables: [TemplateValue], _ budget: inout MatchBudget) -> Bool {
        if let last, last.variables == variables { return last.holds }
        let holds = condition.holds(variables, &budget)
        last = (variables, holds)
        return holds
    }
}
