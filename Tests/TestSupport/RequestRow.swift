/// Bytes on a connection, and the requests or refusals that any reader has to make of them.
///
/// The expectations are from RFC 9112 (RFC 9110 for fields), not from the code under test.
public struct RequestRow: Sendable {
    public enum Outcome: Sendable, Equatable {
        /// A request, with its target and its body without any coding.
        case taken(String, String = "")
        /// A refusal with this status, behind which nothing is read.
        case refused(Int)
    }

    public let name: String
    public let bytes: [UInt8]
    public let outcomes: [Outcome]

    /// Whether the connection is closed behind the last answer.
    public var closes: Bool {
        if case .refused? = outcomes.last { return true }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("HTTP/1.0\r\n") || text.contains("Connection: close\r\n")
    }

    init(_ name: String, _ text: String, _ outcomes: [Outcome]) {
        self.name = name
        bytes = Array(text.utf8)
        self.outcomes = outcomes
    }

    private static func get(_ fields: String = "", _ target: String = "/a") -> String {
        "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
    }

    private static func post(_ fields: String, _ body: String) -> String {
        "POST /p HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\(body)"
    }

    private static func chunked(_ body: String, _ fields: String = "Transfer-Encoding: chunked\r\n") -> String {
        post(fields, body)
    }

    public static let all = lines + fields + lengths + chunks + several

    private static let lines = [
        RequestRow("the plainest", get(), [.taken("/a")]),
        RequestRow("bare LFs", "GET /a HTTP/1.1\nHost: x\n\n", [.taken("/a")]),
        RequestRow("an empty line first", "\r\n" + get(), [.taken("/a")]),
        RequestRow("empty lines first, of all kinds", "\n\r\n\n" + get(), [.taken("/a")]),
        RequestRow("HTTP/1.0", "GET /a HTTP/1.0\r\n\r\n", [.taken("/a")]),
        RequestRow("a query", get("", "/a?b=c&d"), [.taken("/a?b=c&d")]),
        RequestRow("an absolute target", get("", "http://y/a"), [.taken("http://y/a")]),
        RequestRow("a target of no form", get("", "!"), [.refused(400)]),
        RequestRow("a target without its slash", get("", "a/b"), [.refused(400)]),
        RequestRow("an asterisk for another method", get("", "*"), [.refused(400)]),
        RequestRow("an asterisk", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", [.taken("*")]),
        RequestRow("bytes over 127 in a target", get("", "/ä"), [.taken("/ä")]),
        RequestRow("a method in lower case", "get /a HTTP/1.1\r\nHost: x\r\n\r\n", [.taken("/a")]),
        RequestRow("a method that is no token", "G@T /a HTTP/1.1\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("a control character in a target", get("", "/\u{1}"), [.refused(400)]),
        RequestRow("a DEL in a target", get("", "/\u{7F}"), [.refused(400)]),
        RequestRow("a blank in a target", get("", "/a b"), [.refused(400)]),
        RequestRow(
            "two blanks behind the method", "GET  /a HTTP/1.1\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow(
            "two blanks behind the target", "GET /a  HTTP/1.1\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("two blanks in a target", get("", "/a  b"), [.refused(400)]),
        RequestRow("more behind the version", "GET /a HTTP/1.1x\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("a version of one number", "GET /a HTTP/1\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("no target", "GET HTTP/1.1\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("a tab for a blank", "GET\t/a\tHTTP/1.1\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("a blank at the end of the line", "GET /a HTTP/1.1 \r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("a blank in front of the line", " GET /a HTTP/1.1\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("HTTP/0.9", "GET /a\r\n\r\n", [.refused(400)]),
        RequestRow("no request at all", "hello\r\n\r\n", [.refused(400)]),
        RequestRow("HTTP/1.2", "GET /a HTTP/1.2\r\nHost: x\r\n\r\n", [.refused(505)]),
        RequestRow("HTTP/2.0", "GET /a HTTP/2.0\r\nHost: x\r\n\r\n", [.refused(505)]),
        RequestRow("a version in lower case", "GET /a http/1.1\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("too long a line", get("", "/" + String(repeating: "a", count: 20_000)), [.refused(414)]),
    ]

    private static let fields = [
        RequestRow("no Host", "GET /a HTTP/1.1\r\n\r\n", [.refused(400)]),
        RequestRow("two Hosts", get("Host: x\r\n"), [.refused(400)]),
        RequestRow("an empty Host", "GET /a HTTP/1.1\r\nHost:\r\n\r\n", [.taken("/a")]),
        RequestRow("no blank behind a colon", get("A:b\r\n"), [.taken("/a")]),
        RequestRow("blanks around a value", get("A: \t b \t \r\n"), [.taken("/a")]),
        RequestRow("an empty value", get("A:\r\n"), [.taken("/a")]),
        RequestRow("bytes over 127 in a value", get("A: ä\r\n"), [.taken("/a")]),
        RequestRow("a line that goes on", get("A: b\r\n c\r\n"), [.refused(400)]),
        RequestRow("a first line that goes on", "GET /a HTTP/1.1\r\n c\r\nHost: x\r\n\r\n", [.refused(400)]),
        RequestRow("a blank in front of a colon", get("A : b\r\n"), [.refused(400)]),
        RequestRow("no colon", get("A\r\n"), [.refused(400)]),
        RequestRow("no name", get(": b\r\n"), [.refused(400)]),
        RequestRow("a name that is no token", get("A@: b\r\n"), [.refused(400)]),
        RequestRow("a NUL in a value", get("A: b\0c\r\n"), [.refused(400)]),
        RequestRow("a bare CR in a value", get("A: b\rc\r\n"), [.refused(400)]),
        RequestRow("a bare CR in front of a line", get("\rA: b\r\n"), [.refused(400)]),
        RequestRow("too large a head", get("A: " + String(repeating: "b", count: 20_000) + "\r\n"), [.refused(431)]),
        RequestRow(
            "too many fields", get(String(repeating: "A: " + String(repeating: "b", count: 90) + "\r\n", count: 200)),
            [.refused(431)]),
    ]

    private static let lengths = [
        RequestRow("a length", post("Content-Length: 3\r\n", "abc"), [.taken("/p", "abc")]),
        RequestRow("a length of nothing", post("Content-Length: 0\r\n", ""), [.taken("/p")]),
        RequestRow("zeros in front", post("Content-Length: 0003\r\n", "abc"), [.taken("/p", "abc")]),
        RequestRow(
            "a blank behind a length", post("Content-Length: 3 \r\n", "abc"), [.taken("/p", "abc")]),
        RequestRow(
            "the same length twice", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), [.taken("/p", "abc")]),
        RequestRow("two lengths", post("Content-Length: 3\r\nContent-Length: 4\r\n", "abc"), [.refused(400)]),
        RequestRow("a list of lengths", post("Content-Length: 3, 3\r\n", "abc"), [.refused(400)]),
        RequestRow("a sign", post("Content-Length: +3\r\n", "abc"), [.refused(400)]),
        RequestRow("less than nothing", post("Content-Length: -3\r\n", "abc"), [.refused(400)]),
        RequestRow("a length in hexadecimal", post("Content-Length: 0x3\r\n", "abc"), [.refused(400)]),
        RequestRow("no number", post("Content-Length:\r\n", ""), [.refused(400)]),
        RequestRow("twenty digits", post("Content-Length: 99999999999999999999\r\n", ""), [.refused(413)]),
        RequestRow(
            "a length and a coding", chunked("0\r\n\r\n", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
            [.refused(400)]),
        RequestRow("a coding that is not known", chunked("", "Transfer-Encoding: gzip\r\n"), [.refused(501)]),
        RequestRow("two codings", chunked("0\r\n\r\n", "Transfer-Encoding: gzip, chunked\r\n"), [.refused(501)]),
        RequestRow(
            "chunked twice", chunked("0\r\n\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
            [.refused(501)]),
        RequestRow("no coding", chunked("", "Transfer-Encoding: identity\r\n"), [.refused(501)]),
    ]

    private static let chunks = [
        RequestRow("a chunk", chunked("3\r\nabc\r\n0\r\n\r\n"), [.taken("/p", "abc")]),
        RequestRow("no chunk", chunked("0\r\n\r\n"), [.taken("/p")]),
        RequestRow("two chunks", chunked("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), [.taken("/p", "abcde")]),
        RequestRow("a size in capitals", chunked("A\r\n0123456789\r\n0\r\n\r\n"), [.taken("/p", "0123456789")]),
        RequestRow("zeros in front of a size", chunked("003\r\nabc\r\n000\r\n\r\n"), [.taken("/p", "abc")]),
        RequestRow(
            "an extension", chunked("3;a=b\r\nabc\r\n0;c\r\n\r\n"), [.taken("/p", "abc")]),
        RequestRow(
            "a blank in front of an extension", chunked("3 ;a\r\nabc\r\n0\r\n\r\n"), [.taken("/p", "abc")]),
        RequestRow("a trailer", chunked("3\r\nabc\r\n0\r\nA: b\r\n\r\n"), [.taken("/p", "abc")]),
        RequestRow(
            "a blank behind the coding", chunked("3\r\nabc\r\n0\r\n\r\n", "Transfer-Encoding: chunked \r\n"),
            [.taken("/p", "abc")]),
        RequestRow(
            "the coding in capitals", chunked("3\r\nabc\r\n0\r\n\r\n", "Transfer-Encoding: CHUNKED\r\n"),
            [.taken("/p", "abc")]),
        RequestRow(
            "HTTP/1.0", "POST /p HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", [.refused(400)]),
        RequestRow("an empty size", chunked("\r\nabc\r\n0\r\n\r\n"), [.refused(400)]),
        RequestRow("a size with a prefix", chunked("0x3\r\nabc\r\n0\r\n\r\n"), [.refused(400)]),
        RequestRow("a size with a sign", chunked("+3\r\nabc\r\n0\r\n\r\n"), [.refused(400)]),
        RequestRow("a blank in front of a size", chunked(" 3\r\nabc\r\n0\r\n\r\n"), [.refused(400)]),
        RequestRow("a blank behind a size", chunked("3 \r\nabc\r\n0\r\n\r\n"), [.refused(400)]),
        RequestRow("a size that is no number", chunked("g\r\nabc\r\n0\r\n\r\n"), [.refused(400)]),
        RequestRow("too large a size", chunked("ffffffffffffffffff\r\nabc\r\n0\r\n\r\n"), [.refused(413)]),
        RequestRow("a bare LF behind a size", chunked("3\nabc\r\n0\r\n\r\n"), [.refused(400)]),
        RequestRow("a bare LF behind a chunk", chunked("3\r\nabc\n0\r\n\r\n"), [.refused(400)]),
        RequestRow("a bare LF at the end", chunked("3\r\nabc\r\n0\n\n"), [.refused(400)]),
        RequestRow("a chunk that is longer than it says", chunked("2\r\nabc\r\n0\r\n\r\n"), [.refused(400)]),
        RequestRow(
            "a bare CR in an extension", chunked("3;a\rb\r\nabc\r\n0\r\n\r\n"), [.refused(400)]),
        RequestRow(
            "a trailer without a colon", chunked("0\r\nA\r\n\r\n"), [.refused(400)]),
        RequestRow(
            "a size line without an end", chunked("3;" + String(repeating: "a", count: 20_000)), [.refused(400)]),
    ]

    private static let several = [
        RequestRow("two", get("", "/a") + get("", "/b"), [.taken("/a"), .taken("/b")]),
        RequestRow(
            "three with empty lines between", get() + "\r\n" + get() + "\n" + get("", "/b"),
            [.taken("/a"), .taken("/a"), .taken("/b")]),
        RequestRow(
            "one behind a body", post("Content-Length: 3\r\n", "abc") + get(), [.taken("/p", "abc"), .taken("/a")]),
        RequestRow("one behind chunks", chunked("3\r\nabc\r\n0\r\n\r\n") + get(), [.taken("/p", "abc"), .taken("/a")]),
        RequestRow("one behind a trailer", chunked("0\r\nA: b\r\n\r\n") + get(), [.taken("/p"), .taken("/a")]),
        RequestRow(
            "one behind a blank behind the coding",
            chunked("3\r\nabc\r\n0\r\n\r\n", "Transfer-Encoding: chunked \r\n") + get(),
            [.taken("/p", "abc"), .taken("/a")]),
        RequestRow(
            "one behind blanks behind a length",
            post("A: b \t \r\nContent-Length:3 \t\r\nCookie: c=d \r\n", "abc") + get(),
            [.taken("/p", "abc"), .taken("/a")]),
        RequestRow(
            "one behind a wait for 100 that has no body", get("Expect: 100-continue\r\n") + get("", "/b"),
            [.taken("/a"), .taken("/b")]),
        RequestRow(
            "one behind a wait for 100 with a body of nothing",
            post("Content-Length: 0\r\nExpect: 100-continue\r\n", "") + get("", "/b"), [.taken("/p"), .taken("/b")]),
        RequestRow(
            "a body that looks like a request", post("Content-Length: 23\r\n", "GET /b HTTP/1.1\r\nA: b\r\n"),
            [.taken("/p", "GET /b HTTP/1.1\r\nA: b\r\n")]),
        RequestRow("a bad one behind a good one", get() + get("A : b\r\n"), [.taken("/a"), .refused(400)]),
        RequestRow(
            "two blanks behind a good one", get() + "GET  /b HTTP/1.1\r\nHost: x\r\n\r\n",
            [.taken("/a"), .refused(400)]),
        RequestRow(
            "two blanks behind a target behind a good one", get() + "GET /b  HTTP/1.1\r\nHost: x\r\n\r\n",
            [.taken("/a"), .refused(400)]),
        RequestRow(
            "a NUL in a target behind a good one", get() + get("", "/b\0c"), [.taken("/a"), .refused(400)]),
        RequestRow(
            "a NUL behind a target behind a good one", get() + get("", "/b\0"), [.taken("/a"), .refused(400)]),
        RequestRow("a target of no form behind a good one", get() + get("", "!"), [.taken("/a"), .refused(400)]),
        RequestRow(
            "chunks behind a good one", get() + chunked("3\r\nabc\r\n0\r\n\r\n") + get("", "/b"),
            [.taken("/a"), .taken("/p", "abc"), .taken("/b")]),
        RequestRow(
            "NULs in chunks behind a good one", get() + chunked("3\r\na\0\0\r\n0\r\n\r\n") + get("", "/b"),
            [.taken("/a"), .taken("/p", "a\0\0"), .taken("/b")]),
        RequestRow(
            "a bad chunk behind a good one", get() + chunked("3\nabc\r\n0\r\n\r\n"), [.taken("/a"), .refused(400)]),
        RequestRow(
            "chunks behind a body behind empty lines",
            "\r\n" + get() + "\r\n" + post("Content-Length: 3\r\n", "abc") + "\n"
                + chunked("3\r\nabc\r\n0\r\n\r\n") + "\r\n" + chunked("1\r\nd\r\n0\r\n\r\n") + get("", "/b"),
            [.taken("/a"), .taken("/p", "abc"), .taken("/p", "abc"), .taken("/p", "d"), .taken("/b")]),
        RequestRow("no Host behind a good one", get() + "GET /b HTTP/1.1\r\n\r\n", [.taken("/a"), .refused(400)]),
        RequestRow("bare LFs behind a good one", get() + "GET /b HTTP/1.1\nHost: x\n\n", [.taken("/a"), .taken("/b")]),
        RequestRow("nothing is read behind a bad one", get("A\r\n") + get(), [.refused(400)]),
        RequestRow("nothing is read behind a bad chunk", chunked("x\r\n") + get(), [.refused(400)]),
        RequestRow("nothing is read behind a close", get("Connection: close\r\n") + get("", "/b"), [.taken("/a")]),
    ]
}
