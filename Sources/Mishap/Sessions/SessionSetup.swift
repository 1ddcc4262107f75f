internal import Rules

/// What a session begins with, and begins with again when it is reset.
struct SessionSetup: Sendable {
    let scenario: CompiledScenario
    /// Whether the scenario was put by the control API, and is no file's: it is not the only one there is.
    var isGiven = false
    /// What reports call a scenario that was given whole; nil for the scenario's own name.
    var title: String?
    /// Whether requests can reach it. Without a scenario it only has a journal.
    var hasScenario = true
    /// Seed of the session; nil for that of the scenario.
    var seed: Int64?
    /// First values of variables by their number, where they differ from those of the scenario.
    var variables: [Int: TemplateValue] = [:]
    /// Whether its clock is manual; nil for that of the scenario.
    var clockIsManual: Bool?
    /// What is expected of its client, beside what the scenario expects.
    var expectations: [Expectation] = []

    /// How many bytes of a body its journal keeps, whoever else reads it; nil for as many as the gateway's.
    var bodies: Int?

    var hasManualClock: Bool { clockIsManual ?? scenario.hasManualClock }
}
