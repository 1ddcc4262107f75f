public import Catalogue
public import Wire

/// The requests whose bodies expectations read, which a journal therefore keeps whole.
public struct JudgedBodies: Sendable {
    /// Numbers of the scenario's own rules.
    private var rules: Set<Int32> = []
    private var ofAddedRules = false
    private var ofUnmatched = false
    private var matches: [MatchProgram] = []

    private var isEmpty: Bool { rules.isEmpty && !ofAddedRules && !ofUnmatched && matches.isEmpty }

    /// Nil if expectations about the rules of a scenario read none.
    public init?(
        _ expectations: [Expectation], _ rules: [CompiledRule], _ otherwise: CompiledRule?, _ dialect: any Dialect
    ) {
        for expectation in expectations {
            guard case .judged(let scope, let judgements) = expectation.kind else { continue }
            let isRead =
                scope.countBy?.readsBody == true || judgements.contains { $0.requiredMatch?.readsBody(dialect) == true }
            switch scope.subject {
            case .rule(let number):
                let rule = number < 0 ? otherwise : rules.indices.contains(Int(number)) ? rules[Int(number)] : nil
                guard isRead || scope.countBy == nil && rule?.countBy?.readsBody == true else { continue }
                if Int(number) < rules.count { self.rules.insert(number) } else { ofAddedRules = true }
            case .unmatched: ofUnmatched = ofUnmatched || isRead
            case .match(let match): if isRead || match.readsBody(dialect) { matches.append(match) }
            }
        }
        if isEmpty { return nil }
    }

    /// Who answered a request.
    public enum Answered: Sendable, Hashable {
        /// The rule of the scenario with that number; -1 is `otherwise`.
        case rule(Int32)
        /// A rule that was added to the session.
        case addedRule
        /// Rules may have answered each of its calls.
        case batch
        case nothing
    }

    /// Whether a request's body is among them, as far as its head tells.
    public func include(_ request: Request, _ answered: Answered) -> Bool {
        let isOfRule =
            switch answered {
            case .rule(let number): rules.contains(number)
            case .addedRule: ofAddedRules
            case .batch: ofAddedRules || !rules.isEmpty
            case .nothing: ofUnmatched
            }
        if isOfRule { return true }
        guard !matches.isEmpty else { return false }
        var budget = MatchBudget()
        // What takes too long to tell is kept.
        return matches.contains { $0.mayTake(request, &budget) } || budget.isUsedUp
    }
}

extension Expectation.Judgement {
    /// What each request has to match, if it is that.
    fileprivate var requiredMatch: MatchProgram? { if case .every(let required) = self { required.match } else { nil } }
}
