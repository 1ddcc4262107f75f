internal import Wire

extension Failure {
    /// The connection is closed long after the answer.
    static let slowClose = Failure(
        "tcp/slow-close", "The answer is complete, and the connection closes much later than it could.",
        wire: """
            The whole answer, then silence, and a FIN `after` so long. A request that comes on the connection \
            meanwhile is not read. A reply that is framed by the close of the connection ends with it.
            """,
        reports: .measured(
            curl: "0; what it asks next on the connection waits for the FIN, and is asked again on another",
            requests: "200; for what it asks next on the connection ConnectionError, from RemoteDisconnected",
            node: "200; for what it asks next on the connection TypeError: fetch failed, other side closed",
            java: "200; what it asks next on the connection waits for the FIN, and is asked again on another"),
        source: Measured.and("RFC 9112, 9.6"), evidence: .observed, phase: .body,
        parameters: [
            Parameter(
                "after", .duration, limit: .aboveZero, "Silence from the last byte to the FIN.",
                standard: .duration(5_000_000_000))
        ],
        effect: .spoiler { arguments, reply in
            reply.cut = Cut(after: .answer(arguments.duration("after") ?? 5_000_000_000), ending: .close)
        })
}
