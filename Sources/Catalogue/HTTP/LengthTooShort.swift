internal import Wire

extension Failure {
    /// A Content-Length less than the body, the rest of which is read as the next response.
    static let lengthTooShort = Failure(
        "http/length-too-short",
        "Content-Length promises fewer bytes than the body has; the rest gets in the next response's way.",
        wire: """
            Content-Length of the body's size less `missing`; all of the body. By `keep` the \
            connection stays open, so that a client which uses it again reads the surplus as a \
            status line; by `close` a FIN follows.
            """,
        reports: .measured(
            curl: "0 with half of the body; the surplus costs the connection",
            requests: "200, then JSONDecodeError on .json(); the surplus costs the connection",
            node: "200, then SyntaxError on .json(); the surplus costs the connection"),
        source: Measured.and("RFC 9112, 6.3"), evidence: .observed,
        parameters: [
            .by(["keep", "close"], "What becomes of the connection."),
            Parameter(
                "missing", .bytes(1...4_000_000_000),
                "Bytes by which the length is too small, at most all of them; half of the body by default."),
        ],
        needsBody: true,
        effect: .spoiler { arguments, reply in
            let missing = arguments.count("missing") ?? reply.contentCount - reply.contentCount / 2
            reply.frame(.length(max(0, reply.contentCount - missing)))
            reply.ending = arguments.text("by") == "close" ? .close : .complete
        })
}
