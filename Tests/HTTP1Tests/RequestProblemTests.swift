import HTTP1
import Testing
import Wire

struct RequestProblemTests {
    private func problem(
        _ method: String = "GET", _ target: String = "/", minorVersion: Int = 1, host: String? = "h",
        _ fields: (String, String)...
    ) -> RequestProblem? {
        let request = Request.make(method, target, fields: (host.map { [("Host", $0)] } ?? []) + fields)
        request.minorVersion = minorVersion
        return if case .failure(let problem) = RequestFraming.read(request) { problem } else { nil }
    }

    @Test func anOrdinaryRequestHasNone() {
        #expect(problem("POST", "/a?b=%20", ("Content-Length", "12"), ("X-Any", "\u{7f}")) == nil)
        #expect(problem("PATCH", "/", ("Transfer-Encoding", "Chunked")) == nil)
        #expect(problem("M-SEARCH", "/") == nil)
    }

    @Test func hostIsNeededOnceExceptFromOldClients() {
        #expect(problem(host: nil) == .missingHost)
        #expect(problem(minorVersion: 0, host: nil) == nil)
        #expect(problem("GET", "/", ("host", "h")) == .severalHosts)
    }

    /// RFC 9112, 3.2, and RFC 9110, 7.2.
    @Test(arguments: [
        ("", nil), ("x", nil), ("x:80", nil), ("[::1]:80", nil), ("[v1.a]", nil), ("%41", nil), ("a_b", nil),
        ("a b", RequestProblem.badHost), ("u@x", .badHost), ("x:y", .badHost), ("[x]", .badHost), ("::1", .badHost),
        ("%4", .badHost), ("http://x", .badHost),
    ])
    func hostIsAHostWithAPort(value: String, expected: RequestProblem?) {
        #expect(problem(host: value) == expected)
    }

    @Test(arguments: ["", "+3", "-1", "3, 3", "0x3", "3 ", "12345678901234567x9"])
    func aLengthIsADecimalNumber(value: String) {
        #expect(problem("POST", "/", ("Content-Length", value)) == .badLength)
    }

    @Test(arguments: ["1234567890123456789", "99999999999999999999"])
    func aLengthOfMoreThan18DigitsIsTooLarge(value: String) {
        #expect(problem("POST", "/", ("Content-Length", value)) == .hugeLength)
    }

    @Test func lengthsMayRepeatButNotDiffer() {
        #expect(problem("POST", "/", ("Content-Length", "3"), ("content-length", "3")) == nil)
        #expect(problem("POST", "/", ("Content-Length", "3"), ("content-length", "4")) == .differingLengths)
    }

    @Test func onlyChunkedIsATransferCoding() {
        #expect(problem("POST", "/", ("Transfer-Encoding", "gzip, chunked")) == .unknownTransferEncoding)
        #expect(
            problem("POST", "/", ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked"))
                == .unknownTransferEncoding)
        #expect(
            problem("POST", "/", ("Transfer-Encoding", "chunked"), ("Content-Length", "3"))
                == .lengthAndTransferEncoding)
    }

    @Test func namesAndMethodsAreTokens() {
        #expect(problem("GET", "/", ("X A", "1")) == .badFieldName)
        #expect(problem("GET", "/", ("", "1")) == .badFieldName)
        #expect(problem("G@T") == .badMethod)
        #expect(problem("") == .badMethod)
    }

    @Test(arguments: ["", "/a b", "/a\u{7f}", "/\u{1}"])
    func aTargetHasNoControlBytes(target: String) {
        #expect(problem("GET", target) == .badTarget)
    }

    @Test(arguments: [
        ("GET", "/"), ("GET", "//"), ("GET", "http://h/a"), ("GET", "urn:a"), ("OPTIONS", "*"), ("CONNECT", "h:443"),
        ("CONNECT", "[::1]:443"),
    ])
    func aTargetHasOneOfFourForms(method: String, target: String) { #expect(problem(method, target) == nil) }

    @Test(arguments: [
        ("GET", "!"), ("GET", "a/b"), ("GET", "*"), ("GET", "h"), ("OPTIONS", "**"), ("GET", "?q"), ("GET", ":a"),
        ("GET", "1a:b"), ("GET", "a_b:c"), ("CONNECT", "h"),
    ])
    func otherTargetsAreNone(method: String, target: String) { #expect(problem(method, target) == .badTarget) }

    @Test func codingsCameWithHTTP11() {
        #expect(
            problem("POST", "/", minorVersion: 0, ("Transfer-Encoding", "chunked")) == .transferEncodingInHTTP10)
    }

    @Test(arguments: RequestProblem.allCases)
    func everyProblemHasAStatusAndWords(problem: RequestProblem) {
        #expect([400, 413, 501, 505].contains(problem.status))
        #expect(!problem.explanation.isEmpty)
    }
}
