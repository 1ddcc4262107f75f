import GatewayServer
import TestSupport
import Synchronization
import Testing
import Wire

/// Things that once went wrong, each looked at where it went wrong.
@Suite(.blocking) struct RegressionTests {
    static let hello = Reply(status: 200, contentType: "text/plain", text: "hello").script(number: 1)
    static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func aFeedOfAnExchangeThatEndedDoesNotReachTheNext() throws {
        let feeds = Mutex<[Feed]>([])
        let server = try ScriptedServer { exchange in
            feeds.withLock { $0.append(exchange.feed()) }
            return .later
        }
        let connection = try server.connect()
        func text(_ text: String) -> WireScript { Reply(status: 200, contentType: "text/plain", text: text).script() }
        for (index, answer) in ["first", "second", "third"].enumerated() {
            connection.send(Self.get)
            #expect(waitUntil { feeds.withLock { $0.count } == index + 1 })
            let known = feeds.withLock { $0 }
            for feed in known.dropLast() {
                feed.append([.head(ResponseHead(), .length(5)), .content(.bytes(Array("wrong".utf8)), pace: nil)])
                feed.finish(text("wrong"))
            }
            #expect(connection.receive(within: .milliseconds(30)).bytes.isEmpty)
            known.last?.finish(text(answer))
            #expect(connection.receiveResponse().body == answer)
        }
        #expect(server.records(3).map(\.outcome.status) == [200, 200, 200])
    }

    /// The socket has left the library: our own reader may see the FIN before the delay is over.
    @Test func whoHasSaidAFINDuringADelayIsStillAnswered() throws {
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            let isSlow = exchange.request.text(exchange.request.path) == "/slow"
            return .plan(WirePlan(Self.hello, delay: isSlow ? 50_000_000 : 0))
        }
        let port = server.port
        let isOver = Flag()
        for _ in 0..<4 {
            background {
                guard let connection = try? RawConnection(port: port) else { return }
                while !isOver.isSet {
                    connection.send(Self.get)
                    guard connection.receiveResponse().body == "hello" else { return }
                }
            }
        }
        let connections = try (0..<30).map { _ in
            let connection = try server.connect()
            connection.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            connection.finishSending()
            return connection
        }
        for connection in connections {
            let received = connection.receive(within: .seconds(60))
            #expect(received.body == "hello" && received.ending == .end)
        }
        isOver.set()
        let slow = server.records.filter { $0.target == "/slow" }
        #expect(slow.count == 30 && slow.allSatisfy { $0.outcome.clientClosed && $0.outcome.end == .closed })
    }

    @Test(arguments: [1, 240, 246, 300, 2000]) func aQueryMayHaveManyParts(count: Int) throws {
        let server = try ScriptedServer(Self.hello)
        let connection = try server.connect()
        connection.send("GET /?" + String(repeating: "a&", count: count) + " HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(connection.receiveResponse().body == "hello")
        #expect(server.records(1)[0].target == "/?" + String(repeating: "a&", count: count))
    }

    @Test func cookiesOfAnyNumberAreAnsweredOrRefusedAsTooMany() throws {
        let server = try ScriptedServer(Self.hello)
        var answers: Set<String> = []
        for count in stride(from: 1, through: 400, by: 13) {
            for cookie in ["a=b; ", "name=" + String(repeating: "v", count: 120) + "; "] {
                let connection = try server.connect()
                let line = "Cookie: " + String(repeating: cookie, count: count)
                connection.send("GET / HTTP/1.1\r\nHost: x\r\n\(line)\r\n\r\n")
                answers.insert(String(connection.receive(within: .seconds(60)) { $0.count > 11 }.text.prefix(12)))
            }
        }
        #expect(answers == ["HTTP/1.1 200", "HTTP/1.1 431"])
    }

    /// For a cookie in such a head the library reads from another file for a moment.
    @Test(arguments: ["Cookie: a=b", "X-Other: a=b"])
    func aFINThatComesWithTheRestOfALaterHeadIsSeen(field: String) throws {
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            let isSlow = exchange.request.text(exchange.request.path) == "/slow"
            return .plan(WirePlan(Self.hello, delay: isSlow ? 50_000_000 : 0))
        }
        /// Has the shard's thread do something when it comes to it, and waits until it has begun.
        func onShard(_ work: @escaping @Sendable () -> Void = {}) {
            let begun = Gate()
            _ = server.server.visitResponders { _ in
                begun.open()
                work()
            }
            begun.wait()
        }
        for count in 1...5 {
            let connection = try server.connect()
            connection.send(Self.get)
            #expect(connection.receiveResponse().body == "hello")
            connection.send("GET /slow HTTP/1.1\r\nHost: x\r\n")
            // A whole turn of its loop has read that.
            for _ in 0..<2 { onShard() }
            let rest = Gate()
            onShard { rest.wait() }
            connection.send("\(field)\r\n\r\n")
            connection.finishSending()
            rest.open()
            let received = connection.receive(within: .seconds(60))
            #expect(received.body == "hello" && received.ending == .end)
            let record = try #require(server.records(2 * count).last)
            #expect(record.outcome.clientClosed && record.outcome.end == .closed)
        }
    }

    /// What was pipelined in front of a FIN is answered, however long the answers before it take.
    @Test(arguments: [
        "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n", "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
        // More than the library's memory for a connection has room for.
        "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n\r\n" + String(repeating: "a", count: 20_000),
    ])
    func requestsBehindADelayAndBeforeAFINAreAnswered(slow: String) throws {
        let server = try ScriptedServer { exchange in
            let isSlow = exchange.request.text(exchange.request.path) == "/slow"
            return .plan(WirePlan(Self.hello, delay: isSlow ? 100_000_000 : 0))
        }
        let connection = try server.connect()
        connection.send(slow + Self.get + slow + Self.get)
        connection.finishSending()
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.ranges(of: "HTTP/1.1 200 ").count == 4 && answer.ending == .end, "\(answer)")
        #expect(server.records(4).count == 4)
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    /// The FIN may be seen in the turn in which the wait ends.
    @Test(arguments: ["GET", "POST"])
    func aFINThatComesRightBehindAWaitDoesNotCutTheAnswer(method: String) throws {
        let delays = Mutex<[@Sendable (Nanoseconds) -> Void]>([])
        let waiting = Mutex<Set<ExchangeID>>([])
        var reply = Reply(status: 200, contentType: "text/plain", text: "hello")
        reply.head.reason = Array("Raw".utf8)
        let raw = reply.script(number: 2)
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            guard exchange.request.isBodyComplete else { return .needsBody }
            let id = exchange.id
            guard waiting.withLock({ $0.remove(id) }) != nil else {
                waiting.withLock { _ = $0.insert(id) }
                delays.withLock { $0 += [exchange.shortener()].compactMap { $0 } }
                return .wait(atMost: 60_000_000_000)
            }
            let isRaw = exchange.request.text(exchange.request.path) == "/raw"
            return .plan(WirePlan(isRaw ? raw : Self.hello))
        }
        /// Has the shard's thread wait when it comes to it. `begun` is opened when it does.
        func hold() -> (begun: Gate, end: Gate) {
            let (begun, end) = (Gate(), Gate())
            _ = server.server.visitResponders { _ in
                begun.open()
                end.wait()
            }
            return (begun, end)
        }
        for path in ["/library", "/raw"] {
            let connection = try server.connect()
            let count = delays.withLock { $0.count }
            let rest = method == "POST" ? "Content-Length: 4\r\n\r\nbody" : "\r\n"
            connection.send("\(method) \(path) HTTP/1.1\r\nHost: x\r\n\(rest)")
            #expect(waitUntil { delays.withLock { $0.count } == count + 1 })
            let first = hold()
            first.begun.wait()
            // The shard ends the wait, and then waits itself in the same turn.
            delays.withLock { $0.last }?(0)
            let second = hold()
            first.end.open()
            second.begun.wait()
            connection.finishSending()
            second.end.open()
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.body == "hello" && answer.ending == .end, "\(answer)")
        }
        let records = server.records(2)
        #expect(records.allSatisfy { $0.outcome.end == .closed || $0.outcome.end == .complete }, "\(records)")
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    /// What comes while the answer is awaited is read once that has been sent.
    @Test(arguments: [
        "G", "GET /next", "GET /next HTTP/1.1\r", "GET /next HTTP/1.1\r\n", "GET /next HTTP/1.1\r\nHost: x\r\n\r",
    ])
    func whatComesInPartsBehindARequestThatWaitsIsReadInOrder(first: String) throws {
        let feeds = Mutex<[Feed]>([])
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            guard exchange.request.isBodyComplete else { return .needsBody }
            guard exchange.request.text(exchange.request.path) == "/waits" else { return .plan(WirePlan(Self.hello)) }
            feeds.withLock { $0.append(exchange.feed()) }
            return .later
        }
        /// The server's only shard has read what was sent before.
        func turn() throws {
            let connection = try server.connect()
            for _ in 0..<2 {
                connection.send(Self.get)
                #expect(connection.receiveResponse().body == "hello")
            }
        }
        let whole = "GET /next HTTP/1.1\r\nHost: x\r\n\r\n"
        let connection = try server.connect()
        for count in 1...3 {
            connection.send("POST /waits HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n")
            try turn()
            connection.send("body" + first)
            #expect(waitUntil { feeds.withLock { $0.count } == count })
            connection.send(Array(whole.utf8.dropFirst(first.utf8.count)))
            try turn()
            feeds.withLock { $0.last }?.finish(Self.hello)
            // Both may come at once.
            let answers = connection.receive(within: .seconds(30)) {
                String(decoding: $0, as: UTF8.self).ranges(of: "hello").count == 2
            }
            #expect(answers.text.ranges(of: "hello").count == 2, "\(answers.text)")
        }
        let expected = Array(repeating: ["/waits", "/next"], count: 3).flatMap { $0 }
        #expect(waitUntil { server.records.map(\.target).filter { $0 != "/" } == expected }, "\(server.records)")
    }

    /// The FIN is seen while the answer is awaited.
    @Test(arguments: [Ending.reset, .close, .hold, .complete]) func anAnswerIsFedToAClientThatHasFinished(
        ending: Ending
    ) throws {
        let feeds = Mutex<[Feed]>([])
        let server = try ScriptedServer { exchange in
            feeds.withLock { $0.append(exchange.feed()) }
            return .later
        }
        let connection = try server.connect()
        connection.send(Self.get)
        connection.finishSending()
        waitUntil { feeds.withLock { !$0.isEmpty } }
        let feed = try #require(feeds.withLock { $0.first })
        feed.finish(
            WireScript(
                actions: [.head(ResponseHead(), .length(5)), .content(.bytes(Array("hello".utf8)), pace: nil)],
                ending: ending))
        let received = connection.receive(within: .seconds(60))
        #expect(received.body == "hello")
        #expect(received.ending == (ending == .reset ? .reset : .end))
        let record = try #require(server.records(1).first)
        #expect(record.outcome.end == (ending == .reset ? .reset : ending == .hold ? .held : .closed))
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    @Test func aHalfCloseDoesNotCutAStallShort() throws {
        var reply = Reply(ResponseHead(reason: Array("Large".utf8)))
        reply.body = [Reply.Part(.seeded(key: 3, range: 0..<6_000_000))]
        reply.cut = Cut(after: .bytes(5_900_000), ending: .hold, stall: 2_000_000_000)
        let server = try ScriptedServer(reply.script(number: 1))
        let connection = try RawConnection(port: server.port, receiveBuffer: 20_000)
        connection.send(Self.get)
        _ = connection.receiveSized(5_900_000)
        connection.finishSending()
        let rest = connection.receive(within: .seconds(60))
        #expect(rest.bytes.count == 100_000)
        // By the server's clock it is the whole stall, however late the client read.
        #expect(server.records(1)[0].milliseconds >= 2_000)
    }

    /// Behind a body that came with its head, answered by ourselves, the next head has its deadline as behind any other.
    @Test(arguments: ["", "GET / HT"]) func aClientThatFallsSilentBehindABodyIsLeft(start: String) throws {
        let server = try ScriptedServer({ ($0.deadlines.nextHead, $0.deadlines.firstHead) = (300_000_000, 300_000_000) }
        ) {
            $0.request.isBodyComplete ? .plan(WirePlan(Self.hello, delay: 1_000_000)) : .needsBody
        }
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        #expect(connection.receiveResponse().body == "hello")
        connection.send(start)
        let rest = connection.receive(within: .seconds(20))
        #expect(rest.ending == .end && rest.text.hasPrefix(start.isEmpty ? "" : "HTTP/1.1 408 "), "\(rest)")
    }

    @Test func aHundredContinueIsNoRefusal() throws {
        let server = try ScriptedServer(Self.hello)
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc")
        // The body has come: nobody waits for a 100.
        #expect(connection.receiveResponse().text.hasPrefix("HTTP/1.1 200 "))
        connection.close()
        #expect(waitUntil { server.server.connectionCount == 0 })
        #expect(server.refusals.isEmpty)
        #expect(server.records(1)[0].outcome.end == .complete)
    }

    @Test func aBodyThatTheLibraryFindsMalformedIsNotTheClientsGoing() throws {
        let server = try ScriptedServer(Self.hello)
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n")
        #expect(connection.receive(within: .seconds(60)).text.hasPrefix("HTTP/1.1 400 "))
        let outcome = server.records(1)[0].outcome
        #expect(outcome.end == .closed)
        #expect(outcome.status == 400)
        #expect(!outcome.clientClosed)
    }

    @Test func timesAreThoseOfTheEventAndNotOfTheLastOne() throws {
        let server = try ScriptedServer(Self.hello)
        let connection = try server.connect()
        let begin = ContinuousClock.now
        connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na")
        waitUntil { server.decided == 1 }
        #expect(connection.receive(within: .milliseconds(300)).bytes.isEmpty)
        connection.close()
        let record = server.records(1)[0]
        #expect(record.outcome.end == .abandoned)
        #expect(record.milliseconds >= 250)
        #expect(ContinuousClock.now - begin >= .milliseconds(300))
    }

    @Test func closeWinsOverKeepAlive() throws {
        let server = try ScriptedServer(Self.hello)
        let connection = try server.connect()
        connection.send("GET / HTTP/1.0\r\nConnection: close, keep-alive\r\n\r\n")
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.ending == .end)
        let record = server.records(1)[0]
        #expect(record.outcome.bytesSent == answer.bytes.count)
        #expect(record.outcome.end == .closed)
    }
}

final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
