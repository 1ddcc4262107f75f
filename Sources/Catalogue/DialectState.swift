public import Wire

/// What a session remembers of its system beyond hits and variables: a value, under the session's lock.
public protocol DialectState: Sendable {
    /// The system's answer to a call that no rule takes, and all that the call changes.
    mutating func answer(_ call: Call, in context: AnswerContext) -> Reply
    /// What somebody else does meanwhile: a step's `store`, in its order.
    mutating func apply(_ changes: [StoreChange], in context: AnswerContext)
}
