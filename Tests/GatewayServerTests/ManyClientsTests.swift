import GatewayServer
import Glibc
import TestSupport
import Testing
import Wire

/// Tests with more connections than others, one after the other: both ends of each are descriptors of this process.
@Suite(.serialized, .blocking(descriptors: DescriptorBudget.shared.room(for: 8000) + 100)) struct ManyClientsTests {
    static let hello = Reply(status: 200, contentType: "text/plain", text: "hello").script(number: 1)
    static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    /// As many connections as one would like, where there are descriptors enough: each takes two.
    private static func room(for wanted: Int) -> Int { DescriptorBudget.shared.room(for: 2 * wanted) / 2 }

    @Test func stoppingUnderNewDelayedRequestsEndsThemAll() throws {
        let most = Self.room(for: 4000) / 4
        for shards in [1, 2] {
            let server = try ScriptedServer({ $0.shards = shards }) { _ in
                .plan(WirePlan(Self.hello, delay: 3_600_000_000_000))
            }
            let isOver = Flag()
            for _ in 0..<4 {
                background {
                    var connections: [RawConnection] = []
                    while !isOver.isSet {
                        guard let connection = try? server.connect(most: 4 * most) else {
                            sched_yield()
                            continue
                        }
                        connection.send(Self.get)
                        if connections.count == most - 4 { connections.removeFirst() }
                        connections.append(connection)
                    }
                }
            }
            waitUntil { server.decided > most }
            let begin = ContinuousClock.now
            server.server.stop()
            isOver.set()
            #expect(ContinuousClock.now - begin < .seconds(60))
            #expect(server.server.connectionCount == 0)
        }
    }

    @Test func exactlyAsManyEventsAsTheLibraryTakesAtOnceAreServedAtOnce() throws {
        let isBlocked = Flag()
        let goOn = Flag()
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            if exchange.request.text(exchange.request.path) == "/block" {
                isBlocked.set()
                waitUntil { goOn.isSet }
            }
            return .plan(WirePlan(Self.hello))
        }
        var connections: [RawConnection] = []
        for _ in 0..<128 {
            let connection = try server.connect()
            connection.send(Self.get)
            #expect(connection.receiveResponse().body == "hello")
            connections.append(connection)
        }
        let blocker = try server.connect()
        blocker.send("GET /block HTTP/1.1\r\nHost: x\r\n\r\n")
        waitUntil { isBlocked.isSet }
        for connection in connections { connection.send(Self.get) }
        let begin = ContinuousClock.now
        goOn.set()
        for connection in connections { #expect(connection.receiveResponse().body == "hello") }
        #expect(ContinuousClock.now - begin < .seconds(30))
    }

    @Test func connectionsThatSayNothingAreClosed() throws {
        let server = try ScriptedServer(Self.hello) { $0.deadlines.firstHead = 5_000_000_000 }
        var silent: [RawConnection] = []
        for _ in 0..<Self.room(for: 2000) { silent.append(try server.connect()) }
        let other = try server.connect()
        other.send(Self.get)
        #expect(other.receiveResponse().body == "hello")
        other.close()
        for connection in silent { #expect(connection.receive(within: .seconds(60)).ending == .end) }
        silent = []
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    /// Nothing is unread, so that nobody can know that the library would not read more: until the deadline.
    @Test func aBufferThatIsJustFullCostsNothingAndTimesOut() throws {
        let server = try ScriptedServer({
            $0.shards = 1
            $0.deadlines.body = 4_000_000_000
        }) { exchange in
            exchange.request.announcesBody && !exchange.request.isBodyComplete
                ? .needsBody : .plan(WirePlan(Self.hello))
        }
        var connections: [RawConnection] = []
        for count in 10_000..<10_100 {
            let connection = try server.connect()
            connection.send(StalledUploadTests.chunked + "1;" + String(repeating: "a", count: count))
            connections.append(connection)
        }
        #expect(waitUntil { server.decided == 100 })
        #expect(server.isIdle)
        for connection in connections {
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.text.hasPrefix("HTTP/1.1 408 ") || answer.text.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(answer.ending == .end)
        }
        #expect(server.records(100).count == 100)
    }
}
