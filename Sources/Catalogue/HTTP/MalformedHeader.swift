internal import Wire

extension Failure {
    /// One malformed field line in an otherwise valid head.
    static let malformedHeader = Failure(
        "http/malformed-header", "One line of the response's head is no header field.",
        wire: """
            One more line in the head, by `no-colon`: a line without a colon; by `nul`: a NUL \
            inside a value; by `space-before-colon`: "X-Broken : value"; by `folded`: a value that \
            goes on in the next line. All the rest is right, and the connection stays open. Many clients accept one or \
            another: RFC 9112 asks only proxies to refuse them.
            """,
        reports: .measured(
            curl: "8 (by no-colon, nul); 0 (by space-before-colon, folded)",
            requests: """
                ReadTimeoutError by no-colon, space-before-colon: it drops what follows the line, the length too, and \
                waits for the close; 200 by nul, folded
                """,
            node: """
                TypeError: fetch failed, from HPE_INVALID_HEADER_TOKEN (by no-colon, nul; Node 24: by all four, without the \
                code)
                """,
            java: """
                200 by no-colon, folded; by nul ProtocolException: Invalid header value; by space-before-colon \
                ProtocolException: Invalid header name
                """,
            urlSession: """
                NSURLErrorDomain -1 (by no-colon: Header without colon; by nul: Nul byte in header)
                """),
        source: Measured.and("RFC 9112, 5.1 and 5.2; RFC 9110, 5.5"), evidence: .observed, phase: .head,
        parameters: [
            .by(["no-colon", "nul", "space-before-colon", "folded"], "What is wrong with the line.")
        ],
        effect: .spoiler { arguments, reply in
            let line =
                switch arguments.text("by") {
                case "nul": "X-Broken: a\0b"
                case "space-before-colon": "X-Broken : value"
                case "folded": "X-Broken: begun\r\n and continued"
                default: "This line has no colon"
                }
            reply.head.fields.append(.malformedLine(Array(line.utf8)))
        })
}
