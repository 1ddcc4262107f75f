public import Wire

/// What a `DialectState` makes of a call: the answer, or a copy of all that the answer is made of.
///
///     case .list: return .later { [self] context in list(context) }
///
/// While the session's lock is held, every other request that needs its variables, limits or state waits. So what may
/// become large is only decided under it. Bytes are put together later, from values that no change reaches any more.
public enum StateAnswer: Sendable {
    /// An answer that is soon made, whatever the state holds and whatever is asked.
    case ready(Reply)
    /// Makes the answer once the lock was given back, in the context of the same call. It has no way to the state but
    /// the values that it was made with: their copies are to cost next to nothing, and so is the next change of the
    /// state while they live.
    case later(@Sendable (AnswerContext) -> Reply)

    /// The answer, made now if it was left for later. Not to be called under the lock.
    public consuming func reply(in context: AnswerContext) -> Reply {
        switch consume self {
        case .ready(let reply): reply
        case .later(let make): make(context)
        }
    }
}
