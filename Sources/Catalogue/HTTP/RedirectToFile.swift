internal import Wire

extension Failure {
    /// A redirect to a file URL on the client's machine.
    static let redirectToFile = Failure(
        "http/redirect-to-file", "The gateway sends the client to a file on the client's own machine.",
        wire: "302 with Location: file:// and `path`; Content-Length: 0.",
        reports: .measured(
            curl: "1 with --location", requests: "InvalidSchema",
            node: "TypeError: fetch failed, URL scheme must be a HTTP(S) scheme",
            java: "the 302 itself; with Redirect.ALWAYS IllegalArgumentException: hostname can't be null",
            urlSession: "NSURLErrorDomain -1007"),
        source: Measured.and("RFC 9110, 15.4; RFC 8089, 2"), evidence: .observed, phase: .head,
        parameters: [
            Parameter("path", .text, limit: .withinLine, "The file, from the root on.", standard: .text("/etc/hosts"))
        ],
        effect: .answer { arguments in
            .bare(
                302, [HeaderField("Location", "file://" + (arguments.headText("path") ?? "/etc/hosts"))],
                message: arguments.text("message"))
        })
}
