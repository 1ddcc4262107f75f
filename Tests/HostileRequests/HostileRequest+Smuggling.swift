extension HostileRequest {
    /// A request that must never be answered.
    private static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let both = "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n"

    static let smuggling: [HostileRequest] =
        [
            HostileRequest("CL.TE", "9112 6.1", chunked("0\r\n\r\nG", both), .refuses(400)),
            HostileRequest("CL.TE with a request", "9112 6.1", chunked("0\r\n\r\n" + smuggled, both), .refuses(400)),
            HostileRequest(
                "TE.CL", "9112 6.1",
                chunked("23\r\n" + smuggled + "\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n"),
                .refuses(400), .posts(smuggled, then: .closed)),
            HostileRequest(
                "a length of nothing beside chunks", "9112 6.1",
                chunked("3\r\nabc\r\n0\r\n\r\n", "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n"), .refuses(400),
                .posts("abc", then: .closed)),
            HostileRequest(
                "the right length beside chunks", "9112 6.1",
                chunked("3\r\nabc\r\n0\r\n\r\n", "Content-Length: 13\r\nTransfer-Encoding: chunked\r\n"), .refuses(400),
                .posts("abc", then: .closed)),
            HostileRequest(
                "a length beside chunks for GET", "9112 6.1",
                get("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n", .refuses(400),
                .takes(then: .closed)),
            HostileRequest("CL.0", "9112 6.3", post("Content-Length: 35\r\n", smuggled), .posts(smuggled)),
            HostileRequest("CL.0 for GET", "9112 6.3", get("Content-Length: 35\r\n") + smuggled, .takes(smuggled)),
            HostileRequest(
                "CL.0 for HEAD", "9112 6.3", get("Content-Length: 35\r\n", by: "HEAD") + smuggled,
                .takes(smuggled, by: "HEAD")),
            HostileRequest(
                "CL.0 for OPTIONS", "9112 6.3", get("Content-Length: 35\r\n", by: "OPTIONS") + smuggled,
                .takes(smuggled, by: "OPTIONS")),
            HostileRequest(
                "CL.0 with an expectation", "9110 10.1.1",
                post("Content-Length: 35\r\nExpect: 100-continue\r\n", smuggled),
                .posts(smuggled, mayContinue: true)),
            HostileRequest(
                "CL.0 with a garbled expectation", "9110 10.1.1",
                post("Content-Length: 35\r\nExpect: y 100-continue\r\n", smuggled), .posts(smuggled, mayContinue: true),
                .refuses(400, 417)),
            HostileRequest(
                "CL.0 with an upgrade", "9110 7.8",
                post("Content-Length: 35\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n", smuggled), .posts(smuggled)),
            HostileRequest(
                "0.CL", "9112 6.3", post("Content-Length: 0\r\nContent-Length: 35\r\n", smuggled), .refuses(400)),
            HostileRequest(
                "0.CL by a blank", "9112 5.1", get("Content-Length : 37\r\n") + smuggled, .refuses(400)),
            HostileRequest(
                "0.CL by a fold", "9112 5.2", get("A: b\r\n Content-Length: 35\r\n") + smuggled, .refuses(400)),
            HostileRequest("0.CL by a sign", "9112 6.3", get("Content-Length: +37\r\n") + smuggled, .refuses(400)),
            HostileRequest(
                "0.CL by another name", "9110 5.1", get("Content_Length: 5\r\n") + "abc\r\n\r\n",
                .takes().before(.refuses(400))),
            HostileRequest(
                "a request in chunks", "9112 7.1", chunked("23\r\n" + smuggled + "\r\n0\r\n\r\n"), .posts(smuggled)),
            HostileRequest(
                "a second terminator as data", "9112 7.1", chunked("5\r\n0\r\n\r\n\r\n0\r\n\r\n"), .posts("0\r\n\r\n")),
            HostileRequest(
                "TERM.EXT", "9112 7.1.1", chunked("2;\nxx\r\n25\r\n0\r\n\r\n" + smuggled), .refuses(400)),
            HostileRequest(
                "EXT.TERM", "9112 7.1.1", chunked("2;\nxx\r\n0\r\n\r\n" + smuggled), .refuses(400)),
            HostileRequest(
                "TERM.EXT with a CR", "9112 7.1.1", chunked("2;\rxx\r\n25\r\n0\r\n\r\n" + smuggled), .refuses(400)),
            HostileRequest(
                "EXT.TERM with a CR", "9112 7.1.1", chunked("2;\rxx\r\n0\r\n\r\n" + smuggled), .refuses(400)),
            HostileRequest(
                "TERM.SPILL", "9112 7.1", chunked("5\r\nAAAAA\n2\r\n25\r\n0\r\n\r\n" + smuggled), .refuses(400)),
            HostileRequest(
                "SPILL.TERM", "9112 7.1", chunked("5\r\nAAAAAXX2\r\n25\r\n0\r\n\r\n" + smuggled), .refuses(400)),
            HostileRequest(
                "one byte of a terminator", "9112 7.1", chunked("3\r\nabcX0\r\n\r\n" + smuggled), .refuses(400)),
            HostileRequest(
                "a bare LF in an extension that hides a size", "9112 7.1.1", chunked("0;\n25\r\n\r\n" + smuggled),
                .refuses(400)),
            HostileRequest(
                "a size that wraps at 32 bits", "9112 7.1", chunked("100000000\r\n\r\n" + smuggled), .refuses(400, 413),
                .waits),
            HostileRequest(
                "a size that wraps at 64 bits", "9112 7.1", chunked("10000000000000000\r\n\r\n" + smuggled),
                .refuses(400, 413)),
            HostileRequest(
                "a length that wraps at 32 bits", "9112 6.2", post("Content-Length: 4294967296\r\n", smuggled),
                .refuses(400, 413)),
            HostileRequest(
                "a length that wraps at 64 bits", "9112 6.2",
                post("Content-Length: 18446744073709551616\r\n", smuggled), .refuses(400, 413)),
            HostileRequest(
                "a length in octal", "9112 6.2", post("Content-Length: 010\r\n", "0123456789"), .posts("0123456789")),
            HostileRequest(
                "a request in a trailer's value", "9112 7.1.2", chunked("0\r\nA: b\r\n " + smuggled), .refuses(400)),
            HostileRequest(
                "a request line split by a bare CR", "9112 2.2", "GET {path} HTTP/1.1\r" + smuggled, .refuses(400)),
            HostileRequest(
                "a line end in a field that is a NUL", "9110 5.5", get("A: b\0\r\n\0\r\nC: d\r\n"), .refuses(400)),
        ]
        + [
            "Transfer-Encoding: xchunked", "Transfer-Encoding : chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
            "Transfer-Encoding: x\r\nTransfer-Encoding: chunked", "A: b\r\n Transfer-Encoding: chunked",
            "Transfer-Encoding\n: chunked", "Transfer-Encoding\n : chunked", "Transfer-Encoding:\u{0B}chunked",
            "Transfer-Encoding: \0chunked",
            "Transfer\rEncoding: chunked", "\0Transfer-Encoding: chunked",
        ].map { line in
            HostileRequest(
                "TE.TE by \(shown(line))", "9112 6.1",
                chunked("0\r\n\r\n" + smuggled, "Content-Length: 5\r\n\(line)\r\n"), .refuses(400, 501))
        } + [
            HostileRequest(
                "a length beside a name like the coding's", "9110 5.1",
                chunked("0\r\n\r\n", "Content-Length: 5\r\nTransfer_Encoding: chunked\r\n"), .posts("0\r\n\r\n"))
        ]

    /// Requests whose client goes before they are complete.
    static let incomplete: [HostileRequest] = [
        HostileRequest("nothing", "9112 8", "", .waits),
        HostileRequest("an empty line and an end", "9112 8", "\r\n", .waits),
        HostileRequest("an end in the method", "9112 8", "GE", .waits),
        HostileRequest("an end in the target", "9112 8", "GET {path}", .waits),
        HostileRequest("an end in the version", "9112 8", "GET {path} HTTP/1", .waits),
        HostileRequest("an end behind the line", "9112 8", "GET {path} HTTP/1.1\r\n", .waits),
        HostileRequest("an end in a CRLF", "9112 8", "GET {path} HTTP/1.1\r", .waits),
        HostileRequest("an end in a field", "9112 8", "GET {path} HTTP/1.1\r\nHost: x", .waits),
        HostileRequest("an end in front of the empty line", "9112 8", "GET {path} HTTP/1.1\r\nHost: x\r\n", .waits),
        HostileRequest("an end in the empty line", "9112 8", "GET {path} HTTP/1.1\r\nHost: x\r\n\r", .waits),
        HostileRequest("an end in front of a body", "9112 8", post("Content-Length: 3\r\n", ""), .waits),
        HostileRequest("an end in a body", "9112 8", post("Content-Length: 3\r\n", "ab"), .waits),
        HostileRequest("an end in front of chunks", "9112 8", chunked(""), .waits),
        HostileRequest("an end in a size", "9112 8", chunked("3"), .waits),
        HostileRequest("an end behind a size", "9112 8", chunked("3\r\n"), .waits),
        HostileRequest("an end in a chunk", "9112 8", chunked("3\r\nab"), .waits),
        HostileRequest("an end behind a chunk", "9112 8", chunked("3\r\nabc"), .waits),
        HostileRequest("an end in a chunk's CRLF", "9112 8", chunked("3\r\nabc\r"), .waits),
        HostileRequest("an end in front of the last chunk", "9112 8", chunked("3\r\nabc\r\n"), .waits),
        HostileRequest("an end in the last chunk", "9112 8", chunked("3\r\nabc\r\n0"), .waits),
        HostileRequest("an end behind the last chunk", "9112 8", chunked("3\r\nabc\r\n0\r\n"), .waits),
        HostileRequest("an end in a trailer", "9112 8", chunked("3\r\nabc\r\n0\r\nA: b"), .waits),
        HostileRequest("an end behind a trailer", "9112 8", chunked("3\r\nabc\r\n0\r\nA: b\r\n"), .waits),
        HostileRequest("an end in the last CRLF", "9112 8", chunked("3\r\nabc\r\n0\r\n\r"), .waits),
        HostileRequest(
            "an end behind a request and half of one", "9112 8", get() + "GET {path} HT", .takes().before(.waits)),
        HostileRequest(
            "an end in a body with an expectation", "9112 8",
            post("Content-Length: 3\r\nExpect: 100-continue\r\n", "ab"),
            .waits),
        HostileRequest(
            "an end in the body of a GET", "9112 8", get("Content-Length: 3\r\n") + "ab", .waits),
    ]
}
