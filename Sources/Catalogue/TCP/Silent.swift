internal import Wire

extension Failure {
    /// Connections are accepted, and that is all.
    static let silent = Failure(
        "tcp/silent", "The connection is accepted, and nothing is ever read or sent.",
        wire: """
            The handshake of TCP, and silence until the client goes: the receive window closes once the buffers are full.
            """,
        reports: .measured(
            curl: "28 with --max-time", requests: "ReadTimeout, from ReadTimeoutError",
            node: "TimeoutError, where the caller set a timeout", java: "HttpTimeoutException: request timed out",
            urlSession: "NSURLErrorDomain -1001"),
        source: Measured.and("RFC 9293, 3.8.6"), evidence: .observed, phase: .connection,
        pathNeeds: [.time, .acceptance],
        effect: .connection(.accepted(.silence)))
}
