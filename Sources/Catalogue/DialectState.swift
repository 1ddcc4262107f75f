public import Wire

/// The state of a session for its system, beside hits and variables: a value, protected by the session's lock.
///
/// All methods are called with the lock held. As far as possible, their time must not depend on the size of the state
/// or of the answer. Work that takes long is done on a copy of the state after the lock is released
/// (`StateAnswer.later`).
public protocol DialectState: Sendable {
    /// Applies a call that no rule matches, and returns the system's answer.
    mutating func answer(_ call: Call, in context: AnswerContext) -> StateAnswer
    /// The answer to such a call as a script with a `number`, by which shards cache it, if it is the same for all
    /// requests; nil to use `answer`.
    mutating func kept(_ call: Call, in context: AnswerContext, number: () -> UInt64) -> WireScript?
    /// Applies the changes of a step, in their order.
    mutating func apply(_ changes: [any StateChange], in context: AnswerContext)
    /// The memory that it uses, in bytes.
    var usedBytes: Int { get }
}

extension DialectState {
    public mutating func kept(_ call: Call, in context: AnswerContext, number: () -> UInt64) -> WireScript? { nil }
}
