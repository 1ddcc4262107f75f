extension HostileRequest {
    static let lengths: [HostileRequest] =
        [
            length("a length", "3", .posts("abc")),
            length("a length with zeros in front", "0003", .posts("abc")),
            length("blanks around a length", " \t3 \t", .posts("abc")),
            HostileRequest("a length of nothing", "9112 6.2", post("Content-Length: 0\r\n", ""), .posts("")),
            HostileRequest("no length", "9112 6.3", post("", ""), .posts("")),
            HostileRequest("a length in lower case", "9110 5.1", post("content-length:3\r\n", "abc"), .posts("abc")),
            length(
                "thirty zeros in front of a length", String(repeating: "0", count: 30) + "3", .posts("abc"),
                .refuses(400, 413)),
            length("a list of one length", "3, 3", .refuses(400), .posts("abc")),
            length("a list of one length without blanks", "3,3", .refuses(400), .posts("abc")),
            length("a list of two lengths", "3, 4", .refuses(400)),
            length("a list of a length and nothing", "3,", .refuses(400), .posts("abc")),
            length("a list of nothing and a length", ",3", .refuses(400), .posts("abc")),
            HostileRequest(
                "the same length twice", "9112 6.3", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"),
                .posts("abc"), .refuses(400)),
            HostileRequest(
                "two lengths", "9112 6.3", post("Content-Length: 3\r\nContent-Length: 4\r\n", "abc"), .refuses(400)),
            HostileRequest(
                "two lengths apart", "9112 6.3", post("Content-Length: 3\r\nA: b\r\nContent-Length: 0\r\n", "abc"),
                .refuses(400)),
            HostileRequest(
                "a length and a malformed one", "9112 6.3", post("Content-Length: 3\r\nContent-Length: x\r\n", "abc"),
                .refuses(400)),
            HostileRequest(
                "a length and an empty one", "9112 6.3", post("Content-Length: 3\r\nContent-Length:\r\n", "abc"),
                .refuses(400)),
            HostileRequest(
                "a fold in a length", "9112 5.2", post("Content-Length: 1\r\n 3\r\n", "abc"), .refuses(400)),
            HostileRequest(
                "a length on a fold", "9112 5.2", post("Content-Length:\r\n 3\r\n", "abc"), .refuses(400)),
            HostileRequest(
                "a length as a fold", "9112 5.2", post("A: b\r\n Content-Length: 3\r\n", "abc"), .refuses(400)),
            HostileRequest(
                "a length behind a bare LF", "9112 2.2", post("A: b\nContent-Length: 3\r\n", "abc"), .posts("abc"),
                .refuses(400)),
            HostileRequest(
                "a length behind a bare CR", "9112 2.2", post("A: b\rContent-Length: 3\r\n", "abc"), .refuses(400)),
            HostileRequest(
                "a length behind two CRs", "9112 2.2", post("A: b\r\r\nContent-Length: 3\r\n", "abc"), .refuses(400)),
            HostileRequest(
                "a length behind a NUL", "9110 5.5", post("A: b\0Content-Length: 3\r\n", "abc"), .refuses(400)),
            HostileRequest(
                "a blank in front of a length's colon", "9112 5.1", post("Content-Length : 3\r\n", "abc"), .refuses(400)
            ),
            HostileRequest(
                "a NUL in the name of a length", "9110 5.1", post("Content-\0Length: 3\r\n", "abc"), .refuses(400)),
            HostileRequest(
                "a control byte in front of a length", "9110 5.1", post("\u{01}Content-Length: 3\r\n", "abc"),
                .refuses(400)),
        ]
        + [
            "", " ", "+3", "-3", "-0", "+0", "0x3", "0x", "3h", "3 3", "3\t3", "3.0", "3.", ".3", "3e0", "3;", "3;a=b",
            "\"3\"",
            "'3'", "3\u{0B}", "\u{0B}3", "\u{0C}3", "3\0", "3_0", "1'0", "(3)", "three", "NaN", "inf", "\u{B3}",
            "\u{A0}3",
            "3\u{A0}", "%33", "3\r", "3/3", "3-3", "3:3",
        ].map { length("\(shown($0)) for a length", $0, .refuses(400)) }
        + [
            "4294967299", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551619",
            "340282366920938463463374607431768211459", String(repeating: "9", count: 100),
        ].map { length("\($0.count < 50 ? $0 : "\($0.count) digits") for a length", $0, .refuses(400, 413)) }

    private static func length(_ name: String, _ value: String, _ readings: Reading...) -> HostileRequest {
        length(name, value, either: readings)
    }

    private static func length(_ name: String, _ value: String, either readings: [Reading]) -> HostileRequest {
        HostileRequest(name, "9112 6.3", post("Content-Length: \(value)\r\n", "abc"), either: readings)
    }

    static let codings: [HostileRequest] =
        [
            coding("the coding", "Transfer-Encoding: chunked", .posts("abc")),
            coding("the coding in capitals", "Transfer-Encoding: CHUNKED", .posts("abc")),
            coding("the coding in mixed case", "tRANSFER-eNCODING: cHUNKED", .posts("abc")),
            coding("a tab behind the coding's colon", "Transfer-Encoding:\tchunked", .posts("abc")),
            coding("no blank behind the coding's colon", "Transfer-Encoding:chunked", .posts("abc")),
            coding("blanks around the coding", "Transfer-Encoding: \t chunked \t ", .posts("abc")),
            coding("a comma behind the coding", "Transfer-Encoding: chunked,", .posts("abc"), .refuses(400, 501)),
            coding("a comma in front of the coding", "Transfer-Encoding: ,chunked", .posts("abc"), .refuses(400, 501)),
            coding("a blank in front of the coding's colon", "Transfer-Encoding : chunked", .refuses(400)),
            coding("a tab in front of the coding's colon", "Transfer-Encoding\t: chunked", .refuses(400)),
            coding("the coding on a fold", "Transfer-Encoding:\r\n chunked", .refuses(400)),
            coding("a fold behind the coding", "Transfer-Encoding: chunked\r\n , identity", .refuses(400)),
            coding("a coding behind a bare CR", "A: b\rTransfer-Encoding: chunked", .refuses(400)),
            coding("a coding behind a bare LF", "A: b\nTransfer-Encoding: chunked", .posts("abc"), .refuses(400)),
            coding("a coding behind two CRs", "A: b\r\r\nTransfer-Encoding: chunked", .refuses(400)),
            coding("a coding behind a NUL", "A: b\0Transfer-Encoding: chunked", .refuses(400)),
            coding("a bare CR behind the coding", "Transfer-Encoding: chunked\r", .refuses(400)),
            coding("a control byte in front of the coding's name", "\u{01}Transfer-Encoding: chunked", .refuses(400)),
            coding("a blank in front of the coding's name", " Transfer-Encoding: chunked", .refuses(400)),
            coding("a coding without a colon", "Transfer-Encoding chunked", .refuses(400)),
            coding("a NUL in the coding", "Transfer-Encoding: chunked\0", .refuses(400)),
            coding("chunked twice", "Transfer-Encoding: chunked, chunked", .refuses(400, 501)),
            coding(
                "chunked on two lines", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .refuses(400, 501)),
            coding(
                "chunked and identity on two lines", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                .refuses(400, 501)),
            coding(
                "identity and chunked on two lines", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
                .refuses(400, 501)),
            coding(
                "chunked and an unknown one on two lines", "Transfer-Encoding: chunked\r\nTransfer-encoding: cow",
                .refuses(400, 501)),
            coding(
                "chunked and nothing on two lines", "Transfer-Encoding: chunked\r\nTransfer-Encoding:",
                .refuses(400, 501), .posts("abc")),
            HostileRequest(
                "the coding with an underscore", "9110 5.1",
                chunked("3\r\nabc\r\n0\r\n\r\n", "Transfer_Encoding: chunked\r\n"),
                .posts("").before(.refuses(400))),
            HostileRequest(
                "another name with the coding", "9110 5.1",
                chunked("3\r\nabc\r\n0\r\n\r\n", "X-Transfer-Encoding: chunked\r\n"),
                .posts("").before(.refuses(400))),
            HostileRequest(
                "the coding for GET", "9112 6", get("Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n0\r\n\r\n",
                .takes("abc")),
            HostileRequest(
                "the coding in HTTP/1.0", "9112 6.1",
                "POST {path} HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", .refuses(400)),
            HostileRequest(
                "the coding in a kept HTTP/1.0", "9112 6.1",
                "POST {path} HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
                .refuses(400)),
            HostileRequest(
                "the coding beside a length in HTTP/1.0", "9112 6.1",
                "POST {path} HTTP/1.0\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
                .refuses(400)),
            HostileRequest(
                "an unknown coding alone", "9112 6.3", post("Transfer-Encoding: gzip\r\n", ""), .refuses(400, 501)),
        ]
        + [
            "gzip, chunked", "chunked, gzip", "identity", "identity, chunked", "chunked, identity", "cow",
            "cow, chunked",
            "xchunked", "chunkedx", "chunke", "", "\"chunked\"", "'chunked'", "chunked;q=1", "chunked; a=b",
            "chunked ;",
            "chunk ed", "chun\tked", "chunked\u{0B}", "\u{0B}chunked", "\u{0C}chunked", "chunked\u{7F}",
            "chunked chunked",
            "chunked\u{A0}", "\u{A0}chunked", "chunked\u{FF}", "chunked/1", "(chunked)", "chunked\\", "deflate",
            "trailers",
        ].map { value in
            coding("\(shown(value)) for a coding", "Transfer-Encoding: \(value)", .refuses(400, 501))
        }

    private static func coding(_ name: String, _ fields: String, _ readings: Reading...) -> HostileRequest {
        HostileRequest(name, "9112 6.1", chunked("3\r\nabc\r\n0\r\n\r\n", fields + "\r\n"), either: readings)
    }
}
