/// What the scenarios below `scenarios/http` do.
extension ScenarioRow {
    static let http: [ScenarioRow] = heads + bodies + answers

    /// None at all, late, or with a head that is none.
    private static let heads: [ScenarioRow] = [
        ScenarioRow("http/timeout", "", .held),
        // The status line, a byte each 300 ms: three of them are enough.
        ScenarioRow("http/slow-headers", "HTT", .unfinished(atLeast: .milliseconds(600))),
        ScenarioRow("http/garbage", .exactly(Array(0x01...0xC7)), .closed),
        ScenarioRow(
            "http/malformed-status-line",
            "BLAH BLAH\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n" + ok, .closed),
        ScenarioRow("http/malformed-header", json(ok, ["This line has no colon"]), .kept),
        ScenarioRow(
            "http/oversized-header", json(ok, ["X-Oversized: " + String(repeating: "a", count: 400 << 10)]), .kept),
        ScenarioRow(
            "http/interim-flood",
            String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 3000) + json(ok), .kept),
        ScenarioRow(
            "http/unrequested-upgrade",
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", .closed),
        ScenarioRow(
            "http/no-continue", answer("201 Created", ["Content-Type: application/json"], #"{"stored":true}"#), .kept),
        ScenarioRow(
            "http/early-reply",
            answer(
                "413 Content Too Large", ["Content-Type: application/problem+json"],
                #"{"type":"about:blank","title":"Content Too Large","status":413}"# + "\n"), .closed),
    ]

    /// A body whose end is told wrong, or that is not what it should be.
    private static let bodies: [ScenarioRow] = [
        ScenarioRow(
            "http/bad-chunk-size",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n28\r\n"
                + order.prefix(40) + "\r\nZZZ\r\n", .closed),
        ScenarioRow(
            "http/missing-last-chunk",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7b\r\n\(order)\r\n",
            .closed),
        ScenarioRow("http/length-too-long", json(order, length: 213), .closed),
        ScenarioRow("http/length-too-short", json(order, length: 61), .kept),
        ScenarioRow(
            "http/bad-length", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: -5\r\n\r\n" + ok,
            .closed),
        ScenarioRow(
            "http/conflicting-lengths",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\nContent-Length: 15\r\n\r\n"
                + ok,
            .closed),
        ScenarioRow(
            "http/unknown-transfer-encoding",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: x-martian\r\n\r\n" + ok, .closed),
        ScenarioRow("http/empty-body", json(""), .kept),
        ScenarioRow("http/truncated-json", json(String(order.prefix(40))), .kept),
        ScenarioRow(
            "http/invalid-utf8",
            .exactly(
                Array(json(String(order.prefix(29)), length: 124).utf8) + [0xFF] + Array(order.utf8.dropFirst(29))),
            .kept),
        ScenarioRow("http/bad-gzip", json(order, ["Content-Encoding: gzip"]), .kept),
        // A gzip header of ten bytes, a stored block's five, the order, no trailer and four bytes less.
        ScenarioRow(
            "http/truncated-gzip",
            .exactly(
                Array(json("", ["Content-Encoding: gzip"], length: 134).utf8)
                    + [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1, 0x7B, 0, 0x84, 0xFF] + Array(order.utf8.dropLast(4))),
            .kept),
        ScenarioRow(
            "http/too-large", .beginning("HTTP/1.1 200 OK\r\nDate: ", count: 10_000_114), .kept),
        ScenarioRow("http/unknown-encoding", json(ok, ["Content-Encoding: x-martian"]), .kept),
        ScenarioRow(
            "http/wrong-content-type", answer("200 OK", ["Content-Type: text/html; charset=utf-8"], order), .kept),
    ]

    /// Well-formed, and still no answer.
    private static let answers: [ScenarioRow] = [
        ScenarioRow(
            "http/html",
            answer(
                "200 OK", ["Content-Type: text/html; charset=utf-8"],
                """
                <!DOCTYPE html>
                <html lang="en">
                <head><meta charset="utf-8"><title>Welcome</title></head>
                <body><h1>Welcome</h1><p>Please sign in to use this network.</p></body>
                </html>

                """), .kept),
        ScenarioRow(
            "http/challenge",
            answer(
                "401 Unauthorized",
                [
                    #"WWW-Authenticate: Basic realm="Mishap", charset="UTF-8""#,
                    "Content-Type: application/problem+json",
                ],
                #"{"type":"about:blank","title":"Unauthorized","status":401}"# + "\n"), .kept),
        ScenarioRow(
            "http/status-503",
            answer(
                "503 Service Unavailable", ["Content-Type: application/problem+json", "Retry-After: 2"],
                #"{"type":"about:blank","title":"Service Unavailable","status":503}"# + "\n"), .kept),
        ScenarioRow(
            "http/bad-cookie",
            json(ok, ["Set-Cookie: session=5f2c; Path=/@http/bad-cookie/; Domain=example.com"]), .kept),
        ScenarioRow("http/redirect-loop", answer("302 Found", ["Location: /@http/redirect-loop/any"], ""), .kept),
        ScenarioRow(
            "http/redirect-to", answer("302 Found", ["Location: http://no-such-host.invalid/orders"], ""), .kept),
        ScenarioRow("http/redirect-to-file", answer("302 Found", ["Location: file:///etc/hosts"], ""), .kept),
        ScenarioRow("http/redirect-without-location", answer("302 Found", [], ""), .kept),
    ]
}
