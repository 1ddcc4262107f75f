internal import Wire

extension Failure {
    /// The connection is closed with a FIN, without a response.
    static let close = Failure(
        "tcp/close", "The gateway reads the request and closes the connection without an answer.",
        wire: "The whole request is read, then a FIN, over TLS without a close_notify. No byte is sent.",
        reports: .measured(
            curl: "52", requests: "ConnectionError, from RemoteDisconnected",
            node: "TypeError: fetch failed, other side closed",
            java: "IOException: HTTP/1.1 header parser received no bytes",
            urlSession: "NSURLErrorDomain -1011, Empty reply from server"),
        source: Measured.and("RFC 9293, 3.6; RFC 9112, 9.5"), evidence: .observed, phase: .head,
        effect: .ending { _ in WireScript(actions: [], ending: .truncation) })
}
