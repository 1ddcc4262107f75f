/// A connection as the responder knows it: its listener, its peer and its scheme.
public struct ConnectionInfo: Sendable, Hashable {
    /// Unique within the lifetime of the server, counted from 1.
    public var id: UInt64
    /// The listener that accepted it; 0 is the server's main listener, on all of its addresses.
    public var listener: UInt32
    public var peer: Peer
    /// The scheme of the URLs of its requests: `http` unless it carries TLS.
    public var scheme: Scheme

    public struct Peer: Sendable, Hashable {
        /// Whether the peer is this machine (127.0.0.0/8 or ::1).
        public var isLoopback: Bool

        public init(isLoopback: Bool) { self.isLoopback = isLoopback }
    }

    public init(id: UInt64, listener: UInt32 = 0, peer: Peer, scheme: Scheme = .http) {
        self.id = id
        self.listener = listener
        self.peer = peer
        self.scheme = scheme
    }
}

/// The scheme of a request's URL (RFC 9110, 4.2).
public enum Scheme: UInt8, Sendable, Hashable, CaseIterable {
    case http, https

    /// The beginning of a URL of this scheme, up to the host.
    public var prefix: String {
        switch self {
        case .http: "http://"
        case .https: "https://"
        }
    }
}

/// The version of HTTP of a request.
public enum HTTPVersion: UInt8, Sendable, Hashable, CaseIterable {
    case http10, http11

    /// As a status line has it.
    public var name: String {
        switch self {
        case .http10: "HTTP/1.0"
        case .http11: "HTTP/1.1"
        }
    }
}

/// How an accepted connection is treated.
///
/// Made when a scenario is loaded, one for each entry of its `connections`, and shared by all connections that get it.
public final class ConnectionPlan: Sendable {
    public enum Act: Sendable, Hashable, CaseIterable {
        /// Its requests are read.
        case serve
        /// It is ended at once (FIN). What the peer sends is discarded until its own FIN, for a bounded time: bytes that
        /// nobody has read would make an RST of the end.
        case close
        /// It is reset (RST) before anything is read.
        case reset
        /// It is reset as soon as the peer sends anything.
        case resetOnFirstByte
        /// Nothing is read from it and nothing is sent. It stays open until the peer ends its side or is gone.
        case silence
    }

    public let act: Act
    /// Time from the moment at which it is accepted, before which nothing is done and nothing is read.
    public let delay: Nanoseconds
    /// What becomes of it behind an answer, unless the answer says otherwise, and before the first request: `idle` then
    /// counts from the moment at which it is accepted. Nil for what the answer, or the gateway itself, does.
    public let keepAlive: KeepAlive?
    /// How fast bytes are read from it; nil for as fast as they come.
    public let readPace: Pace?
    /// How its TLS is to be; nil for as usual.
    public let tls: TLSSettings?
    /// The name of the failure that this is; nil for none.
    public let failure: String?
    /// Whether what becomes of it is in the journal even if no request comes.
    public let isJournaled: Bool

    public init(
        _ act: Act, delay: Nanoseconds = 0, keepAlive: KeepAlive? = nil, readPace: Pace? = nil, tls: TLSSettings? = nil,
        failure: String? = nil, isJournaled: Bool = true
    ) {
        self.act = act
        self.delay = delay
        self.keepAlive = keepAlive ?? tls?.fault?.keepAlive
        self.readPace = readPace
        self.tls = tls
        self.failure = failure
        self.isJournaled = isJournaled
    }

    /// Served as any other: the plan of all connections that no scenario has a say in.
    public static let serve = ConnectionPlan(.serve, isJournaled: false)
}
