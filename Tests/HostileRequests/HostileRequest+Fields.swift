extension HostileRequest {
    static let fieldNames: [HostileRequest] =
        [
            HostileRequest(
                "a name of all other bytes of a token", "9110 5.1", get("!#$%&'*+-.^_`|~9: b\r\n"), .takes()),
            HostileRequest(
                "a name of 1,000 bytes", "9110 5.4", get(String(repeating: "a", count: 1_000) + ": b\r\n"),
                .takes(), .refuses(400, 431)),
            HostileRequest("a colon in a value", "9112 5", get("A:b:c\r\n"), .takes()),
            HostileRequest("a blank in front of a colon", "9112 5.1", get("A : b\r\n"), .refuses(400)),
            HostileRequest("a tab in front of a colon", "9112 5.1", get("A\t: b\r\n"), .refuses(400)),
            HostileRequest("a blank in a name", "9112 5.1", get("A B: c\r\n"), .refuses(400)),
            HostileRequest("a NUL in front of a colon", "9110 5.1", get("A\0: b\r\n"), .refuses(400)),
            HostileRequest("a NUL in front of a name", "9110 5.1", get("\0A: b\r\n"), .refuses(400)),
            HostileRequest("a bare CR in front of a name", "9112 2.2", get("\rA: b\r\n"), .refuses(400)),
            HostileRequest("a bare CR in front of a colon", "9112 2.2", get("A\r: b\r\n"), .refuses(400)),
            HostileRequest("no name", "9112 5", get(": b\r\n"), .refuses(400)),
            HostileRequest("only a colon", "9112 5", get(":\r\n"), .refuses(400)),
            HostileRequest("no colon", "9112 5", get("A\r\n"), .refuses(400)),
            HostileRequest("no colon but a blank", "9112 5", get("A b\r\n"), .refuses(400)),
            HostileRequest("no colon but an equals sign", "9112 5", get("A=b\r\n"), .refuses(400)),
            HostileRequest("a request line for a field", "9112 5", get("GET /b HTTP/1.1\r\n"), .refuses(400)),
            HostileRequest("a fold", "9112 5.2", get("A: b\r\n c\r\n"), .refuses(400)),
            HostileRequest("a fold with a tab", "9112 5.2", get("A: b\r\n\tc\r\n"), .refuses(400)),
            HostileRequest("a fold of nothing", "9112 5.2", get("A: b\r\n \r\n"), .refuses(400)),
            HostileRequest("a fold behind a bare LF", "9112 5.2", get("A: b\n c\r\n"), .refuses(400)),
            HostileRequest(
                "a fold of the first line", "9112 2.2", "GET {path} HTTP/1.1\r\n c\r\nHost: x\r\n\r\n", .refuses(400)),
            HostileRequest(
                "a fold of the Host", "9112 5.2", "GET {path} HTTP/1.1\r\nHost:\r\n x\r\n\r\n", .refuses(400)),
            HostileRequest(
                "a blank in front of the first field", "9112 2.2", "GET {path} HTTP/1.1\r\n A: b\r\nHost: x\r\n\r\n",
                .refuses(400)),
        ]
        + Array("\"(),/;<=>?@[\\]{}".utf8).map { byte in
            HostileRequest("a name with \(text(byte))", "9110 5.1", get("A\(text(byte)): b\r\n"), .refuses(400))
        }
        + [0x01, 0x0B, 0x1F, 0x7F, 0x80, 0xC3, 0xFF].map { (byte: UInt8) in
            HostileRequest("a name with \(hex(byte))", "9110 5.1", get("A\(text(byte))B: c\r\n"), .refuses(400))
        }

    static let fieldValues: [HostileRequest] =
        [
            HostileRequest("no blank behind a colon", "9112 5", get("A:b\r\n"), .takes()),
            HostileRequest("blanks around a value", "9112 5", get("A: \t b \t \r\n"), .takes()),
            HostileRequest("a value of blanks", "9112 5", get("A: \t \r\n"), .takes()),
            HostileRequest("an empty value", "9110 5.5", get("A:\r\n"), .takes()),
            HostileRequest("bytes over 127 in a value", "9110 5.5", get("A: \u{E4}\u{FF}\u{80}\r\n"), .takes()),
            HostileRequest("a NUL in a value", "9110 5.5", get("A: b\0c\r\n"), .refuses(400)),
            HostileRequest("a NUL at the end of a value", "9110 5.5", get("A: b\0\r\n"), .refuses(400)),
            HostileRequest("a bare CR in a value", "9112 2.2", get("A: b\rc\r\n"), .refuses(400)),
            HostileRequest("a bare CR at the end of a value", "9112 2.2", get("A: b\r\r\n"), .refuses(400)),
            HostileRequest("a bare CR at the start of a value", "9112 2.2", get("A:\rb\r\n"), .refuses(400)),
            HostileRequest("a bare LF behind a field", "9112 2.2", get("A: b\nC: d\r\n"), .takes(), .refuses(400)),
            HostileRequest("a LF and a CR behind a field", "9112 2.2", get("A: b\n\rC: d\r\n"), .refuses(400)),
        ]
        + [0x01, 0x08, 0x0B, 0x0C, 0x1B, 0x7F].map { (byte: UInt8) in
            HostileRequest(
                "a value with \(hex(byte))", "9110 5.5", get("A: b\(text(byte))c\r\n"), .takes(), .refuses(400))
        } + [
            HostileRequest(
                "a hundred fields", "9110 5.4", get((0..<100).map { "A\($0): b\r\n" }.joined()), .takes()),
            HostileRequest(
                "a hundred fields of one name", "9110 5.3", get(String(repeating: "A: b\r\n", count: 100)), .takes()),
            HostileRequest(
                "five thousand fields", "9110 5.4", get(String(repeating: "a:b\r\n", count: 5_000)),
                .refuses(400, 413, 431)),
            HostileRequest(
                "a value of 8,000 bytes", "9110 5.4", get("A: " + String(repeating: "b", count: 8_000) + "\r\n"),
                .takes(),
                .refuses(400, 413, 431)),
            HostileRequest(
                "a value of 20,000 bytes", "9110 5.4", get("A: " + String(repeating: "b", count: 20_000) + "\r\n"),
                .refuses(400, 413, 431)),
            HostileRequest(
                "a value of 20,000 blanks", "9110 5.4", get("A:" + String(repeating: " ", count: 20_000) + "b\r\n"),
                .refuses(400, 413, 431)),
            HostileRequest(
                "a name of 20,000 bytes", "9110 5.4", get(String(repeating: "a", count: 20_000) + ": b\r\n"),
                .refuses(400, 413, 431)),
            HostileRequest(
                "cookies of 6,000 bytes", "9110 5.4", get("Cookie: a=" + String(repeating: "b", count: 6_000) + "\r\n"),
                .takes(), .refuses(400, 413, 431)),
            HostileRequest(
                "five hundred cookies", "9110 5.4",
                get("Cookie: " + (0..<500).map { "c\($0)=d" }.joined(separator: "; ") + "\r\n"), .takes(),
                .refuses(400, 413, 431)),
        ]

    static let hosts: [HostileRequest] =
        [
            HostileRequest("no Host", "9112 3.2", "GET {path} HTTP/1.1\r\n\r\n", .refuses(400)),
            HostileRequest(
                "no Host but other fields", "9112 3.2", "GET {path} HTTP/1.1\r\nA: b\r\n\r\n", .refuses(400)),
            HostileRequest(
                "no Host but nearly one", "9112 3.2", "GET {path} HTTP/1.1\r\nHosts: x\r\n\r\n", .refuses(400)),
            HostileRequest("two Hosts", "9112 3.2", get("Host: y\r\n"), .refuses(400)),
            HostileRequest("the same Host twice", "9112 3.2", get("Host: x\r\n"), .refuses(400)),
            HostileRequest("two Hosts in different case", "9112 3.2", get("hOST: x\r\n"), .refuses(400)),
            HostileRequest("two Hosts apart", "9112 3.2", get("A: b\r\nC: d\r\nHost: x\r\n"), .refuses(400)),
            HostileRequest(
                "a blank in front of the Host's colon", "9112 5.1", "GET {path} HTTP/1.1\r\nHost : x\r\n\r\n",
                .refuses(400)),
            HostileRequest("an empty Host", "9110 7.2", host(""), .takes()),
            HostileRequest(
                "two Hosts in HTTP/1.0", "9112 3.2", "GET {path} HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n", .refuses(400)),
        ]
        + [
            "x:80", "x:", "x:65535", "X", "a_b", "a-b.c", "127.0.0.1:1", "[::1]", "[::1]:80", "[v1.a:b]",
            "a!$&'()*+;=b", "%41",
        ]
        .map { HostileRequest("\($0) for a Host", "9110 7.2", host($0), .takes()) }
        + [
            "a b", "a\tb", "x/y", "x?y", "x#y", "u@x", "u:p@x", "http://x", "x:80a", "x:-1", "x:+1", "x:8 0", "x:80:80",
            "::1",
            "[::1", "::1]", "[::1]x", "[::1]:x", "[]", "[x]", "x\\y", "<x>", "\"x\"", "{x}", "x|y", "x^y", "x`y", "%",
            "%4",
            "%zz", "\u{E4}", "x\u{01}", "x\u{7F}", "x\u{0B}y",
        ].map { HostileRequest("\(shown($0)) for a Host", "9112 3.2", host($0), .refuses(400)) }
        + [HostileRequest("a NUL in a Host", "9110 5.5", host("x\0y"), .refuses(400))]

    private static func host(_ value: String) -> String { "GET {path} HTTP/1.1\r\nHost: \(value)\r\n\r\n" }
}

extension HostileRequest {
    /// A text with its control characters and bytes over 127 as numbers.
    static func shown(_ text: String) -> String {
        text.unicodeScalars.map { $0.value < 0x20 || $0.value > 0x7E ? hex(UInt8($0.value)) : String($0) }.joined()
    }
}
