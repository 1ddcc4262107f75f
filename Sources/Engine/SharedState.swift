internal import Scenario
internal import Synchronization

/// What a session has come to beyond its hit counts, under the session's lock.
///
/// Only sessions of scenarios that have such state have one: all others go without a lock.
final class SharedState: Sendable {
    struct Contents: Sendable {
        var variables: [TemplateValue]
        /// How far rules have come for which a number of hits does not tell, by their numbers.
        var counts: [Int: RuleCounts] = [:]

        init(_ scenario: CompiledScenario) { variables = scenario.variables.map(\.initial) }
    }

    private let contents: Mutex<Contents>

    init(_ scenario: CompiledScenario) { contents = Mutex(Contents(scenario)) }

    func withLock<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
        contents.withLock { body(&$0) }
    }
}
