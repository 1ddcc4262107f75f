/// Decides how requests are answered. The server knows nothing else of scenarios.
public protocol Responder: Sendable {
    /// The responder's object for one shard, called only by that shard's thread.
    func responder(forShard shard: Int) -> any ShardResponder
}

/// A responder's side of one shard. Every method is called on that shard's thread.
public protocol ShardResponder: AnyObject {
    /// A connection was accepted, and nothing has been read from it yet. Called once for each connection, first of all.
    func accepted(_ connection: ConnectionInfo) -> ConnectionPlan
    /// A client's first TLS message came, and nothing was sent. Called once for a connection, after `accepted`. Returns the plan
    /// that is in place of that of `accepted` from now on; nil for none.
    func hello(_ hello: TLSHello, of connection: ConnectionInfo) -> ConnectionPlan?
    /// Called when the head is complete and, after `.needsBody` or `.elsewhere`, again when the body is complete.
    func decide(_ exchange: Exchange) -> Decision
    /// The wait that `.wait` began is over.
    func waitIsOver(_ exchange: Exchange) -> Decision
    /// The next part of an answer that is made while it is sent: all before it has left.
    func part(of exchange: Exchange, from source: AnswerSource) -> AnswerPart
    /// The exchange has ended, whether its answer was sent or not: see `exchange.outcome`.
    func ended(_ exchange: Exchange)
    /// A request was refused before it was read, because no descriptor was left. `decide` was not called for it, and what
    /// came is not known.
    func refused(connection: UInt64, status: Int, at arrivedAt: Int64)
    /// A connection sent something other than an HTTP/1 request, or too long a request line, was refused and closed; or it
    /// ended within a head; or it was one too many, of which nothing was read.
    func foreignProtocolSeen(_ start: ForeignProtocolStart)
    /// The body of the exchange before, which had ended, came although its head was refused.
    func refusedBodyCame(_ start: ForeignProtocolStart, of exchange: Exchange)
}

/// What came on a connection instead of a request of HTTP/1 that the server takes, for the journal.
public struct ForeignProtocolStart: Sendable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// A TLS handshake that did not end well; or TLS within TLS.
        case tls
        /// The connection preface of HTTP/2 (RFC 9113, 3.4), from a client with prior knowledge.
        case http2
        /// A greeting of SOCKS 4 or 5, from a client that takes this for a proxy.
        case socks
        case other
        /// A request line that is too long.
        case tooLong
        /// The beginning of a head, or a line that is none: the peer sent no more, or not in time.
        case cutOff
        /// The body of a request that was answered by its head, while the client waited for a 100 (Continue).
        case refusedBody
        /// No protocol: a connection over the limit, of which nothing was read.
        case overLimit
        /// A part of a request that came when the end of the connection was on its way.
        case crossed
        /// An answer that nobody has asked for, behind which the connection ended (`KeepAlive.End.answer`).
        case unasked
        /// A connection whose plan is to be in the journal, and that ended before a request.
        case planned
    }

    public var connection: UInt64
    public var kind: Kind
    /// The first bytes received, at most `maximumBytes`.
    public var bytes: [UInt8]
    /// Bytes received.
    public var count: Int
    /// The status of the answer; 0 if there was none.
    public var status: Int
    /// Bytes of the answer that were sent; 0 if there was none.
    public var sent: Int
    public var arrivedAt: Int64
    /// How the connection ended.
    public var end: Outcome.End
    /// How many connections this is told of at once: those over the limit may be many.
    public var connections = 1
    /// The listener that accepted it, and its plan.
    public var listener: UInt32 = 0
    public var plan = ConnectionPlan.serve
    /// When it was accepted and when it ended, on the monotonic clock; known of `planned` ones.
    public var accepted: Nanoseconds = 0
    public var ended: Nanoseconds = 0
    /// By how much `accepted` may be late.
    public var clockAge: Nanoseconds = 0
    /// What was agreed on in its TLS handshake; nil in the clear, and if that did not end well.
    public var tls: TLSInfo?
    /// What the client's first TLS message said; nil if none came.
    public var hello: TLSHello?
    /// The alerts that ended its TLS, or were to: the client's and ours; nil for none.
    public var alert: TLSAlert?
    public var sentAlert: TLSAlert?

    public static let maximumBytes = 256

    public init(
        connection: UInt64, kind: Kind, bytes: [UInt8], count: Int, status: Int, sent: Int, arrivedAt: Int64,
        end: Outcome.End = .closed
    ) {
        self.connection = connection
        self.kind = kind
        self.bytes = bytes
        self.count = count
        self.status = status
        self.sent = sent
        self.arrivedAt = arrivedAt
        self.end = end
    }
}

extension ShardResponder {
    public func accepted(_ connection: ConnectionInfo) -> ConnectionPlan { .serve }
    public func hello(_ hello: TLSHello, of connection: ConnectionInfo) -> ConnectionPlan? { nil }
    public func waitIsOver(_ exchange: Exchange) -> Decision { .needsBody }
    public func part(of exchange: Exchange, from source: AnswerSource) -> AnswerPart { .actions([], isLast: true) }
    public func foreignProtocolSeen(_ start: ForeignProtocolStart) {}
    public func refusedBodyCame(_ start: ForeignProtocolStart, of exchange: Exchange) {}
}

public enum Decision: Sendable {
    case plan(WirePlan)
    /// Can be decided only when the body is complete.
    case needsBody
    /// Decided by `ShardResponder.waitIsOver`, after this time or when the exchange's `shortener` says so. Only for a complete
    /// request, and once for an exchange.
    case wait(atMost: Nanoseconds)
    /// The answer comes through the exchange's feed, from any thread.
    case later
    /// A worker thread does this work, which would block the shard for too long. Only for a complete request: before
    /// the body is complete, it is treated as `.needsBody`, and the work is not done.
    case elsewhere(Work)
}

/// Work that a worker thread does for an exchange, on a snapshot of its request.
///
/// Its completion is called on the shard's thread, in the order in which works finish, and decides as
/// `ShardResponder.decide` does: what must be counted in order, such as the hits of a rule, is counted there. It may
/// ask for more work. Asking for the body, which is complete, is an error, answered with 500. If the exchange ends
/// first, work that has not started is not done, and the result of running work is dropped. Pipelined requests wait.
public struct Work: Sendable {
    public typealias Completion = @Sendable (Exchange, any ShardResponder) -> Decision

    /// Called once, on a worker thread. It must not take longer than a second, since a server that stops waits for it.
    public let run: @Sendable () -> Completion
    /// Whether freeing what the work holds takes long, as with the JSON of a large body: then a worker thread does that
    /// too if the exchange ends first.
    public let isSlowToFree: Bool

    public init(isSlowToFree: Bool = false, _ run: @escaping @Sendable () -> Completion) {
        self.isSlowToFree = isSlowToFree
        self.run = run
    }

    /// Work whose result goes to a responder of that type, which has asked for it.
    public init<Result: Sendable, Own: ShardResponder & SendableMetatype>(
        isSlowToFree: Bool = false, for _: Own.Type, _ run: @escaping @Sendable () -> Result,
        then decide: @escaping @Sendable (Result, Exchange, Own) -> Decision
    ) {
        self.init(isSlowToFree: isSlowToFree) {
            let result = run()
            return { exchange, responder in
                guard let own = responder as? Own else { preconditionFailure("another responder answers") }
                return decide(result, exchange, own)
            }
        }
    }
}

/// Streams the answer of an exchange, from any thread.
///
/// Parts are written in the order in which they are passed in. Parts after the last one, or after the peer has closed
/// the connection, are dropped.
public struct Feed: Sendable {
    private let deliver: @Sendable (WireScript, Bool) -> Void

    public init(deliver: @escaping @Sendable (WireScript, Bool) -> Void) { self.deliver = deliver }

    /// Appends actions to the answer.
    public func append(_ actions: [WireAction]) {
        deliver(WireScript(actions: actions, ending: .hold), false)
    }

    /// Appends the last part, which may be the whole answer.
    public func finish(_ script: WireScript) { deliver(script, true) }
}

/// Is notified of the progress of a streamed answer.
public protocol FeedObserver: AnyObject {
    /// Everything appended so far has been passed to the kernel.
    func drained(_ exchange: Exchange)
    func peerGone(_ exchange: Exchange)
}
