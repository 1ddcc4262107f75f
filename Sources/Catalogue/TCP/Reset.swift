internal import Wire

extension Failure {
    /// The connection is reset after the request, without a response.
    static let reset = Failure(
        "tcp/reset", "The gateway reads the request and resets the connection.",
        wire: "The whole request is read, then an RST. No byte is sent.",
        reports: .measured(
            curl: "56", requests: "ConnectionError, from ConnectionResetError",
            node: "TypeError: fetch failed, from ECONNRESET",
            java: "IOException: HTTP/1.1 header parser received no bytes",
            urlSession: "NSURLErrorDomain -1005, Recv failure: Connection reset by peer"),
        source: Measured.and("RFC 9293, 3.5.2"), evidence: .observed, phase: .head,
        effect: .ending { _ in WireScript(actions: [], ending: .reset) })
}
