internal import Wire

extension Failure {
    /// A chunk whose size is no number.
    static let badChunkSize = Failure(
        "http/bad-chunk-size", "In the middle of a chunked body comes a chunk whose size is no number.",
        wire: """
            Transfer-Encoding: chunked; the first `after` bytes of the body in proper chunks, then \
            the line ZZZ where a chunk size belongs, then a FIN.
            """,
        reports: .measured(
            curl: "56", requests: "ChunkedEncodingError, from InvalidChunkLength",
            node: "TypeError: terminated, from HPE_INVALID_CHUNK_SIZE",
            java: "IOException: Illegal character in chunk size: 90",
            urlSession: """
                NSURLErrorDomain -1, Illegal or missing hexadecimal sequence in chunked-encoding
                """),
        source: Measured.and("RFC 9112, 7.1"), evidence: .observed,
        parameters: [.afterBody],
        effect: .spoiler { arguments, reply in
            reply.keepBody(arguments.count("after") ?? reply.contentCount / 2)
            reply.frame(.chunked)
            reply.tail = Array("ZZZ\r\n".utf8)
            reply.ending = .close
        })
}
