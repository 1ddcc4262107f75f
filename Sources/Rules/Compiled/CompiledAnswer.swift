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
        /// The same for every request that accepts a coding of the body, and for every other.
        case negotiated(Negotiated)
        /// The same for every request, made for the first.
        case onDemand(OnDemandScript)
        /// Made for each request: it repeats a part of the request or of the session's state, or is put into the
        /// envelope of a call.
        case perRequest(@Sendable (inout Rendering) -> Rendered)
        /// The same for every request but for its content, which is made for each.
        case laidOut(ReplyLayout, @Sendable (inout Rendering) -> [UInt8])
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
    /// The coding of its body; nil for none.
    public let coding: ContentCoding?
    var encodesBody: Bool { coding != nil }
    /// Name of the failure; nil for a reply.
    public let failure: String?
    /// Whether it replaces the whole response of a batch, not only the answer to one call.
    public let isWireFault: Bool
    /// Whether it answers one call of a system, and leaves out the answer by itself for a call that wants none.
    public let answersCall: Bool

    public init(
        _ source: Source, failure: String? = nil, isWireFault: Bool = false, answersCall: Bool = false,
        coding: ContentCoding? = nil
    ) {
        self.source = source
        switch source {
        case .script, .reply, .negotiated, .onDemand: isDynamic = false
        case .perRequest, .laidOut, .fromSystemAnswer: isDynamic = true
        }
        self.coding = coding
        self.failure = failure
        self.isWireFault = isWireFault
        self.answersCall = answersCall
    }

    /// The script laid out at load. Traps for an answer that is made for each request.
    public var staticScript: WireScript {
        switch source {
        case .script(let script), .reply(_, let script): return script
        case .onDemand(let script): return script.value
        case .negotiated(let answers) where answers.plain == nil: return answers.coded.script
        case .perRequest, .laidOut, .fromSystemAnswer, .negotiated: preconditionFailure("made for each request")
        }
    }

    /// A reply whose body has a coding, laid out for the requests that accept it and for those that do not.
    public final class Negotiated: Sendable {
        public struct Answer: Sendable {
            public let reply: Reply
            public let script: WireScript

            public init(reply: Reply, script: WireScript) {
                self.reply = reply
                self.script = script
            }
        }

        /// Before its body is encoded.
        private let reply: Reply
        public let coded: Answer
        /// For requests that do not accept the coding; nil if all get it.
        public let plain: Answer?
        private let coding: ContentCoding

        public init(_ reply: Reply, _ coding: ContentCoding, coded: Answer, plain: Answer?) {
            self.reply = reply
            self.coding = coding
            self.coded = coded
            self.plain = plain
        }

        public func answer(to request: Request) -> Answer {
            guard let plain else { return coded }
            return coding.applies(to: request) ? coded : plain
        }

        /// The reply to a request, whose body is yet to be encoded if it is to be.
        public func reply(to request: Request) -> Reply {
            if let plain, !coding.applies(to: request) { return plain.reply }
            return reply
        }
    }

    /// A reply on the heap: it is large, and few answers keep one.
    public final class BoxedReply: Sendable {
        public let reply: Reply

        public init(_ reply: Reply) { self.reply = reply }
    }
}
