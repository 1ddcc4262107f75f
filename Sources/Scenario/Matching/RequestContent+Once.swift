/// What all calls of a request have in common is judged once for all of them: a batch may have ten thousand.
extension RequestContent {
    /// Whether a matcher holds that looks at what belongs to the whole request. Only the call for which it is
    /// judged takes steps.
    func once(_ matcher: ValueMatcher, _ budget: inout MatchBudget, _ judge: (inout MatchBudget) -> Bool) -> Bool {
        guard let whole, let identity = matcher.identity else { return judge(&budget) }
        let key = ObjectIdentifier(identity)
        if let known = whole.outcomes[key] { return known }
        let outcome = judge(&budget)
        whole.outcomes[key] = outcome
        return outcome
    }

    /// The same for what variables have to decide.
    func once(_ matcher: ValueMatcher, _ make: () -> Residue) -> Residue {
        guard let whole, let identity = matcher.identity else { return make() }
        let key = ObjectIdentifier(identity)
        if let known = whole.residues[key] { return .remembered(known) }
        let residue = RememberedResidue(make())
        whole.residues[key] = residue
        return .remembered(residue)
    }
}

/// What is left to ask for each call of a request. Asked again with the same variables, it knows the answer.
public final class RememberedResidue {
    private let residue: Residue
    private var last: (variables: [TemplateValue], holds: Bool)?

    init(_ residue: Residue) { self.residue = residue }

    func holds(_ variables: [TemplateValue], _ budget: inout MatchBudget) -> Bool {
        if let last, last.variables == variables { return last.holds }
        let holds = residue.holds(variables, &budget)
        last = (variables, holds)
        return holds
    }
}
