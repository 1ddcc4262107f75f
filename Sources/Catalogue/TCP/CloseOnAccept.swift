internal import Wire

extension Failure {
    /// Connections are accepted and closed at once.
    static let closeOnAccept = Failure(
        "tcp/close-on-accept", "The connection is accepted, and closed before anything is read.",
        wire: """
            The handshake of TCP, then a FIN. No byte is sent; what the client sends is dropped, so that no RST follows.
            """,
        source: "RFC 9293, 3.6", phase: .connection, pathNeeds: [.end, .acceptance],
        effect: .connection(.accepted(.close)))
}
