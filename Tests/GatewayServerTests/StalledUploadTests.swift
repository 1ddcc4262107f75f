import CLinux
import GatewayServer
import Glibc
import TestSupport
import Testing
import Wire

/// Uploads that do not come to their end, and waits that have none. None of them keeps a core busy, and none lasts for ever
/// unless a scenario wants it to.
@Suite(.blocking) struct StalledUploadTests {
    static let hello = Reply(status: 200, contentType: "text/plain", text: "hello").script(number: 1)
    static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    static let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// Lines of an upload that are longer than a buffer of 12 KiB. libmicrohttpd 1.0 has an answer of its own to some.
    struct Endless: CustomTestStringConvertible {
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

    static let endless: [Endless] = [
        Endless("chunk extension", "1;" + String(repeating: "a", count: 12_400), 400),
        Endless("chunk extension behind a chunk", "3\r\nabc\r\n1;" + String(repeating: "a", count: 40_000), 400),
        Endless("zeros in front of a size", String(repeating: "0", count: 20_000), 400),
        Endless("trailer", "0\r\nX-A: " + String(repeating: "a", count: 40_000), 431),
        Endless("trailers", "0\r\n" + String(repeating: "X-A: a\r\n", count: 4_000), 431),
    ]

    private func expectQuickHealth(_ server: ScriptedServer) throws {
        for _ in 0..<8 {
            let connection = try server.connect()
            connection.send(Self.get)
            #expect(connection.receiveResponse().body == "hello")
        }
    }

    @Test(arguments: endless) func aLineWithoutAnEndIsRefusedAndCostsNothing(upload: Endless) throws {
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            exchange.request.announcesBody && !exchange.request.isBodyComplete
                ? .needsBody : .plan(WirePlan(Self.hello))
        }
        let connection = try server.connect()
        connection.send(Self.chunked + upload.bytes)
        try expectQuickHealth(server)
        let answer = connection.receive(within: .seconds(60))
        let isOld = Server.libraryVersion.hasPrefix("0.")
        let status = Int(answer.text.dropFirst(9).prefix(3))
        #expect(status == upload.status || !isOld && status == 413, "\(answer)")
        #expect(answer.text.components(of: "HTTP/1.1") == 1)
        #expect(answer.ending == .end)
        let record = try #require(server.records(9).first { $0.outcome.status == status })
        #expect(record.outcome.end == .closed && record.outcome.bytesSent == answer.bytes.count, "\(record.outcome)")
        #expect(server.isIdle)
        #expect(waitUntil { server.server.connectionCount == 0 } || server.server.connectionCount < 9)
    }

    @Test(arguments: endless) func itEndsAfterItsClientIsGone(upload: Endless) throws {
        let server = try ScriptedServer(Self.hello) { $0.shards = 1 }
        let connection = try server.connect()
        connection.send(Self.chunked + upload.bytes)
        connection.close()
        try expectQuickHealth(server)
        #expect(waitUntil { server.server.connectionCount == 0 })
        #expect(server.isIdle)
        #expect(server.records(9).count == 9)
    }

    static let unfinished = [
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n",
        chunked + "5\r\nab",
        chunked + "5",
        chunked,
        chunked + "0\r\nX-A: b",
        "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n",
    ]

    @Test(arguments: unfinished) func aBodyOfWhichNothingComesIsAnsweredWith408(bytes: String) throws {
        for isDecidedAtHead in [true, false] {
            let server = try ScriptedServer({
                $0.shards = 1
                $0.deadlines.body = 300_000_000
            }) { exchange in
                isDecidedAtHead || exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
            }
            let connection = try server.connect()
            // Behind another request, whose deadline for the next head is later than this one's.
            connection.send(Self.get)
            _ = connection.receiveResponse()
            connection.send(bytes)
            let received = connection.receive(within: .seconds(60))
            let isContinued = received.text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\n")
            let answer = String(decoding: received.bytes.dropFirst(isContinued ? 25 : 0), as: UTF8.self)
            #expect(
                answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n") && answer.contains("--body-timeout"), "\(answer)")
            #expect(answer.contains("\r\nConnection: close\r\n"))
            #expect(received.ending == .end)
            let record = try #require(server.records(2).last)
            #expect(record.outcome.status == 408 && record.outcome.end == .closed)
            #expect((300..<60_000).contains(record.milliseconds), "\(record.milliseconds)")
        }
    }

    /// More than the library reads at once, and the end of the stream right behind it.
    @Test(arguments: [100, 8_000, 60_000, 150_000], [true, false])
    func anUploadThatIsBrokenOffIsAbandoned(count: Int, isChunked: Bool) throws {
        let server = try ScriptedServer { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        for leavesAtOnce in [false, true] {
            let ended = server.records.count
            let connection = try server.connect()
            connection.send(
                isChunked ? Self.chunked : "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n")
            #expect(waitUntil { server.decided > ended })
            connection.send((isChunked ? "fffff\r\n" : "") + String(repeating: "a", count: count))
            if leavesAtOnce { connection.close() } else { connection.finishSending() }
            #expect(waitUntil { server.records.count > ended })
            let outcome = try #require(server.records.last).outcome
            #expect(outcome.end == .abandoned && outcome.clientClosed && outcome.status == 0, "\(outcome)")
        }
    }

    @Test func aMalformedChunkIsOneEntry() throws {
        let server = try ScriptedServer { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        for rest in [0, 300_000] {
            let connection = try server.connect()
            connection.send(Self.chunked + "zz\r\nabc\r\n0\r\n\r\n" + String(repeating: "b", count: rest))
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.text.hasPrefix("HTTP/1.1 400 ") || rest > 0 && answer.ending == .reset, "\(answer)")
            #expect(answer.text.components(of: "HTTP/1.1") <= 1)
        }
        waitUntil { server.server.connectionCount == 0 }
        #expect(server.records.map(\.outcome.status) == [400, 400])
        #expect(server.refusals == [] && server.foreignStarts.isEmpty)
    }

    /// No deadline is near: what is let go of goes with the client's FIN, in the turn that sees it.
    static let owedNothing = [
        "", "GE", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\nA: ", "\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc", chunked + "1", chunked + "ffff\r\nabc",
        chunked + "0\r\nA: b", "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n",
        String(repeating: get, count: 100),
        String(repeating: get, count: 100) + "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc",
        "GET\t/ HTTP/1.1\r\n\r\n",
    ]

    @Test(arguments: owedNothing, [false, true])
    func aFINLetsGoOfEverythingWithoutADeadline(bytes: String, isLater: Bool) throws {
        let server = try ScriptedServer({
            $0.shards = 1
            let longest: UInt64 = 600_000_000_000
            ($0.deadlines.firstHead, $0.deadlines.nextHead, $0.deadlines.body) = (longest, longest, longest)
            ($0.deadlines.linger, $0.deadlines.drain, $0.deadlines.progress) = (longest, longest, longest)
        }) { exchange in
            exchange.request.isBodyComplete ? .plan(WirePlan(Self.hello)) : .needsBody
        }
        let connection = try server.connect()
        if isLater {
            connection.send(Self.get)
            #expect(connection.receiveResponse().body == "hello")
        }
        connection.send(bytes)
        connection.finishSending()
        // The test's own socket is open: the server has let go of its descriptor by itself.
        #expect(connection.receive(within: .seconds(60)).ending == .end)
        #expect(waitUntil { server.server.connectionCount == 0 })
        connection.send("a")
    }

    @Test func aWaitThatAScenarioAskedForOutlastsAllDeadlines() throws {
        let server = try ScriptedServer({
            $0.deadlines.firstHead = 5_000_000_000
            $0.deadlines.nextHead = 200_000_000
            $0.deadlines.body = 200_000_000
        }) { exchange in
            switch exchange.request.text(exchange.request.path) {
            case "/delay": return .plan(WirePlan(Self.hello, delay: 6_500_000_000))
            case "/uncontinued":
                let script = WireScript(
                    upload: .readWithoutContinue, actions: Self.hello.actions, ending: .complete, number: 2)
                return .plan(WirePlan(script))
            default: return .plan(WirePlan(WireScript(actions: [], ending: .hold)))
            }
        }
        let head = " HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n"
        let (delayed, held) = (try server.connect(), try server.connect())
        let uncontinued = try server.connect()
        delayed.send("POST /delay" + head + "\r\nabc")
        held.send("POST /hold" + head + "\r\nabc")
        uncontinued.send("POST /uncontinued" + head + "Expect: 100-continue\r\n\r\n")
        #expect(delayed.receiveResponse().body == "hello")
        #expect(server.decided == 3)
        // This one has waited as long: longer than libmicrohttpd lets a connection be silent here.
        #expect(uncontinued.receive(within: .milliseconds(100)).description == " [still open]")
        uncontinued.send("abc")
        #expect(uncontinued.receiveResponse().body == "hello")
        #expect(held.receive(within: .milliseconds(100)).description == " [still open]")
        #expect(server.records(2).map(\.target) == ["/delay", "/uncontinued"])
        held.close()
        let outcome = try #require(server.records(3).last).outcome
        #expect(outcome.end == .held && outcome.bytesSent == 0)
    }

    /// An answer that is written by us and not read, in each place in which that is done.
    @Test(arguments: [Ending.complete, .close], [false, true])
    func anAnswerThatIsNotReadIsResetInTheEnd(ending: Ending, readsItself: Bool) throws {
        let content = [UInt8](repeating: 0x61, count: 20_000_000)
        let script = WireScript(
            actions: [
                .head(ResponseHead(status: 200, reason: Array("Odd".utf8)), .length(content.count)),
                .content(.bytes(content), pace: nil),
            ], ending: ending)
        let server = try ScriptedServer(script) {
            $0.readsItself = readsItself
            $0.deadlines.progress = 300_000_000
        }
        let connection = try server.connect()
        connection.send(Self.get)
        let outcome = try #require(server.records(1).first).outcome
        #expect(outcome.end == .cancelled && outcome.bytesSent < content.count, "\(outcome)")
        #expect(waitUntil { server.server.connectionCount == 0 })
        let received = connection.receive(within: .seconds(60))
        #expect(received.bytes.count < content.count && received.ending != .open)
    }

    @Test func aPeerThatVanishedIsAskedForAfterAMinute() throws {
        let server = try ScriptedServer(Self.hello)
        let connection = try server.connect()
        connection.send(Self.get)
        _ = connection.receiveResponse()
        var timers: [Substring: Timer] = [:]
        #expect(
            try waitUntil {
                timers = try self.timers(of: server.port)
                return timers.count == 1
            })
        // That of keepalive.
        #expect(timers.values.allSatisfy { $0.kind == 2 && (5_000...6_000).contains($0.hundredths) }, "\(timers)")
    }

    private typealias Timer = (kind: Int, hundredths: Int)

    /// The timers of the connections that a port has accepted, by peer.
    ///
    /// The kernel's list of sockets has local address, peer, state, queues, and the timer. It is read in pieces: while sockets
    /// of other tests come and go, one may be missing, or be there several times.
    private func timers(of port: UInt16) throws -> [Substring: Timer] {
        let port = String(port, radix: 16, uppercase: true)
        let end = ":" + String(repeating: "0", count: 4 - port.count) + port
        return try text(of: "/proc/net/tcp").split(separator: "\n").reduce(into: [:]) { timers, line in
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[1].hasSuffix(end), fields[3] == "01" else { return }
            let timer = fields[5].split(separator: ":")
            timers[fields[2]] = (Int(timer[0], radix: 16) ?? -1, Int(timer[1], radix: 16) ?? -1)
        }
    }

    private func text(of path: String) throws -> String {
        let descriptor = clinux_open(path, O_RDONLY, 0)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece.prefix(count)
        }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        var (count, rest) = (0, self[...])
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
