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
        reports: .measured(
            curl: "28 with --connect-timeout", requests: "ConnectTimeout, from ConnectTimeoutError",
            node:
                "TypeError: fetch failed, from UND_ERR_CONNECT_TIMEOUT, after 10 s; TimeoutError, where the caller set "
                + "a shorter one",
            java: "HttpConnectTimeoutException: HTTP connect timed out, with connectTimeout",
            urlSession: "NSURLErrorDomain -1001"),
        source: Measured.and("RFC 6298, 2 and 5; listen(2)"), evidence: .observed, phase: .connection,
        pathNeeds: [.acceptance],
        effect: .connection(.port(.connectTimeout)))
}
