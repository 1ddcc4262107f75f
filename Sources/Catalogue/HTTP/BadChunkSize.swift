internal import Wire

extension Failure {
    /// A chunk size that is not a hexadecimal number.
    static let badChunkSize = Failure(
        "http/bad-chunk-size", "In the middle of a chunked body comes a chunk whose size is no number.",
        wire: """
            Transfer-Encoding: chunked; the first `after` bytes of the body in proper chunks, then \
            the line ZZZ where a chunk size belongs, then a FIN. An HTTP/1.0 client, which knows no \
            chunks, gets those bytes and the line as a body that the FIN ends.
            """,
        reports: .measured(
            curl: "56", requests: "ChunkedEncodingError, from InvalidChunkLength",
            node: "TypeError: terminated, from HPE_INVALID_CHUNK_SIZE (Node 24: its text, without the code)",
            java: "IOException: Illegal character in chunk size: 90",
            urlSession: """
                NSURLErrorDomain -1, Illegal or missing hexadecimal sequence in chunked-encoding
                """),
        source: Measured.and("RFC 9112, 7.1"), evidence: .observed,
        parameters: [.afterBody],
        objection: { arguments, reply in
            guard let after = arguments.count("after"), after > reply.contentCount else { return nil }
            return Objection("\"after\" is \(after), but the body has \(reply.contentCount) bytes", of: "after")
        },
        effect: .spoiler { arguments, reply in
            reply.keepBody(arguments.cutPosition)
            reply.frame(.chunked)
            reply.tail = Array("ZZZ\r\n".utf8)
            reply.ending = .close
        })
}
