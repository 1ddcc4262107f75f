import Testing
import TestSupport
import Wire

struct CutTests {
    private func cut(
        _ reply: Reply, after place: Cut.Position, _ ending: Ending = .reset, pause: Nanoseconds? = nil
    ) -> String {
        var reply = reply
        reply.cut = Cut(after: place, ending: ending, stall: pause)
        return transcript(reply.script())
    }

    private let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
    private let ten = Reply.text("0123456789")

    @Test func theHeadPromisesAllAndTheBodyStopsAtThatByte() {
        #expect(cut(ten, after: .bytes(4)) == head + "0123<reset connection>")
    }

    @Test func noByteOfBodyIsTheHeadAlone() {
        #expect(cut(ten, after: .bytes(0)) == head + "<reset connection>")
        #expect(cut(ten, after: .headers) == head + "<reset connection>")
    }

    @Test func beyondTheBodyAllOfItGoesOutAndThenItEnds() {
        #expect(cut(ten, after: .bytes(99)) == head + "0123456789<reset connection>")
    }

    @Test(arguments: [(0, ""), (9, ""), (10, "0"), (55, "01234"), (100, "0123456789")])
    func percentagesRoundDown(percent: Int, body: String) {
        #expect(cut(ten, after: .percent(percent)) == head + body + "<reset connection>")
    }

    @Test func aChunkedBodyIsCountedWithoutItsFraming() {
        let reply = Reply.text("hello", "world")
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(cut(reply, after: .bytes(7), .close) == head + "5\r\nhello\r\n2\r\nwo\r\n<finish connection>")
        #expect(cut(reply, after: .bytes(5), .close) == head + "5\r\nhello\r\n<finish connection>")
    }

    @Test func theWholeChunkedBodyIsStillWithoutItsLastChunk() {
        let reply = Reply.text("hello", "world")
        #expect(cut(reply, after: .percent(100), .close).hasSuffix("5\r\nworld\r\n<finish connection>"))
    }

    @Test func insideTheHead() {
        #expect(cut(ten, after: .head(.statusLine), .close) == "HTTP/1.1 200 OK\r\n<finish connection>")
        #expect(cut(ten, after: .head(.byte(20)), .close) == "HTTP/1.1 200 OK\r\nCon<finish connection>")
        #expect(cut(ten, after: .head(.byte(9_999)), .close) == head + "<finish connection>")
    }

    @Test func aStallWithATimeGoesOnAfterIt() {
        #expect(
            cut(ten, after: .bytes(4), .hold, pause: 5_000_000_000)
                == head + "0123<wait 5s>456789<finish exchange>")
    }

    @Test(arguments: [
        (Cut.Position.head(.statusLine), "HTTP/1.1 200 OK\r\n<wait 5s>Content-Length: 10\r\n\r\n0123456789"),
        (.head(.byte(20)), "HTTP/1.1 200 OK\r\nCon<wait 5s>tent-Length: 10\r\n\r\n0123456789"),
        (.head(.byte(9_999)), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n<wait 5s>0123456789"),
        (.headers, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n<wait 5s>0123456789"),
        (.percent(30), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n012<wait 5s>3456789"),
        (.bytes(9), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n012345678<wait 5s>9"),
    ])
    func aStallWithATimeGoesOnWhereverItIs(place: Cut.Position, text: String) {
        #expect(cut(ten, after: place, .hold, pause: 5_000_000_000) == text + "<finish exchange>")
    }

    @Test func aStallInTheHeadOfAReplyToHEADGoesOnToo() {
        var reply = ten
        reply.cut = Cut(after: .head(.statusLine), ending: .hold, stall: 5_000_000_000)
        #expect(
            transcript(reply.script(), head: true)
                == "HTTP/1.1 200 OK\r\n<wait 5s>Content-Length: 10\r\n\r\n<finish exchange>")
    }

    @Test func aStallInTheHeadKeepsPaceAndChunks() {
        var reply = Reply.text("ab", "cd")
        reply.headPace = Pace(bytes: 1_000, interval: 1)
        reply.cut = Cut(after: .head(.statusLine), ending: .hold, stall: 5_000_000_000)
        #expect(
            transcript(reply.script())
                == "HTTP/1.1 200 OK\r\n<wait 5s>Transfer-Encoding: chunked\r\n\r\n"
                + "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n<finish exchange>")
        #expect(reply.script().description.contains("all but the status line, 1000 bytes every"))
    }

    @Test func aStallWithoutOneHolds() {
        #expect(cut(ten, after: .bytes(4), .hold) == head + "0123<hold connection>")
    }

    @Test func paceAndDelaysBeforeTheCutStay() {
        var reply = Reply.text("abcd", "efgh")
        reply.pace = Pace(bytes: 2, interval: 1_000_000)
        reply.body[1].delay = 3_000_000
        reply.cut = Cut(after: .bytes(6), ending: .reset)
        #expect(
            reply.script().description == """
                head 200 [] chunked
                content 4 "abcd", 2 bytes every 1ms
                wait 3ms
                content 2 "ef", 2 bytes every 1ms
                reset connection
                """)
    }

    @Test func afterATimeTheWholeAnswerIsLaidOutBehindItsLimit() {
        #expect(
            cut(ten, after: .time(2_000_000_000), .close)
                == head + "<after 2s: finish connection>0123456789<finish connection>")
        #expect(
            cut(ten, after: .time(2_000_000_000), .hold, pause: 5_000_000_000)
                == head + "<after 2s: wait 5s>0123456789<finish exchange>")
        var reply = ten
        reply.cut = Cut(after: .time(2_000_000_000), ending: .reset)
        #expect(
            transcript(reply.script(), head: true) == head + "<after 2s: reset connection><reset connection>")
        #expect(reply.script().requires == [.resets])
        #expect(reply.script().pathNeeds == [.time, .reset])
    }

    @Test func afterTheAnswerItIsWhole() {
        #expect(
            cut(.text("hello", "world"), after: .answer(5_000_000_000), .close).hasSuffix(
                "0\r\n\r\n<after 5s: finish connection><finish connection>"))
    }

    @Test(arguments: [
        (Cut.Position.bytes(4), "HTTP<reset connection>"), (.bytes(0), "<reset connection>"),
        (.percent(50), "HTTP/1.<reset connection>"), (.percent(100), "HTTP/1.1 200\r\n<reset connection>"),
        (.headers, "HTTP/1.1 200\r\n<finish connection>"), (.head(.byte(3)), "HTTP/1.1 200\r\n<finish connection>"),
        (.time(2_000_000_000), "<after 2s: reset connection>HTTP/1.1 200\r\n<reset connection>"),
    ])
    func aRawResponseIsCountedFromItsFirstByte(place: Cut.Position, text: String) {
        var reply = Reply()
        reply.raw = Array("HTTP/1.1 200\r\n".utf8)
        #expect(cut(reply, after: place) == text)
    }

    @Test func aRawResponseStallsAndGoesOn() {
        var reply = Reply()
        reply.raw = Array("abcdef".utf8)
        #expect(cut(reply, after: .bytes(2), .hold, pause: 1_000_000_000) == "ab<wait 1s>cdef<finish connection>")
        #expect(cut(reply, after: .percent(100), .hold) == "abcdef<hold connection>")
    }
}
