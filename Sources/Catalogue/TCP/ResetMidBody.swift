internal import Wire

extension Failure {
    /// The connection is reset within the body of the response.
    static let resetMidBody = Failure(
        "tcp/reset-mid-body", "The connection is reset in the middle of the response's body.",
        wire: "The whole head, the first `after` bytes of the body, then an RST.",
        reports: .measured(
            curl: "56", requests: "ChunkedEncodingError, from ConnectionResetError",
            node: "TypeError: terminated, from ECONNRESET, or \"other side closed\" where bytes and RST come at once",
            java: "IOException: fixed content-length: 100, bytes received: 10",
            urlSession: "NSURLErrorDomain -1005, Recv failure: Connection reset by peer"),
        source: Measured.and("RFC 9112, 8"), evidence: .observed,
        parameters: [.afterBody], needsBody: true, objection: Objection.insideBody,
        effect: .spoiler { arguments, reply in reply.cut = Cut(after: arguments.cutPosition, ending: .reset) })
}
