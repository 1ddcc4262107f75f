import Foundation
import Mishap
import TestSupport
import Testing

/// `keepAlive`, over the wire.
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
            "idle": #"""
            { "keepAlive": { "idle": "300ms" }, "variables": { "n": 0 }, "rules": [
                { "name": "reset", "match": { "path": "/reset" }, "reply": { "text": "a" },
                  "keepAlive": { "idle": "100ms", "end": "reset" } },
                { "name": "answer", "match": { "path": "/answer" }, "reply": { "text": "a" },
                  "keepAlive": { "idle": "100ms", "end": { "reply": { "status": 408, "text": "late" } } } },
                { "name": "raw end", "match": { "path": "/raw" }, "reply": { "text": "a" },
                  "keepAlive": { "idle": "100ms", "end": { "reply": { "raw": { "text": "HTTP/1.1 408 \r\n\r\n" } } } } },
                { "name": "twice", "match": { "path": "/twice" }, "reply": { "text": "a" }, "keepAlive": { "requests": 2 } },
                { "name": "told", "match": { "path": "/told" }, "reply": { "text": "{{hit}}" },
                  "keepAlive": { "idle": "2.5s", "announce": true } },
                { "name": "kept", "match": { "path": "/kept" }, "reply": { "text": "a" }, "keepAlive": true },
                { "name": "late", "match": { "method": "POST", "json": { "/a": 1 } },
                  "steps": [ { "fail": 503 }, { "reply": { "text": "second" } } ] },
                { "name": "any", "reply": { "text": "a" } } ],
              "expect": [ { "rule": "any", "requests": 2 } ] }
            """#,
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
        #expect(entries.map(\.sent.status) == [200, nil])
    }

    // MARK: Idle connections

    /// A session of the scenario "idle", and a connection on which a target was answered.
    private func asked(_ target: String) throws -> (gateway: RunningGateway, id: String, connection: RawConnection) {
        let gateway = try Self.gateway.get()
        let id = try gateway.askForSession(#"{ "scenario": "idle" }"#)
        let connection = try gateway.connect()
        connection.send(request("/@\(id)\(target)"))
        let answer = connection.receiveResponse()
        try #require(answer.status == 200, "\(answer)")
        return (gateway, id, connection)
    }

    @Test func aRequestInTimeIsServedAndTheEndComesBehindTheTime() throws {
        let (gateway, id, connection) = try asked("/a")
        connection.send(request("/@\(id)/b"))
        #expect(connection.receiveResponse().body == "a")
        let start = ContinuousClock.now
        #expect(connection.receive(within: .seconds(60)).description == " [EOF]")
        #expect(start.duration(to: .now) >= .milliseconds(295))
        #expect(try gateway.journal(id, ended: 2).entries.map(\.ending) == ["complete", "complete"])
    }

    /// Each end, and what comes before it.
    @Test(arguments: [("/reset", " [ECONNRESET]"), ("/raw", "HTTP/1.1 408 \r\n\r\n [EOF]")])
    func theEndIsWhatTheStepSays(target: String, end: String) throws {
        let (_, _, connection) = try asked(target)
        #expect(connection.receive(within: .seconds(60)).description == end)
    }

    @Test func anAnswerThatNobodyAskedForIsInTheJournal() throws {
        let (gateway, id, connection) = try asked("/answer")
        let unasked = connection.receive(within: .seconds(60))
        #expect(unasked.status == 408 && unasked.ending == .end && unasked.text.hasSuffix("\r\n\r\nlate"))
        #expect(unasked.text.contains("\r\nConnection: close\r\n"))
        _ = try gateway.journal(id, ended: 1)
        #expect(
            waitUntil {
                let entries = (try? crossed(gateway, "default")) ?? []
                return entries.contains {
                    $0.method == nil && $0.sent.status == 408 && $0.sent.bytes == unasked.bytes.count
                }
            })
    }

    @Test func theLastAnswerSaysNothingOfTheEnd() throws {
        let (gateway, id, connection) = try asked("/twice")
        connection.send(request("/@\(id)/twice"))
        let last = connection.receive(within: .seconds(60))
        #expect(last.status == 200 && last.ending == .end && !last.text.contains("Connection:"), "\(last)")
        #expect(try gateway.journal(id, ended: 2).entries.map(\.ending) == ["complete", "closed"])
    }

    @Test func theTimeIsAnnouncedWhereTheScenarioSaysSo() throws {
        let gateway = try Self.gateway.get()
        for (version, field) in [("1.1", "x: y"), ("1.0", "Connection: keep-alive")] {
            let connection = try gateway.connect()
            connection.send("GET /@idle/told HTTP/\(version)\r\nHost: x\r\n\(field)\r\n\r\n")
            let answer = connection.receiveResponse().text
            #expect(answer.contains("\r\nConnection: keep-alive\r\nKeep-Alive: timeout=2\r\n"), "\(answer)")
        }
        let closing = try gateway.connect()
        closing.send(request("/@idle/told", ["Connection: close"]))
        let answer = closing.receive(within: .seconds(60)).text
        #expect(answer.contains("\r\nConnection: close\r\n") && !answer.contains("Keep-Alive"), "\(answer)")
    }

    @Test func aStepRestoresWhatTheGatewayDoes() throws {
        let (_, _, connection) = try asked("/kept")
        #expect(connection.receive(within: .milliseconds(500)).description == " [still open]")
    }

    // MARK: Crossing

    private struct Crossed: Decodable {
        struct Received: Decodable { var bytes: Int, text: String? }
        struct Sent: Decodable { var status: Int?, bytes: Int }
        var method: String?
        var target: String?
        var rule: String?
        var hit: Int?
        var step: Int?
        var body: String?
        var crossed: Bool?
        var ending: String?
        var received: Received?
        var sent: Sent
    }

    private func crossed(_ gateway: RunningGateway, _ id: String, ended: Int) throws -> [Crossed] {
        _ = try gateway.journal(id, ended: ended)
        return try crossed(gateway, id)
    }

    private func crossed(_ gateway: RunningGateway, _ id: String) throws -> [Crossed] {
        struct Page: Decodable { var entries: [Crossed] }
        let page = try gateway.call("GET", "sessions/\(id)/journal").text
        return try JSONDecoder().decode(Page.self, from: Data(page.utf8)).entries
    }

    @Test func aRequestThatCrossesTheEndIsAnEntryWithoutAHit() throws {
        let (gateway, id, connection) = try asked("/a")
        #expect(connection.receive(within: .seconds(60)).description == " [EOF]")
        connection.send(request("/@\(id)/b", ["Content-Length: 7"], method: "POST") + #"{"a":1}"#)
        var entries = try crossed(gateway, id, ended: 2)
        let late = try #require(entries.last)
        #expect(late.method == "POST" && late.target == "/b" && late.rule == "late")
        #expect(late.hit == nil && late.step == nil && late.crossed == true && late.ending == "closed")
        #expect(late.body == #"{"a":1}"#)
        // The next one is the rule's first hit.
        let next = try gateway.connect()
        next.send(request("/@\(id)/b", ["Content-Length: 7"], method: "POST") + #"{"a":1}"#)
        #expect(next.receiveResponse().status == 503)
        entries = try crossed(gateway, id, ended: 3)
        #expect(entries.last?.hit == 1 && entries.last?.crossed == nil)
    }

    /// It counts as a request without an answer.
    @Test func expectationsCountWhatHasCrossed() throws {
        let (gateway, id, connection) = try asked("/a")
        #expect(connection.receive(within: .seconds(60)).description == " [EOF]")
        connection.send(request("/@\(id)/b"))
        _ = try gateway.journal(id, ended: 2)
        let verdict = try gateway.call("GET", "sessions/\(id)/verdict").text
        #expect(verdict.contains(#""outcome": "passed""#), "\(verdict)")
    }

    @Test func aPartOfARequestIsWhatWasReceived() throws {
        let (gateway, _, connection) = try asked("/a")
        #expect(connection.receive(within: .seconds(60)).description == " [EOF]")
        connection.send("GET /half HT")
        connection.finishSending()
        #expect(
            waitUntil {
                let entries = (try? crossed(gateway, "default")) ?? []
                return entries.contains {
                    $0.crossed == true && $0.received?.text == "GET /half HT" && $0.method == nil
                }
            })
    }
}
