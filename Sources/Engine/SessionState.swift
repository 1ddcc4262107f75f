internal import Bytes
public import Rules

/// The state of one session of a scenario: how often each rule was hit.
///
/// A rule's state is one atomic count, from which its step follows, so that threads decide at once without a lock. Only
/// `SharedState` needs one.
public final class SessionState: Sendable {
    /// With the rules that were added to the session.
    public let scenario: CompiledScenario
    private let additions: SessionAdditions
    /// The scenario's seed, or the session's own.
    public let seed: Int64
    /// The manual clock; nil if the session uses the machine's clock.
    public let clock: ManualClock?
    /// Whose bodies the expectations about the session read; nil if they read none.
    public var judgedBodies: JudgedBodies? { additions.judgedBodies }
    /// The session's seed if it differs from the scenario's.
    let ownSeed: Int64?
    /// Without the added rules.
    private let original: CompiledScenario
    /// Numbers of the scenario's own rules.
    private let own: Range<Int>
    private let counts: HitCounts
    /// Nil if hit counts are the only state.
    let shared: SharedState?
    /// Counters from one rule to the next: in small scenarios each rule's count has a cache line of its own.
    private let stride: Int

    /// `variables`: first values by the variable's number, where they differ from those of the scenario. `hasManualClock`:
    /// whether it has one, if not as the scenario says; `clock`: one that goes on. `additions`: nil for none.
    public init(
        _ scenario: CompiledScenario, seed: Int64? = nil, variables: [Int: TemplateValue] = [:],
        hasManualClock: Bool? = nil, clock: ManualClock? = nil, adding additions: SessionAdditions? = nil
    ) {
        let additions = additions ?? SessionAdditions(judgedBodies: scenario.judgedBodies)
        self.additions = additions
        original = scenario
        own = additions.ownNumbers(of: scenario)
        self.scenario = additions.rules(with: scenario)
        self.seed = seed ?? scenario.seed
        ownSeed = seed == scenario.seed ? nil : seed
        self.clock = hasManualClock ?? scenario.hasManualClock ? clock ?? ManualClock() : nil
        shared = self.scenario.needsLock ? SharedState(self.scenario, variables) : nil
        stride = scenario.counterCount <= 64 ? 8 : 1
        counts = HitCounts(scenario.counterCount * stride)
    }

    /// The state of the same session with other additions. Hits, variables, clock and the system's state are those of
    /// `before`, and of the rules that were added.
    private init(_ before: SessionState, _ original: CompiledScenario, _ additions: SessionAdditions) {
        scenario = additions.rules(with: original)
        self.additions = additions
        own = additions.ownNumbers(of: original)
        self.original = original
        seed = before.seed
        ownSeed = before.ownSeed
        clock = before.clock
        shared = before.shared ?? (scenario.needsLock ? SharedState(scenario) : nil)
        stride = before.stride
        counts = before.counts
        // What counted for rules that are gone is not needed any more.
        shared?.keepProgress(ofAdded: Set((additions.above + additions.below).map { ~$0.serial }))
    }

    /// For a copy that changes by itself.
    private init(copying other: SessionState) {
        scenario = other.scenario
        additions = other.additions.copy()
        original = other.original
        own = other.own
        seed = other.seed
        ownSeed = other.ownSeed
        clock = other.clock?.copy()
        shared = other.shared?.copy()
        stride = other.stride
        counts = other.counts.copy()
    }

    /// The same state at this moment, for decisions that are to change nothing of this one. On any thread.
    public func copy() -> SessionState { SessionState(copying: self) }

    /// The state with these additions in place of those before; nil for none.
    public func with(_ additions: SessionAdditions?) -> SessionState {
        SessionState(self, original, additions ?? SessionAdditions(judgedBodies: original.judgedBodies))
    }

    /// Takes the next hit of a rule; nil if `last` was taken already. `otherwise` counts as the rule after the last
    /// one.
    func takeHit(_ rule: Int, last: UInt64?) -> UInt64? {
        guard own.contains(rule) else {
            return added(rule)?.takeHit(last: last) ?? (isOtherwise(rule) ? takeOwnHit(own.count, last) : nil)
        }
        return takeOwnHit(rule - own.lowerBound, last)
    }

    private func takeOwnHit(_ place: Int, _ last: UInt64?) -> UInt64? { counts.add(place * stride, last: last) }

    /// The number of the next thing that the system hands out by itself, from 0: its ID follows from that.
    func takeOwnNumber() -> UInt64 { takeOwnHit(own.count + 1, nil).map { $0 - 1 } ?? 0 }

    private func isOtherwise(_ rule: Int) -> Bool { rule == scenario.rules.count }

    /// The rule with that number, if it was added.
    private func added(_ rule: Int) -> AddedRule? {
        if rule < own.lowerBound { return additions.above[rule] }
        let place = rule - own.upperBound
        return additions.below.indices.contains(place) ? additions.below[place] : nil
    }

    /// Hits of the rule with that index; -1 for `otherwise`.
    public func hits(of rule: Int) -> UInt64 {
        guard rule >= 0 else { return counts[own.count * stride] }
        let count = added(rule)?.hits ?? counts[(rule - own.lowerBound) * stride]
        return min(count, scenario.rules[rule].lastHit ?? .max)
    }

    /// Hits of the rule with that index in the scenario itself; -1 for `otherwise`.
    public func hits(ofOwn rule: Int) -> UInt64 { hits(of: rule < 0 ? rule : rule + own.lowerBound) }

    /// By what the progress of a rule is known in the shared state, whatever rules are added.
    func progressKey(of rule: Int) -> Int { added(rule).map { ~$0.serial } ?? rule - own.lowerBound }

    /// The number of a rule in the scenario itself; nil for an added one. `otherwise` and the like stay what they are.
    public func ownNumber(of rule: Int32) -> Int32? {
        guard rule >= 0 else { return rule }
        return own.contains(Int(rule)) ? rule - Int32(own.lowerBound) : nil
    }

    /// Back to the state of a new session: hits, rate-limit windows, variables, the system's state, and a manual clock.
    public func reset() {
        clock?.reset()
        shared?.reset(scenario)
        counts.reset()
        for rule in additions.above + additions.below { rule.reset() }
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
