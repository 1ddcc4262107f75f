internal import Wire

extension Failure {
    /// `Expect: 100-continue` is never answered with a 100.
    static let noContinue = Failure(
        "http/no-continue",
        "A client that asks leave to send its body with Expect: 100-continue never gets it.",
        wire: """
            No 100 Continue. The body is read if the client sends it all the same, then the \
            response goes out; a request without that Expect notices nothing.
            """,
        reports: [
            ClientReport("curl", "0: it waits one second and sends the body"),
            ClientReport("clients that wait for ever", "time out; RFC 9110 says that they should not wait so long"),
        ],
        source: "RFC 9110, 10.1.1; curl's manual, --expect100-timeout", evidence: .documented, phase: .head,
        effect: .spoiler { _, reply in reply.upload = .readWithoutContinue })
}
