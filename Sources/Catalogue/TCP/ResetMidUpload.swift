internal import Wire

extension Failure {
    /// The connection is reset while the client is uploading.
    static let resetMidUpload = Failure(
        "tcp/reset-mid-upload", "The connection is reset while the client sends the request's body.",
        wire: """
            Once `after` bytes of the body have come, an RST. No byte is sent. A request without a \
            body is reset at once.
            """,
        reports: .measured(
            curl: "56", requests: "ConnectionError", node: "TypeError: fetch failed, from ECONNRESET",
            java: "IOException: HTTP/1.1 header parser received no bytes",
            urlSession: "NSURLErrorDomain -1005, Recv failure: Connection reset by peer"),
        source: Measured.and("RFC 9112, 9.5"), evidence: .observed, phase: .head,
        parameters: [.afterUpload(standard: 1)],
        effect: .ending { arguments in
            WireScript(upload: arguments.upload(standard: 1), actions: [], ending: .reset)
        })
}
