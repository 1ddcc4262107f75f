internal import Wire

extension Failure {
    /// An unknown transfer coding.
    static let unknownTransferEncoding = Failure(
        "http/unknown-transfer-encoding", "The body is said to be in a transfer coding that does not exist.",
        wire: "Transfer-Encoding: `coding`, no Content-Length; the body as it is; a FIN.",
        reports: .measured(
            curl: "61", requests: "200", node: "200", java: "200",
            urlSession: "NSURLErrorDomain -1, Unrecognized content encoding type"),
        source: Measured.and("RFC 9112, 6.1 and 6.3"), evidence: .observed, phase: .head,
        parameters: [
            Parameter("coding", .text, limit: .withinLine, "The coding's name.", standard: .text("x-martian"))
        ],
        effect: .spoiler { arguments, reply in
            reply.frameByHand([HeaderField("Transfer-Encoding", arguments.headText("coding") ?? "x-martian")])
            reply.ending = .close
        })
}
