internal import Scenario
internal import Synchronization

/// The scenarios of a gateway: the only place that has them.
final class ScenarioStore: Sendable {
    /// What became of scenarios when others took their place.
    struct Change: Sendable {
        /// Those that are new or not as they were.
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
        /// What each was made of.
        var fingerprints: [String: Int] = [:]
    }

    /// Held for a look only: shards ask for names.
    private let state = Mutex(State())
    /// Held by whoever makes a change, for as long as that takes.
    private let changing = Mutex(())

    /// In the order in which they were loaded.
    var names: [String] { state.withLock { $0.names } }

    /// Takes these in place of those that are there. `apply` is told what that changes, before anybody can change more.
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
