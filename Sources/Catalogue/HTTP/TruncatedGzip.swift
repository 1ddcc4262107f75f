internal import Bytes
internal import Wire

extension Failure {
    /// A truncated gzip stream in a complete response; none of the measured clients reports an error.
    static let truncatedGzip = Failure(
        "http/truncated-gzip", "The body is a gzip stream that stops before its end, in a complete response.",
        wire: """
            Content-Encoding: gzip; the packed body less its last `missing` bytes; Content-Length \
            fits.
            """,
        reports: .measured(
            curl: "0", requests: "200, then JSONDecodeError on .json()",
            node: "200, then SyntaxError on .json()",
            java: "200: it does not unpack", urlSession: "200 with what could be unpacked"),
        source: Measured.and("RFC 1952, 2.3"), evidence: .observed,
        parameters: [
            Parameter(
                "missing", .bytes(1...4_000_000_000),
                "Bytes that are missing at the end; checksum and size of the content take 8.",
                standard: .count(12))
        ],
        needsBody: true, rewritesBody: true, breaksCoding: true,
        objection: { arguments, reply in
            .less("missing", arguments, than: Gzip.storedCount(of: reply.contentCount), "packed body")
        },
        effect: .spoiler { arguments, reply in
            reply.replaceBody(Gzip.stored(reply.content).dropLast(arguments.count("missing") ?? 12))
            reply.head.set("Content-Encoding", "gzip")
        })
}
