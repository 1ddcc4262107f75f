/// What becomes of a connection behind an answer: how long it waits for the next request, and how it then ends.
///
/// Made when a scenario is loaded, and shared by all connections that it is for.
public final class KeepAlive: Sendable {
    public enum End: Sendable {
        /// A FIN.
        case close
        /// An RST.
        case reset
        /// An answer that nobody has asked for, and then a FIN. It has no pauses.
        case answer(WireScript)
        /// Neither: what the client sends is read and not answered, until it goes.
        case silence
    }

    /// Time without a request after which the connection ends, from the last answer on; nil for the gateway's own.
    public let idle: Nanoseconds?
    /// The connection ends right behind so many answers, which do not say so; nil for no such number.
    public let requests: Int?
    public let end: End
    /// Whether answers tell the client how long it may wait, in whole seconds (`Keep-Alive: timeout=`).
    public let isAnnounced: Bool
    /// Whether the answer closes the connection, and says so.
    public let closes: Bool

    public init(
        idle: Nanoseconds? = nil, requests: Int? = nil, end: End = .close, isAnnounced: Bool = false
    ) {
        self.idle = idle
        self.requests = requests
        self.end = end
        self.isAnnounced = isAnnounced
        closes = false
    }

    private init(closes: Bool) {
        (idle, requests, end, isAnnounced) = (nil, nil, .close, false)
        self.closes = closes
    }

    /// Each answer closes its connection, and says so.
    public static let never = KeepAlive(closes: true)
    /// As the gateway does by itself.
    public static let standard = KeepAlive(closes: false)

    /// The longest that a connection waits for a request, whatever a scenario says: the gateway's own deadline.
    public static let longest: Nanoseconds = 75_000_000_000
}
