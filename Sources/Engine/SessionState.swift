internal import Bytes
public import Rules

/// The state of one session of a scenario: how often each rule was hit.
///
/// A rule's state is one atomic count, from which its step follows, so that threads decide at once without a lock. Only
/// `SharedState` needs one.
public final class SessionState: Sendable {
    /// With the rules that were added to the session.
    public let scenario: CompiledScenario
    /// The rules that were added, above the scenario's own: their numbers come first.
    public let added: [AddedRule]
    /// The scenario's seed, or the session's own.
    public let seed: Int64
    /// The manual clock; nil if the session uses the machine's clock.
    public let clock: ManualClock?
    /// The session's seed if it differs from the scenario's.
    let ownSeed: Int64?
    /// Without the added rules.
    private let original: CompiledScenario
    private let counts: HitCounts
    /// Nil if hit counts are the only state.
    let shared: SharedState?
    /// Counters from one rule to the next: in small scenarios each rule's count has a cache line of its own.
    private let stride: Int

    /// `variables`: first values by the variable's number, where they differ from those of the scenario. `hasManualClock`:
    /// whether it has one, if not as the scenario says; `clock`: one that goes on.
    public init(
        _ scenario: CompiledScenario, seed: Int64? = nil, variables: [Int: TemplateValue] = [:],
        hasManualClock: Bool? = nil, clock: ManualClock? = nil
    ) {
        self.scenario = scenario
        added = []
        original = scenario
        self.seed = seed ?? scenario.seed
        ownSeed = seed == scenario.seed ? nil : seed
        self.clock = hasManualClock ?? scenario.hasManualClock ? clock ?? ManualClock() : nil
        shared = scenario.needsLock ? SharedState(scenario, variables) : nil
        stride = scenario.counterCount <= 64 ? 8 : 1
        counts = HitCounts(scenario.counterCount * stride)
    }

    /// The state of the same session with other added rules. Hits, variables, clock and the system's state are those of
    /// `before`, and of `added`.
    private init(_ before: SessionState, _ original: CompiledScenario, _ added: [AddedRule]) {
        scenario = added.isEmpty ? original : original.adding(added.map(\.rule))
        self.added = added
        self.original = original
        seed = before.seed
        ownSeed = before.ownSeed
        clock = before.clock
        shared = before.shared ?? (scenario.needsLock ? SharedState(scenario) : nil)
        stride = before.stride
        counts = before.counts
    }

    /// For a copy that changes by itself.
    private init(copying other: SessionState) {
        scenario = other.scenario
        added = other.added.map { $0.copy() }
        original = other.original
        seed = other.seed
        ownSeed = other.ownSeed
        clock = other.clock?.copy()
        shared = other.shared?.copy()
        stride = other.stride
        counts = other.counts.copy()
    }

    /// The same state at this moment, for decisions that are to change nothing of this one. On any thread.
    public func copy() -> SessionState { SessionState(copying: self) }

    /// The state with these rules in place of those that were added before.
    public func with(_ added: [AddedRule]) -> SessionState { SessionState(self, original, added) }

    /// Takes the next hit of a rule; nil if `last` was taken already. `otherwise` counts as the rule after the last
    /// one.
    func takeHit(_ rule: Int, last: UInt64?) -> UInt64? {
        guard rule >= added.count else { return added[rule].takeHit(last: last) }
        return counts.add((rule - added.count) * stride, last: last)
    }

    /// Hits of the rule with that index; -1 for `otherwise`.
    public func hits(of rule: Int) -> UInt64 {
        let number = rule < 0 ? scenario.rules.count : rule
        let count = number < added.count ? added[number].hits : counts[(number - added.count) * stride]
        guard rule >= 0, let last = scenario.rules[rule].lastHit else { return count }
        return min(count, last)
    }

    /// By what the progress of a rule is known in the shared state, whatever rules are added above it.
    func progressKey(of rule: Int) -> Int { rule < added.count ? ~added[rule].serial : rule - added.count }

    /// The number of a rule in the scenario itself; nil for an added one. `otherwise` and the like stay what they are.
    public func ownNumber(of rule: Int32) -> Int32? {
        guard rule >= 0 else { return rule }
        return rule < added.count ? nil : rule - Int32(added.count)
    }

    /// Back to the state of a new session: hits, rate-limit windows, variables, the system's state, and a manual clock.
    public func reset() {
        clock?.reset()
        shared?.reset(scenario)
        counts.reset()
        for rule in added { rule.reset() }
    }

    /// The values of the scenario's variables at this moment, in its order.
    public var variables: [TemplateValue] { shared?.withLock { $0.variables } ?? [] }

    /// Sets variables by their number. Answers that wait for them go out if their condition holds now.
    public func set(_ values: [Int: TemplateValue]) { shared?.set(values) }

    /// Key of a rule's random draws: under the session's own seed if it has one.
    static func drawKey(of rule: CompiledRule, _ ownSeed: Int64?) -> DrawKey {
        ownSeed.map { DrawKey(seed: $0, rule: Array(rule.name.utf8)) } ?? rule.drawKey
    }
}
