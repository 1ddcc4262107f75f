internal import Wire

extension Failure {
    /// A chunked body without its last chunk.
    static let missingLastChunk = Failure(
        "http/missing-last-chunk", "A chunked body comes whole, but the chunk that ends it never does.",
        wire: """
            Transfer-Encoding: chunked; all of the body in proper chunks, no last chunk; then the \
            ending `by`. An HTTP/1.0 client, which knows no chunks, gets the body and the ending: by \
            `close` a complete response.
            """,
        reports: .measured(
            curl: "18", requests: "ChunkedEncodingError, from ProtocolError",
            node: "TypeError: terminated, other side closed",
            java: "IOException: chunked transfer encoding, state: READING_LENGTH",
            urlSession: """
                NSURLErrorDomain -1, transfer closed with outstanding read data remaining
                """),
        source: Measured.and("RFC 9112, 7.1 and 8"), evidence: .observed,
        parameters: Parameter.ending, needsBody: true,
        effect: .spoiler { arguments, reply in
            reply.frame(.chunked)
            reply.tail = []
            reply.ending = arguments.ending
        })
}
