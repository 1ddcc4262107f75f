internal import Wire

extension Failure {
    /// A 101 that switches to a protocol which the client did not ask for.
    static let unrequestedUpgrade = Failure(
        "http/unrequested-upgrade",
        "The gateway switches to another protocol, which the client never asked for.",
        wire: """
            101 Switching Protocols with Upgrade: `protocol` and Connection: Upgrade, and nothing \
            after it.
            """,
        reports: .measured(
            curl: "52", requests: "101 as the final status",
            node: "TypeError: fetch failed, from UND_ERR_SOCKET: bad upgrade",
            java: """
                IOException: EOF reached while reading (by stall HttpTimeoutException, and the next request hangs too); with \
                version(HTTP_1_1) ProtocolException: Unexpected 101 response, when not upgrading
                """,
            urlSession: "NSURLErrorDomain -1011, Empty reply from server"),
        source: Measured.and("RFC 9110, 7.8 and 15.2.2"), evidence: .observed, phase: .head,
        parameters: Parameter.ending + [
            Parameter("protocol", .text, limit: .withinLine, "What it switches to.", standard: .text("websocket"))
        ],
        effect: .ending { arguments in
            let head = ResponseHead(
                status: 101,
                fields: [
                    HeaderField("Connection", "Upgrade"),
                    HeaderField("Upgrade", arguments.headText("protocol") ?? "websocket"),
                ])
            return WireScript(actions: [.head(head, .none)], ending: arguments.ending)
        })
}
