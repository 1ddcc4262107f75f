public import Wire

/// What a failure of the connection does, before there is a request.
public enum ConnectionStrike: Sendable, Hashable {
    /// To a connection that was accepted.
    case accepted(ConnectionPlan.Act)
    /// To all who try to connect: the kernel answers, and nobody counts them.
    case port(PortState)
    /// To its TLS, as `Failure.tlsFault` says. A client that goes on all the same is served.
    case tls
}
