internal import Wire

extension Failure {
    /// A response before the upload is complete.
    static let earlyReply = Failure(
        "http/early-reply", "The gateway answers while the client is still sending the request's body.",
        wire: """
            Once `after` bytes of the body have come: the response, 413 where no reply stands \
            beside it; then a FIN. The rest of the body is never read. A request without a body is \
            answered at once.
            """,
        reports: .measured(
            curl: "0 with the 413", requests: "413", node: "413", java: "413", urlSession: "413"),
        source: Measured.and("RFC 9112, 9.3 and 9.6; RFC 9110, 15.5.14"), evidence: .observed, phase: .head,
        parameters: [
            .afterUpload(standard: 0),
            Parameter("status", .status, "The status of the response, in place of the reply's own."),
        ],
        stock: .problem(413),
        effect: .spoiler { arguments, reply in
            if let status = arguments.count("status") { reply.head.status = status }
            reply.upload = arguments.upload(standard: 0)
            reply.ending = .close
        })
}
