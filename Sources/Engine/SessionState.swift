internal import Bytes
public import Scenario

/// The state of one session of a scenario: how often each rule was hit.
///
/// A rule's state is one atomic count, from which its step follows, so that threads decide at once without a lock. Only
/// `SharedState` needs one.
public final class SessionState: Sendable {
    public let scenario: CompiledScenario
    /// The scenario's seed, or the session's own.
    public let seed: Int64
    /// The manual clock; nil if the session uses the machine's clock.
    public let clock: ManualClock?
    /// The session's seed if it differs from the scenario's.
    let ownSeed: Int64?
    private let counts: HitCounts
    /// Nil if hit counts are the only state.
    let shared: SharedState?
    /// Counters from one rule to the next: in small scenarios each rule's count has a cache line of its own.
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

    /// Takes the next hit of a rule; nil if `last` was taken already. `otherwise` counts as the rule after the last
    /// one.
    func takeHit(_ rule: Int, last: UInt64?) -> UInt64? {
        counts.add(rule * stride, last: last)
    }

    /// Hits of the rule with that index; -1 for `otherwise`.
    public func hits(of rule: Int) -> UInt64 {
        let number = rule < 0 ? scenario.rules.count : rule
        let count = counts[number * stride]
        guard rule >= 0, let last = scenario.rules[rule].lastHit else { return count }
        return min(count, last)
    }

    /// Back to the state of a new session: hits, rate-limit windows, variables, the system's state, and a manual clock.
    public func reset() {
        clock?.reset()
        shared?.reset(scenario)
        counts.reset()
    }

    /// Key of a rule's random draws: under the session's own seed if it has one.
    static func drawKey(of rule: CompiledRule, _ ownSeed: Int64?) -> DrawKey {
        ownSeed.map { DrawKey(seed: $0, rule: Array(rule.name.utf8)) } ?? rule.drawKey
    }
}
