import Bytes
import Testing
import Wire

@Suite struct SentHeadTests {
    /// The head of the bytes, sent in pieces of that size.
    private func head(_ text: String, pieces: Int = .max) -> SentHead {
        var head = SentHead()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            Array(rest.prefix(pieces)).withUnsafeBufferPointer { head.append($0) }
            rest = rest.dropFirst(pieces)
        }
        return head
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\nA: b\r\n\r\n", "body\r\n\r\n", true),
            // No fields.
            ("HTTP/1.1 204 No Content\r\n\r\n", "", true),
            // Interim heads belong to it, 101 is final (RFC 9110, 15.2).
            ("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 C\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "body", true),
            ("HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", true),
            // Line ends that a lenient reader takes (RFC 9112, 2.2).
            ("HTTP/1.1 200 OK\nA: b\n\n", "body", true),
            // No HTTP.
            ("ICY 100 OK\r\n\r\n", "body", true),
            ("HTTP/1.1 2xx\r\n:\r\nno colon\r\n\r\n", "body", true),
            // Broken off.
            ("HTTP/1.1 200 OK\r\nA:", "", false),
            ("HTTP/1.1 103 Early Hints\r\n\r\n", "", false),
            ("\r\nnothing like it", "", false),
        ])
    func itEndsWithTheEmptyLine(head: String, rest: String, isWhole: Bool) {
        for pieces in [1, 2, 7, .max] {
            let found = self.head(head + rest, pieces: pieces)
            #expect(found.bytes.text == head)
            #expect(found.count == head.utf8.count)
            #expect(found.isWhole == isWhole)
        }
    }

    @Test func ofALongOneTheBeginningIsKept() {
        let head = "HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 400 << 10))\r\n\r\n"
        for found in [
            self.head(head + "body"), self.head(head + "body", pieces: 1_000), SentHead(whole: Array(head.utf8)),
        ] {
            #expect(found.bytes == Array(head.utf8.prefix(SentHead.most)))
            #expect(found.count == head.utf8.count)
            #expect(found.isWhole)
        }
    }
}
