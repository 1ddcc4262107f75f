import Bytes
import Testing
import Wire

@Suite struct SentBodyTests {
    private func outcome(_ text: String, pieces: Int, head: SentHead = SentHead(), most: Int = 100) -> Outcome {
        var outcome = Outcome()
        (outcome.head, outcome.body) = (head, SentBody(most: most))
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            Array(rest.prefix(pieces)).withUnsafeBufferPointer { outcome.sent($0, from: 1, to: 2) }
            rest = rest.dropFirst(pieces)
        }
        return outcome
    }

    private static let head = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n"

    @Test(arguments: [1, 2, 7, .max])
    func itBeginsBehindTheHead(pieces: Int) {
        let text = Self.head + "2\r\nab\r\n0\r\n\r\n"
        #expect(outcome(text, pieces: pieces).body?.bytes.text == "2\r\nab\r\n0\r\n\r\n")
        // A head that was known before.
        let known = SentHead(whole: Array(Self.head.utf8))
        #expect(outcome(text, pieces: pieces, head: known).body?.bytes.text == "2\r\nab\r\n0\r\n\r\n")
        #expect(outcome(text, pieces: pieces, most: 4).body?.bytes.text == "2\r\na")
        #expect(outcome(Self.head, pieces: pieces).body?.bytes == [])
        #expect(outcome("no head, and no line that ends it", pieces: pieces).body?.bytes == [])
    }

    @Test func itIsOnlyKeptWhereItIsAskedFor() {
        var outcome = outcome(Self.head + "body", pieces: .max)
        #expect(outcome.sentBody.text == "body")
        outcome.clear()
        #expect(outcome == Outcome())
        Array((Self.head + "body").utf8).withUnsafeBufferPointer { outcome.sent($0, from: 1, to: 2) }
        #expect(outcome.bytesSent == Self.head.utf8.count + 4 && outcome.body == nil && outcome.sentBody == [])
    }

    /// A library that sends by itself tells how much of the answer has left.
    @Test(arguments: [(0, ""), (19, ""), (21, "bo"), (100, "body")])
    func ofAnAnswerThatBrokeOffItIsWhatHasLeft(sent: Int, body: String) {
        var outcome = Outcome()
        (outcome.head, outcome.body) = (SentHead(whole: Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), SentBody())
        outcome.body?.append("body".utf8)
        outcome.bytesSent = sent
        #expect(outcome.sentBody.text == body)
    }
}
