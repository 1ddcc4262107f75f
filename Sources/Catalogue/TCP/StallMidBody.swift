internal import Wire

extension Failure {
    /// The body stops, while the connection stays open.
    static let stallMidBody = Failure(
        "tcp/stall-mid-body", "The response's body stops half way, and the connection stays open.",
        wire: """
            The whole head, the body up to `after`, then silence until the client \
            goes; with `for` the rest follows after that time.
            """,
        reports: .measured(
            curl: "28 with --max-time", requests: "ConnectionError, from ReadTimeoutError",
            node: "TimeoutError",
            java: "hangs: its request timeout does not cover the body", urlSession: "NSURLErrorDomain -1001"),
        source: Measured.loopback, evidence: .observed,
        parameters: [.cutAfter, Parameter("for", .duration, "How long; for ever where it is not given.")],
        needsBody: true, objection: Objection.insideBody,
        effect: .spoiler { arguments, reply in
            reply.cut = Cut(after: arguments.cutPosition, ending: .hold, stall: arguments.duration("for"))
        })
}
