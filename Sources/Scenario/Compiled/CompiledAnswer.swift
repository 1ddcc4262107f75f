public import Wire

/// The answer of a step, laid out at load as far as possible.
///
/// A class, so that a decision passes on one reference whatever the answer is made of.
public final class CompiledAnswer: Sendable {
    public enum Source: Sendable {
        /// The same for every request.
        case script(WireScript)
        /// The same for every request, with the reply that the script was laid out from. The reply is kept where it may
        /// still be changed: by a `pass` of a rule above that adds a pace or a cut, and by dialects that join several
        /// answers.
        case reply(BoxedReply, WireScript)
        /// Made for each request: it repeats a part of the request or of the session's state, or is put into the
        /// envelope of a call.
        case perRequest(@Sendable (inout Rendering) -> Rendered)
        /// Made for each request from the answer that the system gives out of the session's state, by a failure that
        /// changes it.
        case fromSystemAnswer(@Sendable (Reply, inout Rendering) -> Rendered)
    }

    /// The answer to one request.
    public indirect enum Rendered: Sendable {
        case reply(Reply)
        case script(WireScript)
        /// The call gets no answer.
        case nothing
    }

    public let source: Source
    /// Whether the answer is made for each request.
    public let isDynamic: Bool
    /// Name of the failure; nil for a reply.
    public let failure: String?
    /// Whether it replaces the whole response of a batch, not only the answer to one call.
    public let isWireFault: Bool
    /// Whether it answers one call of a system, and leaves out the answer by itself for a call that wants none.
    public let answersCall: Bool

    init(_ source: Source, failure: String? = nil, isWireFault: Bool = false, answersCall: Bool = false) {
        self.source = source
        switch source {
        case .script, .reply: isDynamic = false
        case .perRequest, .fromSystemAnswer: isDynamic = true
        }
        self.failure = failure
        self.isWireFault = isWireFault
        self.answersCall = answersCall
    }

    /// The script laid out at load. Traps for an answer that is made for each request.
    public var staticScript: WireScript {
        switch source {
        case .script(let script), .reply(_, let script): return script
        case .perRequest, .fromSystemAnswer: preconditionFailure("made for each request")
        }
    }

    /// A reply on the heap: it is large, and few answers keep one.
    public final class BoxedReply: Sendable {
        public let reply: Reply

        init(_ reply: Reply) { self.reply = reply }
    }
}
