internal import Scenario
internal import Synchronization

/// Holds the scenarios of a gateway; nothing else keeps them.
final class ScenarioStore: Sendable {
    /// The difference that replacing scenarios made.
    struct Change: Sendable {
        /// New and changed scenarios.
        var put: [CompiledScenario] = []
        var changed: [String] = []
        var added: [String] = []
        /// Sorted.
        var removed: [String] = []
        var isEmpty: Bool { put.isEmpty && removed.isEmpty }
    }

    private struct State: Sendable {
        /// In the order in which they were loaded.
        var names: [String] = []
        /// Fingerprint of each, by name.
        var fingerprints: [String: Int] = [:]
    }

    /// Held for a lookup only, since shards ask for names.
    private let state = Mutex(State())
    /// Held during a change.
    private let changing = Mutex(())

    /// In the order in which they were loaded.
    var names: [String] { state.withLock { $0.names } }

    /// Replaces all scenarios. `apply` gets the difference before another change can begin.
    @discardableResult
    func replaceAll(
        _ scenarios: [CompiledScenario], fingerprints: [String: Int], apply: (Change) -> Void
    ) -> Change {
        changing.withLock { _ in
            let new = State(names: scenarios.map(\.name), fingerprints: fingerprints)
            let change = Self.change(from: state.withLock { $0 }, to: new, scenarios)
            apply(change)
            state.withLock { $0 = new }
            return change
        }
    }

    private static func change(from old: State, to new: State, _ scenarios: [CompiledScenario]) -> Change {
        var change = Change()
        let known = Set(old.names)
        for scenario in scenarios {
            let name = scenario.name
            if known.contains(name) {
                if old.fingerprints[name] == new.fingerprints[name] { continue }
                change.changed.append(name)
            } else {
                change.added.append(name)
            }
            change.put.append(scenario)
        }
        change.removed = known.subtracting(new.names).sorted()
        return change
    }
}
