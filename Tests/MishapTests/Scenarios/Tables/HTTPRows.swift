/// The shipped scenarios of HTTP.
enum HTTPRows {
    static let all = heads + bodies + answers

    /// Missing or late responses, and invalid heads.
    private static let heads: [ScenarioRow] = [
        row("http/timeout", "", .held),
        // The status line, a byte each 300 ms: three of them are enough.
        row("http/slow-headers", "HTT", .unfinished(atLeast: .milliseconds(600))),
        row("http/garbage", .bytes(Array(0x01...0xC7)), .closed),
        row(
            "http/malformed-status-line",
            "BLAH BLAH\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n" + ok, .closed),
        row("http/malformed-header", HTTPText.json(ok, ["This line has no colon"]), .kept),
        row(
            "http/oversized-header", HTTPText.json(ok, ["X-Oversized: " + String(repeating: "a", count: 400 << 10)]),
            .kept),
        row(
            "http/interim-flood",
            String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 3000) + HTTPText.json(ok), .kept),
        row(
            "http/unrequested-upgrade",
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", .closed),
        row(
            "http/no-continue",
            HTTPText.response("201 Created", ["Content-Type: application/json"], #"{"stored":true}"#), .kept),
        row(
            "http/early-reply",
            HTTPText.response(
                "413 Content Too Large", ["Content-Type: application/problem+json"],
                #"{"type":"about:blank","title":"Content Too Large","status":413}"# + "\n"), .closed),
    ]

    /// Invalid framing, and invalid bodies.
    private static let bodies: [ScenarioRow] = [
        row(
            "http/bad-chunk-size",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n28\r\n"
                + order.prefix(40) + "\r\nZZZ\r\n", .closed),
        row(
            "http/missing-last-chunk",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7b\r\n\(order)\r\n",
            .closed),
        row("http/length-too-long", HTTPText.json(order, length: 213), .closed),
        row("http/length-too-short", HTTPText.json(order, length: 61), .kept),
        row(
            "http/bad-length", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: -5\r\n\r\n" + ok,
            .closed),
        row(
            "http/conflicting-lengths",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\nContent-Length: 15\r\n\r\n"
                + ok,
            .closed),
        row(
            "http/unknown-transfer-encoding",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: x-martian\r\n\r\n" + ok, .closed),
        row("http/empty-body", HTTPText.json(""), .kept),
        row("http/truncated-json", HTTPText.json(String(order.prefix(40))), .kept),
        row(
            "http/invalid-utf8",
            .bytes(
                Array(HTTPText.json(String(order.prefix(29)), length: 124).utf8) + [0xFF]
                    + Array(order.utf8.dropFirst(29))),
            .kept),
        row("http/bad-gzip", HTTPText.json(order, ["Content-Encoding: gzip"]), .kept),
        // A gzip header of ten bytes, a stored block's five, the order, no trailer and four bytes less.
        row(
            "http/truncated-gzip",
            .bytes(
                Array(HTTPText.json("", ["Content-Encoding: gzip"], length: 134).utf8)
                    + [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1, 0x7B, 0, 0x84, 0xFF] + Array(order.utf8.dropLast(4))),
            .kept),
        row(
            "http/too-large", .beginning("HTTP/1.1 200 OK\r\nDate: ", count: 10_000_114), .kept),
        row("http/unknown-encoding", HTTPText.json(ok, ["Content-Encoding: x-martian"]), .kept),
        row(
            "http/wrong-content-type", HTTPText.response("200 OK", ["Content-Type: text/html; charset=utf-8"], order),
            .kept),
    ]

    /// Valid responses that do not answer the request.
    private static let answers: [ScenarioRow] = [
        row(
            "http/html",
            HTTPText.response(
                "200 OK", ["Content-Type: text/html; charset=utf-8"],
                """
                <!DOCTYPE html>
                <html lang="en">
                <head><meta charset="utf-8"><title>Welcome</title></head>
                <body><h1>Welcome</h1><p>Please sign in to use this network.</p></body>
                </html>

                """), .kept),
        row(
            "http/challenge",
            HTTPText.response(
                "401 Unauthorized",
                [
                    #"WWW-Authenticate: Basic realm="Mishap", charset="UTF-8""#,
                    "Content-Type: application/problem+json",
                ],
                #"{"type":"about:blank","title":"Unauthorized","status":401}"# + "\n"), .kept),
        row(
            "http/status-503",
            HTTPText.response(
                "503 Service Unavailable", ["Content-Type: application/problem+json", "Retry-After: 2"],
                #"{"type":"about:blank","title":"Service Unavailable","status":503}"# + "\n"), .kept),
        row(
            "http/bad-cookie",
            HTTPText.json(ok, ["Set-Cookie: session=5f2c; Path=PREFIX/; Domain=example.com"]), .kept),
        row("http/redirect-loop", HTTPText.response("302 Found", ["Location: PREFIX/any"], ""), .kept),
        row(
            "http/redirect-to", HTTPText.response("302 Found", ["Location: http://no-such-host.invalid/orders"], ""),
            .kept),
        row("http/redirect-to-file", HTTPText.response("302 Found", ["Location: file:///etc/hosts"], ""), .kept),
        row("http/redirect-without-location", HTTPText.response("302 Found", [], ""), .kept),
    ]

    /// Sent once, or twice where the connection is kept.
    static func row(_ name: String, _ content: ScenarioAnswer.Content, _ ending: ScenarioAnswer.Ending) -> ScenarioRow {
        let exchange = ScenarioExchange(.get("/any"), ScenarioAnswer(content, ending))
        return ScenarioRow(
            name, Array(repeating: exchange, count: ending == .kept ? 2 : 1),
            failure: name.replacing("/status-", with: "/status/"))
    }

    static func row(_ name: String, _ text: String, _ ending: ScenarioAnswer.Ending) -> ScenarioRow {
        row(name, .text(text), ending)
    }

    /// The JSON of an order, which is the body of most scenarios.
    static let order =
        #"{"order":{"id":1042,"state":"shipped","customer":"Ada Lovelace","#
        + #""items":[{"sku":"A-7","count":2},{"sku":"B-1","count":1}]}}"#
    /// The body of plain HTTP's stock success, which a spoiler changes if the step has no reply.
    static let ok = #"{"ok":true}"# + "\n"
}
