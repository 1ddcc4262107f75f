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

    /// Nil if expectations about the rules of a scenario read none. `rules`: those, and behind them what the expectations know
    /// beside them; `ownCount`: how many are the scenario's.
    public init?(
        _ expectations: [Expectation], _ rules: [CompiledRule], _ otherwise: CompiledRule?, _ dialect: any Dialect,
        ownCount: Int? = nil
    ) {
        let ownCount = ownCount ?? rules.count
        func countBy(_ number: Int32) -> TextTemplate? {
            number < 0 ? otherwise?.countBy : rules.indices.contains(Int(number)) ? rules[Int(number)].countBy : nil
        }
        for expectation in expectations {
            guard case .judged(let scope, let judgements) = expectation.kind else { continue }
            let isCounted = scope.countBy?.readsBody == true
            let isRead = isCounted || judgements.contains { $0.readsBody(dialect) }
            switch scope.subject {
            case .rule(let number):
                let isCountedByRule = scope.countBy == nil && countBy(number)?.readsBody == true
                if isRead || isCountedByRule { add(number, ownCount) }
                if isCounted || isCountedByRule { add(scope.after, ownCount) }
            case .unmatched:
                ofUnmatched = ofUnmatched || isRead
                if isCounted { add(scope.after, ownCount) }
            case .match(let match):
                if isRead || match.readsBody(dialect) { matches.append(match) }
                if isCounted { add(scope.after, ownCount) }
            }
        }
        if isEmpty { return nil }
    }

    private mutating func add(_ number: Int32, _ ownCount: Int) {
        if Int(number) < ownCount { rules.insert(number) } else { ofAddedRules = true }
    }

    /// What is counted by the body, is so where it begins.
    private mutating func add(_ event: Expectation.Event?, _ ownCount: Int) {
        switch event {
        case .hit(let rule, _): add(rule, ownCount)
        case .failure, .gaveUp: matches.append(MatchProgram())
        case nil: break
        }
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
    /// Whether it reads bodies, of which `same` and `distinct` compare digests where it is all of them.
    fileprivate func readsBody(_ dialect: any Dialect) -> Bool {
        switch self {
        case .every(let required): required.match.readsBody(dialect)
        case .same(let parts), .distinct(let parts): parts.contains { $0.isInBody && $0 != .body }
        default: false
        }
    }
}
