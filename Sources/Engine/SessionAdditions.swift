public import Rules

/// What a session has beside its scenario.
public struct SessionAdditions: Sendable {
    /// Rules above those of the scenario, in their order: their numbers come first.
    public var above: [AddedRule]
    /// Rules below those of the scenario.
    public var below: [AddedRule]
    /// Whose bodies the expectations about the session read; nil if they read none.
    public var judgedBodies: JudgedBodies?

    public init(above: [AddedRule] = [], below: [AddedRule] = [], judgedBodies: JudgedBodies? = nil) {
        (self.above, self.below, self.judgedBodies) = (above, below, judgedBodies)
    }

    /// The scenario with the rules.
    func rules(with scenario: CompiledScenario) -> CompiledScenario {
        above.isEmpty && below.isEmpty
            ? scenario : scenario.adding(above: above.map(\.rule), below: below.map(\.rule))
    }

    /// The numbers of a scenario's own rules among all.
    func ownNumbers(of scenario: CompiledScenario) -> Range<Int> { above.count..<above.count + scenario.rules.count }

    func copy() -> SessionAdditions {
        SessionAdditions(
            above: above.map { $0.copy() }, below: below.map { $0.copy() }, judgedBodies: judgedBodies)
    }
}
