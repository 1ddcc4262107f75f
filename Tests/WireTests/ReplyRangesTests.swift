import Testing
import TestSupport
import Wire

struct ReplyRangesTests {
    private static func reply(_ fields: [HeaderField] = []) -> Reply {
        var reply = Reply(status: 200, contentType: "text/plain", text: "0123456789")
        reply.head.fields += fields
        reply.hasRanges = true
        return reply
    }

    private static func ask(
        _ reply: Reply, _ range: String, _ fields: [(String, String)] = [], method: String = "GET"
    ) -> Reply {
        reply.ranged(for: Request.make(method, "/", fields: [("Range", range)] + fields)) { Array("edge".utf8) }
    }

    @Test func aPartSaysWhereItBelongs() {
        #expect(
            transcript(Self.ask(Self.reply(), "bytes=2-4").script())
                == """
                HTTP/1.1 206 Partial Content\r
                Content-Type: text/plain\r
                Content-Range: bytes 2-4/10\r
                Content-Length: 3\r
                \r
                234<finish exchange>
                """)
    }

    @Test func severalPartsEachSayIt() {
        #expect(
            transcript(Self.ask(Self.reply([HeaderField("Content-Range", "x")]), "bytes=0-0,-2").script())
                == """
                HTTP/1.1 206 Partial Content\r
                Content-Type: multipart/byteranges; boundary=edge\r
                Content-Length: 147\r
                \r
                --edge\r
                Content-Type: text/plain\r
                Content-Range: bytes 0-0/10\r
                \r
                0\r
                --edge\r
                Content-Type: text/plain\r
                Content-Range: bytes 8-9/10\r
                \r
                89\r
                --edge--\r
                <finish exchange>
                """)
    }

    @Test func whatHasNoTypeHasPartsWithoutOne() {
        var reply = Self.reply()
        reply.head.remove("Content-Type")
        #expect(!transcript(Self.ask(reply, "bytes=0-0,-2").script()).contains("text/plain"))
    }

    @Test func behindTheBodyIsNothing() {
        let reply = Self.reply([
            HeaderField("Accept-Ranges", "bytes"), HeaderField("Content-Encoding", "gzip"),
            HeaderField("ETag", "\"1\""),
        ])
        #expect(
            transcript(Self.ask(reply, "bytes=10-").script())
                == """
                HTTP/1.1 416 Range Not Satisfiable\r
                Accept-Ranges: bytes\r
                ETag: "1"\r
                Content-Range: bytes */10\r
                Content-Length: 0\r
                \r
                <finish exchange>
                """)
    }

    @Test func onlyWhatDescribesTheBodyGoesWithIt() {
        let about = ["Type", "Encoding", "Language", "Location", "Disposition", "Digest", "MD5"]
        let reply = Self.reply(
            (about + ["Security-Policy", "Security-Policy-Report-Only"]).map { HeaderField("Content-\($0)", "x") })
        #expect(
            Self.ask(reply, "bytes=10-").head.fields == [
                HeaderField("Content-Security-Policy", "x"), HeaderField("Content-Security-Policy-Report-Only", "x"),
                HeaderField("Content-Range", "bytes */10"),
            ])
    }

    @Test func aFieldThatWasTakenAwayIsNotAdded() {
        var reply = Self.reply()
        reply.head.replace([Array("content-range".utf8), Array("content-type".utf8)], with: [])
        for ranges in ["bytes=1-2", "bytes=10-", "bytes=0-1,3-4"] {
            let head = Self.ask(reply, ranges).head
            #expect(head.status != 200 && !head.has("content-range") && !head.has("content-type"))
        }
    }

    @Test func theReasonIsThatOfTheWhole() {
        var reply = Self.reply()
        reply.head.reason = Array("All of it".utf8)
        #expect(transcript(Self.ask(reply, "bytes=0-1").script()).hasPrefix("HTTP/1.1 206 Partial Content\r\n"))
        #expect(transcript(Self.ask(reply, "bytes=10-").script()).hasPrefix("HTTP/1.1 416 Range Not Satisfiable\r\n"))
    }

    @Test func theFramingStaysAsItWasChosen() {
        var reply = Self.reply()
        reply.framing = .chunked
        reply.trailers = [HeaderField("X-Sum", "1")]
        #expect(
            transcript(Self.ask(reply, "bytes=2-4").script()).hasSuffix(
                "Transfer-Encoding: chunked\r\n\r\n3\r\n234\r\n0\r\nX-Sum: 1\r\n\r\n<finish exchange>"))
        #expect(
            transcript(Self.ask(reply, "bytes=20-").script()).hasSuffix("Content-Length: 0\r\n\r\n<finish exchange>"))
        reply.trailers = []
        reply.framing = .close
        #expect(transcript(Self.ask(reply, "bytes=2-4").script()).hasSuffix("\r\n\r\n234<finish connection>"))
    }

    @Test func aCutCountsThePart() {
        var reply = Self.reply()
        reply.cut = Cut(after: .bytes(2), ending: .reset)
        #expect(
            transcript(Self.ask(reply, "bytes=5-").script()).hasSuffix("Content-Length: 5\r\n\r\n56<reset connection>"))
        #expect(transcript(Self.ask(reply, "bytes=9-").script()).hasSuffix("\r\n\r\n9<reset connection>"))
        reply.cut = Cut(after: .percent(50), ending: .close)
        #expect(transcript(Self.ask(reply, "bytes=4-").script()).hasSuffix("\r\n\r\n456<finish connection>"))
    }

    @Test func aRangeOfSeededContentIsNotMade() {
        var reply = Reply(body: [.init(.seeded(key: 7, range: 0..<1_000_000_000_000))])
        reply.hasRanges = true
        let part = Self.ask(reply, "bytes=500000000000-500000000009")
        #expect(part.body == [.init(.seeded(key: 7, range: 500_000_000_000..<500_000_000_010))])
    }

    @Test func onlyAGETHasParts() {
        for method in ["HEAD", "POST", "get", "PUT"] {
            #expect(Self.ask(Self.reply(), "bytes=0-1", method: method) == Self.reply())
        }
    }

    @Test func twoFieldsAreNone() {
        #expect(Self.ask(Self.reply(), "bytes=0-1", [("range", "bytes=0-1")]) == Self.reply())
    }

    @Test(arguments: [
        ("\"1\"", true), ("\"2\"", false), ("W/\"1\"", false), ("1", false), ("", false),
        ("Tue, 01 Jan 2030 00:00:00 GMT", true), ("Tue, 01 Jan 2030 00:00:01 GMT", false),
        ("Tuesday, 01-Jan-30 00:00:00 GMT", false),
    ])
    func theRestOfSomethingElseIsNotSent(condition: String, isPart: Bool) {
        let reply = Self.reply([
            HeaderField("ETag", "\"1\""), HeaderField("Last-Modified", "Tue, 01 Jan 2030 00:00:00 GMT"),
        ])
        #expect((Self.ask(reply, "bytes=0-1", [("If-Range", condition)]).head.status == 206) == isPart)
        // Not even a 416 then.
        #expect((Self.ask(reply, "bytes=99-", [("If-Range", condition)]).head.status == 416) == isPart)
    }

    @Test func aWeakTagIsTheSameAsNone() {
        let reply = Self.reply([HeaderField("ETag", "W/\"1\"")])
        for condition in ["W/\"1\"", "\"1\"", "Tue, 01 Jan 2030 00:00:00 GMT"] {
            #expect(Self.ask(reply, "bytes=0-1", [("If-Range", condition)]) == reply)
        }
    }

    @Test func whatHasNoRangesIsWhole() {
        var replies = Array(repeating: Self.reply(), count: 8)
        replies[0].hasRanges = false
        replies[1].head.status = 201
        replies[2].head.isExact = true
        replies[3].head.set("Content-Length", "10")
        replies[4].framing = .exactly(.length(10))
        replies[5].tail = []
        replies[6].raw = []
        replies[7].body.append(.init(.bytes([0])))
        for reply in replies { #expect(Self.ask(reply, "bytes=0-1") == reply) }
    }
}
