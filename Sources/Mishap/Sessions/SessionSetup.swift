internal import Scenario

/// What a session begins with, and begins with again when it is reset.
struct SessionSetup: Sendable {
    let scenario: CompiledScenario
    /// Seed of the session; nil for that of the scenario.
    var seed: Int64?
    /// First values of variables by their number, where they differ from those of the scenario.
    var variables: [Int: TemplateValue] = [:]
}
