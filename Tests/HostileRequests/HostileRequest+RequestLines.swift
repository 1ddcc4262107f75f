extension HostileRequest {
    static let methods: [HostileRequest] =
        [
            HostileRequest("a plain GET", "9112 3", get(), .takes()),
            HostileRequest("a method in lower case", "9110 9.1", get(by: "get"), .takes(by: "get")),
            HostileRequest("a method in mixed case", "9110 9.1", get(by: "gEt"), .takes(by: "gEt")),
            HostileRequest("a method of one letter", "9110 9.1", get(by: "G"), .takes(by: "G")),
            HostileRequest("a method that nobody defines", "9110 9.1", get(by: "BREW"), .takes(by: "BREW")),
            HostileRequest(
                "a method of all other bytes of a token", "9110 5.6.2", get(by: "!#$%&'*+-.^_`|~09"),
                .takes(by: "!#$%&'*+-.^_`|~09")),
            HostileRequest(
                "a method of 100 bytes", "9112 3", get(by: String(repeating: "A", count: 100)),
                .takes(by: String(repeating: "A", count: 100)), .refuses(400, 501)),
            HostileRequest(
                "a method of 20,000 bytes", "9112 3", get(by: String(repeating: "A", count: 20_000)),
                .refuses(400, 414, 431, 501)),
            HostileRequest("no method", "9112 3.1", line(" {path} HTTP/1.1"), .refuses(400)),
            HostileRequest("no method and no blank", "9112 3", line("{path} HTTP/1.1"), .refuses(400)),
        ]
        + Array("\"(),/:;<=>?@[\\]{}".utf8).map { byte in
            HostileRequest("a method with \(text(byte))", "9110 5.6.2", get(by: "G\(text(byte))T"), .refuses(400))
        }
        + [0x01, 0x09, 0x0B, 0x1F, 0x7F, 0x80, 0xFF].map { (byte: UInt8) in
            HostileRequest("a method with \(hex(byte))", "9110 5.6.2", get(by: "G\(text(byte))T"), .refuses(400))
        }

    static let requestLines: [HostileRequest] = [
        HostileRequest("two blanks behind the method", "9112 3", line("GET  {path} HTTP/1.1"), .refuses(400)),
        HostileRequest("two blanks behind the target", "9112 3", line("GET {path}  HTTP/1.1"), .refuses(400)),
        HostileRequest("a tab behind the method", "9112 3", line("GET\t{path} HTTP/1.1"), .refuses(400)),
        HostileRequest("a tab behind the target", "9112 3", line("GET {path}\tHTTP/1.1"), .refuses(400)),
        HostileRequest("a vertical tab for a blank", "9112 3", line("GET\u{0B}{path} HTTP/1.1"), .refuses(400)),
        HostileRequest("a form feed for a blank", "9112 3", line("GET {path}\u{0C}HTTP/1.1"), .refuses(400)),
        HostileRequest("a bare CR for a blank", "9112 2.2", line("GET\r{path} HTTP/1.1"), .refuses(400)),
        HostileRequest("a no-break space for a blank", "9112 3", line("GET\u{A0}{path} HTTP/1.1"), .refuses(400)),
        HostileRequest("a blank in front of the line", "9112 3", line(" GET {path} HTTP/1.1"), .refuses(400)),
        HostileRequest("a tab in front of the line", "9112 3", line("\tGET {path} HTTP/1.1"), .refuses(400)),
        HostileRequest("a NUL in front of the line", "9112 3", line("\0GET {path} HTTP/1.1"), .refuses(400)),
        HostileRequest(
            "a byte order mark first", "9112 3", line("\u{EF}\u{BB}\u{BF}GET {path} HTTP/1.1"), .refuses(400)),
        HostileRequest("a blank at the end of the line", "9112 3", line("GET {path} HTTP/1.1 "), .refuses(400)),
        HostileRequest("a tab at the end of the line", "9112 3", line("GET {path} HTTP/1.1\t"), .refuses(400)),
        HostileRequest("a NUL at the end of the line", "9112 3", line("GET {path} HTTP/1.1\0"), .refuses(400)),
        HostileRequest("a bare CR at the end of the line", "9112 2.2", line("GET {path} HTTP/1.1\r"), .refuses(400)),
        HostileRequest("a NUL in the method", "9112 3", line("G\0ET {path} HTTP/1.1"), .refuses(400)),
        HostileRequest("a NUL in the target", "9112 3.2", line("GET {path}\0b HTTP/1.1"), .refuses(400)),
        HostileRequest("a NUL behind the method", "9112 3", line("GET\0 {path} HTTP/1.1"), .refuses(400)),
        HostileRequest("a bare CR in the target", "9112 2.2", line("GET {path}\rb HTTP/1.1"), .refuses(400)),
        HostileRequest("a bare LF in the target", "9112 2.2", line("GET {path}\nb HTTP/1.1"), .refuses(400)),
        HostileRequest("no target", "9112 3", line("GET HTTP/1.1"), .refuses(400)),
        HostileRequest("a blank for a target", "9112 3", line("GET   HTTP/1.1"), .refuses(400)),
        HostileRequest("only a method", "9112 3", line("GET"), .refuses(400)),
        HostileRequest("only a method and a blank", "9112 3", line("GET "), .refuses(400)),
        HostileRequest("a word more", "9112 3", line("GET {path} b HTTP/1.1"), .refuses(400)),
        HostileRequest("a word behind the version", "9112 3", line("GET {path} HTTP/1.1 b"), .refuses(400)),
        HostileRequest("HTTP/0.9", "9112 3", "GET {path}\r\n", .refuses(400)),
        HostileRequest("HTTP/0.9 with an empty line", "9112 3", "GET {path}\r\n\r\n", .refuses(400)),
        HostileRequest("a status line", "9112 2.1", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .refuses(400)),
        HostileRequest("a field line first", "9112 2.1", "Host: x\r\n\r\n", .refuses(400)),
        HostileRequest("one word", "9112 3", "hello\r\n\r\n", .refuses(400)),
        HostileRequest(
            "a line of 8,000 bytes", "9112 3", get(at: "{path}?" + String(repeating: "a", count: 7_900)),
            .takes(at: "{path}?" + String(repeating: "a", count: 7_900))),
        HostileRequest(
            "a line of 20,000 bytes", "9112 3", get(at: "{path}?" + String(repeating: "a", count: 20_000)),
            .refuses(414)),
        HostileRequest(
            "a bare LF behind the line", "9112 2.2", "GET {path} HTTP/1.1\nHost: x\r\n\r\n", .takes(), .refuses(400)),
        HostileRequest(
            "bare LFs behind all lines", "9112 2.2", "GET {path} HTTP/1.1\nHost: x\n\n", .takes(), .refuses(400)),
        HostileRequest(
            "a bare LF for the empty line", "9112 2.2", "GET {path} HTTP/1.1\r\nHost: x\r\n\n", .takes(), .refuses(400)),
        HostileRequest(
            "two CRs behind the line", "9112 2.2", "GET {path} HTTP/1.1\r\r\nHost: x\r\n\r\n", .refuses(400)),
        HostileRequest("bare CRs behind all lines", "9112 2.2", "GET {path} HTTP/1.1\rHost: x\r\r\r\n", .refuses(400)),
        HostileRequest(
            "two CRs for the empty line", "9112 2.2", "GET {path} HTTP/1.1\r\nHost: x\r\n\r\r\n\r\n", .refuses(400)),
        HostileRequest(
            "a blank line with a blank", "9112 5", "GET {path} HTTP/1.1\r\nHost: x\r\n \r\n\r\n", .refuses(400)),
    ]

    static let versions: [HostileRequest] =
        [
            HostileRequest("HTTP/1.0", "9112 9.3", "GET {path} HTTP/1.0\r\nHost: x\r\n\r\n", .takes(then: .closed)),
            HostileRequest("HTTP/1.0 without a Host", "9112 3.2", "GET {path} HTTP/1.0\r\n\r\n", .takes(then: .closed)),
        ]
        + ["1.2", "1.9"].map { version in
            HostileRequest("HTTP/\(version)", "9110 2.5", line("GET {path} HTTP/\(version)"), .takes(), .refuses(505))
        }
        + ["0.0", "0.9", "2.0", "2.1", "3.0", "9.9"].map { version in
            HostileRequest("version \(version)", "9110 15.6.6", line("GET {path} HTTP/\(version)"), .refuses(400, 505))
        }
        + [
            "HTTP/1", "HTTP/1.", "HTTP/.1", "HTTP/", "HTTP", "HTTP/1.10", "HTTP/01.1", "HTTP/1.01", "HTTP/11.1",
            "HTTP/1.1.1",
            "HTTP/1,1", "HTTP/1:1", "HTTP/1.1x", "HTTP/x.1", "HTTP/1.x", "HTTP/+1.1", "HTTP/-1.1", "HTTP/1.-1",
            "HTTP/0x1.1",
            "http/1.1", "Http/1.1", "HTTPS/1.1", "HTTP\\1.1", "HTTP//1.1", "/HTTP/1.1", "HTTP-1.1", "ICY/1.1",
            "RTSP/1.0",
            "\"HTTP/1.1\"", "HTTP/\u{B9}.1", "HTTP/1\0.1",
        ].map { HostileRequest("\(shown($0)) for a version", "9112 2.3", line("GET {path} \($0)"), .refuses(400)) }

    static let emptyLines: [HostileRequest] = [
        HostileRequest("an empty line first", "9112 2.2", "\r\n" + get(), .takes()),
        HostileRequest("two empty lines first", "9112 2.2", "\r\n\r\n" + get(), .takes(), .refuses(400)),
        HostileRequest(
            "a hundred empty lines first", "9112 2.2", String(repeating: "\r\n", count: 100) + get(), .takes(),
            .refuses(400)),
        HostileRequest("a bare LF first", "9112 2.2", "\n" + get(), .takes(), .refuses(400)),
        HostileRequest("a bare CR first", "9112 2.2", "\r" + get(), .refuses(400)),
        HostileRequest("two CRs and a LF first", "9112 2.2", "\r\r\n" + get(), .refuses(400)),
        HostileRequest("a line of a blank first", "9112 3", " \r\n" + get(), .refuses(400)),
        HostileRequest("a line of a NUL first", "9112 3", "\0\r\n" + get(), .refuses(400)),
    ]
}
