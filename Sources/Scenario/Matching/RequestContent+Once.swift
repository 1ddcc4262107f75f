/// What all calls of a request have in common is judged once for all of them: a batch may have ten thousand.
extension RequestContent {
    /// Whether a matcher holds that looks at what belongs to the whole request. Only the call for which it is
    /// judged takes steps.
    func once(_ matcher: ValueMatcher, _ budget: inout MatchBudget, _ judge: (inout MatchBudget) -> Bool) -> Bool {
        guard let parent, let identity = matcher.identity else { return judge(&budget) }
        let key = ObjectIdentifier(identity)
        if let cached = parent.outcomes[key] { return cached }
        let outcome = judge(&budget)
        parent.outcomes[key] = outcome
        return outcome
    }

    /// The same for what variables have to decide.
    func once(_ matcher: ValueMatcher, _ make: () -> ResidualCondition) -> ResidualCondition {
        guard let parent, let identity = matcher.identity else { return make() }
        let key = ObjectIdentifier(identity)
        if let cached = parent.residualConditions[key] { return .cached(cached) }
        let condition = CachedResidualCondition(make())
        parent.residualConditions[key] = condition
        return .cached(condition)
    }
}

/// What is left to ask for each call of a request. Asked again with the same variables, it knows the answer.
public final class CachedResidualCondition {
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
