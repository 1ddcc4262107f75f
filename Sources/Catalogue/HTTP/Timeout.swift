internal import Wire

extension Failure {
    /// The request is read and never answered.
    static let timeout = Failure(
        "http/timeout", "The gateway reads the request and never answers it.",
        wire: "Nothing. The connection stays open until the client closes it.",
        reports: [
            ClientReport("curl", "28 with --max-time, else it waits for ever"),
            ClientReport("URLSession", "NSURLErrorDomain -1001"),
        ],
        source: "measured on loopback with curl 7.88.1 and URLSession on Linux (Swift 6.3.1)", evidence: .observed, phase: .head,
        effect: .ending { _ in WireScript(actions: [], ending: .hold) })
}
