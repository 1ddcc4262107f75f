public import Wire

/// The answer of a `DialectState` to a call, or a copy of all that is needed to make it.
///
///     case .list: return .later { [self] context in list(context) }
///
/// While the session's lock is held, all other requests that need its variables, limits or state wait. Large answers
/// are therefore only decided with the lock held, and written later from immutable copies.
public enum StateAnswer: Sendable {
    /// An answer that takes little time to make, whatever the state and the call are.
    case ready(Reply)
    /// Makes the answer after the lock is released, in the context of the same call, from the values that it captured.
    /// Copying these must be cheap, and so must the next change of the state while the copies exist.
    case later(@Sendable (AnswerContext) -> Reply)

    /// The answer, made now if necessary. Must not be called with the lock held.
    public consuming func reply(in context: AnswerContext) -> Reply {
        switch consume self {
        case .ready(let reply): reply
        case .later(let make): make(context)
        }
    }
}
