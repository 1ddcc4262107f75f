/// One request and its answer, from arrival to the last byte.
///
/// Belongs to the thread of its shard; what outlives the call that it was handed to is copied. Connections
/// that carry one exchange at a time use the same object again and again.
public final class Exchange {
    public let request = Request()
    /// Changes from one exchange to the next where the object is used again.
    public var id: ExchangeID
    /// How it came: listener, peer and scheme. The version of HTTP is the request's.
    public var connection: ConnectionInfo {
        didSet { request.scheme = connection.scheme }
    }
    /// When the head was complete: nanoseconds of the monotonic clock.
    public var arrived: Nanoseconds = 0
    /// The same moment as milliseconds since 1970.
    public var arrivedAt: Int64 = 0
    /// The server answers by itself: the request is malformed, or too large. No decision stands.
    public var isRefused = false
    /// What the responder remembers of its decision.
    public var memo: AnyObject?
    /// Told of what the wire does with an answer that is fed bit by bit.
    public var observer: (any FeedObserver)?

    /// What really left, and how it ended. Complete when `ShardResponder.ended` is called.
    public var outcome = Outcome()

    /// Who writes what is fed: the connection, which outlives its exchanges.
    public unowned var opener: (any FeedOpener)?

    public init(_ connection: ConnectionInfo) {
        id = ExchangeID(connection: connection.id, stream: 0)
        self.connection = connection
        request.scheme = connection.scheme
    }

    /// Whether the peer is this machine (127.0.0.0/8 or ::1).
    public var isLoopback: Bool { connection.peer.isLoopback }

    /// The way to answer this exchange later, from any thread.
    public func feed() -> Feed { opener?.openFeed() ?? Feed { _, _ in } }

    /// The way to shorten the delay of this exchange's plan, from any thread: to so much, counted from its beginning.
    public func shortener() -> (@Sendable (Nanoseconds) -> Void)? { opener?.openShortener() }
}

/// Who writes what is fed: a transport's side of an exchange.
public protocol FeedOpener: AnyObject {
    func openFeed() -> Feed
    func openShortener() -> @Sendable (Nanoseconds) -> Void
}

/// What the wire saw of an answer.
public struct Outcome: Sendable, Hashable {
    public enum End: UInt8, Sendable, Hashable, CaseIterable {
        /// The response went out whole and the connection lives on.
        case complete
        /// The response went out and the connection was closed behind it.
        case closed
        /// An RST was sent.
        case reset
        /// Nothing more was said; the peer went, or the gateway stopped.
        case held
        /// The peer was gone before the answer was out.
        case abandoned
        /// The gateway ended it: a deadline, a reset of the session, a stop.
        case cancelled
    }

    /// The status that went out; 0 where none did.
    public var status = 0
    /// Bytes handed to the kernel for this answer, heads and framing included.
    public var bytesSent = 0
    public var end = End.complete
    /// Whether the peer had closed its side when the exchange ended.
    public var clientClosed = false
    /// When it ended: nanoseconds of the monotonic clock.
    public var ended: Nanoseconds = 0

    public init() {}
}
