internal import Wire

extension Failure {
    /// An unknown content coding.
    static let unknownEncoding = Failure(
        "http/unknown-encoding", "The body is said to be in a content coding that does not exist.",
        wire: "Content-Encoding: `coding`; the body as it is.",
        reports: .measured(
            curl: "61 with --compressed, else 0", requests: "200", node: "200", java: "200",
            urlSession: "NSURLErrorDomain -1, Unrecognized content encoding type"),
        source: Measured.and("RFC 9110, 8.4"), evidence: .observed,
        parameters: [
            Parameter("coding", .text, limit: .withinLine, "The coding's name.", standard: .text("x-martian"))
        ],
        needsBody: true, breaksCoding: true,
        effect: .spoiler { arguments, reply in
            reply.head.set("Content-Encoding", arguments.headText("coding") ?? "x-martian")
        })
}
