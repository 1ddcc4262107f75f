internal import Wire

extension Failure {
    /// A very large number of interim responses.
    static let interimFlood = Failure(
        "http/interim-flood", "Thousands of interim responses come ahead of the final one.",
        wire: """
            `count` heads with `status` and no fields, then the response. HTTP/1.0 clients get the \
            response only.
            """,
        reports: .measured(
            curl: "0: it reads on to the 200", requests: "takes the first 103 for the final response",
            node: "200", java: "ProtocolException: Too many interim responses received: 9 > 8",
            urlSession: "200"),
        source: Measured.and("RFC 9110, 15.2"), evidence: .observed, phase: .head,
        parameters: [
            Parameter("count", .count(1...100_000), "Interim responses.", standard: .count(3_000)),
            Parameter(
                "status", .count(100...199), "Their status; 101 would end HTTP on the connection.",
                standard: .count(103)),
        ],
        effect: .spoiler { arguments, reply in
            reply.interim.append(
                Reply.Interim(
                    ResponseHead(status: arguments.count("status") ?? 103),
                    count: arguments.count("count") ?? 3_000))
        })
}
