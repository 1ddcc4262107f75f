import Testing
import TestSupport
import Wire

struct PathPrefixTests {
    private static let prefix = PathPrefix(Array("/@a/b".utf8))

    private static func rewritten(_ name: String, _ value: String, number: UInt64 = 1) -> String {
        let script = Reply(ResponseHead(status: 302, fields: [HeaderField(name, value)])).script(number: number)
        guard case .head(let head, _, _, _)? = prefix.apply(to: script).actions.first else { return "no head" }
        return String(decoding: head.fields[0].value, as: UTF8.self)
    }

    @Test(arguments: [
        ("/", "/@a/b/"), ("/next", "/@a/b/next"), ("/next?q=/x#f", "/@a/b/next?q=/x#f"), ("/.//host", "/@a/b/.//host"),
        // These lead elsewhere, or need nothing.
        ("//host/x", "//host/x"), ("http://host/x", "http://host/x"), ("next", "next"), ("?q", "?q"), ("", ""),
        // These have it.
        ("/@a/b", "/@a/b"), ("/@a/b/x", "/@a/b/x"), ("/@a/b?q", "/@a/b?q"), ("/@a/b#f", "/@a/b#f"),
        ("/@a/bc", "/@a/b/@a/bc"), ("/@a", "/@a/b/@a"),
    ])
    func aLocation(_ value: String, _ result: String) {
        #expect(Self.rewritten("Location", value) == result)
        #expect(Self.rewritten("lOCATION", value, number: 0) == result)
        #expect(Self.rewritten("Content-Location", value) == value)
    }

    @Test(arguments: [
        ("a=b; Path=/", "a=b; Path=/@a/b/"), ("a=b;PATH = /x ; HttpOnly", "a=b;PATH = /@a/b/x ; HttpOnly"),
        ("a=b; Path=/x; Path=/y", "a=b; Path=/@a/b/x; Path=/@a/b/y"), ("a=b; Path=/@a/b/x", "a=b; Path=/@a/b/x"),
        ("a=b", "a=b"), ("a=b; Path", "a=b; Path"), ("a=b; Path=x", "a=b; Path=x"), ("a=b; Path=//x", "a=b; Path=//x"),
        // A cookie of that name has no path.
        ("Path=/x; Secure", "Path=/x; Secure"), ("", ""),
    ])
    func theCookiesPath(_ value: String, _ result: String) {
        #expect(Self.rewritten("Set-Cookie", value) == result)
    }

    @Test func eachFieldOfAHead() {
        let fields = [
            HeaderField("Set-Cookie", "a=1; Path=/a"), HeaderField("X", "/x"),
            HeaderField("Set-Cookie", "b=2; Path=/b"),
            HeaderField("Location", "/c"),
        ]
        let script = Reply(ResponseHead(status: 302, fields: fields)).script(number: 1)
        #expect(
            Self.prefix.apply(to: script).description
                == """
                head 302 [Set-Cookie: a=1; Path=/@a/b/a, X: /x, Set-Cookie: b=2; Path=/@a/b/b, Location: /@a/b/c] length 0
                end of content
                finish exchange
                """)
    }

    @Test func whatHasNoPathIsTheSameScript() {
        let plain = Reply.text("hello").script(number: 1)
        #expect(Self.prefix.apply(to: plain) === plain)
        let made = Reply.text("hello").script()
        #expect(Self.prefix.apply(to: made) === made)
    }

    @Test func exactHeadsAndRawBytesStayAsTheyAre() {
        let exact = Reply(ResponseHead(status: 302, fields: [HeaderField("Location", "/x")], isExact: true))
        let raw = WireScript(actions: [.raw(Array("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n".utf8))], ending: .close)
        for script in [exact.script(number: 1), exact.script(), raw] {
            #expect(Self.prefix.apply(to: script) === script)
        }
    }

    @Test func aCutCountsWhatIsWritten() {
        var reply = Reply(ResponseHead(status: 302, fields: [HeaderField("Location", "/x")]))
        reply.cut = Cut(after: .head(.byte(45)), ending: .reset)
        #expect(
            transcript(Self.prefix.apply(to: reply.script(number: 1)))
                == "HTTP/1.1 302 Found\r\nLocation: /@a/b/x\r\nConten<reset connection>")
    }
}
