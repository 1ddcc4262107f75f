/// A connection as the responder knows it: where it came in, and who is at its other end.
public struct ConnectionInfo: Sendable, Hashable {
    /// Unique within the life of the server; counts from 1.
    public var id: UInt64
    /// The listener that accepted it: 0 for the server's own, on all of its addresses.
    public var listener: UInt32
    public var peer: Peer
    /// What the URLs of its requests begin with: `http` until TLS is seen on it.
    public var scheme: Scheme

    /// Who is at the other end.
    public struct Peer: Sendable, Hashable {
        /// Whether it is this machine (127.0.0.0/8 or ::1).
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

/// The scheme of a URL by which a request came (RFC 9110, 4.2).
public enum Scheme: UInt8, Sendable, Hashable, CaseIterable {
    case http, https

    /// The beginning of such a URL, up to its host.
    public var prefix: String {
        switch self {
        case .http: "http://"
        case .https: "https://"
        }
    }
}

/// The version of HTTP by which a request came.
public enum HTTPVersion: UInt8, Sendable, Hashable, CaseIterable {
    case http10, http11
}

/// What becomes of a connection that was accepted.
public enum ConnectionPlan: Sendable, Hashable {
    /// Its requests are read.
    case serve
    /// An RST, before anything of it is read.
    case reset
}
