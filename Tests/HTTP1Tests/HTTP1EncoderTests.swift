import Foundation
import HTTP1
import Testing
import TestSupport
import Wire

struct HTTP1EncoderTests {
    @Test func aPlainReplyHasItsLengthAndLeavesTheConnectionOpen() {
        #expect(
            transcript(Reply.sample.script())
                == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"ok\":true}\n"
                + "<finish exchange>")
    }

    @Test func connectionAndDateComeBeforeTheReplysOwnFields() {
        let date = "Tue, 01 Jan 2030 00:00:00 GMT"
        #expect(
            transcript(Reply.text("a").script(), keepAlive: false, date: date)
                == "HTTP/1.1 200 OK\r\nConnection: close\r\nDate: \(date)\r\nContent-Length: 1\r\n\r\na"
                + "<finish connection>")
    }

    @Test func aReplysOwnDateStands() {
        var reply = Reply.text("")
        reply.head.set("Date", "yesterday")
        #expect(
            transcript(reply.script(), date: "today")
                == "HTTP/1.1 200 OK\r\nDate: yesterday\r\nContent-Length: 0\r\n\r\n<finish exchange>")
    }

    @Test func severalPartsAreChunksAndTrailersFollowTheLast() {
        var reply = Reply.text("hello", ", world, once more")
        reply.trailers = [HeaderField("X-Sum", "9")]
        #expect(
            transcript(reply.script())
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n12\r\n, world, once more\r\n"
                + "0\r\nX-Sum: 9\r\n\r\n<finish exchange>")
    }

    @Test func anOldClientGetsTheCloseInPlaceOfChunks() {
        #expect(
            transcript(Reply.text("a", "b").script(), minorVersion: 0)
                == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nab<finish connection>")
    }

    @Test func anOldClientThatKeepsAliveIsToldSo() {
        #expect(
            transcript(Reply.text("a").script(), minorVersion: 0)
                == "HTTP/1.1 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na<finish exchange>")
    }

    @Test func bodiesFramedByTheCloseSayAndDoSo() {
        var reply = Reply.text("a")
        reply.framing = .close
        #expect(
            transcript(reply.script())
                == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\na<finish connection>")
    }

    @Test func aHeadRequestGetsTheHeadAndThenTheEnding() {
        var reply = Reply.text("a", "b")
        reply.ending = .reset
        #expect(
            transcript(reply.script(), head: true)
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<reset connection>")
    }

    @Test func interimHeadsComeFirstAndSayNothingOfTheConnection() {
        var reply = Reply.text("a")
        let hints = ResponseHead(status: 103, fields: [HeaderField("Link", "</a.css>")])
        reply.interim = [Reply.Interim(hints, count: 2)]
        let interim = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
        let final = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na<finish exchange>"
        #expect(transcript(reply.script()) == interim + interim + final)
        #expect(
            transcript(reply.script(), minorVersion: 0)
                == "HTTP/1.1 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na<finish exchange>")
    }

    @Test func aReasonAndAStatusLineGoOutAsGiven() {
        var reply = Reply(ResponseHead(status: 420, reason: Array("Enhance Your Calm".utf8)))
        #expect(transcript(reply.script()).hasPrefix("HTTP/1.1 420 Enhance Your Calm\r\n"))
        reply.head.statusLine = Array("BLAH".utf8)
        #expect(transcript(reply.script()) == "BLAH\r\nContent-Length: 0\r\n\r\n<finish exchange>")
    }

    @Test func anExactHeadGetsNothingAdded() {
        let head = ResponseHead(
            fields: [HeaderField("x-ODD", ""), .malformedLine(Array("no colon".utf8))], isExact: true)
        #expect(
            transcript(Reply(head).script(), keepAlive: false, date: "today")
                == "HTTP/1.1 200 OK\r\nx-ODD: \r\nno colon\r\n\r\n<finish connection>")
    }

    @Test func aPacedHeadPausesBetweenWritesAndNotBehindTheLast() {
        var reply = Reply()
        reply.headPace = Pace(bytes: 20, interval: 5_000_000)
        #expect(
            transcript(reply.script())
                == "HTTP/1.1 200 OK\r\nCon<wait 5ms>tent-Length: 0\r\n\r\n<finish exchange>")
    }

    @Test func aPacedChunkedBodyHasAChunkForEachWrite() {
        var reply = Reply.text("abc")
        reply.framing = .chunked
        reply.pace = Pace(bytes: 2, interval: 1_000)
        #expect(
            transcript(reply.script())
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n<wait 1us>1\r\nc\r\n0\r\n\r\n"
                + "<finish exchange>")
    }

    @Test func aRateIsTenWritesASecondOfWhichTheFirstHasTheRemainder() {
        var reply = Reply.text("0123456789abcdefghijklmnopqrstuvwxyz")
        reply.pace = Pace(bytesPerSecond: 23)
        let writes = transcript(reply.script()).components(separatedBy: "\r\n\r\n")[1]
            .components(separatedBy: "<wait 100ms>")
        #expect(writes.map { $0.prefix { $0 != "<" }.count } == [5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 5, 2, 2, 2, 2])
        reply.pace = Pace(bytesPerSecond: 30)
        #expect(transcript(reply.script()).contains("\r\n\r\n012<wait 100ms>345<wait 100ms>"))
        reply.pace = Pace(bytesPerSecond: 3)
        #expect(transcript(reply.script()).contains("\r\n\r\n0<wait 333333333ns>1<wait 333333333ns>"))
    }

    @Test func aPaceGoesOnFromPartToPart() {
        var reply = Reply.text("ab", "c", "def")
        reply.pace = Pace(bytes: 2, interval: 1_000)
        #expect(
            transcript(reply.script()).hasSuffix(
                "\r\n\r\n2\r\nab\r\n<wait 1us>1\r\nc\r\n<wait 1us>2\r\nde\r\n<wait 1us>1\r\nf\r\n0\r\n\r\n"
                    + "<finish exchange>"))
        // The longer of the two silences.
        reply.body[1].delay = 5_000
        reply.body[2].delay = 500
        #expect(
            transcript(reply.script()).hasSuffix(
                "2\r\nab\r\n<wait 5us>1\r\nc\r\n<wait 1us>2\r\nde\r\n<wait 1us>1\r\nf\r\n0\r\n\r\n<finish exchange>"))
        // Behind the last bytes there is nothing to pace.
        reply = Reply.text("ab", "cd")
        reply.pace = Pace(bytes: 2, interval: 1_000_000)
        reply.cut = Cut(after: .percent(100), ending: .hold, stall: 5_000)
        #expect(transcript(reply.script()).hasSuffix("ab\r\n<wait 1ms>2\r\ncd\r\n<wait 5us>0\r\n\r\n<finish exchange>"))
        reply = Reply.text("0123456789", "0123456789")
        reply.pace = Pace(bytesPerSecond: 19)
        #expect(transcript(reply.script()).components(separatedBy: "<wait 100ms>").count == 11)
    }

    @Test func delaysOfPartsAreSilences() {
        var reply = Reply.text("a", "b")
        reply.body[1].delay = 2_000_000_000
        #expect(
            transcript(reply.script())
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n<wait 2s>1\r\nb\r\n0\r\n\r\n"
                + "<finish exchange>")
    }

    @Test func rawBytesAreTheWholeResponse() {
        var reply = Reply.text("never seen")
        reply.raw = Array("HTTP/1.0 200\n\nhi".utf8)
        #expect(transcript(reply.script()) == "HTTP/1.0 200\n\nhi<finish connection>")
    }

    @Test func largeBodiesPassInPiecesAndAreWhole() {
        let size = HTTP1Encoder.pieceSize * 2 + 17
        let script = Reply(body: [Reply.Part(.bytes([UInt8](repeating: 0x61, count: size)))]).script()
        var encoder = HTTP1Encoder(script: script, isHead: false, setting: HTTP1Head.Setting())
        var pieces: [Int] = []
        loop: while true {
            var buffer: [UInt8] = []
            let output = encoder.fill(&buffer)
            pieces.append(buffer.count)
            switch output {
            case .more: continue
            default: break loop
            }
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n".utf8.count
        #expect(pieces == [head + HTTP1Encoder.pieceSize, HTTP1Encoder.pieceSize, 17])
    }

    @Test func aFedAnswerStarvesUntilItIsFinished() {
        var encoder = HTTP1Encoder(script: nil, isHead: false, setting: HTTP1Head.Setting())
        #expect(drain(&encoder) == "<starved>")
        encoder.append([.head(ResponseHead(), .chunked), .content(.bytes([0x61]))])
        #expect(drain(&encoder) == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n<starved>")
        encoder.finish(WireScript(actions: [.endOfContent()], ending: .complete))
        #expect(drain(&encoder) == "0\r\n\r\n<finish exchange>")
    }
}
