internal import Rules

/// The rules that match one call, apart from conditions on the session's variables: what follows from the request alone.
final class RuleMatches {
    struct Rule {
        let number: Int
        /// The conditions on variables that are left.
        let residual: ResidualCondition
        /// Whether one of its patterns was over the limit.
        let exceeded: Bool
        /// What was left of the budget when this rule was found.
        let budget: MatchBudget
    }

    /// In order. The last one always answers, or all rules were compared.
    let rules: [Rule]
    /// What is left of the budget.
    let budget: MatchBudget

    init(_ rules: [Rule], _ budget: MatchBudget) {
        self.rules = rules
        self.budget = budget
    }
}
