internal import Wire

extension Failure {
    /// A redirect to a URL that cannot be loaded.
    static let redirectTo = Failure(
        "http/redirect-to", "The gateway sends the client to an address where nothing good awaits it.",
        wire: """
            302 with Location: `location`, or by `unresolvable`: http://no-such-host.invalid/; by \
            `closed-port`: http://127.0.0.1:1/; by `bad-url`: http://[::bad/; by `empty-host`: \
            http:///nohost; by `ftp`: ftp://127.0.0.1/. Content-Length: 0.
            """,
        reports: .measured(
            curl: "with --location 6 (by closed-port, ftp 7; by bad-url 3)",
            requests: """
                ConnectionError, from NameResolutionError (by bad-url ValueError; by empty-host \
                TooManyRedirects; by ftp InvalidSchema)
                """,
            node: """
                TypeError: fetch failed, from ENOTFOUND (by closed-port bad port; by bad-url \
                ERR_INVALID_URL)
                """,
            java: """
                the 302 itself; with Redirect.NORMAL ConnectException (by bad-url, empty-host IllegalArgumentException; by \
                ftp the 302)
                """,
            urlSession: """
                NSURLErrorDomain -1003 (by closed-port -1004; by empty-host -1007; by ftp -1002; by \
                bad-url the 302)
                """),
        source: Measured.and("RFC 9110, 10.2.2 and 15.4; RFC 2606, 2"), evidence: .observed, phase: .head,
        parameters: [
            .by(
                ["unresolvable", "closed-port", "bad-url", "empty-host", "ftp"],
                "What is wrong with the address, where no `location` is given."),
            Parameter("location", .text, limit: .withinLine, "The address itself."),
        ],
        effect: .answer { arguments in
            let stock =
                switch arguments.text("by") {
                case "closed-port": "http://127.0.0.1:1/"
                case "bad-url": "http://[::bad/"
                case "empty-host": "http:///nohost"
                case "ftp": "ftp://127.0.0.1/"
                default: "http://no-such-host.invalid/"
                }
            return .bare(
                302, [HeaderField("Location", arguments.headText("location") ?? stock)],
                message: arguments.text("message"))
        })
}
