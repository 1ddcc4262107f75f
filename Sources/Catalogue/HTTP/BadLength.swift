internal import Wire

extension Failure {
    /// A Content-Length that is not a number.
    static let badLength = Failure(
        "http/bad-length", "Content-Length is no number that a length could be.",
        wire: """
            Content-Length, by `negative`: -5; by `overflow`: 23 nines; by `word`: many. Then the \
            body and a FIN.
            """,
        reports: .measured(
            curl: "8 (by overflow 0)", requests: "200 (by overflow ChunkedEncodingError)",
            node: """
                TypeError: fetch failed, from HPE_INVALID_CONTENT_LENGTH (by overflow Node 22 and 24: \
                UND_ERR_RES_CONTENT_LENGTH_MISMATCH)
                """,
            java: "IOException by negative; by overflow, word IllegalArgumentException: For input string",
            urlSession: "NSURLErrorDomain -1, Invalid Content-Length: value (by overflow 200)"),
        source: Measured.and("RFC 9110, 8.6; RFC 9112, 6.3"), evidence: .observed, phase: .head,
        parameters: [.by(["negative", "overflow", "word"], "The value of the field.")],
        effect: .spoiler { arguments, reply in
            let value =
                switch arguments.text("by") {
                case "overflow": String(repeating: "9", count: 23)
                case "word": "many"
                default: "-5"
                }
            reply.frameByHand([HeaderField("Content-Length", value)])
            reply.ending = .close
        })
}
