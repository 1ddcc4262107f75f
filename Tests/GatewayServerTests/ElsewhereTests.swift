import Dispatch
import GatewayServer
import Glibc
import TestSupport
import Synchronization
import Testing
import Wire

/// Decisions that a worker's thread makes: their order, what waits for them and what does not, and their end.
@Suite(.blocking) struct ElsewhereTests {
    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

    private static func reply(_ text: String) -> WireScript {
        Reply(status: 200, contentType: "text/plain", text: text).script()
    }

    /// Work that waits for a gate, and answers with a text.
    private static func work(_ text: String, behind gate: Gate? = nil, begun: Gate? = nil) -> Decision {
        .elsewhere(
            Work {
                begun?.open()
                gate?.wait()
                return { _, _ in .plan(WirePlan(reply(text))) }
            })
    }

    private static func path(_ exchange: Exchange) -> String { exchange.request.text(exchange.request.path) }

    /// The server's only shard has seen all that was sent to it before: each answer takes a turn of its loop.
    private static func turn(_ server: ScriptedServer) throws {
        let connection = try server.connect()
        for _ in 0..<2 {
            connection.send(get("/turn"))
            try #require(connection.receiveResponse().body == "turn")
        }
    }

    // MARK: Order

    @Test func hitsAreTakenInTheOrderInWhichWorksAreDone() throws {
        let (gate, begun) = (Gate(), Gate())
        let hits = Mutex(0)
        let server = try ScriptedServer { exchange in
            let isFirst = Self.path(exchange) == "/first"
            return .elsewhere(
                Work {
                    if isFirst {
                        begun.open()
                        gate.wait()
                    }
                    return { _, _ in
                        let hit = hits.withLock { hits in
                            hits += 1
                            return hits
                        }
                        return .plan(WirePlan(Self.reply("hit \(hit)")))
                    }
                })
        }
        defer { gate.open() }
        let (first, second) = (try server.connect(), try server.connect())
        first.send(Self.get("/first"))
        try #require(begun.wait())
        second.send(Self.get("/second"))
        #expect(second.receiveResponse().body == "hit 1")
        gate.open()
        #expect(first.receiveResponse().body == "hit 2")
    }

    @Test func aJudgementIsMadeOnTheShardWithItsExchangeAndItsResponder() throws {
        let seen = Mutex<[String]>([])
        let responders = Mutex<[ObjectIdentifier]>([])
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            let (id, decider) = (exchange.id, currentThread())
            return .elsewhere(
                Work {
                    let worker = currentThread()
                    return { exchange, responder in
                        let isShard = currentThread() == decider && worker != decider
                        seen.withLock { $0.append("\(Self.path(exchange)) \(isShard) \(exchange.id == id)") }
                        responders.withLock { $0.append(ObjectIdentifier(responder)) }
                        return .plan(WirePlan(Self.reply("judged")))
                    }
                })
        }
        let connection = try server.connect()
        for path in ["/a", "/b"] {
            connection.send(Self.get(path))
            #expect(connection.receiveResponse().body == "judged")
        }
        #expect(seen.withLock { $0 } == ["/a true true", "/b true true"])
        let told = Gate()
        #expect(
            server.server.visitResponders { responder in
                responders.withLock { $0.append(ObjectIdentifier(responder)) }
                told.open()
            } == 1)
        #expect(told.wait())
        #expect(responders.withLock { $0.count == 3 && Set($0).count == 1 })
    }

    @Test func othersOfTheShardAreServedMeanwhile() throws {
        let (gate, begun) = (Gate(), Gate())
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            if Self.path(exchange) == "/slow" { return Self.work("slow", behind: gate, begun: begun) }
            return .plan(WirePlan(Self.reply("turn")))
        }
        defer { gate.open() }
        let slow = try server.connect()
        slow.send(Self.get("/slow"))
        try #require(begun.wait())
        try Self.turn(server)
        #expect(slow.receive(within: .zero).bytes.isEmpty)
        gate.open()
        #expect(slow.receiveResponse().body == "slow")
        #expect(server.records(3).last?.outcome.end == .complete)
    }

    @Test func requestsThatArePipelinedBehindWait() throws {
        let (gate, begun) = (Gate(), Gate())
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            let path = Self.path(exchange)
            if path == "/slow" { return Self.work("slow", behind: gate, begun: begun) }
            return .plan(WirePlan(Self.reply(String(path.dropFirst()))))
        }
        defer { gate.open() }
        let connection = try server.connect()
        connection.send(Self.get("/slow") + Self.get("/next") + Self.get("/slow") + Self.get("/last"))
        try #require(begun.wait())
        try Self.turn(server)
        #expect(server.decided == 3)
        gate.open()
        let answers = connection.receive(within: .seconds(60)) { bytes in
            String(decoding: bytes, as: UTF8.self).hasSuffix("last")
        }
        #expect(
            answers.text.split(separator: "HTTP/1.1 200 OK").map { $0.suffix(4) } == ["slow", "next", "slow", "last"])
        #expect(
            server.records(6).filter { $0.target != "/turn" }.map(\.target) == ["/slow", "/next", "/slow", "/last"])
    }

    // MARK: What is decided

    @Test func aHeadIsAnsweredWithoutABody() throws {
        let server = try ScriptedServer { _ in Self.work("hello") }
        let connection = try server.connect()
        connection.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        let head = connection.receive(within: .seconds(60)) { $0.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) }
        #expect(
            head.text.withoutDate == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n")
        // Had a body come, it would stand in front of this.
        connection.send(Self.get("/"))
        let next = connection.receiveResponse()
        #expect(next.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(next.body == "hello")
    }

    @Test(arguments: [
        "Content-Length: 10\r\n\r\n0123456789",
        "Transfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n",
        "Expect: 100-continue\r\nContent-Length: 10\r\n\r\n0123456789",
    ])
    func workIsDoneOnWholeBodiesOnly(rest: String) throws {
        let bodies = Mutex<[String]>([])
        let server = try ScriptedServer { exchange in
            let snapshot = exchange.request.snapshot()
            return .elsewhere(
                Work {
                    let request = Request(snapshot)
                    let body = String(decoding: request.body, as: UTF8.self)
                    bodies.withLock { $0.append("\(body) \(request.isBodyComplete)") }
                    return { exchange, _ in
                        .plan(WirePlan(Self.reply(body + " \(exchange.request.body.count)")))
                    }
                })
        }
        let connection = try server.connect()
        for _ in 0..<2 {
            connection.send("POST / HTTP/1.1\r\nHost: x\r\n" + rest)
            let answer = connection.receive(within: .seconds(60)) { bytes in
                String(decoding: bytes, as: UTF8.self).hasSuffix("0123456789 10")
            }
            #expect(answer.text.hasSuffix("\r\n\r\n0123456789 10"), "\(answer)")
        }
        #expect(bodies.withLock { $0 } == ["0123456789 true", "0123456789 true"])
        // At the head and at the end, twice.
        #expect(server.decided == 4)
    }

    @Test func aBodyThatIsAnnouncedAsTooLargeIsRefusedAtItsHead() throws {
        let server = try ScriptedServer({ $0.maximumBody = 100 }) { _ in Self.work("hello") }
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n")
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 413 "))
        #expect(answer.ending == .end)
        #expect(server.decided == 1)
    }

    @Test func aJudgementMayAskForMoreWork() throws {
        let server = try ScriptedServer { _ in
            .elsewhere(Work { { _, _ in .elsewhere(Work { { _, _ in Self.work("third") } }) } })
        }
        let connection = try server.connect()
        for _ in 0..<2 {
            connection.send(Self.get("/"))
            #expect(connection.receiveResponse().body == "third")
        }
        #expect(server.records(2).map(\.outcome.end) == [.complete, .complete])
    }

    @Test func aJudgementMayLeaveTheAnswerToAFeed() throws {
        let server = try ScriptedServer { exchange in
            let isWhole = Self.path(exchange) == "/whole"
            return .elsewhere(
                Work {
                    { exchange, _ in
                        let feed = exchange.feed()
                        background {
                            if isWhole { return feed.finish(Self.reply("fed")) }
                            feed.append([.head(ResponseHead(), .close), .content(.bytes(Array("bit".utf8)), pace: nil)])
                            feed.finish(
                                WireScript(
                                    actions: [.content(.bytes(Array(" by bit".utf8)), pace: nil)], ending: .close))
                        }
                        return .later
                    }
                })
        }
        let connection = try server.connect()
        connection.send(Self.get("/whole"))
        #expect(connection.receiveResponse().body == "fed")
        connection.send(Self.get("/bits"))
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.body == "bit by bit")
        #expect(answer.ending == .end)
    }

    @Test func aJudgementThatAsksForTheBodyIsAnErrorOfTheServer() throws {
        let server = try ScriptedServer { _ in .elsewhere(Work { { _, _ in .needsBody } }) }
        let connection = try server.connect()
        connection.send(Self.get("/"))
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 500 "))
        #expect(answer.ending == .end)
        #expect(server.records(1).map(\.outcome.status) == [500])
    }

    // MARK: The peer

    @Test func aPeerThatGoesEndsTheExchangeAndTheJudgementIsDropped() throws {
        let (gate, begun) = (Gate(), Gate())
        let judged = Mutex<[String]>([])
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            let path = Self.path(exchange)
            return .elsewhere(
                Work {
                    if path == "/gone" {
                        begun.open()
                        gate.wait()
                    }
                    return { _, _ in
                        judged.withLock { $0.append(path) }
                        return .plan(WirePlan(Self.reply("here")))
                    }
                })
        }
        defer { gate.open() }
        let gone = try server.connect()
        gone.send(Self.get("/gone"))
        try #require(begun.wait())
        gone.reset()
        let records = server.records(1)
        #expect(records.map(\.outcome.end) == [.abandoned])
        #expect(records.map(\.outcome.clientClosed) == [true])
        #expect(waitUntil { server.server.connectionCount == 0 })
        // The shard's only worker does it next: its judgement comes behind the late one.
        let here = try server.connect()
        here.send(Self.get("/here"))
        gate.open()
        #expect(here.receiveResponse().body == "here")
        #expect(judged.withLock { $0 } == ["/here"])
        #expect(server.records(2).count == 2)
    }

    /// An exchange that was answered by its feed before: the one way in which its connection lives on.
    @Test func aLateJudgementDoesNotReachTheNextExchangeOfItsConnection() throws {
        let (gate, begun) = (Gate(), Gate())
        let feeds = Mutex<[Feed]>([])
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            guard Self.path(exchange) == "/first" else { return Self.work("second") }
            feeds.withLock { $0.append(exchange.feed()) }
            return Self.work("late", behind: gate, begun: begun)
        }
        defer { gate.open() }
        let connection = try server.connect()
        connection.send(Self.get("/first"))
        try #require(begun.wait())
        feeds.withLock { $0 }.first?.finish(Self.reply("first"))
        #expect(connection.receiveResponse().body == "first")
        connection.send(Self.get("/second"))
        #expect(waitUntil { server.decided == 2 })
        gate.open()
        #expect(connection.receiveResponse().body == "second")
        #expect(server.records(2).map(\.outcome.end) == [.complete, .complete])
    }

    @Test func whatWasFedBeforeStands() throws {
        let server = try ScriptedServer { exchange in
            let feed = exchange.feed()
            return .elsewhere(
                Work {
                    feed.finish(Self.reply("fed"))
                    return { _, _ in .plan(WirePlan(Self.reply("late"))) }
                })
        }
        let connection = try server.connect()
        for _ in 0..<100 {
            connection.send(Self.get("/"))
            #expect(connection.receiveResponse().body == "fed")
        }
    }

    @Test func workThatNobodyHasBegunIsFreedWithItsExchange() throws {
        let (gate, begun) = (Gate(), Gate())
        let held = Held()
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            if Self.path(exchange) == "/slow" { return Self.work("slow", behind: gate, begun: begun) }
            let token = held.make()
            return .elsewhere(
                Work {
                    token.use()
                    return { _, _ in .plan(WirePlan(Self.reply("never"))) }
                })
        }
        defer { gate.open() }
        let (slow, gone) = (try server.connect(), try server.connect())
        slow.send(Self.get("/slow"))
        try #require(begun.wait())
        gone.send(Self.get("/gone"))
        #expect(waitUntil { server.decided == 2 })
        #expect(waitUntil { held.isAlive })
        gone.reset()
        #expect(waitUntil { !held.isAlive })
        gate.open()
        #expect(slow.receiveResponse().body == "slow")
        #expect(!held.isUsed)
    }

    /// How a script ends for a client that has said its FIN and still reads.
    enum HalfClosed: CaseIterable {
        case ordinary, delayed, head, reset, hold, tooLate

        var text: String {
            switch self {
            case .ordinary, .delayed: "200 hello"
            case .head: "200"
            case .reset: "200 hel"
            case .hold: "200 hello"
            case .tooLate: "500"
            }
        }
        var ending: RawConnection.Ending { self == .reset ? .reset : .end }
        var end: Outcome.End {
            switch self {
            case .reset: .reset
            case .hold: .held
            default: .closed
            }
        }

        var decision: Decision {
            let length: [WireAction] = [.head(ResponseHead(), .length(5))]
            let content = { (text: String) in WireAction.content(.bytes(Array(text.utf8)), pace: nil) }
            return switch self {
            case .ordinary, .head: .plan(WirePlan(reply("hello")))
            case .delayed: .plan(WirePlan(reply("hello"), delay: 20_000_000))
            case .reset: .plan(WirePlan(WireScript(actions: length + [content("hel")], ending: .reset)))
            case .hold: .plan(WirePlan(WireScript(actions: length + [content("hello")], ending: .hold)))
            case .tooLate: .needsBody
            }
        }
    }

    @Test(arguments: HalfClosed.allCases)
    func aClientThatHasFinishedSendingIsAnswered(row: HalfClosed) throws {
        let (gate, begun) = (Gate(), Gate())
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            if Self.path(exchange) == "/turn" { return .plan(WirePlan(Self.reply("turn"))) }
            return .elsewhere(
                Work {
                    begun.open()
                    gate.wait()
                    return { _, _ in row.decision }
                })
        }
        defer { gate.open() }
        let connection = try server.connect()
        connection.send("\(row == .head ? "HEAD" : "GET") / HTTP/1.1\r\nHost: x\r\n\r\n")
        try #require(begun.wait())
        connection.finishSending()
        try Self.turn(server)
        gate.open()
        let answer = connection.receive(within: .seconds(60))
        let status = answer.text.dropFirst("HTTP/1.1 ".count).prefix(3)
        let body = row == .tooLate ? "" : answer.body
        #expect("\(status) \(body)" == row.text + (row.text.count == 3 ? " " : ""), "\(answer)")
        #expect(answer.ending == row.ending)
        let record = try #require(server.records(3).first { $0.target == "/" })
        #expect(record.outcome.end == row.end)
        #expect(record.outcome.clientClosed)
        #expect(record.outcome.status == Int(status))
        if row == .delayed { #expect(record.milliseconds >= 20) }
    }

    // MARK: Stopping

    @Test func aServerThatStopsEndsWhatWaitsAndDropsWhatNobodyHasBegun() throws {
        let (gate, begun, stopped) = (Gate(), Gate(), Gate())
        let calls = Mutex<[String]>([])
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            let path = Self.path(exchange)
            return .elsewhere(
                Work {
                    calls.withLock { $0.append("work " + path) }
                    begun.open()
                    gate.wait()
                    return { _, _ in
                        calls.withLock { $0.append("judgement " + path) }
                        return .plan(WirePlan(Self.reply("never")))
                    }
                })
        }
        defer { gate.open() }
        let (running, queued) = (try server.connect(), try server.connect())
        running.send(Self.get("/running"))
        try #require(begun.wait())
        queued.send(Self.get("/queued"))
        try #require(waitUntil { server.decided == 2 })
        background {
            server.server.stop()
            stopped.open()
        }
        // Neither waits for the worker.
        #expect(server.records(2).map(\.outcome.end) == [.cancelled, .cancelled])
        #expect(running.receive(within: .seconds(60)).ending != .open)
        #expect(queued.receive(within: .seconds(60)).ending != .open)
        #expect(server.server.connectionCount == 0)
        let begin = ContinuousClock.now
        gate.open()
        #expect(stopped.wait())
        #expect(ContinuousClock.now - begin < .seconds(60))
        #expect(calls.withLock { $0 } == ["work /running"])
    }

    @Test(.blocking(descriptors: 200)) func stoppingUnderNewWorkEndsAllOfIt() throws {
        for shards in [1, 2] {
            let server = try ScriptedServer({ $0.shards = shards }) { exchange in
                let snapshot = exchange.request.snapshot()
                return .elsewhere(
                    Work {
                        let text = Request(snapshot).text(0..<1)
                        return { _, _ in .plan(WirePlan(Self.reply(text))) }
                    })
            }
            let isOver = Mutex(false)
            for _ in 0..<4 {
                background {
                    while !isOver.withLock({ $0 }) {
                        guard let connection = try? server.connect(most: 80) else {
                            sched_yield()
                            continue
                        }
                        connection.send(Self.get("/") + Self.get("/") + Self.get("/"))
                        if connection.descriptor % 2 == 0 { _ = connection.receiveResponse(within: .milliseconds(5)) }
                    }
                }
            }
            waitUntil { server.decided > 500 }
            let begin = ContinuousClock.now
            server.server.stop()
            isOver.withLock { $0 = true }
            #expect(ContinuousClock.now - begin < .seconds(60))
            #expect(server.server.connectionCount == 0)
        }
    }
}

/// Knows whether what it made is still there.
private final class Held: Sendable {
    final class Token: Sendable {
        let held: Held
        init(_ held: Held) { self.held = held }
        func use() { held.state.withLock { $0.isUsed = true } }
        deinit { held.state.withLock { $0.count -= 1 } }
    }

    private struct State {
        var count = 0
        var isUsed = false
    }

    private let state = Mutex(State())

    func make() -> Token {
        state.withLock { $0.count += 1 }
        return Token(self)
    }

    var isAlive: Bool { state.withLock { $0.count > 0 } }
    var isUsed: Bool { state.withLock { $0.isUsed } }
}
