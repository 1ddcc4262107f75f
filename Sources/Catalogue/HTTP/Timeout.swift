internal import Wire

extension Failure {
    /// The request is read and never answered.
    static let timeout = Failure(
        "http/timeout", "The gateway reads the request and never answers it.",
        wire: "Nothing. The connection stays open until the client closes it.",
        reports: .measured(
            curl: "28 with --max-time, else it waits for ever", requests: "ReadTimeout",
            node: "TimeoutError, where the caller set a timeout",
            java: "HttpTimeoutException: request timed out",
            urlSession: "NSURLErrorDomain -1001"),
        source: Measured.loopback, evidence: .observed, phase: .head,
        effect: .ending { _ in WireScript(actions: [], ending: .hold) })
}
