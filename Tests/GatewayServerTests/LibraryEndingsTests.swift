import GatewayServer
import Synchronization
import TestSupport
import Testing
import Wire

/// How a connection that libmicrohttpd has can end while a request is its to answer.
@Suite(.blocking) struct LibraryEndingsTests {
    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n" }

    /// A request and an RST are there at once. The library receives the request, and never asks for the answer.
    @Test(arguments: [1, 0]) func aRequestThatAResetComesWithGetsNothing(number: UInt64) throws {
        let holds = Atomic(false)
        let goesOn = Atomic(false)
        let server = try ScriptedServer({ $0.shards = 1 }) { exchange in
            if exchange.request.text(exchange.request.target) == "/hold" {
                holds.store(true, ordering: .relaxed)
                // The shard's thread stands still meanwhile.
                waitUntil { goesOn.load(ordering: .relaxed) }
            }
            let text = String(repeating: "x", count: 100_000)
            return .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: text).script(number: number)))
        }
        let (one, other) = (try server.connect(), try server.connect())
        for connection in [one, other] {
            connection.send(Self.get("/first"))
            #expect(connection.receiveResponse().text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        one.send(Self.get("/hold"))
        waitUntil { holds.load(ordering: .relaxed) }
        other.send(Self.get("/lost"))
        other.reset()
        goesOn.store(true, ordering: .relaxed)
        #expect(one.receiveResponse().text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        let lost = try #require(server.records(4).first { $0.target == "/lost" })
        #expect(lost.outcome.end == .abandoned)
        #expect(lost.outcome.clientClosed)
        #expect(lost.outcome.bytesSent == 0 && lost.outcome.firstByte == 0 && lost.outcome.status == 0)
        #expect(lost.outcome.head.bytes.isEmpty)
    }

    /// A server that stops ends an answer that the library is sending with an RST, as our own.
    @Test func anAnswerInTheMiddleIsResetByAStop() throws {
        let text = String(repeating: "x", count: 9_000_000)
        let script = Reply(status: 200, contentType: "text/plain", text: text).script(number: 1)
        let server = try ScriptedServer(script)
        let connection = try server.connect()
        connection.send(Self.get("/"))
        let begun = connection.receive(within: .seconds(60)) { $0.count > 1000 }
        #expect(begun.bytes.count > 1000)
        server.server.stop()
        let rest = connection.receive(within: .seconds(60))
        #expect(rest.ending == .reset)
        let outcome = try #require(server.records(1).first).outcome
        #expect(outcome.end == .cancelled)
        #expect(outcome.bytesSent < text.utf8.count)
    }
}
