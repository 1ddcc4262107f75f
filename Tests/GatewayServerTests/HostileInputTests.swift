import GatewayServer
import Glibc
import TestSupport
import Testing
import Wire

/// What comes over the wire need not be a request. The server answers or closes, and goes on.
@Suite(.blocking) struct HostileInputTests {
    static let hello = Reply(status: 200, contentType: "text/plain", text: "hello").script(number: 1)
    static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    /// A request that libmicrohttpd lets pass, or reads in its own way.
    struct Misread: CustomTestStringConvertible {
        let what: String
        let bytes: String
        let status: Int
        var testDescription: String { what }

        init(_ what: String, _ bytes: String, _ status: Int) {
            self.what = what
            self.bytes = bytes
            self.status = status
        }
    }

    static let misread: [Misread] = [
        Misread("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
        Misread("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        Misread("length with a sign", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +3\r\n\r\nabc", 400),
        Misread("negative length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        Misread("list of lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\nabc", 400),
        Misread("huge length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
        Misread("length over the limit", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", 413),
        Misread(
            "differing lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400
        ),
        Misread(
            "length beside chunked",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        Misread(
            "unknown transfer coding", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: x-martian\r\n\r\nabc", 501),
        Misread("NUL in a value", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\nX-B: c\r\n\r\n", 400),
        Misread("NUL in the last value", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n", 400),
        Misread("bare CR in a value", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\rX-B: b\r\nX-C: c\r\n\r\n", 400),
        Misread("bare CR in the last value", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\rb\r\n\r\n", 400),
        Misread("bare CR in the only value", "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400),
        Misread("folded line", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\r\n  b\r\nX-B: c\r\n\r\n", 400),
        Misread("folded last line", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\r\n  b\r\n\r\n", 400),
        Misread("space before the colon", "GET / HTTP/1.1\r\nHost: x\r\nX-A : a\r\n\r\n", 400),
        Misread("no colon", "GET / HTTP/1.1\r\nHost: x\r\nX-A\r\n\r\n", 400),
        Misread("method that is no token", "G(T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Misread("HTTP/1.2", "GET / HTTP/1.2\r\nHost: x\r\n\r\n", 505),
        Misread("HTTP/3.0", "GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505),
        Misread("control byte in the target", "GET /a\u{1}b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Misread("bad chunk size", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n", 400),
        Misread(
            "huge chunk", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n", 413),
    ]

    @Test(arguments: misread) func aMisleadingRequestIsRefusedAndTheConnectionClosed(request: Misread) throws {
        let server = try ScriptedServer(Self.hello)
        let connection = try server.connect()
        connection.send(request.bytes)
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 \(request.status) "), "\(answer)")
        #expect(answer.ending == .end)
        try expectAlive(server)
    }

    @Test func oversizedHeadsAreRefused() throws {
        let server = try ScriptedServer(Self.hello)
        let line = try server.connect()
        line.send("GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(line.receive(within: .seconds(60)).text.hasPrefix("HTTP/1.1 414 "))
        let head = try server.connect()
        head.send("GET / HTTP/1.1\r\nHost: x\r\nX-A: " + String(repeating: "a", count: 40_000) + "\r\n\r\n")
        #expect(head.receive(within: .seconds(60)).text.hasPrefix("HTTP/1.1 431 "))
        try expectAlive(server)
        #expect(server.foreignStarts.map(\.status) == [414])
        #expect(server.foreignStarts.allSatisfy { $0.bytes.starts(with: "GET /aa".utf8) && $0.count > 12_000 })
        #expect(server.records.map(\.outcome.status).contains(431))
        #expect(server.refusals.isEmpty)
    }

    @Test(arguments: [22, 500, 20_000]) func aHeadOfAnySizeIsAnsweredOrRefusedAsTooLarge(line: Int) throws {
        let server = try ScriptedServer(Self.hello)
        var answers: Set<String> = []
        for count in stride(from: 500, to: 20_000, by: 250) {
            let connection = try server.connect()
            var head = "GET / HTTP/1.1\r\nHost: x\r\n"
            while head.utf8.count + line < count {
                head += "X-\(head.utf8.count): " + String(repeating: "a", count: line - 12) + "\r\n"
            }
            if head.utf8.count + 8 < count {
                head += "X: " + String(repeating: "a", count: count - head.utf8.count - 5) + "\r\n"
            }
            connection.send(head + "\r\n")
            answers.insert(String(connection.receive(within: .seconds(60)) { $0.count > 11 }.text.prefix(12)))
        }
        #expect(answers == ["HTTP/1.1 200", "HTTP/1.1 431"])
    }

    @Test func theLimitOfAHeadCanBeSet() throws {
        let server = try ScriptedServer(Self.hello) { $0.maximumHead = 128 << 10 }
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: x\r\nX-A: " + String(repeating: "a", count: 50_000) + "\r\n\r\n")
        #expect(connection.receiveResponse().body == "hello")
    }

    @Test func aBodyThatGrowsOverTheLimitIsRefusedWhileItComesIn() throws {
        let server = try ScriptedServer(Self.hello) { $0.maximumBody = 100_000 }
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "8000\r\n" + String(repeating: "a", count: 0x8000) + "\r\n"
        for _ in 0..<4 { connection.send(chunk) }
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 413 "))
        #expect(answer.ending == .end)
        try expectAlive(server)
    }

    @Test func bodiesInAllAreBounded() throws {
        let server = try ScriptedServer({
            $0.maximumBodiesInAll = 50_000
            $0.deadlines.room = 300_000_000
        }) { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        let first = try server.connect()
        first.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n")
        first.send([UInt8](repeating: 0x61, count: 40_000))
        #expect(waitUntil { server.server.keptBodies >= 40_000 })
        let second = try server.connect()
        second.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 40000\r\n\r\n")
        second.send([UInt8](repeating: 0x61, count: 40_000))
        let answer = second.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.text.contains("\r\nRetry-After: 5\r\n") && answer.text.contains("--max-bodies"), "\(answer)")
        #expect(answer.ending == .end)
        let record = try #require(server.records(1).first)
        #expect(record.outcome.status == 503 && record.outcome.end == .closed, "\(record.outcome)")
        #expect(record.outcome.bytesSent == answer.bytes.count)
        #expect(record.target == "/" && record.body.count <= 40_000)
        first.close()
        try expectAlive(server)
    }

    /// One that could not fit if all others were gone.
    @Test func aBodyThatCanNeverFitIsRefusedAtOnce() throws {
        let server = try ScriptedServer({
            $0.maximumBodiesInAll = 200_000
            $0.deadlines.room = 60_000_000_000
        }) { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        let connection = try server.connect()
        connection.send(Self.upload(200_001, isChunked: false))
        connection.send([UInt8](repeating: 0x61, count: 70_000))
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 503 ") && answer.text.contains("--max-bodies"), "\(answer)")
        #expect(answer.ending == .end)
        #expect(waitUntil { server.server.keptBodies == 0 })
        try expectAlive(server)
    }

    /// With the deadlines that a server has.
    @Test func roomIsWaitedForForFiveSeconds() throws {
        let server = try ScriptedServer({ $0.maximumBodiesInAll = 150_000 }) { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        let first = try server.connect()
        first.send(Self.upload(100_000, isChunked: false))
        first.send([UInt8](repeating: 0x61, count: 70_000))
        #expect(waitUntil { server.server.keptBodies == 100_000 })
        let second = try server.connect()
        second.send(Self.upload(100_000, isChunked: false))
        second.send([UInt8](repeating: 0x61, count: 70_000))
        let answer = second.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 503 ") && answer.ending == .end, "\(answer)")
        // By the server's clock.
        let record = try #require(server.records(1).first)
        #expect(record.outcome.status == 503 && record.milliseconds >= 5_000, "\(record.milliseconds)")
    }

    private static func upload(_ count: Int, isChunked: Bool) -> String {
        let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(count)"
        return "POST /\(count) HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n"
            + (isChunked ? "\(String(count, radix: 16))\r\n" : "")
    }

    /// Four of the large ones fit at once. Each waits for its room, in the order in which they came.
    @Test(arguments: [false, true]) func whatDoesNotFitWaitsForItsTurn(readsItself: Bool) throws {
        let server = try ScriptedServer({
            $0.maximumBodiesInAll = 4_500_000
            $0.deadlines.room = 60_000_000_000
            $0.readsItself = readsItself
        }) { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        let connections = try (0..<12).map { _ in try server.connect() }
        for connection in connections {
            connection.send(Self.upload(1_000_000, isChunked: false))
            connection.send([UInt8](repeating: 0x61, count: 100_000))
        }
        #expect(waitUntil { server.server.keptBodies > 4_000_000 })
        for connection in connections {
            // Only this thread sends, and only the test's reads.
            nonisolated(unsafe) let connection = connection
            background { connection.send([UInt8](repeating: 0x61, count: 900_000)) }
        }
        for connection in connections { #expect(connection.receiveResponse(within: .seconds(60)).body == "hello") }
        #expect(waitUntil { server.server.keptBodies == 0 })
        #expect(server.records(12).allSatisfy { $0.body.count == 1_000_000 && $0.outcome.end == .complete })
    }

    /// Urgent data is a part of the stream. Were it not, the kernel would count bytes as read that nobody has read, and
    /// the rest of a body that the library has begun to read would be taken from beyond its memory. The library closes a
    /// connection whose urgent data it meets.
    @Test func urgentDataIsAPartOfTheStream() throws {
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        for _ in 0..<20 {
            let connection = try server.connect()
            connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(connection.receiveResponse().body == "hello")
            connection.send("POST /urgent HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n8001\r\n")
            #expect(Glibc.send(connection.descriptor, "u", 1, Int32(MSG_OOB)) == 1)
            connection.send([UInt8](repeating: 0x61, count: 0x8000))
            connection.send("\r\n0\r\n\r\n")
            let answer = connection.receiveResponse()
            #expect(answer.body == "hello" || answer.bytes.isEmpty && answer.ending != .open, "\(answer)")
        }
        try expectAlive(server)
        let bodies = server.records.filter { $0.target == "/urgent" && $0.outcome.status == 200 }.map(\.body)
        #expect(bodies.allSatisfy { $0 == [0x75] + [UInt8](repeating: 0x61, count: 0x8000) })
    }

    /// Those that announce much and send nothing take no room.
    @Test(arguments: [false, true]) func announcementsTakeNoRoom(isChunked: Bool) throws {
        let server = try ScriptedServer({
            $0.maximumBodiesInAll = 100 << 20
            $0.deadlines.room = 60_000_000_000
        }) { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        let announcers = try (0..<20).map { _ in try server.connect() }
        for announcer in announcers { announcer.send(Self.upload(60_000_000, isChunked: isChunked)) }
        waitUntil { server.decided == 20 }
        let end = isChunked ? "\r\n0\r\n\r\n" : ""
        for _ in 0..<10 {
            let connection = try server.connect()
            connection.send(Self.upload(1_000_000, isChunked: isChunked))
            connection.send([UInt8](repeating: 0x61, count: 1_000_000))
            connection.send(end)
            #expect(connection.receiveResponse(within: .seconds(60)).body == "hello")
        }
        withExtendedLifetime(announcers) {}
    }

    /// What waits and leaves, in whichever way, gives back what it has taken and keeps nobody waiting.
    @Test(arguments: [false, true]) func thoseThatLeaveGiveTheirRoomBack(readsItself: Bool) throws {
        let server = try ScriptedServer({
            $0.maximumBodiesInAll = 1_500_000
            $0.deadlines.room = 60_000_000_000
            $0.readsItself = readsItself
        }) { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        let connections = try (0..<6).map { _ in try server.connect() }
        for connection in connections {
            connection.send(Self.upload(1_000_000, isChunked: false))
            connection.send([UInt8](repeating: 0x61, count: 80_000))
        }
        #expect(waitUntil { server.server.keptBodies > 1_200_000 })
        for (index, connection) in connections.dropLast().enumerated() {
            if index % 2 == 0 { connection.reset() } else { connection.close() }
        }
        let last = connections[5]
        last.send([UInt8](repeating: 0x61, count: 920_000))
        #expect(last.receiveResponse(within: .seconds(60)).body == "hello")
        #expect(waitUntil { server.server.connectionCount == 1 })
        #expect(waitUntil { server.server.keptBodies == 0 })
    }

    @Test func aHeadThatDripsInIsGivenUpOnFirstAndLater() throws {
        let begin = ContinuousClock.now
        let hurried = try ScriptedServer(Self.hello) { $0.deadlines.firstHead = 300_000_000 }
        let first = try hurried.connect()
        drip(first)
        #expect(first.receive(within: .seconds(60)).ending != .open)
        #expect(ContinuousClock.now - begin >= .milliseconds(300))
        let server = try ScriptedServer(Self.hello) { $0.deadlines.nextHead = 400_000_000 }
        let later = try server.connect()
        later.send(Self.get)
        #expect(later.receiveResponse().body == "hello")
        drip(later)
        #expect(later.receive(within: .seconds(60)).ending != .open)
        try expectAlive(server)
    }

    /// A byte each 50 ms, for as long as the peer takes them.
    private func drip(_ connection: RawConnection) {
        for byte in Self.get.utf8.prefix(20) {
            guard connection.send([byte]) else { return }
            if connection.receive(within: .milliseconds(50)).ending != .open { return }
        }
    }

    @Test func aClientMayVanishAfterEachByte() throws {
        let server = try ScriptedServer(Self.hello)
        let request = Array("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde".utf8)
        for count in 0...request.count {
            for way in 0..<3 {
                let connection = try server.connect()
                connection.send(Array(request.prefix(count)))
                switch way {
                case 0: connection.close()
                case 1: connection.reset()
                default: connection.finishSending()
                }
            }
        }
        try expectAlive(server)
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    @Test func aClientMayVanishInTheMiddleOfAnAnswer() throws {
        var raw = Reply(ResponseHead(reason: Array("Long".utf8)))
        raw.body = [Reply.Part(.seeded(key: 7, range: 0..<5_000_000))]
        var paced = Reply(status: 200, contentType: "text/plain", text: String(repeating: "x", count: 10_000))
        paced.pace = Pace(bytes: 100, interval: 5_000_000)
        let large = Reply(status: 200, contentType: "text/plain", text: String(repeating: "x", count: 5_000_000))
        for script in [raw.script(number: 1), paced.script(number: 2), large.script(number: 3)] {
            let server = try ScriptedServer(script)
            for way in 0..<2 {
                let connection = try server.connect()
                connection.send(Self.get)
                _ = connection.receive(within: .seconds(60)) { $0.count > 500 }
                if way == 0 { connection.close() } else { connection.reset() }
            }
            #expect(server.records(2).map(\.outcome.end) == [.abandoned, .abandoned])
            #expect(waitUntil { server.server.connectionCount == 0 })
        }
    }

    /// libmicrohttpd ends a word at a NUL, and passes over a line that begins with one: both once led to reading outside of
    /// its memory. Large heads, so that it would end the process.
    @Test(arguments: [
        "GET /\0XXXXXXXX\0" + String(repeating: "Y", count: 100) + " HTTP/1.1\r\nHost: x\r\n\r\n",
        "\0" + String(repeating: "z", count: 3_000) + " / HTTP/1.1\r\nGET /" + String(repeating: "a", count: 2_900)
            + " HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nX",
        "\0 / HTTP/1.1\r\nGET: x HTTP/1.1\r\n\r\n", "GET /a\u{0B}b HTTP/1.1\r\nHost: x\r\n\r\n",
    ])
    func controlCharactersInTheFirstRequestLineAreRefused(opening: String) throws {
        let server = try ScriptedServer(Self.hello) { $0.maximumHead = 64 << 10 }
        for _ in 0..<20 {
            let connection = try server.connect()
            connection.send(Array(opening.utf8))
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.bytes.starts(with: "HTTP/1.1 400 Bad Request\r\n".utf8))
            #expect(answer.ending == .end)
        }
        let connection = try server.connect()
        connection.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(connection.receiveResponse().body == "hello")
    }

    @Test func http2IsToldAndClosedInAnOrderlyWay() throws {
        let server = try ScriptedServer(Self.hello)
        let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        let connection = try server.connect()
        connection.send(preface)
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.bytes.starts(with: "HTTP/1.1 400 Bad Request\r\n".utf8))
        #expect(answer.ending == .end)
        // A method that begins like the preface, byte by byte.
        let slow = try server.connect()
        for byte in "PROPFIND / HTTP/1.1\r\nHost: x\r\n\r\n".utf8 { slow.send([byte]) }
        #expect(slow.receiveResponse().body == "hello")
    }

    @Test func theMostConnectionsAreBounded() throws {
        let server = try ScriptedServer(Self.hello) { $0.maximumConnections = 10 }
        var connections: [RawConnection] = []
        for _ in 0..<10 {
            let connection = try server.connect()
            connection.send(Self.get)
            #expect(connection.receiveResponse().body == "hello")
            connections.append(connection)
        }
        let oneMore = try server.connect()
        oneMore.send(Self.get)
        let answer = oneMore.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n") && answer.ending == .end, "\(answer)")
        #expect(answer.text.contains("\r\nContent-Type: application/problem+json\r\n"))
        #expect(answer.text.contains("\r\nRetry-After: 1\r\n") && answer.text.contains("\r\nConnection: close\r\n"))
        #expect(answer.text.contains("--max-connections"))
        #expect(waitUntil { server.foreignStarts.count == 1 })
        let start = try #require(server.foreignStarts.first)
        #expect(start.kind == .overLimit && start.status == 503 && start.connections == 1)
        #expect(start.sent == answer.bytes.count && start.end == .closed)
        connections = []
        #expect(waitUntil { server.server.connectionCount == 0 })
        try expectAlive(server)
    }

    /// However many are refused: none of them takes the place of another, and the journal gets few entries.
    @Test(.blocking(descriptors: 460)) func aFloodOverTheMostConnectionsTakesNothingFromTheOthers() throws {
        let server = try ScriptedServer(Self.hello) {
            $0.shards = 1
            $0.maximumConnections = 2
            $0.deadlines.linger = 600_000_000_000
        }
        let (first, second) = (try server.connect(), try server.connect())
        for connection in [first, second] {
            connection.send(Self.get)
            #expect(connection.receiveResponse().body == "hello")
        }
        let begin = ContinuousClock.now
        let flood = try (0..<200).map { _ in try server.connect() }
        for connection in flood {
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.text.hasPrefix("HTTP/1.1 503 ") && answer.ending == .end, "\(answer)")
        }
        #expect(server.server.connectionCount == 2)
        first.send(Self.get)
        #expect(first.receiveResponse().body == "hello")
        // Those that were refused are still open, and a place that becomes free is free.
        second.close()
        #expect(waitUntil { server.server.connectionCount == 1 })
        let next = try server.connect()
        next.send(Self.get)
        #expect(next.receiveResponse().body == "hello")
        var reported: Int { server.foreignStarts.reduce(0) { $0 + $1.connections } }
        #expect(waitUntil { reported == 200 })
        let seconds = (ContinuousClock.now - begin).components.seconds
        #expect(server.foreignStarts.count <= Int(seconds) + 2)
        #expect(server.foreignStarts.allSatisfy { $0.kind == .overLimit })
        withExtendedLifetime(flood) {}
    }

    @Test func stoppingEndsWhatIsHeldDelayedAndPaced() throws {
        var paced = Reply(status: 200, contentType: "text/plain", text: String(repeating: "x", count: 10_000))
        paced.pace = Pace(bytes: 1, interval: 100_000_000)
        let pacedScript = paced.script(number: 2)
        let server = try ScriptedServer { exchange in
            switch exchange.request.text(exchange.request.path) {
            case "/held": .plan(WirePlan(WireScript(actions: [], ending: .hold)))
            case "/delayed": .plan(WirePlan(Self.hello, delay: 3_600_000_000_000))
            case "/paced": .plan(WirePlan(pacedScript))
            default: .later
            }
        }
        var connections: [RawConnection] = []
        for path in ["/held", "/delayed", "/paced", "/later"] {
            let connection = try server.connect()
            connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            connections.append(connection)
        }
        waitUntil { server.decided == 4 }
        let begin = ContinuousClock.now
        server.server.stop()
        // None of them ends by itself before that.
        #expect(ContinuousClock.now - begin < .seconds(60))
        #expect(server.records.count == 4)
        for connection in connections { #expect(connection.receive(within: .seconds(60)).ending != .open) }
        connections = []
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    @Test func aSecondServerOnThePortIsRefused() throws {
        let server = try ScriptedServer(Self.hello)
        let error = #expect(throws: ServerError.self) {
            try ScriptedServer(Self.hello) { $0.port = server.port }
        }
        #expect(error == .addressInUse(host: "127.0.0.1", port: server.port))
        #expect(throws: ServerError.unknownHost("no-such-host.invalid")) {
            try ScriptedServer(Self.hello) { $0.host = "no-such-host.invalid" }
        }
    }

    private func expectAlive(_ server: ScriptedServer) throws {
        let connection = try server.connect()
        connection.send(Self.get)
        let answer = connection.receiveResponse()
        try #require(answer.body == "hello", "\(answer)")
    }
}
