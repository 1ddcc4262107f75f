internal import Wire

extension Failure {
    /// A complete response with half of a JSON document, which no HTTP library detects.
    static let truncatedJSON = Failure(
        "http/truncated-json", "The response is complete, but the JSON in it stops half way.",
        wire: """
            The first `after` bytes of the body as a complete response, framed as the reply is: as \
            a rule by a Content-Length that fits them, with a connection that stays open.
            """,
        reports: .measured(
            curl: "0", requests: "200, then JSONDecodeError on .json()",
            node: "200, then SyntaxError on .json()"),
        source: Measured.and("RFC 8259, 2; RFC 9112, 6.3"), evidence: .observed,
        parameters: [.afterBody], needsBody: true, objection: Objection.insideBody,
        effect: .spoiler { arguments, reply in
            reply.keepBody(arguments.cutPosition)
        })
}
