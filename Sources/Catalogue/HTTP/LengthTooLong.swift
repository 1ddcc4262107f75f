internal import Wire

extension Failure {
    /// A Content-Length greater than the body.
    static let lengthTooLong = Failure(
        "http/length-too-long", "Content-Length promises more bytes than the body has.",
        wire: """
            Content-Length of the body's size and `extra`; all of the body; then the ending `by`.
            """,
        reports: .measured(
            curl: "18 (by reset 56, by stall 28 with --max-time)",
            requests: "ChunkedEncodingError, from IncompleteRead",
            node: "TypeError: terminated, other side closed",
            java: "IOException: fixed content-length: 100, bytes received: 10 (by stall it hangs)",
            urlSession: """
                NSURLErrorDomain -1, transfer closed with 90 bytes remaining to read (by stall: -1001)
                """),
        source: Measured.and("RFC 9112, 6.3 and 8"), evidence: .observed,
        parameters: Parameter.ending + [
            Parameter(
                "extra", .bytes(1...4_000_000_000), "Bytes that are promised and never come.",
                standard: .count(90))
        ],
        effect: .spoiler { arguments, reply in
            reply.frame(.length(reply.contentCount + (arguments.count("extra") ?? 90)))
            reply.ending = arguments.ending
        })
}
