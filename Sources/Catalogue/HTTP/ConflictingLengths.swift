internal import Wire

extension Failure {
    /// Two lengths that contradict each other.
    static let conflictingLengths = Failure(
        "http/conflicting-lengths", "The head says twice how long the body is, and not the same.",
        wire: """
            By `lengths`: Content-Length with the body's size, then another that is three more; \
            the body. By `chunked`: Content-Length with the body's size beside Transfer-Encoding: \
            chunked; the body in chunks. Then a FIN. An HTTP/1.0 client, which knows no chunks, gets by \
            `chunked` the true length alone.
            """,
        reports: .measured(
            curl: "18 (by chunked 0)", requests: "InvalidHeader (by chunked 200)",
            node: """
                TypeError: fetch failed, from HPE_UNEXPECTED_CONTENT_LENGTH (Node 22 and 24: \
                UND_ERR_RES_CONTENT_LENGTH_MISMATCH)
                """,
            java: "200", urlSession: "NSURLErrorDomain -1, transfer closed with 3 bytes remaining to read"),
        source: Measured.and("RFC 9112, 6.1 and 6.3"), evidence: .observed, phase: .head,
        parameters: [.by(["lengths", "chunked"], "What contradicts the length.")],
        effect: .spoiler { arguments, reply in
            let length = HeaderField("Content-Length", String(reply.contentCount))
            if arguments.text("by") == "chunked" {
                reply.frame(.chunked)
                reply.head.fields.append(length)
            } else {
                reply.frameByHand([length, HeaderField("Content-Length", String(reply.contentCount + 3))])
            }
            reply.ending = .close
        })
}
