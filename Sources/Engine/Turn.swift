internal import Bytes
internal import Scenario

/// A rule's hit: which one, and the step that it gets.
struct Turn {
    let rule: CompiledRule
    /// The rule's number, or `EngineAnswer.otherwise`.
    let number: Int32
    let hit: UInt64
    let step: Int
    private let ownSeed: Int64?
    /// What the hit was counted by.
    let countBy: [UInt8]?
    /// Seconds until the rule has room again, where the request is over its limit. The hit is then the
    /// how many-th of these it is.
    let retryAfter: UInt64?

    /// For what is drawn.
    var key: DrawKey { SessionState.drawKey(of: rule, ownSeed) }

    /// Takes the rule's next hit, or the one that was taken for the request already; nil where it takes no more.
    init?(_ rule: CompiledRule, _ number: Int, _ state: SessionState, _ reservation: Walk.Reservation?) {
        let reserved = reservation?.rule == number ? reservation?.hit : nil
        guard let hit = reserved ?? state.takeHit(number, last: rule.lastHit) else { return nil }
        self.rule = rule
        self.number = Int32(truncatingIfNeeded: number)
        self.hit = hit
        step = rule.step(at: hit)
        ownSeed = state.ownSeed
        countBy = nil
        retryAfter = nil
    }

    /// What a rule's counts came to.
    init?(
        _ rule: CompiledRule, _ number: Int, _ outcome: RuleProgress.Outcome, countBy: [UInt8]?, _ state: SessionState
    ) {
        self.number = Int32(truncatingIfNeeded: number)
        self.countBy = countBy
        ownSeed = state.ownSeed
        switch outcome {
        case .none: return nil
        case .hit(let hit, let step):
            // For those who ask how often it was hit in all.
            _ = state.takeHit(number, last: nil)
            self.rule = rule
            self.hit = hit
            self.step = step
            retryAfter = nil
        case .over(let count, let seconds):
            guard let then = rule.limit?.then else { return nil }
            self.rule = then
            hit = count
            step = 0
            retryAfter = seconds
        }
    }

    init?(otherwise rule: CompiledRule, _ scenario: CompiledScenario, _ state: SessionState) {
        guard let hit = state.takeHit(scenario.rules.count, last: nil) else { return nil }
        self.rule = rule
        number = EngineAnswer.otherwise
        self.hit = hit
        step = 0
        ownSeed = state.ownSeed
        countBy = nil
        retryAfter = nil
    }
}
