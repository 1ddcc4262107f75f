internal import Wire

extension Failure {
    /// The connection is closed with a FIN within the body of the response.
    static let closeMidBody = Failure(
        "tcp/close-mid-body", "The connection closes in the middle of the response's body.",
        wire: """
            The whole head, the body up to `after`, then a FIN, over TLS without a close_notify. A reply that is \
            framed by the close of the connection gets a Content-Length, or nobody could tell.
            """,
        reports: .measured(
            curl: "18", requests: "ChunkedEncodingError, from IncompleteRead",
            node: "TypeError: terminated, other side closed",
            java: "IOException: fixed content-length: 100, bytes received: 10",
            urlSession: "NSURLErrorDomain -1, transfer closed with 90 bytes remaining to read"),
        source: Measured.and("RFC 9112, 8"), evidence: .observed,
        parameters: [.cutAfter], needsBody: true,
        objection: { arguments, reply in
            reply.head.isExact && !reply.head.has("content-length") && !reply.head.has("transfer-encoding")
                ? Objection("\"head\" has no length, so that the close is this body's proper end")
                : .insideBody(arguments, reply)
        },
        effect: .spoiler { arguments, reply in
            if reply.framing == .close { reply.framing = .automatic }
            reply.cut = Cut(after: arguments.cutPosition, ending: .truncation)
        })
}
