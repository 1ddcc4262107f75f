internal import Wire

extension Failure {
    /// Connections are accepted, and that is all.
    static let silent = Failure(
        "tcp/silent", "The connection is accepted, and nothing is ever read or sent.",
        wire: """
            The handshake of TCP, and silence until the client goes: the receive window closes once the buffers are full.
            """,
        source: "RFC 9293, 3.8.6", phase: .connection, pathNeeds: [.time, .acceptance],
        effect: .connection(.accepted(.silence)))
}
