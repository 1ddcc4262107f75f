import Testing
import TestSupport
import Wire

struct ReplyScriptTests {
    @Test func aReplyIsLaidOutActionByAction() {
        #expect(
            Reply.sample.script().description == #"""
                head 200 [Content-Type: application/json] length 12
                content 12 "{\"ok\":true}\n"
                end of content
                finish exchange
                """#)
    }

    @Test func aPartThatCameToNothingKeepsItsSilence() {
        var reply = Reply.text("a", "", "b")
        reply.body[1].delay = 1_000_000_000
        reply.body[2].delay = 2_000_000_000
        #expect(
            reply.script().description == #"""
                head 200 [] chunked
                content 1 "a"
                wait 1s
                wait 2s
                content 1 "b"
                end of content
                finish exchange
                """#)
    }

    @Test(arguments: [204, 304, 103])
    func aStatusThatForbidsABodyHasNone(status: Int) {
        let script = Reply(status: status, contentType: "text/plain", text: "gone").script()
        #expect(script.contentCount == 0)
        #expect(transcript(script).hasSuffix("Content-Type: text/plain\r\n\r\n<finish exchange>"))
    }

    @Test func aLengthOfTheRepliesOwnThatIsTrueKeepsTheConnection() {
        var reply = Reply.text("abc")
        reply.head.set("Content-Length", "3")
        #expect(transcript(reply.script()).hasSuffix("<finish exchange>"))
        reply.head.set("content-length", "4")
        #expect(transcript(reply.script()).hasSuffix("<finish connection>"))
    }

    @Test func aConnectionFieldOfTheRepliesOwnIsKept() {
        var reply = Reply.text("abc")
        reply.head.set("Connection", "Close")
        #expect(transcript(reply.script()).contains("Connection: Close\r\n"))
        #expect(transcript(reply.script()).hasSuffix("<finish connection>"))
    }

    @Test func anEndingOfItsOwnIsNotAnnounced() {
        var reply = Reply.text("abc")
        reply.ending = .close
        #expect(!transcript(reply.script()).contains("Connection"))
        #expect(reply.script().ending == .close)
    }

    @Test func anExactFramingStandsWhateverHeadAndBodySay() {
        var reply = Reply.text("abc")
        reply.framing = .exactly(.length(2))
        #expect(
            transcript(reply.script()) == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc<finish exchange>")
        reply.head.isExact = true
        reply.framing = .exactly(.chunked)
        #expect(
            transcript(reply.script())
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n<finish exchange>"
        )
    }

    @Test func aTailStandsInPlaceOfTheEnd() {
        var reply = Reply.text("abc")
        reply.framing = .chunked
        reply.tail = Array("?\r\n".utf8)
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
        #expect(transcript(reply.script()) == head + "?\r\n<finish exchange>")
        reply.tail = []
        #expect(transcript(reply.script()) == head + "<finish exchange>")
        #expect(
            transcript(reply.script(), head: true)
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<finish exchange>")
    }

    @Test func theUploadAndTheNumberGoAlong() {
        var reply = Reply.text("abc")
        reply.upload = .interrupt(after: 7)
        let script = reply.script(number: 3)
        #expect(script.upload == .interrupt(after: 7))
        #expect(script.number == 3)
        #expect(script.status == 200)
        #expect(script.description.hasPrefix("upload: 7 bytes, then no more\n"))
    }

    @Test func seededContentIsDescribedAndSliced() {
        let content = Content.seeded(key: 5, range: 0..<100)
        #expect(content.dropFirst(90).count == 10)
        #expect(content.prefix(7) == .seeded(key: 5, range: 0..<7))
        #expect(content.dropFirst(90).bytes(2..<4) == content.bytes(92..<94))
        #expect("\(content.dropFirst(90))" == "10 seeded bytes from 90")
    }

    @Test func aPlanSaysItsDelay() {
        let plan = WirePlan(WireScript(actions: [], ending: .hold), delay: 1_500_000)
        #expect(plan.description == "wait 1500us\nhold connection")
    }
}
