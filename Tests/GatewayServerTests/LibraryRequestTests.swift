import Testing
import Wire

@testable import GatewayServer

/// Which requests are libmicrohttpd's, and what it sees of them.
@Suite struct LibraryRequestTests {
    private struct Result {
        var isOrdinary: Bool
        var body: String
        /// What the library reads.
        var bytes: String
        var target: String
    }

    private func read(_ text: String) -> Result {
        var bytes = Array(text.utf8)
        let request = Request()
        let read = bytes.withUnsafeMutableBufferPointer { buffer in
            LibraryRequest(buffer, into: request).map { String(decoding: $0.body, as: UTF8.self) }
        }
        return Result(
            isOrdinary: read != nil, body: read ?? "", bytes: String(decoding: bytes, as: UTF8.self),
            target: request.text(request.target))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
        "HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody",
    ])
    func oneWholePlainRequestIsTheLibrarys(text: String) {
        let result = read(text)
        #expect(result.isOrdinary)
        #expect(result.bytes == text)
        #expect(result.body == (text.hasPrefix("POST") ? "body" : ""))
    }

    @Test(arguments: [
        // A part of one, and more than one.
        "GET / HTTP/1.1\r\nHost: x\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbod",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbodyG",
        "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
        // What the library shows decoded, or answers before the body.
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n",
        // What a version of it closes for or refuses.
        "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /a%%00 HTTP/1.1\r\nHost: x\r\n\r\n",
        // What we refuse.
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.2\r\nHost: x\r\n\r\n", "G\u{1}T / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
        // What does not fit into its pool.
        "GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 2100) + "\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "A: b\r\n", count: 40) + "\r\n",
    ])
    func everythingElseIsOurs(text: String) {
        let result = read(text)
        #expect(!result.isOrdinary)
        #expect(result.bytes == text, "our own reader gets what came")
    }

    /// The library would take queries and cookies apart in its pool, where a few hundred parts leave no room.
    @Test func queriesAndCookiesAreHiddenFromTheLibraryAlone() {
        let text = "GET /a?b=c?d HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\ncOOKIE: c\r\nCookies: d\r\n\r\n"
        let result = read(text)
        #expect(result.isOrdinary)
        #expect(
            result.bytes
                == "GET /a!b=c?d HTTP/1.1\r\nHost: x\r\n~ookie: a=b\r\n~OOKIE: c\r\nCookies: d\r\n\r\n")
        #expect(result.target == "/a?b=c?d")
    }
}
