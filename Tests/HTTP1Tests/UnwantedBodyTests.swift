import HTTP1
import Testing
import Wire

/// What follows a request whose body was refused before it came: the next request, or that body all the same.
@Suite struct UnwantedBodyTests {
    private static let head = "POST /u HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"

    /// What the reader makes of what follows, in these pieces: the next request's target, the bytes of the body that was
    /// dropped, or nothing yet.
    private func read(_ framing: String, _ pieces: [ArraySlice<UInt8>]) -> String {
        var reader = RequestReader(maximumHead: 8192)
        let request = Request()
        reader.append(Array((Self.head + framing + "\r\n\r\n").utf8))
        guard case .head = reader.next(into: request) else { return "no head" }
        reader.refuseBody()
        for piece in pieces {
            reader.append(piece)
            switch reader.next(into: request) {
            case .more: continue
            case .head: return request.text(request.target)
            case .refused(.unwantedBody): return "\(reader.refused.count) of body"
            case .content, .end, .refused: return "something else"
            }
        }
        return "more"
    }

    private func expect(_ framing: String, _ text: String, _ wanted: String, _ place: SourceLocation = #_sourceLocation)
    {
        let bytes = Array(text.utf8)
        #expect(read(framing, [bytes[...]]) == wanted, sourceLocation: place)
        #expect(read(framing, bytes.indices.map { bytes[$0...$0] }) == wanted, "byte by byte", sourceLocation: place)
        for cut in bytes.indices {
            #expect(read(framing, [bytes[..<cut], bytes[cut...]]) == wanted, "cut at \(cut)", sourceLocation: place)
        }
    }

    @Test func aRequestIsTheNext() {
        for method in ["GET", "PATCH", "M-SEARCH"] {
            expect("Content-Length: 5", "\(method) /next HTTP/1.1\r\nHost: a\r\n\r\n", "/next")
        }
        expect("Transfer-Encoding: chunked", "PUT /next HTTP/1.1\r\nHost: a\r\n\r\n", "/next")
    }

    @Test func aBodyIsDroppedToItsEnd() {
        expect("Content-Length: 5", "hello", "5 of body")
        expect("Content-Length: 12", "line\nanother", "12 of body")
        expect("Content-Length: 8", "{\"a\": 1}", "8 of body")
        expect("Content-Length: 3", "a=b", "3 of body")
        expect("Content-Length: 3", "\u{0}\u{1}\u{2}", "3 of body")
        expect("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n", "5 of body")
        expect("Transfer-Encoding: chunked", "what is no chunk\r\n", "18 of body")
        // It could still be a request.
        expect("Content-Length: 5", "HELLO", "more")
        expect("Content-Length: 50", "hello", "more")
    }

    @Test func aLargeOneToAMebibyte() {
        let bytes = [UInt8](repeating: UInt8(ascii: "{"), count: 3 << 20)
        #expect(read("Content-Length: \(bytes.count)", [bytes[...]]) == "\(3 << 20) of body")
        let pieces = stride(from: 0, to: bytes.count, by: 1 << 18).map { bytes[$0..<$0 + 1 << 18] }
        #expect(read("Content-Length: \(bytes.count)", pieces) == "\(1 << 20) of body")
    }
}
