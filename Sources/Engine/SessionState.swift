internal import Bytes
public import Scenario

/// What one running copy of a scenario has come to: how often each rule was hit.
///
/// A rule's state is one number that only counts up. All else follows from it, so that any number of
/// threads may decide at once without a lock; only what `SharedState` holds needs one.
public final class SessionState: Sendable {
    public let scenario: CompiledScenario
    /// The scenario's own, or the one that the session was given.
    public let seed: Int64
    /// The session's own clock; nil where it goes by the machine's.
    public let clock: ManualClock?
    /// The seed that draws need in place of the scenario's.
    let ownSeed: Int64?
    private let counts: HitCounts
    /// Nil where hit counts are all that there is.
    let shared: SharedState?
    /// Places from one rule's count to the next: in small scenarios each has a cache line of its own.
    private let stride: Int

    public init(_ scenario: CompiledScenario, seed: Int64? = nil) {
        self.scenario = scenario
        self.seed = seed ?? scenario.seed
        ownSeed = seed == scenario.seed ? nil : seed
        clock = scenario.hasManualClock ? ManualClock() : nil
        shared = scenario.needsLock ? SharedState(scenario) : nil
        stride = scenario.counterCount <= 64 ? 8 : 1
        counts = HitCounts(scenario.counterCount * stride)
    }

    /// Takes the next hit of a rule; nil where `last` was taken already. `otherwise` counts as the rule
    /// behind the last one.
    func takeHit(_ rule: Int, last: UInt64?) -> UInt64? {
        counts.add(rule * stride, last: last)
    }

    /// How often a rule was hit; -1 asks for `otherwise`.
    public func hits(of rule: Int) -> UInt64 {
        let number = rule < 0 ? scenario.rules.count : rule
        let count = counts[number * stride]
        guard rule >= 0, let last = scenario.rules[rule].lastHit else { return count }
        return min(count, last)
    }

    /// Forgets all hits, windows and spans, and what variables have come to: the next hit of each rule is its first. A
    /// manual clock begins anew.
    public func reset() {
        clock?.reset()
        shared?.reset(scenario)
        counts.reset()
    }

    /// The key of a rule's draws under the seed of a session that has its own.
    static func drawKey(of rule: CompiledRule, _ ownSeed: Int64?) -> DrawKey {
        ownSeed.map { DrawKey(seed: $0, rule: Array(rule.name.utf8)) } ?? rule.drawKey
    }
}
