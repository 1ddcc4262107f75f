internal import Wire

extension Failure {
    /// Connections are accepted and closed at once.
    static let closeOnAccept = Failure(
        "tcp/close-on-accept", "The connection is accepted, and closed before anything is read.",
        wire: """
            The handshake of TCP, then a FIN. No byte is sent; what the client sends is dropped, so that no RST follows.
            """,
        reports: .measured(
            curl: "52", requests: "ConnectionError, from RemoteDisconnected",
            node: "TypeError: fetch failed, other side closed; the first fetch of a process misses the FIN, and waits: "
                + "TimeoutError",
            java: "IOException: HTTP/1.1 header parser received no bytes",
            urlSession: "NSURLErrorDomain -1011, Empty reply from server"),
        source: Measured.and("RFC 9293, 3.6"), evidence: .observed, phase: .connection, pathNeeds: [.end, .acceptance],
        effect: .connection(.accepted(.close)))
}
