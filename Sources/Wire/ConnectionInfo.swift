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
public enum ConnectionPlan: Sendable, Hashable, CaseIterable {
    /// Its requests are read.
    case serve
    /// It is ended at once (FIN). What the peer sends is discarded until its own FIN, for a bounded time: bytes that nobody
    /// has read would make an RST of the end.
    case close
    /// It is reset (RST) before anything is read.
    case reset
    /// Nothing is read from it and nothing is sent. It stays open until the peer ends its side or is gone.
    case silence
}
