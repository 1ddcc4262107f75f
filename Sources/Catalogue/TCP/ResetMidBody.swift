internal import Wire

extension Failure {
    /// The connection is reset within the body of the response.
    static let resetMidBody = Failure(
        "tcp/reset-mid-body", "The connection is reset in the middle of the response's body.",
        wire: """
            The whole head and the body up to `after`; `pause` from the moment that the client's system has \
            acknowledged them, then an RST. What is not acknowledged within 5 s is followed by it all the same.
            """,
        reports: .measured(
            curl: "56", requests: "ChunkedEncodingError, from ConnectionResetError",
            node: "TypeError: terminated, from ECONNRESET",
            java: "IOException, from SocketException: Connection reset",
            urlSession: "NSURLErrorDomain -1005, Recv failure: Connection reset by peer"),
        source: Measured.and("RFC 9112, 8"), evidence: .observed,
        parameters: [.cutAfter, .resetPause], needsBody: true, objection: Objection.insideBody,
        effect: .spoiler { arguments, reply in
            reply.cut = Cut(after: arguments.cutPosition, ending: .reset(pause: arguments.duration("pause")))
        })
}
