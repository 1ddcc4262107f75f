public import Wire

/// What a step says, made at load as far as it can be.
///
/// An object, so that a decision hands on one reference whatever the answer is made of.
public final class CompiledAnswer: Sendable {
    public enum Source: Sendable {
        /// The same for each request.
        case script(WireScript)
        /// The same for each request, and the reply it was laid out from, for those who change it: a
        /// `pass` above it that brings a pace or a cut, and dialects that put several answers together.
        case reply(BoxedReply, WireScript)
        /// Repeats something of the request, or of what the session has come to; or is in the envelope of a call.
        case perRequest(@Sendable (inout Rendering) -> Rendered)
        /// Spoils what the system itself answers, from what the session remembers.
        case fromSystemAnswer(@Sendable (Reply, inout Rendering) -> Rendered)
    }

    /// What one request gets.
    public indirect enum Rendered: Sendable {
        case reply(Reply)
        case script(WireScript)
        /// The call gets no answer.
        case nothing
    }

    public let source: Source
    /// Whether it has to be made anew for each request.
    public let isDynamic: Bool
    /// The failure's name; nil for a reply.
    public let failure: String?
    /// Whether it strikes the whole response of a request that has several calls.
    public let isWireFault: Bool
    /// Whether it is made for one call of a system, and knows by itself where that wants no answer.
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

    /// The script that was laid out at load.
    public var staticScript: WireScript {
        switch source {
        case .script(let script), .reply(_, let script): return script
        case .perRequest, .fromSystemAnswer: preconditionFailure("made for each request")
        }
    }

    /// A reply in a box of its own, since few answers keep one and it is large.
    public final class BoxedReply: Sendable {
        public let reply: Reply

        init(_ reply: Reply) { self.reply = reply }
    }
}
