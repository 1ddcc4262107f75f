internal import Engine
internal import Scenario
internal import Synchronization

/// One running copy of a scenario: its hits, and the count of what its journal has seen.
///
/// Shared by all shards. What only one shard writes, such as its part of the journal, is that shard's.
final class Session: Sendable {
    let name: String
    let scenario: CompiledScenario
    let state: SessionState
    /// Where lanes keep what is theirs of this session.
    let number: Int
    private let lastSequence = Atomic<UInt64>(0)

    init(_ scenario: CompiledScenario, number: Int) {
        name = scenario.name
        self.scenario = scenario
        self.number = number
        state = SessionState(scenario)
    }

    /// Numbers the entries of the journal, from 1.
    func nextSequence() -> UInt64 { lastSequence.add(1, ordering: .relaxed).newValue }
}
