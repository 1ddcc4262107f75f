/// What all calls of a request have in common is judged once for all of them: a batch may have ten thousand.
extension RequestContent {
    /// Whether a matcher holds that looks at what belongs to the whole request. `overLimit` is set for the call only
    /// for which it is judged: the others take no time.
    func once(_ matcher: ValueMatcher, _ overLimit: inout Bool, _ judge: (inout Bool) -> Bool) -> Bool {
        guard let whole, let identity = matcher.identity else { return judge(&overLimit) }
        let key = ObjectIdentifier(identity)
        if let known = whole.outcomes[key] { return known }
        let outcome = judge(&overLimit)
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

    func holds(_ variables: [TemplateValue], _ overLimit: inout Bool) -> Bool {
        if let last, last.variables == variables { return last.holds }
        let holds = residue.holds(variables, &overLimit)
        last = (variables, holds)
        return holds
    }
}
