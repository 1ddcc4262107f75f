public import Scenario
public import Wire

/// What a request gets.
public enum EngineDecision: Sendable {
    /// Not to be told before the request's body is complete.
    case needsBody
    case answer(EngineAnswer)
    /// No rule takes it and the system has no answer.
    case unmatched(EngineMiss)
}

/// What is known of a request that no rule took.
public struct EngineMiss: Sendable {
    /// What rules that let it pass ask for.
    public var delay: Nanoseconds = 0
    /// What the journal says of the rules that let it pass.
    public var notes: AnswerNotes = []
    /// Where the delay may become less.
    public var hold: AnswerHold?
}

/// A plan, and who decided it.
public struct EngineAnswer: Sendable {
    /// `rule` where `otherwise` answered.
    public static let otherwise: Int32 = -1
    /// `rule` where the system answered by itself.
    public static let system: Int32 = -2
    /// `rule` where a preflight was answered, which no rule sees.
    public static let preflight: Int32 = -4

    public var plan: WirePlan
    /// The rule's number, `otherwise`, `system` or `preflight`.
    public var rule: Int32
    /// The step's number; -1 where the system answered, `CompiledScenario.overRateStep` for what requests over
    /// a rate limit get.
    public var step: Int32
    /// The number of the item that `choose` came to; -1 where there was none.
    public var choice: Int32
    /// Counted from 1, and for each value of `countBy`; 0 where it is no hit.
    public var hit: UInt64
    /// What else the journal says of it.
    public var notes: AnswerNotes = []
    /// Where the plan's delay may become less.
    public var hold: AnswerHold?
}
