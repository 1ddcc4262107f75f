internal import HTTP1
internal import Wire

extension Failure {
    /// The connection is closed within the head, which some clients accept as a complete response.
    static let closeMidHeaders = Failure(
        "tcp/close-mid-headers", "The connection closes in the middle of the response's head.",
        wire: """
            The first `after` bytes of the head, by default the status line and three letters of a \
            field's name; a FIN, over TLS without a close_notify.
            """,
        reports: .measured(
            curl: "0 with the 200", requests: "200, then JSONDecodeError on .json()",
            node: "TypeError: fetch failed, other side closed", java: "IOException: parsing HTTP/1.1 header",
            urlSession: "the process aborts: Transfer completed, but there's no response"),
        source: Measured.and("RFC 9112, 8"), evidence: .observed, phase: .head,
        parameters: [Parameter("after", .bytes(1...1_048_576), "Bytes of head that still go out.")],
        objection: { arguments, reply in
            .less("after", arguments, than: reply.longestHead, "head")
        },
        effect: .spoiler { arguments, reply in
            let position = arguments.count("after").map { HeadPosition.byte($0) } ?? .fieldByte(3)
            reply.cut = Cut(after: .head(position), ending: .truncation)
        })
}
