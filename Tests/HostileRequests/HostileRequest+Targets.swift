extension HostileRequest {
    static let targets: [HostileRequest] = originForms + otherForms

    private static let originForms: [HostileRequest] =
        [
            taken("a query", "3986 3.4", "{path}?a=b&c=d"),
            taken("an empty query", "3986 3.4", "{path}?"),
            taken("a question mark in a query", "3986 3.4", "{path}?a?b"),
            taken("all bytes of a path that need no coding", "3986 3.3", "{path}/a-._~!$&'()*+,;=:@"),
            taken("two slashes in a path", "3986 3.3", "{path}//b"),
            taken("a dot segment", "9110 4.2.3", "{path}/./b"),
            taken("a coded slash", "3986 2.2", "{path}%2Fb"),
            taken("a coded NUL", "3986 2.1", "{path}%00"),
            taken("a coded line end", "3986 2.1", "{path}%0D%0Ab"),
            taken("a coded percent", "3986 2.1", "{path}%25"),
            taken("coded bytes that are no UTF-8", "3986 2.5", "{path}%FF%FE"),
            taken("a coding in lower case", "3986 2.1", "{path}%2fb"),
            open("a percent at the end", "3986 2.1", "{path}%"),
            open("a percent with one digit", "3986 2.1", "{path}%4"),
            open("a percent with no digits", "3986 2.1", "{path}%zz"),
            open("a percent with a u", "3986 2.1", "{path}%u0041"),
            open("a fragment", "9112 3.2", "{path}#b"),
            open("a byte over 127", "9112 3.2", "{path}\u{E4}"),
            open("UTF-8 in a target", "9112 3.2", "{path}\u{C3}\u{A4}"),
            open("overlong UTF-8 in a target", "9112 3.2", "{path}\u{C0}\u{AF}"),
            open("a backslash", "9112 3.2", "{path}\\b"),
            open("braces", "9112 3.2", "{path}{b}"),
            open("a quote", "9112 3.2", "{path}\"b\""),
            open("angle brackets", "9112 3.2", "{path}<b>"),
            open("a pipe and a caret", "9112 3.2", "{path}|^"),
            open("brackets in a query", "9112 3.2", "{path}?a[]=b"),
        ]
        + [0x01, 0x07, 0x08, 0x0B, 0x1B, 0x1F, 0x7F].map { (byte: UInt8) in
            HostileRequest("a target with \(hex(byte))", "9112 3.2", get(at: "{path}\(text(byte))"), .refuses(400))
        } + [
            HostileRequest("a blank in a target", "9112 3.2", get(at: "{path} b"), .refuses(400)),
            HostileRequest("a tab in a target", "9112 3.2", get(at: "{path}\tb"), .refuses(400)),
            HostileRequest("a path without its slash", "9112 3.2.1", get(at: "a{path}"), .refuses(400)),
            HostileRequest("a query without a path", "9112 3.2.1", get(at: "?a"), .refuses(400)),
            HostileRequest("a mark for a target", "9112 3.2", get(at: "!"), .refuses(400)),
            HostileRequest("a dot for a target", "9112 3.2", get(at: "."), .refuses(400)),
            HostileRequest("a name for a target", "9112 3.2", get(at: "localhost"), .refuses(400)),
        ]

    private static let otherForms: [HostileRequest] = [
        taken("an absolute target", "9112 3.2.2", "http://x{path}"),
        taken("an absolute target of another host", "9112 3.2.2", "http://y{path}"),
        taken("an absolute target with a port", "9112 3.2.2", "http://x:80{path}"),
        taken("an absolute target with an IPv6 address", "9112 3.2.2", "http://[::1]:80{path}"),
        taken("an absolute target in capitals", "3986 3.1", "HTTP://X{path}"),
        taken("an absolute target with an empty port", "3986 3.2.3", "http://x:{path}"),
        HostileRequest(
            "an absolute target of https", "9110 7.4", get(at: "https://x{path}"), .takes(at: "https://x{path}"),
            .refuses(400, 421)),
        HostileRequest(
            "an absolute target of another scheme", "9112 3.2.2", get(at: "gopher://x{path}"),
            .takes(at: "gopher://x{path}"), .refuses(400, 421)),
        HostileRequest(
            "an absolute target with user and password", "9110 4.2.4", get(at: "http://u:p@x{path}"),
            .takes(at: "http://u:p@x{path}"), .refuses(400)),
        HostileRequest(
            "an absolute target with a fragment", "9112 3.2.2", get(at: "http://x{path}#b"),
            .takes(at: "http://x{path}#b"), .refuses(400)),
        HostileRequest("an absolute target without a host", "9110 4.2.1", get(at: "http://{path}"), .refuses(400)),
        HostileRequest("an absolute target with only a port", "9110 4.2.1", get(at: "http://:80{path}"), .refuses(400)),
        HostileRequest("an absolute target without slashes", "9110 4.2.1", get(at: "http:{path}"), .refuses(400)),
        HostileRequest("an absolute target without a scheme", "9112 3.2", get(at: "://x{path}"), .refuses(400)),
        HostileRequest(
            "an absolute target with a scheme of digits", "3986 3.1", get(at: "1http://x{path}"), .refuses(400)),
        HostileRequest(
            "an absolute target without a Host field", "9112 3.2", "GET http://x{path} HTTP/1.1\r\n\r\n", .refuses(400)),
        HostileRequest(
            "an absolute target with two Host fields", "9112 3.2", get("Host: y\r\n", at: "http://x{path}"),
            .refuses(400)
        ),
        HostileRequest(
            "an absolute target with a malformed Host field", "9112 3.2",
            "GET http://x{path} HTTP/1.1\r\nHost: a b\r\n\r\n", .refuses(400)),
        HostileRequest(
            "an absolute target in HTTP/1.0", "9112 3.2.2", "GET http://x{path} HTTP/1.0\r\n\r\n",
            .takes(at: "http://x{path}", then: .closed)),
        HostileRequest("an asterisk", "9112 3.2.4", get(at: "*", by: "OPTIONS"), .takes(by: "OPTIONS", at: "*")),
        HostileRequest("an asterisk for GET", "9112 3.2.4", get(at: "*"), .refuses(400)),
        HostileRequest("an asterisk for POST", "9112 3.2.4", get(at: "*", by: "POST"), .refuses(400)),
        HostileRequest(
            "an asterisk for OPTIONS in lower case", "9112 3.2.4", get(at: "*", by: "options"), .refuses(400)),
        HostileRequest("an asterisk with a query", "9112 3.2.4", get(at: "*?a", by: "OPTIONS"), .refuses(400)),
        HostileRequest("two asterisks", "9112 3.2.4", get(at: "**", by: "OPTIONS"), .refuses(400)),
        HostileRequest("an authority for GET", "9112 3.2.3", get(at: "x:80"), .refuses(400), .takes(at: "x:80")),
        HostileRequest(
            "CONNECT to an authority", "9110 9.3.6", get(at: "x:80", by: "CONNECT"), .refuses(400, 405, 501),
            .takes(by: "CONNECT", at: "x:80"), .takes(by: "CONNECT", at: "x:80", then: .closed)),
        HostileRequest("CONNECT to a path", "9112 3.2.3", get(by: "CONNECT"), .refuses(400)),
        HostileRequest("CONNECT to a URI", "9112 3.2.3", get(at: "http://x{path}", by: "CONNECT"), .refuses(400)),
        HostileRequest("CONNECT to an asterisk", "9112 3.2.3", get(at: "*", by: "CONNECT"), .refuses(400)),
        HostileRequest("CONNECT without a port", "9110 9.3.6", get(at: "x", by: "CONNECT"), .refuses(400)),
        HostileRequest("CONNECT with an empty port", "9110 9.3.6", get(at: "x:", by: "CONNECT"), .refuses(400)),
        HostileRequest("CONNECT with a word for a port", "9110 9.3.6", get(at: "x:http", by: "CONNECT"), .refuses(400)),
        HostileRequest("CONNECT with too large a port", "9110 9.3.6", get(at: "x:65536", by: "CONNECT"), .refuses(400)),
        HostileRequest("CONNECT without a host", "9112 3.2.3", get(at: ":80", by: "CONNECT"), .refuses(400)),
        HostileRequest("CONNECT with a user", "9112 3.2.3", get(at: "u@x:80", by: "CONNECT"), .refuses(400)),
    ]

    private static func taken(_ name: String, _ section: String, _ target: String) -> HostileRequest {
        HostileRequest(name, section, get(at: target), .takes(at: target))
    }

    /// Not of the grammar, but a server should refuse it, and need not (9112 3.2).
    private static func open(_ name: String, _ section: String, _ target: String) -> HostileRequest {
        HostileRequest(name, section, get(at: target), .takes(at: target), .refuses(400))
    }
}
