internal import Wire

extension Failure {
    /// A success without a body.
    static let emptyBody = Failure(
        "http/empty-body", "The response is a success in every way, but its body is empty.",
        wire: "The reply's own status and fields, Content-Length: 0, no body.",
        reports: .measured(
            curl: "0", requests: "200, then JSONDecodeError on .json()",
            node: "200, then SyntaxError on .json()",
            java: "200", urlSession: "200 with 0 bytes"),
        source: Measured.loopback, evidence: .observed, needsBody: true,
        effect: .spoiler { _, reply in
            reply.body = []
            reply.trailers = []
            reply.frame(.length(0))
        })
}
