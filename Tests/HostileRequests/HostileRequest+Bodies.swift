extension HostileRequest {
    static let bodies: [HostileRequest] =
        ["GET", "HEAD", "DELETE", "OPTIONS", "PUT", "PATCH", "PROPFIND", "BREW"].flatMap {
            method in
            [
                HostileRequest(
                    "\(method) with a body", "9110 9.3", get("Content-Length: 3\r\n", by: method) + "abc",
                    .takes("abc", by: method)),
                HostileRequest(
                    "\(method) with chunks", "9112 6",
                    get("Transfer-Encoding: chunked\r\n", by: method)
                        + "3\r\nabc\r\n0\r\n\r\n", .takes("abc", by: method)),
            ]
        } + [
            HostileRequest(
                "TRACE with a body", "9110 9.3.8", get("Content-Length: 3\r\n", by: "TRACE") + "abc",
                .takes("abc", by: "TRACE"), .refuses(400, 405, 501)),
            HostileRequest(
                "OPTIONS of the server with a body", "9110 9.3.7",
                get("Content-Length: 3\r\n", at: "*", by: "OPTIONS")
                    + "abc", .takes("abc", by: "OPTIONS", at: "*")),
            HostileRequest(
                "CONNECT with a body", "9110 9.3.6", get("Content-Length: 3\r\n", at: "x:80", by: "CONNECT") + "abc",
                .refuses(400, 405, 501), .takes("abc", by: "CONNECT", at: "x:80"),
                .takes("abc", by: "CONNECT", at: "x:80", then: .closed)),
            HostileRequest("HEAD", "9110 9.3.2", get(by: "HEAD"), .takes(by: "HEAD")),
            HostileRequest("bytes behind a GET", "9112 6.3", get() + "abc\r\n\r\n", .takes().before(.refuses(400))),
            HostileRequest(
                "bytes behind a body", "9112 6.3", post("Content-Length: 3\r\n", "abcdef\r\n\r\n"),
                .posts("abc").before(.refuses(400))),
            HostileRequest(
                "a CRLF behind a body", "9112 2.2", post("Content-Length: 3\r\n", "abc\r\n"), .posts("abc")),
            HostileRequest(
                "a body of line ends", "9112 6.3", post("Content-Length: 4\r\n", "\r\n\r\n"), .posts("\r\n\r\n")),
            HostileRequest(
                "a body of 5,000 bytes", "9112 6.3",
                post("Content-Length: 5000\r\n", String(repeating: "b", count: 5_000)),
                .posts(String(repeating: "b", count: 5_000))),
            HostileRequest(
                "a body of 40,000 bytes", "9112 6.3",
                post("Content-Length: 40000\r\n", String(repeating: "b", count: 40_000)),
                .posts(String(repeating: "b", count: 40_000))),
            HostileRequest(
                "a chunk of 40,000 bytes", "9112 7.1",
                chunked("9c40\r\n\(String(repeating: "b", count: 40_000))\r\n0\r\n\r\n"),
                .posts(String(repeating: "b", count: 40_000))),
            HostileRequest(
                "a body without a type", "9110 8.3", post("Content-Length: 3\r\nContent-Type:\r\n", "abc"),
                .posts("abc")),
            HostileRequest(
                "a malformed range", "9110 14.2", get("Range: bytes=9-1,x\r\n"), .takes()),
            HostileRequest(
                "a thousand ranges", "9110 14.2",
                get("Range: bytes=" + (0..<1_000).map { "\($0)-" }.joined(separator: ",") + "\r\n"), .takes()),
        ]

    static let pipelines: [HostileRequest] = [
        HostileRequest(
            "two requests", "9112 9.3.2", get(at: "{path}?1") + get(at: "{path}?2"),
            .takes(at: "{path}?1").before(.takes(at: "{path}?2"))),
        HostileRequest(
            "twenty requests", "9112 9.3.2", (0..<20).map { get(at: "{path}?\($0)") }.joined(),
            (0..<20).map { Reading.takes(at: "{path}?\($0)") }.reduce(Reading(taken: [], ending: .open)) {
                $0.before($1)
            }),
        HostileRequest(
            "an empty line between two requests", "9112 2.2", get(at: "{path}?1") + "\r\n" + get(at: "{path}?2"),
            .takes(at: "{path}?1").before(.takes(at: "{path}?2"))),
        HostileRequest(
            "a request behind a body", "9112 6.3", post("Content-Length: 3\r\n", "abc") + get(),
            .posts("abc").before(.takes())),
        HostileRequest(
            "a request behind chunks", "9112 7.1", chunked("3\r\nabc\r\n0\r\n\r\n") + get(),
            .posts("abc").before(.takes())),
        HostileRequest(
            "a request behind a trailer", "9112 7.1.2", chunked("0\r\nA: b\r\n\r\n") + get(),
            .posts("").before(.takes())),
        HostileRequest(
            "a request behind an expectation", "9110 10.1.1", get("Expect: 100-continue\r\n") + get(),
            Reading.takes(mayContinue: true).before(.takes())),
        HostileRequest(
            "a HEAD between two requests", "9110 9.3.2", get() + get(by: "HEAD") + get(at: "{path}?2"),
            .takes().before(.takes(by: "HEAD")).before(.takes(at: "{path}?2"))),
        HostileRequest(
            "uploads of all kinds", "9112 6.3",
            chunked("3\r\nabc\r\n0\r\n\r\n") + post("Content-Length: 2\r\n", "de") + chunked("1\r\nf\r\n0\r\n\r\n")
                + get(),
            .posts("abc").before(.posts("de")).before(.posts("f")).before(.takes())),
        HostileRequest(
            "a request behind a close", "9112 9.6", get("Connection: close\r\n") + get(), .takes(then: .closed)),
        HostileRequest("a request behind a bad one", "9112 2.2", get("A\r\n") + get(), .refuses(400)),
        HostileRequest("a request behind a bad chunk", "9112 7.1", chunked("x\r\n") + get(), .refuses(400)),
        HostileRequest(
            "a request behind a bad length", "9112 6.3", post("Content-Length: x\r\n", "") + get(), .refuses(400)),
        HostileRequest(
            "a bad field behind a good request", "9112 5.1", get() + get("A : b\r\n"), .takes().before(.refuses(400))),
        HostileRequest(
            "no Host behind a good request", "9112 3.2", get() + "GET {path} HTTP/1.1\r\n\r\n",
            .takes().before(.refuses(400))),
        HostileRequest(
            "two blanks behind a good request", "9112 3", get() + line("GET  {path} HTTP/1.1"),
            .takes().before(.refuses(400))),
        HostileRequest("a NUL behind a good request", "9112 3", get() + "\0" + get(), .takes().before(.refuses(400))),
        HostileRequest(
            "a long line behind a good request", "9112 3",
            get() + get(at: "{path}?" + String(repeating: "a", count: 20_000)), .takes().before(.refuses(414))),
        HostileRequest(
            "a large head behind a good request", "9110 5.4",
            get() + get("A: " + String(repeating: "b", count: 20_000) + "\r\n"), .takes().before(.refuses(431))),
        HostileRequest(
            "version 2.0 behind a good request", "9110 15.6.6", get() + line("GET {path} HTTP/2.0"),
            .takes().before(.refuses(400, 505))),
        HostileRequest(
            "a bad chunk behind a good request", "9112 7.1", get() + chunked("3;\nabc\r\n0\r\n\r\n"),
            .takes().before(.refuses(400))),
        HostileRequest(
            "HTTP/1.0 behind HTTP/1.1", "9112 9.3", get() + "GET {path} HTTP/1.0\r\nHost: x\r\n\r\n",
            .takes().before(.takes(then: .closed))),
        HostileRequest(
            "TLS behind a good request", "9112 3", get() + "\u{16}\u{03}\u{01}\u{00}\u{01}\u{01}",
            .takes().before(.refuses(400))),
    ]
}
