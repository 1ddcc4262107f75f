/// One request and its answer, from arrival to the last byte.
///
/// It belongs to the thread of its shard and must not be kept after the call that it is passed to. An HTTP/1 connection
/// uses one object for all its exchanges.
public final class Exchange {
    public let request = Request()
    /// Changes with each exchange, also if the object is reused.
    public var id: ExchangeID
    /// The connection's listener, peer and scheme. The version of HTTP is in the request.
    public var connection: ConnectionInfo {
        didSet { request.scheme = connection.scheme }
    }
    /// The time when the head was complete, on the monotonic clock.
    public var arrived: Nanoseconds = 0
    /// The same time in milliseconds since 1970.
    public var arrivedAt: Int64 = 0
    /// The server answers by itself, since the request is malformed or too large, or nothing answers it, since it crossed
    /// the end of its connection; any decision is void.
    public var isRefused = false
    /// Whether all of the body has come together with the head, and there is room for it. Then the responder may decide
    /// once, when the body is complete, if it decides the same then; see `Decision.needsBody`.
    public var hasWholeBody = false
    /// How many bytes of its body are kept where nothing but the journal needs them. The server's, until the responder has
    /// decided on another number.
    public var keptBody = Int.max
    /// State of the responder that belongs to this exchange.
    public var memo: AnyObject?
    /// The plan of its connection, made when that was accepted.
    public let plan: ConnectionPlan
    /// What becomes of the connection behind the answer, as the responder says; nil for what the plan, or else the server,
    /// does. Stays until the next request.
    public var keepAlive: KeepAlive?
    /// Is notified of the progress of an answer that is sent through a `Feed`.
    public var observer: (any FeedObserver)?

    /// What was really sent, and how it ended. Complete when `ShardResponder.ended` is called.
    public var outcome = Outcome()

    /// The connection, which writes what is fed. It outlives its exchanges.
    public unowned var opener: (any FeedOpener)?

    public init(_ connection: ConnectionInfo, _ plan: ConnectionPlan = .serve) {
        id = ExchangeID(connection: connection.id, stream: 0)
        self.connection = connection
        self.plan = plan
        request.scheme = connection.scheme
    }

    /// Whether the peer is this machine (127.0.0.0/8 or ::1).
    public var isLoopback: Bool { connection.peer.isLoopback }

    /// A feed to answer this exchange later, from any thread.
    public func feed() -> Feed { opener?.openFeed() ?? Feed { _, _ in } }

    /// A function that shortens this exchange's wait (`Decision.wait`), from any thread. Its argument is the new length,
    /// counted from the beginning of the wait.
    public func shortener() -> (@Sendable (Nanoseconds) -> Void)? { opener?.openShortener() }

    /// Ends the exchange with an RST, and its connection with it. On the shard's thread, and not within a call of the
    /// server.
    public func abort() { opener?.abort() }
}

/// The transport's side of an exchange, which writes what is fed.
public protocol FeedOpener: AnyObject {
    func openFeed() -> Feed
    func openShortener() -> @Sendable (Nanoseconds) -> Void
    func abort()
}

/// What was really sent of an answer, and how it ended.
public struct Outcome: Sendable, Hashable {
    public enum End: UInt8, Sendable, Hashable, CaseIterable {
        /// The response was sent completely and the connection is kept.
        case complete
        /// The response was sent and the connection was closed after it.
        case closed
        /// An RST was sent.
        case reset
        /// Nothing more was sent until the peer closed the connection, or the gateway stopped.
        case held
        /// The peer closed or reset the connection before the answer was sent completely.
        case abandoned
        /// The gateway ended it: at a deadline, by a reset of the session, or because it stopped.
        case cancelled
    }

    /// The status that was sent; 0 if none was.
    public var status = 0
    /// Bytes passed to the kernel for this answer, heads and framing included.
    public var bytesSent = 0
    public var end = End.complete
    /// What few exchanges have.
    public var remarks: Remarks = []

    public struct Remarks: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The answer that was decided could not be sent because the process has no descriptor left; then the status is 503.
        public static let lacksDescriptor = Remarks(rawValue: 1)
        /// The answer was to begin after a share of the request's body, which came without a Content-Length.
        public static let shareUnknown = Remarks(rawValue: 2)
        /// The answer came in place of a 100 (Continue) that the client asked for.
        public static let headRefused = Remarks(rawValue: 4)
        /// The request came in the place of the body of the one before, whose head was refused.
        public static let inPlaceOfBody = Remarks(rawValue: 8)
        /// The request came when the end of its connection was on its way: it was read, and gets no answer.
        public static let crossed = Remarks(rawValue: 16)
    }
    /// Whether the peer had closed its side when the exchange ended.
    public var clientClosed = false
    /// The time when the peer was seen to close its side; 0 if it was not.
    public var clientClosedAt: Nanoseconds = 0
    /// Whether nothing of the answer had left by then.
    public var clientClosedEarly = false
    /// The time when it ended, on the monotonic clock.
    public var ended: Nanoseconds = 0
    /// The head as it was sent, if not more than `bytesSent` of it.
    public var head = SentHead()
    /// Takes what follows the head, where it was set before anything was sent. Of an answer that broke off it may have more
    /// than left: see `sentBody`.
    public var body: SentBody?
    /// When the first and the last byte were passed to the kernel, on the monotonic clock; 0 if none was, or if that is
    /// not known.
    public var firstByte: Nanoseconds = 0
    public var lastByte: Nanoseconds = 0
    /// How much earlier or later than `Exchange.arrived` the head may have been complete: a shard reads its clock once for
    /// all that has come, and what comes while it is busy waits.
    public var clockAge: Nanoseconds = 0
    /// The same for `clientClosedAt`; where that is 0, for `ended`, if the peer ended it. An end of our own is noted up to so
    /// much later than the peer may have seen it.
    public var endAge: Nanoseconds = 0
    /// The number of the connection that was accepted last when it ended: one with a higher number came after that.
    public var lastConnection: UInt64 = 0

    public init() {}

    /// What followed the head, or the beginning of that, as far as it was asked for.
    public var sentBody: [UInt8] {
        guard let body else { return [] }
        let count = max(0, bytesSent - head.count)
        return body.bytes.count <= count ? body.bytes : Array(body.bytes.prefix(count))
    }

    /// As a new one, in place.
    package mutating func clear() {
        (status, bytesSent, end) = (0, 0, .complete)
        (remarks, clientClosed, clientClosedEarly) = ([], false, false)
        (clientClosedAt, ended, firstByte, lastByte, clockAge, endAge) = (0, 0, 0, 0, 0, 0)
        lastConnection = 0
        head.clear()
        if body != nil { body = nil }
    }

    /// Bytes of the answer were passed to the kernel, between two times.
    public mutating func sent(_ bytes: UnsafeBufferPointer<UInt8>, from began: Nanoseconds, to time: Nanoseconds) {
        if !head.isWhole { unsafe head.append(bytes) }
        if body != nil, head.isWhole { unsafe body?.append(bytes.dropFirst(max(0, head.count - bytesSent))) }
        bytesSent += bytes.count
        if firstByte == 0 { firstByte = began }
        lastByte = time
    }
}
