internal import Wire

extension Failure {
    /// Connections are accepted and reset at once.
    static let resetOnAccept = Failure(
        "tcp/reset-on-accept", "The connection is accepted, and reset before anything is read.",
        wire: "The handshake of TCP, then an RST. Nothing is read, and no byte is sent.",
        reports: .measured(
            curl: "56; 7 where the RST comes before it has seen that it is connected, which is chance",
            requests: "ConnectionError, from ConnectionResetError or, by the same chance, ConnectionError, from "
                + "NewConnectionError",
            node: "TypeError: fetch failed, from ECONNRESET",
            java: "IOException: HTTP/1.1 header parser received no bytes or, by the same chance, ConnectException: "
                + "Connection reset by peer",
            urlSession: "NSURLErrorDomain -1005, Recv failure: Connection reset by peer or, by the same chance, "
                + "NSURLErrorDomain -1, Couldn't connect to server"),
        source: Measured.and("RFC 9293, 3.5.2"), evidence: .observed, phase: .connection,
        pathNeeds: [.reset, .acceptance],
        effect: .connection(.accepted(.reset)))
}
