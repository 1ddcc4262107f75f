/// Decides what requests get: the only thing that the server knows of scenarios.
public protocol Responder: Sendable {
    /// The responder's part on one shard, whose thread is the only one that calls it.
    func responder(forShard shard: Int) -> any ShardResponder
}

/// A responder's side of one shard. Every method is called on that shard's thread.
public protocol ShardResponder: AnyObject {
    /// A connection was accepted, of which nothing has been read yet. Called once for each, before anything else of it.
    func accepted(_ connection: ConnectionInfo) -> ConnectionPlan
    /// Called when the head is complete and, after `.needsBody` or `.elsewhere`, again when the body is.
    func decide(_ exchange: Exchange) -> Decision
    /// The delay of the plan is over, and the answer begins.
    func delayIsOver(_ exchange: Exchange)
    /// The answer is out, or never will be. `exchange.outcome` says which.
    func ended(_ exchange: Exchange)
    /// libmicrohttpd refused a request by itself and the responder never saw it.
    func refused(connection: UInt64, status: Int, at arrivedAt: Int64)
    /// A connection that began with something other than a request of HTTP/1: it was told so and closed. Where that came
    /// behind a request, it was closed without a word, and its bytes are not known.
    func foreignProtocolSeen(_ start: ForeignProtocolStart)
}

/// The first bytes of a connection that does not speak HTTP/1 in the clear.
public struct ForeignProtocolStart: Sendable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// A record of TLS (RFC 8446, 5.1): most likely a URL with `https`.
        case tls
        /// The preface of HTTP/2 (RFC 9113, 3.4), which a client sends unasked where it knows beforehand.
        case http2
        case other
    }

    public var connection: UInt64
    public var kind: Kind
    /// The first of them, 256 at most.
    public var bytes: [UInt8]
    /// How many came.
    public var count: Int
    /// Bytes of the answer.
    public var sent: Int
    public var arrivedAt: Int64

    public static let maximumBytes = 256

    public init(connection: UInt64, kind: Kind, bytes: [UInt8], count: Int, sent: Int, arrivedAt: Int64) {
        self.connection = connection
        self.kind = kind
        self.bytes = bytes
        self.count = count
        self.sent = sent
        self.arrivedAt = arrivedAt
    }
}

extension ShardResponder {
    public func accepted(_ connection: ConnectionInfo) -> ConnectionPlan { .serve }
    public func delayIsOver(_ exchange: Exchange) {}
    public func foreignProtocolSeen(_ start: ForeignProtocolStart) {}
}

public enum Decision: Sendable {
    case plan(WirePlan)
    /// Not before the body is complete.
    case needsBody
    /// Through the exchange's feed, from any thread.
    case later
    /// By a worker's thread, for what takes longer than a moment, so that the shard goes on meanwhile. Only of a complete
    /// request: while the body is not complete, it is the same as `.needsBody`, and this work is never done.
    case elsewhere(Work)
}

/// What a worker's thread does for an exchange, on a snapshot of its request.
///
/// Its judgement is called on the shard's thread, in the order in which works are done, and decides as `ShardResponder.decide` does:
/// what must be counted in order, like the hit of a rule, is taken there. It may ask for more work; to ask for the body,
/// which is there, is a mistake and answered with 500. Neither is called for an exchange that has ended, but for work that
/// was being done at that moment; then nobody waits for what it finds. Requests that are pipelined behind wait.
public struct Work: Sendable {
    public typealias Completion = @Sendable (Exchange, any ShardResponder) -> Decision

    /// Called once, on a worker's thread. A server that stops waits for its end: it must not go on for longer than a second.
    public let run: @Sendable () -> Completion

    public init(_ run: @escaping @Sendable () -> Completion) { self.run = run }
}

/// Answers an exchange bit by bit, from any thread.
///
/// Parts are written in the order in which they are sent; those that come after the last one, or after
/// the peer has gone, are dropped.
public struct Feed: Sendable {
    private let deliver: @Sendable (WireScript, Bool) -> Void

    public init(deliver: @escaping @Sendable (WireScript, Bool) -> Void) { self.deliver = deliver }

    /// Actions to be written after those that were sent before.
    public func append(_ actions: [WireAction]) {
        deliver(WireScript(actions: actions, ending: .hold), false)
    }

    /// The last part, or the whole answer.
    public func finish(_ script: WireScript) { deliver(script, true) }
}

/// Hears what becomes of a fed answer. The two always come as a pair: who writes must know both.
public protocol FeedObserver: AnyObject {
    /// All that was appended so far has been handed to the kernel.
    func drained(_ exchange: Exchange)
    func peerGone(_ exchange: Exchange)
}
