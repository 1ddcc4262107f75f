public import Rules
public import Wire

/// A request that no rule answers.
public struct EngineMiss: Sendable {
    /// Delay from the rules that let it pass.
    public var delay: Nanoseconds = 0
    /// Notes of the rules that let it pass, for the journal.
    public var notes: AnswerNotes = []
    /// To be kept until the exchange ends; nil unless a rule with `atOnce` let it pass.
    public var places: AnswerPlaces?
    /// Nil unless the request is a batch.
    public var calls: BatchCalls?
}

/// A plan, with the rule and step that it is from.
public struct EngineAnswer: Sendable {
    /// Value of `rule` if `otherwise` answered.
    public static let otherwise: Int32 = -1
    /// Value of `rule` if the system answered by itself.
    public static let system: Int32 = -2
    /// Value of `rule` for a CORS preflight that no rule answers.
    public static let preflight: Int32 = -4

    public var plan: WirePlan
    /// The rule's index, `otherwise`, `system` or `preflight`.
    public var rule: Int32
    /// The step's index; -1 if the system answered, `CompiledScenario.overRateStep` or `crowdedStep` for the answer to
    /// requests beyond a limit.
    public var step: Int32
    /// Index of the chosen item; -1 if the step is not a `choose`.
    public var choice: Int32
    /// Counted from 1, for each value of `countBy`; 0 if the answer is not a hit.
    public var hit: UInt64
    /// Further notes for the journal.
    public var notes: AnswerNotes = []
    /// To be kept until the exchange ends; nil unless a rule with `atOnce` took the request.
    public var places: AnswerPlaces?
    /// The spoiler of a rule above that has changed the answer; nil for none.
    public var spoiler: PassedSpoiler?
    /// Nil unless the request is a batch whose calls were decided one by one.
    public var calls: BatchCalls?
}

extension EngineAnswer {
    /// CORS preflights, which pages send unasked, are answered by rules that name OPTIONS in their `method`, as one does that
    /// tests a refused preflight. Rules that take every method never see one, so that it takes no hit of theirs. What no such
    /// rule answers gets the answer that allows all that it asks for.
    init(preflight: WireScript) {
        self.init(
            plan: WirePlan(preflight), rule: Self.preflight, step: -1, choice: -1, hit: 0, notes: .preflight)
    }
}
