internal import Wire

extension Failure {
    /// The port refuses connections.
    static let refuse = Failure(
        "tcp/refuse", "Connections are refused, as where no server runs.",
        wire: """
            The kernel's RST in answer to each SYN: the port is bound, and nothing listens on it. No connection is \
            accepted, and nobody counts those that were tried.
            """,
        reports: .measured(
            curl: "7", requests: "ConnectionError, from NewConnectionError",
            node: "TypeError: fetch failed, from ECONNREFUSED", java: "ConnectException",
            urlSession: "NSURLErrorDomain -1004, Couldn't connect to server"),
        source: Measured.and("RFC 9293, 3.5.2; listen(2)"), evidence: .observed, phase: .connection,
        pathNeeds: [.acceptance],
        effect: .connection(.port(.refuse)))
}
