import GatewayServer
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
        let server = try ScriptedServer(accept: { $0.id == 1 ? .reset : .serve }) { _ in .plan(WirePlan(Self.hello)) }
        let unwanted = try server.connect()
        #expect(unwanted.receive(within: .seconds(60)).description == " [ECONNRESET]")
        #expect(waitUntil { server.server.connectionCount == 0 })
        let next = try server.connect()
        next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(next.receiveResponse().body == "hello")
        #expect(server.server.connectionCount == 1)
        #expect(server.decided == 1)
    }

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
