internal import Wire

extension Failure {
    /// A body at the speed of a bad line.
    static let slow = Failure(
        "tcp/slow", "The response's body drips in, a few bytes at a time.",
        wire: """
            The head at once, then the body in writes of `bytes` bytes with `every` of silence \
            between them.
            """,
        reports: [
            ClientReport("curl", "28 with --speed-limit or --max-time, else 0 in the end"),
            ClientReport("clients with a timeout of each read", "wait to the end: no read is late"),
        ],
        source: "curl's manual, --speed-limit; the pace itself is this catalogue's convention",
        evidence: .assumed,
        parameters: Parameter.pace(bytes: 1, every: 250_000_000), needsBody: true,
        effect: .spoiler { arguments, reply in reply.pace = arguments.pace })
}
