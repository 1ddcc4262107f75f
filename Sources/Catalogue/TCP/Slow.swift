internal import Wire

extension Failure {
    /// A body at a low transfer rate.
    static let slow = Failure(
        "tcp/slow", "The response's body drips in, a few bytes at a time.",
        wire: """
            The head at once, then the body in writes of `bytes` bytes with `every` of silence \
            between them.
            """,
        reports: .measured(
            curl: "28 with --max-time or --speed-limit, else 0 in the end",
            requests: "200 in the end: no read is late",
            node: "200 in the end; TimeoutError where the caller's time is shorter than the body's"),
        source: Measured.and("curl's manual, --speed-limit"), evidence: .observed,
        parameters: Parameter.pace(bytes: 1, every: 250_000_000), needsBody: true,
        effect: .spoiler { arguments, reply in reply.pace = arguments.pace })
}
