internal import Wire

extension Failure {
    /// A malformed status line.
    static let malformedStatusLine = Failure(
        "http/malformed-status-line", "The response begins with a line that is no status line.",
        wire: """
            In place of the status line, by `words`: BLAH BLAH; by `version`: HTTP/9.9; by \
            `letters`: a status of abc; by `low-status`: a status of 099. Fields and body follow \
            as they would, then a FIN.
            """,
        reports: .measured(
            curl: "1", requests: "ConnectionError, from BadStatusLine (by version: UnknownProtocol)",
            node: """
                TypeError: fetch failed, from HPE_INVALID_CONSTANT (by version: HPE_INVALID_VERSION; \
                by letters: HPE_INVALID_STATUS; by low-status: an AssertionError of its own; Node 24: the texts, without the \
                codes)
                """,
            java: "ProtocolException: Invalid status line: \"BLAH BLAH\"", urlSession: "NSURLErrorDomain -1002"),
        source: Measured.and("RFC 9112, 4"), evidence: .observed, phase: .head,
        parameters: [.by(["words", "version", "letters", "low-status"], "What is wrong with the line.")],
        effect: .spoiler { arguments, reply in
            let line =
                switch arguments.text("by") {
                case "version": "HTTP/9.9 200 OK"
                case "letters": "HTTP/1.1 abc OK"
                case "low-status": "HTTP/1.1 099 Weird"
                default: "BLAH BLAH"
                }
            reply.head.statusLine = Array(line.utf8)
            reply.ending = .close
        })
}
