internal import Wire

extension Failure {
    /// A head that is sent slowly, byte by byte, so that a timeout between two reads never fires.
    static let slowHeaders = Failure(
        "http/slow-headers", "The head of the response drips in, a byte at a time.",
        wire: """
            The whole head in writes of `bytes` bytes with `every` of silence between them, then \
            the body at once.
            """,
        reports: .measured(
            curl: "28 with --max-time",
            requests: "200 in the end: its timeout is one of each read, and no read is late",
            node: "TimeoutError", java: "HttpTimeoutException: request timed out",
            urlSession: "NSURLErrorDomain -1001"),
        source: Measured.loopback, evidence: .observed, phase: .head,
        parameters: Parameter.pace(bytes: 1, every: 300_000_000),
        effect: .spoiler { arguments, reply in reply.headPace = arguments.pace })
}
