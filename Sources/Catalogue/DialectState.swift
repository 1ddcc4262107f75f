public import Wire

/// What a session remembers of its system beyond hits and variables: a value, under the session's lock.
public protocol DialectState: Sendable {
    /// The system's answer to a call that no rule takes, and all that the call changes.
    mutating func answer(_ call: Call, in context: AnswerContext) -> Reply
    /// The answer to such a call where it is the same for all requests, and worth being laid out once, under a `number`
    /// that shards keep it by; nil where `answer` has to be asked.
    mutating func kept(_ call: Call, in context: AnswerContext, number: () -> UInt64) -> WireScript?
    /// What somebody else does meanwhile: a step's `store`, in its order.
    mutating func apply(_ changes: [StoreChange], in context: AnswerContext)
    /// How many bytes it holds.
    var usedBytes: Int { get }
}

extension DialectState {
    public mutating func kept(_ call: Call, in context: AnswerContext, number: () -> UInt64) -> WireScript? { nil }
}
