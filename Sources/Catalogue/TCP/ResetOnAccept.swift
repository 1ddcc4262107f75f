internal import Wire

extension Failure {
    /// Connections are accepted and reset at once.
    static let resetOnAccept = Failure(
        "tcp/reset-on-accept", "The connection is accepted, and reset before anything is read.",
        wire: "The handshake of TCP, then an RST. Nothing is read, and no byte is sent.",
        source: "RFC 9293, 3.5.2", phase: .connection, pathNeeds: [.reset, .acceptance],
        effect: .connection(.accepted(.reset)))
}
