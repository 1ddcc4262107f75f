internal import Wire

extension Failure {
    /// The gateway stops reading the upload and sends nothing, so that the client's writes block.
    static let stopReading = Failure(
        "tcp/stop-reading",
        "The gateway stops reading in the middle of the request's body, for some time or for ever.",
        wire: """
            `after` bytes of the body are read, then no more: the receive window closes once the \
            buffers are full, and a large upload stands still. No byte is sent; with `for` the rest is read after that \
            time, and the answer follows.
            """,
        reports: .measured(
            curl: "28 with --max-time", requests: "ConnectionError, from TimeoutError", node: "TimeoutError",
            java: "HttpTimeoutException: request timed out", urlSession: "NSURLErrorDomain -1001"),
        source: Measured.and("RFC 9293, 3.8.6"), evidence: .observed, phase: .head,
        parameters: [
            .afterUpload(standard: 0),
            Parameter(
                "for", .duration, limit: .aboveZero,
                "How long nothing is read; then the rest is, and the reply answers. For ever where it is not given."),
        ],
        effect: .endingUnless(
            "for",
            ending: { WireScript(upload: $0.upload(standard: 0), actions: [], ending: .hold) },
            spoiler: { arguments, reply in
                if let time = arguments.duration("for") { reply.upload = arguments.pausedUpload(for: time) }
            }))
}
