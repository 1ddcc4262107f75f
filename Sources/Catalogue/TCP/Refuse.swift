internal import Wire

extension Failure {
    /// The port refuses connections.
    static let refuse = Failure(
        "tcp/refuse", "Connections are refused, as where no server runs.",
        wire: """
            The kernel's RST in answer to each SYN: the port is bound, and nothing listens on it. No connection is \
            accepted, and nobody counts those that were tried.
            """,
        source: "RFC 9293, 3.5.2; listen(2)", phase: .connection, pathNeeds: [.acceptance],
        effect: .connection(.port(.refuse)))
}
