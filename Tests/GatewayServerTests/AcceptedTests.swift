import GatewayServer
import Glibc
import TestSupport
import Synchronization
import Testing
import Wire

/// What the responder is told of a connection, and what it can say to it.
@Suite(.blocking) struct AcceptedTests {
    private static let hello = Reply(status: 200, contentType: "text/plain", text: "hello").script(number: 1)

    @Test func theResponderIsToldOfAConnectionOnceAndBeforeItsFirstByte() throws {
        let exchanges = Mutex<[(ConnectionInfo, HTTPVersion, Scheme)]>([])
        let server = try ScriptedServer { exchange in
            if exchange.request.announcesBody, !exchange.request.isBodyComplete { return .needsBody }
            let request = exchange.request
            exchanges.withLock { $0.append((exchange.connection, request.version, request.scheme)) }
            return .plan(WirePlan(Self.hello))
        }
        let (first, second) = (try server.connect(), try server.connect())
        #expect(waitUntil { server.connections.count == 2 })
        #expect(server.decided == 0)
        let known = server.connections
        #expect(known.map(\.id).sorted() == [1, 2])
        for info in known {
            #expect(info == ConnectionInfo(id: info.id, listener: 0, peer: .init(isLoopback: true), scheme: .http))
        }
        for version in ["1.1", "1.0"] {
            first.send("POST / HTTP/\(version)\r\nHost: x\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\nx")
            #expect(first.receiveResponse().body == "hello")
        }
        second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(second.receiveResponse().body == "hello")
        let seen = exchanges.withLock { $0 }
        #expect(seen.map(\.1) == [.http11, .http10, .http11])
        #expect(seen.map(\.2) == [.http, .http, .http])
        #expect(seen[0].0 == seen[1].0)
        #expect(Set(seen.map(\.0)) == Set(known))
        #expect(server.connections.count == 2)
    }

    @Test func aConnectionThatIsNotWantedIsReset() throws {
        let server = try ScriptedServer(accept: { $0.id == 1 ? ConnectionPlan(.reset) : .serve }) { _ in
            .plan(WirePlan(Self.hello))
        }
        let unwanted = try server.connect()
        #expect(unwanted.receive(within: .seconds(60)).description == " [ECONNRESET]")
        #expect(waitUntil { server.server.connectionCount == 0 })
        let next = try server.connect()
        next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(next.receiveResponse().body == "hello")
        #expect(server.server.connectionCount == 1)
        #expect(server.decided == 1)
    }

    // MARK: Closing

    @Test func aConnectionThatIsClosedEndsWithoutAByte() throws {
        let server = try ScriptedServer(accept: { $0.id == 1 ? ConnectionPlan(.close) : .serve }) { _ in
            .plan(WirePlan(Self.hello))
        }
        let unwanted = try server.connect()
        #expect(unwanted.receive(within: .seconds(60)).description == " [EOF]")
        unwanted.close()
        #expect(waitUntil { server.server.connectionCount == 0 })
        let next = try server.connect()
        next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(next.receiveResponse().body == "hello")
        #expect(server.decided == 1)
    }

    /// What the client has sent by then makes no RST of the FIN.
    @Test func aRequestBeforeTheEndDoesNotResetIt() throws {
        let gate = Gate()
        let server = try ScriptedServer(accept: { _ in gate.wait() ? ConnectionPlan(.close) : .serve }) { _ in
            .plan(WirePlan(Self.hello))
        }
        let client = try server.connect()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        gate.open()
        #expect(client.receive(within: .seconds(60)).description == " [EOF]")
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.receive(within: .milliseconds(300)).description == " [EOF]")
        client.finishSending()
        #expect(waitUntil { server.server.connectionCount == 0 })
        #expect(server.decided == 0)
        #expect(server.foreignStarts.map(\.kind) == [.planned])
    }

    @Test func aClientThatStaysAfterTheEndIsNotWaitedForLongerThanForOthers() throws {
        let server = try ScriptedServer({ $0.deadlines.linger = 200_000_000 }, accept: { _ in ConnectionPlan(.close) })
        { _ in
            .plan(WirePlan(Self.hello))
        }
        let client = try server.connect()
        #expect(client.receive(within: .seconds(60)).description == " [EOF]")
        #expect(waitUntil { server.server.connectionCount == 0 })
        #expect(client.send("x"))
        #expect(client.receive(within: .milliseconds(100)).bytes.isEmpty)
    }

    // MARK: Silence

    /// Its first connection is silent.
    private static func silent() throws -> ScriptedServer {
        try ScriptedServer(
            { $0.deadlines.firstHead = 200_000_000 }, accept: { $0.id == 1 ? ConnectionPlan(.silence) : .serve }
        ) { _ in
            .plan(WirePlan(Self.hello))
        }
    }

    @Test func aSilentConnectionIsNeverReadAndNeverAnswered() throws {
        let server = try Self.silent()
        let client = try server.connect()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        // Longer than a head may take on a connection that is served.
        #expect(client.receive(within: .seconds(1)).description == " [still open]")
        let count = 64 << 20
        #expect(client.sendWhatFits([UInt8](repeating: 0x78, count: count), within: .seconds(1)) < count)
        #expect(server.server.connectionCount == 1)
        #expect(server.decided == 0)
        #expect(server.foreignStarts.isEmpty)
        // Others are served beside it.
        let next = try server.connect()
        next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(next.receiveResponse().body == "hello")
        #expect(server.server.connectionCount == 2)
    }

    @Test func theEndOfThePeersSideEndsTheSilence() throws {
        let server = try Self.silent()
        let client = try server.connect()
        #expect(waitUntil { server.server.connectionCount == 1 })
        client.finishSending()
        #expect(client.receive(within: .seconds(60)).description == " [EOF]")
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    /// As the kernel ends a connection of a process that has not read everything.
    @Test func unreadBytesMakeAResetOfThatEnd() throws {
        let server = try Self.silent()
        let client = try server.connect()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        client.finishSending()
        #expect(client.receive(within: .seconds(60)).description == " [ECONNRESET]")
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    @Test func aResetOfThePeerEndsTheSilence() throws {
        let server = try Self.silent()
        let client = try server.connect()
        client.send("x")
        #expect(waitUntil { server.server.connectionCount == 1 })
        client.reset()
        #expect(waitUntil { server.server.connectionCount == 0 })
    }

    @Test(arguments: ["", "x"])
    func theEndOfTheServerResetsASilentConnection(sent: String) throws {
        let server = try Self.silent()
        let client = try server.connect()
        client.send(sent)
        #expect(waitUntil { server.server.connectionCount == 1 })
        server.server.stop()
        #expect(client.receive(within: .seconds(60)).description == " [ECONNRESET]")
        #expect(server.server.connectionCount == 0)
    }

    /// Bytes that nobody reads do not wake the shard.
    @Test func silentConnectionsCostNoTime() throws {
        let threads = Mutex<Set<UInt>>([])
        let server = try ScriptedServer(accept: { _ in
            _ = threads.withLock { $0.insert(currentThread()) }
            return ConnectionPlan(.silence)
        }) { _ in .plan(WirePlan(Self.hello)) }
        let clients = try (0..<50).map { _ in try server.connect() }
        for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(waitUntil { server.server.connectionCount == 50 })
        #expect(server.isIdle)
        let shards = threads.withLock { $0 }
        #expect(!shards.isEmpty)
        #expect(
            waitUntil(within: .seconds(20)) {
                let before = shards.map { cpuTime(ofThread: $0) }.reduce(0, +)
                usleep(500_000)
                return shards.map { cpuTime(ofThread: $0) }.reduce(0, +) - before < 25_000_000
            })
        #expect(clients.allSatisfy { $0.receive(within: .zero).description == " [still open]" })
    }

    // MARK: Limits

    @Test func oneOverTheLimitIsNotToldOf() throws {
        let server = try ScriptedServer({ $0.maximumConnections = 1 }) { _ in .plan(WirePlan(Self.hello)) }
        let first = try server.connect()
        #expect(waitUntil { server.connections.count == 1 })
        let second = try server.connect()
        #expect(second.receive(within: .seconds(60)).text.hasPrefix("HTTP/1.1 503 "))
        first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(first.receiveResponse().body == "hello")
        #expect(server.connections.count == 1)
    }
}
