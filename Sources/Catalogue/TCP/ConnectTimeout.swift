internal import Wire

extension Failure {
    /// The port answers nothing.
    static let connectTimeout = Failure(
        "tcp/connect-timeout", "Connections are not answered, as where a firewall drops what comes.",
        wire: """
            Nothing in answer to a SYN, which the client's system repeats after one second, two more and so on. No \
            connection is accepted, and nobody counts those that were tried; one that is still being tried when the port \
            opens is accepted at its next SYN.
            """,
        source: "RFC 6298, 2 and 5; listen(2)", phase: .connection, pathNeeds: [.acceptance],
        effect: .connection(.port(.connectTimeout)))
}
