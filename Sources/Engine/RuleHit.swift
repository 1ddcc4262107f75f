internal import Bytes
internal import Rules

/// A hit on a rule, and the step that it selects.
struct RuleHit {
    let rule: CompiledRule
    /// The rule's index in the scenario, or `EngineAnswer.otherwise`.
    let ruleNumber: Int32
    /// Counted from 1; beyond a limit, the number of the request among those beyond it.
    let number: UInt64
    /// Index of the step among the rule's.
    let step: Int
    private let ownSeed: Int64?
    /// Value of `countBy`; nil if the rule counts all requests together.
    let countBy: [UInt8]?
    /// Seconds until the rate limit has room again; nil if the request is within the limit.
    let retryAfter: UInt64?
    /// Whether too many answers of the rule are on their way.
    let isCrowded: Bool

    /// A hit taken while the request's body is still arriving, which makes sure that its rule answers.
    struct Reservation {
        let rule: Int
        let hit: UInt64
    }

    /// Key of the hit's random draws.
    var key: DrawKey { SessionState.drawKey(of: rule, ownSeed) }

    /// Takes the rule's next hit, or the one reserved for this request; nil if the rule has no hits left.
    init?(_ rule: CompiledRule, _ index: Int, _ state: SessionState, _ reservation: Reservation?) {
        let reserved = reservation?.rule == index ? reservation?.hit : nil
        guard let number = reserved ?? state.takeHit(index, last: rule.lastHit) else { return nil }
        self.rule = rule
        self.number = number
        ruleNumber = Int32(truncatingIfNeeded: index)
        step = rule.step(at: number)
        ownSeed = state.ownSeed
        countBy = nil
        retryAfter = nil
        isCrowded = false
    }

    /// The hit of a rule that keeps progress, from the outcome of its counts; nil if the rule no longer matches.
    init?(
        _ rule: CompiledRule, _ index: Int, _ outcome: RuleProgress.Outcome, countBy: [UInt8]?, _ state: SessionState
    ) {
        ruleNumber = Int32(truncatingIfNeeded: index)
        self.countBy = countBy
        ownSeed = state.ownSeed
        if case .crowded = outcome { isCrowded = true } else { isCrowded = false }
        switch outcome {
        case .none: return nil
        case .hit(let number, let step):
            // The session's hit count of the rule is the sum over all values of `countBy`.
            _ = state.takeHit(index, last: nil)
            self.rule = rule
            self.number = number
            self.step = step
            retryAfter = nil
        case .crowded(let count):
            guard let then = rule.atOnce?.then else { return nil }
            self.rule = then
            number = count
            step = 0
            retryAfter = nil
        case .over(let count, let seconds):
            guard let then = rule.limit?.then else { return nil }
            self.rule = then
            number = count
            step = 0
            retryAfter = seconds
        }
    }

    /// A hit on `otherwise`.
    init?(otherwise rule: CompiledRule, _ scenario: CompiledScenario, _ state: SessionState) {
        guard let number = state.takeHit(scenario.rules.count, last: nil) else { return nil }
        self.rule = rule
        self.number = number
        ruleNumber = EngineAnswer.otherwise
        step = 0
        ownSeed = state.ownSeed
        countBy = nil
        retryAfter = nil
        isCrowded = false
    }
}
