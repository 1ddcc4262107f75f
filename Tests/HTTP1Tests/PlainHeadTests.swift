import HTTP1
import TestSupport
import Testing
import Wire

@Suite struct PlainHeadTests {
    private func count(_ text: String) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { unsafe PlainHead.count(in: $0) }
    }

    @Test func aWholeHeadIsCountedWithItsEmptyLine() {
        #expect(count("GET / HTTP/1.1\r\nHost: x\r\n\r\n") == 27)
        #expect(count("GET / HTTP/1.1\r\nHost: x\r\n\r\nbody\r\n\r\n") == 27)
        #expect(count("GET / HTTP/1.0\r\n\r\n") == 18)
    }

    @Test(arguments: [
        "", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\r",
        // A bare LF, for one line or all.
        "GET / HTTP/1.1\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\n",
        // Blanks at the end of a line, and empty lines before the first.
        "GET / HTTP/1.1\r\nHost: x \r\n\r\n", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nA:\t\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
    ])
    func whatIsNotWholeOrNotPlainHasNoCount(text: String) { #expect(count(text) == nil) }

    /// Of each row of the table that begins with a plain head, it reads what `RequestReader` reads.
    @Test func itReadsWhatTheReaderReads() throws {
        var plain = 0
        // It has no bound of its own.
        for row in RequestRow.all where row.bytes.count <= 4096 {
            let (request, same) = (Request(), Request())
            var reader = RequestReader(maximumHead: 12 << 10)
            reader.append(row.bytes)
            let head = row.bytes.withUnsafeBufferPointer { unsafe PlainHead($0, into: request) }
            guard let head else { continue }
            plain += 1
            #expect(reader.next(into: same) == .head(head.framing), "\(row.name)")
            #expect(request.head == same.head, "\(row.name)")
            #expect(request.fieldCount == same.fieldCount, "\(row.name)")
            #expect(reader.unreadCount == row.bytes.count - head.count, "\(row.name)")
        }
        #expect(plain > 20)
    }
}
