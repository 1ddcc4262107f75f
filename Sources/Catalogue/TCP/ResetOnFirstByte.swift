internal import Wire

extension Failure {
    /// The connection is accepted, and reset as soon as the client sends anything.
    static let resetOnFirstByte = Failure(
        "tcp/reset-on-first-byte",
        "The connection is accepted, and reset as soon as the client says something.",
        wire: """
            An RST: in `connections` as soon as a byte has come, in a rule once the request's head is there; its body is \
            never waited for. No byte is sent.
            """,
        reports: .measured(
            curl: "56", requests: "ConnectionError, from ConnectionResetError",
            node: "TypeError: fetch failed, from ECONNRESET",
            java: "IOException: HTTP/1.1 header parser received no bytes",
            urlSession: "NSURLErrorDomain -1005"),
        source: Measured.and("RFC 9293, 3.5.2"), evidence: .observed, phase: .connection,
        effect: .ending { _ in WireScript(upload: .interrupt(after: 0), actions: [], ending: .reset) },
        strike: .accepted(.resetOnFirstByte))
}
