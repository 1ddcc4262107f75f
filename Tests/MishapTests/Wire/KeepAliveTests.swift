import Foundation
import Mishap
import TestSupport
import Testing

/// `"keepAlive": false`, over the wire.
@Suite(.descriptors) struct KeepAliveTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "main": #"""
            { "keepAlive": false, "rules": [
              { "match": { "path": "/static" }, "reply": { "text": "a" } },
              { "match": { "path": "/made" }, "reply": { "text": "{{request.query.q}}" }, "delay": "1ms" },
              { "match": { "path": "/exact" }, "reply": { "head": [["Content-Length", "1"]], "text": "a" } },
              { "match": { "path": "/chunks" }, "reply": { "chunks": ["a"] } },
              { "match": { "path": "/body", "body": { "contains": "x" } }, "reply": { "text": "a" } },
              { "match": { "path": "/reset" }, "fail": "tcp/reset" } ] }
            """#,
            "waiting": #"""
            { "keepAlive": false, "variables": { "a": 0 }, "rules": [ { "name": "wait", "reply": { "text": "a" },
                "delay": { "until": { "variables": { "a": 1 } }, "atMost": "50ms" } } ] }
            """#,
            "open": #"{ "rules": [ { "reply": { "text": "b" } } ] }"#,
        ]) { $0.scenario = "main" }
    }

    @Test(arguments: ["/static", "/made?q=a", "/chunks", "/nothing"])
    func everyAnswerClosesAndSaysSo(target: String) throws {
        for fields in [[], ["Connection: keep-alive"]] {
            let connection = try Self.gateway.get().connect()
            // A second one, which is not answered.
            connection.send(request(target, fields) + request(target))
            let received = connection.receive(within: .seconds(60))
            #expect(received.ending == .end || received.ending == .reset, "\(received)")
            #expect(received.text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(received)")
            #expect(received.text.contains("\r\nConnection: close\r\n"), "\(received)")
        }
    }

    @Test func aHeadOfItsOwnIsLeftAsItIs() throws {
        let connection = try Self.gateway.get().connect()
        connection.send(request("/exact"))
        #expect(
            connection.receive(within: .seconds(60)).description
                == "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na [EOF]")
    }

    @Test func uploadsAndFailuresEndAsTheyDo() throws {
        let gateway = try Self.gateway.get()
        let connection = try gateway.connect()
        connection.send(request("/body", ["Content-Length: 3"], method: "POST") + "xyz")
        let received = connection.receive(within: .seconds(60))
        #expect(received.status == 200 && received.ending == .end, "\(received)")
        let reset = try gateway.connect()
        reset.send(request("/reset"))
        #expect(reset.receive(within: .seconds(60)).description == " [ECONNRESET]")
        // Of the same gateway, another scenario keeps its connections.
        let open = try gateway.connect()
        for _ in 0..<2 {
            open.send(request("/@open/x"))
            #expect(open.receiveResponse().body == "b")
        }
    }

    /// A client that sends two requests and then no more: the second comes behind an answer that closes.
    @Test func whatIsPipelinedBehindAnAnswerThatWaitedIsNotAnswered() throws {
        let gateway = try Self.gateway.get()
        let id = try gateway.askForSession(#"{ "scenario": "waiting" }"#)
        let connection = try gateway.connect()
        connection.send(request("/@\(id)/a") + request("/@\(id)/b"))
        connection.finishSending()
        let received = connection.receive(within: .seconds(60))
        #expect(received.text.components(separatedBy: "HTTP/1.1 200").count == 2, "\(received)")
        #expect(received.text.contains("\r\nConnection: close\r\n"), "\(received)")
        let entries = try gateway.journal(id, ended: 2).entries
        #expect(entries.map(\.ending) == ["closed", "closed"])
        #expect(entries.map(\.status) == [200, nil])
    }
}
