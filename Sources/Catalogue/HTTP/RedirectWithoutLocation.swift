internal import Wire

extension Failure {
    /// A redirect without a Location field.
    static let redirectWithoutLocation = Failure(
        "http/redirect-without-location", "The gateway redirects and does not say where to.",
        wire: "302 without Location; Content-Length: 0.",
        reports: .measured(
            curl: "0 with the 302", requests: "302 as the answer", node: "302 as the answer",
            java: "the 302 itself; with Redirect.NORMAL IOException: Invalid redirection",
            urlSession: "302 as the answer"),
        source: Measured.and("RFC 9110, 15.4"), evidence: .observed, phase: .head,
        effect: .answer { arguments in .bare(302, message: arguments.text("message")) })
}
