internal import Bytes
internal import Scenario

/// A rule's hit: which one, and the step that it gets.
struct Turn {
    let rule: CompiledRule
    /// The rule's number, or `EngineAnswer.otherwise`.
    let number: Int32
    let hit: UInt64
    let step: Int
    /// For what is drawn.
    let key: DrawKey

    /// Takes the rule's next hit; nil where it takes no more.
    init?(_ rule: CompiledRule, _ number: Int, _ state: SessionState) {
        guard let hit = state.takeHit(number, last: rule.lastHit) else { return nil }
        self.rule = rule
        self.number = Int32(truncatingIfNeeded: number)
        self.hit = hit
        step = rule.step(at: hit)
        key = state.drawKey(of: rule)
    }

    init?(otherwise rule: CompiledRule, _ scenario: CompiledScenario, _ state: SessionState) {
        guard let hit = state.takeHit(scenario.rules.count, last: nil) else { return nil }
        self.rule = rule
        number = EngineAnswer.otherwise
        self.hit = hit
        step = 0
        key = state.drawKey(of: rule)
    }
}
