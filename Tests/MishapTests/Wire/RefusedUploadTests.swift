import Foundation
import GatewayServer
import Mishap
import TestSupport
import Testing

/// Uploads that are refused by their head, in place of a 100 (Continue).
@Suite(.descriptors) struct RefusedUploadTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "main": #"""
            { "rules": [ { "match": { "path": "/no" }, "reply": { "status": 403, "text": "no" } },
              { "match": { "path": "/late" }, "reply": { "status": 403, "text": "no" }, "delay": "5ms" },
              { "match": { "path": "/close" }, "reply": { "status": 403, "headers": { "Connection": "close" } } },
              { "match": { "path": "/ok" }, "reply": { "text": "ok" } },
              { "match": { "path": "/share" }, "fail": "http/early-reply", "with": { "after": "60%" } },
              { "match": { "body": { "contains": "x" } }, "reply": { "text": "x" } } ] }
            """#
        ]) { $0.server.maximumBody = 1000 }
    }

    private func upload(_ path: String, _ framing: String = "Content-Length: 5") -> String {
        request(path, ["Expect: 100-continue", framing], method: "POST")
    }

    private static let refusal =
        "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 2\r\n\r\nno"

    private func receive(_ connection: RawConnection, _ text: String) -> String {
        connection.receive(within: .seconds(60)) { $0.withoutDates.count >= text.utf8.count }.withoutDate
    }

    @Test(arguments: ["/no", "/late"]) func theClientAsksAgainOnTheSameConnection(path: String) throws {
        let connection = try Self.gateway.get().connect()
        connection.send(upload(path))
        #expect(receive(connection, Self.refusal) == Self.refusal)
        connection.send(request("/ok", ["Content-Length: 5"], method: "POST") + "hello")
        #expect(connection.receiveResponse().body == "ok")
        connection.expectAlive("after the upload")
    }

    /// No byte of it is read, so that its length makes no difference.
    @Test func alsoOfMoreThanTheGatewayTakes() throws {
        let connection = try Self.gateway.get().connect()
        connection.send(upload("/no", "Content-Length: 100000000"))
        #expect(receive(connection, Self.refusal) == Self.refusal)
        connection.expectAlive("after the refusal")
        let other = try Self.gateway.get().connect()
        other.send(upload("/ok", "Content-Length: 100000000"))
        #expect(other.receive(within: .seconds(60)).status == 413)
    }

    @Test func aRefusedBodyThatComesIsDroppedAndNoted() throws {
        let gateway = try RunningGateway(rules: #"{ "reply": { "status": 403, "text": "no" } }"#)
        let connection = try gateway.connect()
        connection.send(upload("/no"))
        #expect(receive(connection, Self.refusal) == Self.refusal)
        connection.send("hello")
        #expect(connection.receive(within: .seconds(60)).description == " [EOF]")
        let notes = [
            "the head was refused: the answer came in place of a 100 (Continue)",
            "the body of the request before, whose head was refused, came all the same: dropped",
        ]
        #expect(try waitUntil { try all(notes, in: gateway) })
        let next = try gateway.connect()
        next.send(upload("/no"))
        #expect(receive(next, Self.refusal) == Self.refusal)
        next.send(request("/again"))
        #expect(receive(next, Self.refusal) == Self.refusal)
        #expect(
            try waitUntil { try all(["it came in place of the body that the answer before has refused"], in: gateway) })
    }

    private func all(_ notes: [String], in gateway: RunningGateway) throws -> Bool {
        let journal = try gateway.call("GET", "sessions/main/journal").text
        return notes.allSatisfy { journal.contains($0) }
    }

    /// A body is no request because it looks like one.
    @Test func whatCameBeforeTheRefusalIsBody() throws {
        let gateway = try RunningGateway(rules: #"{ "reply": { "status": 403, "text": "no" } }"#)
        let inner = "GET /admin HTTP/1.1\r\nHost: a\r\n\r\n"
        let connection = try gateway.connect()
        connection.send(upload("/no", "Content-Length: \(inner.utf8.count)") + inner)
        let received = connection.receive(within: .seconds(60))
        #expect(received.withoutDate == Self.refusal && received.ending == .end)
        #expect(try waitUntil { try all(["came all the same: dropped"], in: gateway) })
        let journal = try gateway.call("GET", "sessions/main/journal").text
        #expect(journal.components(separatedBy: "\"hit\":").count == 2, "\(journal)")
    }

    @Test func othersAreAskedForTheirBodies() throws {
        let continued = "HTTP/1.1 100 Continue\r\n\r\n"
        for (path, body) in [("/ok", "hello"), ("/any", "xxxxx")] {
            let connection = try Self.gateway.get().connect()
            connection.send(upload(path))
            #expect(receive(connection, continued) == continued)
            connection.send(body)
            #expect(connection.receiveResponse().status == 200)
            connection.expectAlive(path)
        }
        // A share of a length that nobody knows is struck at the last byte.
        let chunked = try Self.gateway.get().connect()
        chunked.send(upload("/share", "Transfer-Encoding: chunked"))
        #expect(receive(chunked, continued) == continued)
        let closing = try Self.gateway.get().connect()
        closing.send(upload("/close"))
        #expect(closing.receive(within: .seconds(60)).ending == .end)
    }
}
