internal import Wire

extension Failure {
    /// The connection is closed while the client is uploading.
    static let closeMidUpload = Failure(
        "tcp/close-mid-upload", "The connection closes while the client sends the request's body.",
        wire: """
            Once `after` bytes of the body have come, a FIN, over TLS without a close_notify. No byte is sent. A request without a \
            body is closed at once.
            """,
        reports: .measured(
            curl: "52", requests: "ConnectionError, from RemoteDisconnected",
            node: "TypeError: fetch failed, other side closed"),
        source: Measured.and("RFC 9112, 9.5 and 9.6; RFC 9293, 3.6"), evidence: .observed, phase: .head,
        parameters: [.afterUpload(standard: 1)],
        effect: .ending { arguments in
            WireScript(upload: arguments.upload(standard: 1), actions: [], ending: .truncation)
        })
}
