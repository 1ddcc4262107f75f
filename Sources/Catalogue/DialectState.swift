public import Wire

/// What a session remembers of its system beyond hits and variables: a value, under the session's lock.
///
/// All of these functions are called with the lock held: they take no longer for a large state or a large answer than for
/// a small one, as far as that can be. What an answer needs time for is done when the lock was given back
/// (`StateAnswer.later`), and has a copy of the state.
public protocol DialectState: Sendable {
    /// All that a call changes which no rule takes, and what becomes the system's answer to it.
    mutating func answer(_ call: Call, in context: AnswerContext) -> StateAnswer
    /// The answer to such a call where it is the same for all requests, and worth being laid out once, under a `number`
    /// that shards keep it by; nil where `answer` has to be asked.
    mutating func kept(_ call: Call, in context: AnswerContext, number: () -> UInt64) -> WireScript?
    /// What somebody else does meanwhile: what a step says of it, in its order.
    mutating func apply(_ changes: [any StateChange], in context: AnswerContext)
    /// How many bytes it holds.
    var usedBytes: Int { get }
}

extension DialectState {
    public mutating func kept(_ call: Call, in context: AnswerContext, number: () -> UInt64) -> WireScript? { nil }
}
