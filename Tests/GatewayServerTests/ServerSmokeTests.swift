import GatewayServer
import TestSupport
import Testing
import Wire

/// The seams that everything else rests on, looked at on the wire.
@Suite(.blocking) struct ServerSmokeTests {
    static let hello = Reply(status: 200, contentType: "text/plain", text: "hello")
    static let get = "GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func aStaticReplyGoesThroughTheLibrary() throws {
        let server = try ScriptedServer(Self.hello.script(number: 1))
        let connection = try server.connect()
        connection.send(Self.get)
        let answer = connection.receiveResponse()
        #expect(
            answer.text.withoutDate == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
        #expect(answer.text.contains("\r\nDate: "))
        let record = try #require(server.records(1).first)
        #expect(record.target == "/a?b=c")
        #expect(record.outcome.bytesSent == answer.bytes.count)
        #expect(record.outcome.end == .complete)
    }

    @Test func aCustomReasonPhraseSurvivesPipelining() throws {
        var reply = Self.hello
        reply.head.reason = Array("Calm Down".utf8)
        let server = try ScriptedServer(reply.script(number: 1))
        let connection = try server.connect()
        connection.send(Self.get + Self.get)
        let one = "HTTP/1.1 200 Calm Down\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"
        let answer = connection.receive(within: .seconds(60)) { $0.count >= 2 * (one.utf8.count + 37) }
        #expect(answer.text.withoutDate == one + one)
        // And a third, once the two are read.
        connection.send(Self.get)
        #expect(connection.receiveResponse().text.withoutDate == one)
        let records = server.records(3)
        #expect(records.map(\.outcome.end) == [.complete, .complete, .complete])
        #expect(records[0].outcome.bytesSent == one.utf8.count + 37)
    }

    @Test(arguments: [1, 0]) func aBodyIsCutAtByte37ByAReset(number: UInt64) throws {
        var reply = Reply(status: 200, contentType: "text/plain", text: String(repeating: "x", count: 100))
        reply.cut = Cut(after: .bytes(37), ending: .reset)
        let server = try ScriptedServer(reply.script(number: number))
        let connection = try server.connect()
        connection.send(Self.get)
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.ending == .reset)
        #expect(answer.body == String(repeating: "x", count: 37))
        #expect(answer.text.contains("Content-Length: 100\r\n"))
        #expect(!answer.text.contains("Connection:"))
        #expect(server.records(1)[0].outcome.end == .reset)
    }

    @Test func aDelayInWhichTheClientLeavesLeavesNothingBehind() throws {
        let server = try ScriptedServer(Self.hello.script(number: 1), delay: 300_000_000)
        let begin = ContinuousClock.now
        let stays = try server.connect()
        stays.send(Self.get)
        for count in 0..<20 {
            let closes = try server.connect()
            closes.send(Self.get)
            let resets = try server.connect()
            resets.send(Self.get)
            waitUntil { server.decided >= 1 + 2 * (count + 1) }
            closes.close()
            resets.reset()
        }
        let answer = stays.receiveResponse()
        #expect(ContinuousClock.now - begin >= .milliseconds(300))
        #expect(answer.body == "hello")
        stays.close()
        #expect(server.records(41).count == 41)
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    @Test func anUploadIsResetAfterAThousandBytes() throws {
        let server = try ScriptedServer(
            WireScript(upload: .interrupt(after: 1000), actions: [], ending: .reset, number: 1))
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
        connection.send([UInt8](repeating: 0x61, count: 999))
        #expect(connection.receive(within: .milliseconds(100)).ending == .open)
        connection.send([0x61])
        #expect(connection.receive(within: .seconds(60)).ending == .reset)
        let record = server.records(1)[0]
        #expect(record.body.count == 1000)
        #expect(record.outcome.end == .reset)
    }

    @Test func anAnswerFromAnotherThreadComesThroughTheFeed() throws {
        let server = try ScriptedServer { exchange in
            let feed = exchange.feed()
            let script = Self.hello.script()
            background { feed.finish(script) }
            return .later
        }
        let connection = try server.connect()
        for _ in 0..<3 {
            connection.send(Self.get)
            #expect(connection.receiveResponse().body == "hello")
        }
    }

    @Test func anAnswerIsFedBitByBit() throws {
        let server = try ScriptedServer { exchange in
            let feed = exchange.feed()
            background {
                feed.append([.head(ResponseHead(), .chunked)])
                feed.append([.content(.bytes(Array("one".utf8)))])
                feed.finish(
                    WireScript(actions: [.content(.bytes(Array("two".utf8))), .endOfContent()], ending: .close))
            }
            return .later
        }
        let connection = try server.connect()
        connection.send(Self.get)
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.ending == .end)
        #expect(answer.body == "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n")
        #expect(server.records(1)[0].outcome.status == 200)
    }

    @Test func aHeldRequestIsNeverAnsweredAndEndsWithTheClient() throws {
        let server = try ScriptedServer(WireScript(actions: [], ending: .hold, number: 1))
        let connection = try server.connect()
        connection.send(Self.get)
        #expect(waitUntil { server.decided == 1 })
        #expect(connection.receive(within: .milliseconds(100)).description == " [still open]")
        #expect(server.records.isEmpty)
        connection.finishSending()
        #expect(connection.receive(within: .seconds(60)).description == " [EOF]")
        connection.close()
        let outcome = server.records(1)[0].outcome
        #expect(outcome.end == .held && outcome.bytesSent == 0)
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    @Test func aRequestThatComesTogetherWithItsEndIsAnswered() throws {
        let server = try ScriptedServer(Self.hello.script(number: 1))
        for _ in 0..<20 {
            let connection = try server.connect()
            connection.send(Self.get)
            connection.finishSending()
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.body == "hello")
            #expect(answer.ending == .end)
        }
    }

    @Test func aHeadThatIsLongerThanTheLibrarysPoolGoesOutAllTheSame() throws {
        for count in [900, 1100, 20_000, 300_000] {
            var reply = Self.hello
            reply.head.fields.append(HeaderField("X-Long", String(repeating: "y", count: count)))
            let server = try ScriptedServer(reply.script(number: 1))
            let connection = try server.connect()
            for _ in 0..<2 {
                connection.send(Self.get)
                let answer = connection.receiveResponse()
                #expect(answer.body == "hello")
                #expect(answer.text.contains(String(repeating: "y", count: count)))
            }
        }
    }

    @Test func rawAnswersWithPausesKeepTheConnectionAndThePipeline() throws {
        var reply = Self.hello
        reply.head.reason = Array("Calm Down".utf8)
        reply.body = [Reply.Part(.bytes(Array("hel".utf8))), Reply.Part(.bytes(Array("lo".utf8)), delay: 20_000_000)]
        reply.framing = .length
        for delay: Nanoseconds in [0, 10_000_000] {
            let server = try ScriptedServer(reply.script(number: 1), delay: delay)
            let connection = try server.connect()
            let one = "HTTP/1.1 200 Calm Down\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"
            connection.send(Self.get + Self.get + Self.get)
            let answer = connection.receive(within: .seconds(60)) { $0.count >= 3 * (one.utf8.count + 37) }
            #expect(answer.text.withoutDate == one + one + one)
            connection.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc" + Self.get)
            let more = connection.receive(within: .seconds(60)) { $0.count >= 2 * (one.utf8.count + 37) }
            #expect(more.text.withoutDate == one + one)
            #expect(server.records(5).map(\.outcome.end) == Array(repeating: .complete, count: 5))
        }
    }

    @Test func aRawAnswerThatIsLargerThanTheSocketsBuffersKeepsTheConnection() throws {
        var reply = Reply(ResponseHead(reason: Array("Large".utf8)))
        reply.body = [Reply.Part(.seeded(key: 3, range: 0..<6_000_000))]
        let server = try ScriptedServer(reply.script(number: 1))
        let connection = try RawConnection(port: server.port, receiveBuffer: 20_000)
        var bodies: [[UInt8]] = []
        for _ in 0..<2 {
            connection.send(Self.get)
            let answer = connection.receiveSized(6_000_000)
            bodies.append(Array(answer.bytes.suffix(6_000_000)))
            #expect(answer.ending == .open)
        }
        #expect(bodies[0].count == 6_000_000)
        #expect(bodies[0] == Content.seeded(key: 3, range: 0..<6_000_000).bytes(0..<6_000_000))
        #expect(bodies[0] == bodies[1])
    }

    @Test func theClientIsToldToGoOnOnlyWhereTheBodyIsWanted() throws {
        let post = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
        let wanted = try ScriptedServer(Self.hello.script(number: 1))
        let first = try wanted.connect()
        first.send(post)
        #expect(first.receive(within: .seconds(60)) { $0.count >= 25 }.text == "HTTP/1.1 100 Continue\r\n\r\n")
        first.send("abc")
        #expect(first.receiveResponse().body == "hello")

        var early = Self.hello
        early.upload = .interrupt(after: 0)
        early.ending = .close
        let unwanted = try ScriptedServer(early.script(number: 1))
        let second = try unwanted.connect()
        second.send(post)
        let answer = second.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.ending == .end)

        var silent = Self.hello
        silent.upload = .readWithoutContinue
        let never = try ScriptedServer(silent.script(number: 1))
        let third = try never.connect()
        third.send(post)
        #expect(waitUntil { never.decided == 1 })
        #expect(third.receive(within: .milliseconds(100)).description == " [still open]")
        third.send("abc")
        #expect(third.receiveResponse().text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
}
