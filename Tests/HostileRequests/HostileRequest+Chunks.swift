extension HostileRequest {
    static let chunkSizes: [HostileRequest] =
        [
            body("one chunk", "3\r\nabc\r\n0\r\n\r\n", .posts("abc")),
            body("no chunk", "0\r\n\r\n", .posts("")),
            body("two chunks", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", .posts("abcde")),
            body(
                "chunks of one byte", String(repeating: "1\r\na\r\n", count: 200) + "0\r\n\r\n",
                .posts(String(repeating: "a", count: 200))),
            body("a size in small letters", "a\r\n0123456789\r\n0\r\n\r\n", .posts("0123456789")),
            body("a size in capitals", "A\r\n0123456789\r\n0\r\n\r\n", .posts("0123456789")),
            body(
                "a size of two digits", "1F\r\n" + String(repeating: "b", count: 31) + "\r\n0\r\n\r\n",
                .posts(String(repeating: "b", count: 31))),
            body("zeros in front of a size", "003\r\nabc\r\n0\r\n\r\n", .posts("abc")),
            body("a last chunk of many zeros", "3\r\nabc\r\n0000\r\n\r\n", .posts("abc")),
            body("line ends in a chunk", "4\r\n\r\n\r\n\r\n0\r\n\r\n", .posts("\r\n\r\n")),
            body("a last chunk in a chunk", "5\r\n0\r\n\r\n\r\n0\r\n\r\n", .posts("0\r\n\r\n")),
        ]
        + [15, 16].map { count in
            body(
                "a size of \(count) digits, nearly all zeros",
                String(repeating: "0", count: count - 1) + "3\r\nabc\r\n0\r\n\r\n", .posts("abc"), .refuses(400, 413))
        }
        + [17, 40, 300].map { count in
            body(
                "a size of \(count) digits, nearly all zeros",
                String(repeating: "0", count: count - 1) + "3\r\nabc\r\n0\r\n\r\n", .posts("abc"), .refuses(400, 413))
        }
        + [
            "fffffffffffffff", "7fffffffffffffff", "8000000000000000", "8000000000000003",
            "ffffffffffffffff", "FFFFFFFFFFFFFFFE", "10000000000000003", "100000000000000000", "ffffffffffffffffff",
            "F0000000000000000000000000000003",
        ].map { body("\($0) for a size", "\($0)\r\nabc\r\n0\r\n\r\n", .refuses(400, 413)) }
        // A server may wait for as much.
        + ["100000003", "fffffffff", "7fffffffffff"].map {
            body("\($0) for a size", "\($0)\r\nabc\r\n0\r\n\r\n", .refuses(400, 413), .waits)
        }
        + [
            "", " ", "\t", " 3", "\t3", "3 ", "3\t", "3  ", "+3", "-3", "-0", "0x3", "0X3", "x3", "\\x3", "3h", "g",
            "G", "3.0", "\"3\"",
            "3,", "3,3", "3 3", "3\u{0B}", "\u{0B}3", "3\0", "\0" + "3", "3_", "_3", "\u{B3}", "3\u{A0}", "3:a", "3=a",
            "3/a", "3\u{7F}",
            "3\u{01}", "(3)", "%33", "3%", "#3",
        ].map { body("\(shown($0)) for a size, malformed", "\($0)\r\nabc\r\n0\r\n\r\n", .refuses(400)) }
        + ["+0", "-0", " 0", "0 ", "0x0", "00x", "0\0", "0\u{0B}"]
        .map { body("\(shown($0)) for the last chunk", "3\r\nabc\r\n\($0)\r\n\r\n", .refuses(400)) }

    static let chunkLines: [HostileRequest] = [
        body("a bare LF behind a size", "3\nabc\r\n0\r\n\r\n", .refuses(400)),
        body("a bare CR behind a size", "3\rabc\r\n0\r\n\r\n", .refuses(400)),
        body("two CRs behind a size", "3\r\r\nabc\r\n0\r\n\r\n", .refuses(400)),
        body("a LF and a CR behind a size", "3\n\rabc\r\n0\r\n\r\n", .refuses(400)),
        body("a bare LF behind a chunk", "3\r\nabc\n0\r\n\r\n", .refuses(400)),
        body("a bare CR behind a chunk", "3\r\nabc\r0\r\n\r\n", .refuses(400)),
        body("two CRs behind a chunk", "3\r\nabc\r\r\n0\r\n\r\n", .refuses(400)),
        body("nothing behind a chunk", "3\r\nabc0\r\n\r\n", .refuses(400)),
        body("two other bytes behind a chunk", "3\r\nabcXX0\r\n\r\n", .refuses(400)),
        body("a blank behind a chunk", "3\r\nabc \r\n0\r\n\r\n", .refuses(400)),
        body("a NUL behind a chunk", "3\r\nabc\0\r\n0\r\n\r\n", .refuses(400)),
        body("an empty line behind a chunk", "3\r\nabc\r\n\r\n0\r\n\r\n", .refuses(400)),
        body("an empty line in front of a size", "\r\n3\r\nabc\r\n0\r\n\r\n", .refuses(400)),
        body("a chunk that is longer than its size", "2\r\nabc\r\n0\r\n\r\n", .refuses(400)),
        body("a chunk that is shorter than its size", "4\r\nabc\r\n0\r\n\r\n", .refuses(400)),
        body("a bare LF behind the last chunk", "3\r\nabc\r\n0\n\r\n", .refuses(400)),
        body("a bare CR behind the last chunk", "3\r\nabc\r\n0\r\r\n", .refuses(400)),
        body("a bare LF for the last line", "3\r\nabc\r\n0\r\n\n", .refuses(400), .posts("abc")),
        body("a bare CR for the last line", "3\r\nabc\r\n0\r\n\r", .refuses(400)),
        body("bare LFs at the end", "3\r\nabc\r\n0\n\n", .refuses(400)),
        body("bare LFs all over", "3\nabc\n0\n\n", .refuses(400)),
        body("two CRs for the last line", "3\r\nabc\r\n0\r\n\r\r\n", .refuses(400)),
        body("a body without any coding", "abc", .refuses(400)),
        body("no last chunk but a request", "3\r\nabc\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n", .refuses(400)),
        body("a chunk behind the last chunk", "0\r\n\r\n3\r\nabc\r\n0\r\n\r\n", .posts("").before(.refuses(400))),
    ]

    static let extensions: [HostileRequest] =
        [
            ";a", ";a=b", ";a=\"b\"", ";a=\"\"", ";a=\"b;c\\\"d\"", ";a;b;c", ";a=b;c=\"d e\"", " ;a", "\t;a", "; a",
            " ; a = b", ";a =b",
            ";a= b", ";a=\"\u{E4}\"", ";a=\"\t\"", ";!#$%&'*+-.^_`|~=1", ";0", ";3", ";a=\"0\\\\\"",
        ].map {
            body("\(shown($0)) for an extension", "3\($0)\r\nabc\r\n0\r\n\r\n", section: "9112 7.1.1", .posts("abc"))
        } + [
            body("an extension of the last chunk", "3\r\nabc\r\n0;a=b\r\n\r\n", section: "9112 7.1.1", .posts("abc")),
            body(
                "an extension of 3,000 bytes", "3;a=\(String(repeating: "b", count: 3_000))\r\nabc\r\n0\r\n\r\n",
                section: "9112 7.1.1", .posts("abc"), .refuses(400, 413, 431)),
            body(
                "an extension of 20,000 bytes", "3;a=\(String(repeating: "b", count: 20_000))\r\nabc\r\n0\r\n\r\n",
                section: "9112 7.1.1", .refuses(400, 413, 431)),
            body(
                "an extension of 20,000 blanks", "3\(String(repeating: " ", count: 20_000));a\r\nabc\r\n0\r\n\r\n",
                section: "9112 7.1.1", .refuses(400, 413, 431)),
            body(
                "extensions of 100 chunks",
                String(repeating: "1;a=\(String(repeating: "b", count: 50))\r\nc\r\n", count: 100) + "0\r\n\r\n",
                section: "9112 7.1.1", .posts(String(repeating: "c", count: 100)), .refuses(400, 413, 431)),
        ]
        + [
            ";", ";;", ";;a", ";a;", ";=", ";=b", ";a=", ";a==b", ";a=b=c", ";a b", ";a=b c", ";\"a\"=b", ";a=\"b",
            ";a=b\"", ";a=\"b\"c", ";a=\"b\\",
            ";a=\"b\u{01}\"", ";a=\"b\0\"", ";a=\"b\u{7F}\"", ";a\0", ";a\u{01}", ";a\u{7F}", ";a\u{E4}", ";a=\u{E4}",
            ";a@", ";a=(b)", ";a,b", ";a\u{0B}", ";a ", " a", " ;", ";a=b ",
        ].map {
            body(
                "\(shown($0)) for an extension, malformed", "3\($0)\r\nabc\r\n0\r\n\r\n", section: "9112 7.1.1",
                .refuses(400))
        } + [
            body("a bare LF behind an extension", "3;a\nabc\r\n0\r\n\r\n", section: "9112 7.1.1", .refuses(400)),
            body("a bare CR behind an extension", "3;a\rabc\r\n0\r\n\r\n", section: "9112 7.1.1", .refuses(400)),
            body("a bare CR in an extension", "3;a\rb\r\nabc\r\n0\r\n\r\n", section: "9112 7.1.1", .refuses(400)),
            body("two CRs behind an extension", "3;a\r\r\nabc\r\n0\r\n\r\n", section: "9112 7.1.1", .refuses(400)),
            body(
                "a bare LF in a quoted extension", "3;a=\"\n\"\r\nabc\r\n0\r\n\r\n", section: "9112 7.1.1",
                .refuses(400)),
            body(
                "a line end in a quoted extension", "3;a=\"\r\n\"\r\nabc\r\n0\r\n\r\n", section: "9112 7.1.1",
                .refuses(400)),
            body(
                "a coded line end in a quoted extension", "3;a=\"\\\r\n\"\r\nabc\r\n0\r\n\r\n", section: "9112 7.1.1",
                .refuses(400)),
            body("a bare LF behind an extension of the last chunk", "0;a\n\r\n", section: "9112 7.1.1", .refuses(400)),
        ]

    static let trailers: [HostileRequest] =
        [
            trailer("a trailer field", "A: b\r\n", .posts("abc")),
            trailer("two trailer fields", "A: b\r\nC: d\r\n", .posts("abc")),
            trailer("an empty trailer field", "A:\r\n", .posts("abc")),
            trailer("bytes over 127 in a trailer", "A: \u{E4}\r\n", .posts("abc")),
        ]
        + [
            "Content-Length: 5", "Transfer-Encoding: gzip", "Transfer-Encoding: chunked", "Host: y",
            "Connection: close",
            "Expect: 100-continue", "Authorization: a", "Trailer: a",
        ].map { trailer("\($0) in a trailer", "\($0)\r\n", section: "9110 6.5.1", .posts("abc"), .refuses(400)) } + [
            trailer("no colon in a trailer", "A\r\n", .refuses(400)),
            trailer("no name in a trailer", ": b\r\n", .refuses(400)),
            trailer("a blank in front of a trailer's colon", "A : b\r\n", section: "9112 5.1", .refuses(400)),
            trailer("a name in a trailer that is no token", "A@: b\r\n", section: "9110 5.1", .refuses(400)),
            trailer("a fold in a trailer", "A: b\r\n c\r\n", section: "9112 5.2", .refuses(400)),
            trailer("a fold at the start of a trailer", " A: b\r\n", section: "9112 5.2", .refuses(400)),
            trailer("a NUL in a trailer", "A: b\0c\r\n", section: "9110 5.5", .refuses(400)),
            trailer("a NUL in the name of a trailer field", "A\0: b\r\n", section: "9110 5.1", .refuses(400)),
            trailer("a bare CR in a trailer", "A: b\rc\r\n", section: "9112 2.2", .refuses(400)),
            trailer("a bare CR behind a trailer field", "A: b\r\r\n", section: "9112 2.2", .refuses(400)),
            trailer("a bare LF behind a trailer field", "A: b\n", section: "9112 2.2", .refuses(400), .posts("abc")),
            trailer("a request in a trailer", "GET /b HTTP/1.1\r\nHost: x\r\n", .refuses(400)),
            trailer("a chunk in a trailer", "3\r\nabc\r\n", .refuses(400)),
            trailer(
                "a hundred trailer fields", (0..<100).map { "A\($0): b\r\n" }.joined(), .posts("abc"),
                .refuses(400, 413, 431)),
            trailer(
                "a trailer of 20,000 bytes", "A: \(String(repeating: "b", count: 20_000))\r\n", section: "9110 5.4",
                .refuses(400, 413, 431)),
            trailer(
                "a trailer of 5,000 fields", String(repeating: "a:b\r\n", count: 5_000), section: "9110 5.4",
                .refuses(400, 413, 431)),
        ]

    private static func body(_ name: String, _ body: String, section: String = "9112 7.1", _ readings: Reading...)
        -> HostileRequest
    {
        HostileRequest(name, section, chunked(body), either: readings)
    }

    private static func trailer(_ name: String, _ lines: String, section: String = "9112 7.1.2", _ readings: Reading...)
        -> HostileRequest
    {
        HostileRequest(name, section, chunked("3\r\nabc\r\n0\r\n\(lines)\r\n"), either: readings)
    }
}
