extension HostileRequest {
    static let expectations: [HostileRequest] =
        [
            HostileRequest(
                "an expectation with a body", "9110 10.1.1",
                post("Content-Length: 3\r\nExpect: 100-continue\r\n", "abc"),
                .posts("abc", mayContinue: true)),
            HostileRequest(
                "an expectation in capitals", "9110 10.1.1",
                post("Content-Length: 3\r\nEXPECT: 100-CONTINUE\r\n", "abc"),
                .posts("abc", mayContinue: true)),
            HostileRequest(
                "an expectation with chunks", "9110 10.1.1",
                chunked("3\r\nabc\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n"),
                .posts("abc", mayContinue: true)),
            HostileRequest(
                "an expectation without a body", "9110 10.1.1", get("Expect: 100-continue\r\n"),
                .takes(mayContinue: true)),
            HostileRequest(
                "an expectation with a body of nothing", "9110 10.1.1",
                post("Content-Length: 0\r\nExpect: 100-continue\r\n", ""), .posts("", mayContinue: true)),
            HostileRequest(
                "an expectation with blanks", "9110 10.1.1",
                post("Content-Length: 3\r\nExpect: \t100-continue \t\r\n", "abc"),
                .posts("abc", mayContinue: true)),
            HostileRequest(
                "an expectation in HTTP/1.0", "9110 10.1.1",
                "POST {path} HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc",
                .posts("abc", then: .closed)),
            HostileRequest(
                "an expectation twice", "9110 10.1.1",
                post("Content-Length: 3\r\nExpect: 100-continue\r\nExpect: 100-continue\r\n", "abc"),
                .posts("abc", mayContinue: true), .refuses(400, 417)),
            HostileRequest(
                "an expectation and a bad length", "9112 6.3",
                post("Content-Length: x\r\nExpect: 100-continue\r\n", "abc"),
                .refuses(400)),
            HostileRequest(
                "an expectation and too large a length", "9110 15.5.14",
                post("Content-Length: 99999999999\r\nExpect: 100-continue\r\n", ""), .refuses(400, 413)),
            HostileRequest(
                "an expectation and a malformed chunk", "9112 7.1",
                chunked("x\r\n", "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n"), .refuses(400)),
        ]
        + ["", "200-ok", "100-continue, cow", "y 100-continue", "100-continue;a=b", "100 continue", "\"100-continue\""]
        .map {
            HostileRequest(
                "\(shown($0)) for an expectation", "9110 10.1.1", post("Content-Length: 3\r\nExpect: \($0)\r\n", "abc"),
                .posts("abc", mayContinue: true), .refuses(400, 417))
        }

    static let connections: [HostileRequest] = [
        HostileRequest("close", "9112 9.6", get("Connection: close\r\n"), .takes(then: .closed)),
        HostileRequest("close in mixed case", "9110 7.6.1", get("connection: ClOsE\r\n"), .takes(then: .closed)),
        HostileRequest("close among others", "9110 7.6.1", get("Connection: a, close ,b\r\n"), .takes(then: .closed)),
        HostileRequest(
            "close between empty elements", "9110 5.6.1", get("Connection: ,close,\r\n"), .takes(then: .closed)),
        HostileRequest(
            "close and keep-alive", "9112 9.3", get("Connection: keep-alive, close\r\n"), .takes(then: .closed)),
        HostileRequest(
            "keep-alive and close on two lines", "9112 9.3", get("Connection: keep-alive\r\nConnection: close\r\n"),
            .takes(then: .closed)),
        HostileRequest(
            "close and keep-alive on two lines", "9112 9.3", get("Connection: close\r\nConnection: keep-alive\r\n"),
            .takes(then: .closed)),
        HostileRequest("closed is not close", "9112 9.3", get("Connection: closed\r\n"), .takes()),
        HostileRequest("close with a NUL", "9110 5.5", get("Connection: close\0\r\n"), .refuses(400)),
        HostileRequest("an empty Connection", "9112 9.3", get("Connection:\r\n"), .takes()),
        HostileRequest("Proxy-Connection", "9112 C.2.2", get("Proxy-Connection: close\r\n"), .takes()),
        HostileRequest("keep-alive", "9112 9.3", get("Connection: keep-alive\r\n"), .takes()),
        HostileRequest(
            "keep-alive in HTTP/1.0", "9112 9.3", "GET {path} HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n",
            .takes(), .takes(then: .closed)),
        HostileRequest(
            "keep-alive in HTTP/1.0 and close", "9112 9.3",
            "GET {path} HTTP/1.0\r\nHost: x\r\nConnection: keep-alive, close\r\n\r\n", .takes(then: .closed)),
        HostileRequest(
            "a Connection that names the length", "9110 7.6.1",
            post("Connection: content-length\r\nContent-Length: 3\r\n", "abc"), .posts("abc"), .refuses(400)),
        HostileRequest(
            "a Connection that names the coding", "9110 7.6.1",
            chunked("3\r\nabc\r\n0\r\n\r\n", "Connection: transfer-encoding\r\nTransfer-Encoding: chunked\r\n"),
            .posts("abc"), .refuses(400)),
        HostileRequest(
            "a Connection that names the Host", "9110 7.6.1", get("Connection: host\r\n"), .takes(), .refuses(400)),
        HostileRequest(
            "an upgrade to h2c", "9110 7.8",
            get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"),
            .takes()),
        HostileRequest(
            "an upgrade to WebSocket", "9110 7.8",
            get(
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            ), .takes()),
        HostileRequest("an upgrade without a Connection", "9110 7.8", get("Upgrade: h2c\r\n"), .takes()),
        HostileRequest(
            "an upgrade with a body", "9110 7.8",
            post("Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 3\r\n", "abc"), .posts("abc")),
        HostileRequest(
            "an upgrade with chunks", "9110 7.8",
            chunked("3\r\nabc\r\n0\r\n\r\n", "Connection: Upgrade\r\nUpgrade: a/1\r\nTransfer-Encoding: chunked\r\n"),
            .posts("abc")),
        HostileRequest(
            "an upgrade in HTTP/1.0", "9110 7.8",
            "GET {path} HTTP/1.0\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", .takes(then: .closed)),
        HostileRequest("TE with trailers", "9110 10.1.4", get("TE: trailers\r\nConnection: TE\r\n"), .takes()),
    ]

    static let foreign: [HostileRequest] = [
        HostileRequest(
            "the preface of HTTP/2", "9112 2.3", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{04}\0\0\0\0\0",
            .refuses(400, 505)),
        HostileRequest("SSH", "9112 3", "SSH-2.0-OpenSSH_9.9\r\n", .refuses(400)),
        HostileRequest("SMTP", "9112 3", "EHLO localhost\r\n", .refuses(400)),
        HostileRequest("a PROXY line", "9112 3", "PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\n" + get(), .refuses(400)),
        HostileRequest("a SIP request", "9112 2.3", "OPTIONS sip:a@x SIP/2.0\r\n\r\n", .refuses(400)),
        HostileRequest(
            "bytes of all kinds", "9112 3",
            String(String.UnicodeScalarView((0...255).map { Unicode.Scalar(UInt8($0)) })) + "\r\n\r\n", .refuses(400)),
        HostileRequest("a thousand NULs", "9112 3", String(repeating: "\0", count: 1_000), .refuses(400)),
        HostileRequest("a thousand bytes of 0xFF", "9112 3", String(repeating: "\u{FF}", count: 1_000), .refuses(400)),
        HostileRequest("JSON", "9112 3", "{\"a\":1}\r\n\r\n", .refuses(400)),
    ]
}
