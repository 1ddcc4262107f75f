import Mishap
import TestSupport
import Testing

/// Answers that break off after a time, raw ones that break off, paces of seeded sizes, and closes that come late.
@Suite(.descriptors) struct TimedCutTests {
    private static let gateway = SharedGateway {
        try RunningGateway(
            rules: #"""
                { "match": { "path": "/dripping/{end}" }, "description": "Ten minutes of body.", "pass": true,
                  "pace": { "bytes": 1, "every": "10ms" } },
                { "match": { "path": "/dripping/close" }, "reply": { "size": "60KB" }, "cut": { "after": "300ms", "end": "close" } },
                { "match": { "path": "/dripping/reset" }, "reply": { "size": "60KB" }, "cut": { "after": "300ms", "end": "reset" } },
                { "match": { "path": "/dripping/chunks" }, "reply": { "chunks": ["a", { "text": "b", "delay": "1h" }] },
                  "cut": { "after": "300ms", "end": "close" } },
                { "match": { "path": "/dripping/failure" }, "reply": { "size": "60KB" }, "fail": "tcp/close-mid-body",
                  "with": { "after": "300ms" } },
                { "match": { "path": "/pause" }, "reply": { "chunks": ["a", { "text": "b", "delay": "200ms" }, "c"] },
                  "cut": { "after": "100ms", "end": "stall", "for": "700ms" } },
                { "match": { "path": "/pause/none" }, "reply": { "text": "abc" },
                  "cut": { "after": "1h", "end": "stall", "for": "1h" } },
                { "match": { "path": "/whole" }, "reply": { "text": "abc" }, "cut": { "after": "300ms", "end": "close" } },
                { "match": { "path": "/large" }, "reply": { "size": "4GB" }, "cut": { "after": "50ms", "end": "close" } },
                { "match": { "path": "/raw/{end}" }, "pass": true, "cut": { "after": 4, "end": "reset" } },
                { "match": { "path": "/raw/reset" }, "reply": { "raw": "SFRUUC8xLjEgMjAwIE9LDQo=" } },
                { "match": { "path": "/raw/later" }, "reply": { "raw": "SFRUUC8xLjEgMjAwIE9LDQo=" },
                  "cut": { "after": "300ms", "end": "close" } },
                { "match": { "path": "/slow-close" }, "reply": { "text": "abc" }, "fail": "tcp/slow-close",
                  "with": { "after": "300ms" } },
                { "match": { "path": "/slow-close/framing" }, "reply": { "text": "abc", "framing": "close" },
                  "fail": "tcp/slow-close", "with": { "after": "300ms" } }
                """#)
    }

    private func ask(
        _ target: String, fields: [String] = [], method: String = "GET"
    ) throws -> (received: RawConnection.Received, time: Duration) {
        let connection = try Self.gateway.get().connect()
        let began = ContinuousClock.now
        connection.send(request(target, fields, method: method))
        let received = connection.receive(within: .seconds(60))
        return (received, ContinuousClock.now - began)
    }

    @Test(arguments: [
        ("/dripping/close", RawConnection.Ending.end), ("/dripping/reset", .reset), ("/dripping/failure", .end),
    ])
    func dataFlowsAndThenItEnds(target: String, ending: RawConnection.Ending) throws {
        let (received, time) = try ask(target)
        #expect(received.status == 200 && received.ending == ending)
        #expect(received.text.contains("\r\nContent-Length: 60000\r\n"))
        #expect(time >= .milliseconds(300))
        let body = received.bytes.count - head(of: received)
        #expect((2..<30_000).contains(body), "\(body)")
    }

    /// Until the answer of its one connection is held back.
    private func waitForHold(_ gateway: RunningGateway) throws {
        try #require(
            try waitUntil {
                try gateway.ask("/__mishap/metrics").body.contains("\nmishap_connections{state=\"held\"} 1\n")
            })
    }

    private func head(of received: RawConnection.Received) -> Int {
        received.bytes.indices.first { received.bytes[..<$0].suffix(4).elementsEqual("\r\n\r\n".utf8) } ?? 0
    }

    @Test func theChunksThatCameAreWholeAndTheLastOneDoesNotCome() throws {
        let (received, time) = try ask("/dripping/chunks")
        #expect(received.text.hasSuffix("\r\n\r\n1\r\na\r\n") && received.ending == .end, "\(received)")
        #expect(time >= .milliseconds(300))
    }

    @Test func itStallsUntilTheClientGoes() throws {
        let gateway = try RunningGateway(
            rules: #"{ "reply": { "size": "60KB" }, "pace": "100B/s", "cut": { "after": "200ms", "end": "stall" } }"#)
        let connection = try gateway.connect()
        connection.send(request("/"))
        try waitForHold(gateway)
        let received = connection.receive(within: .milliseconds(20))
        #expect(received.status == 200 && received.ending == .open && received.bytes.count < 30_000, "\(received)")
        connection.close()
        #expect(try gateway.journal(ended: 1).entries.map(\.ending) == ["held"])
    }

    @Test func aStallWithATimeGoesOnAfterIt() throws {
        let (received, time) = try ask("/pause", fields: ["Connection: close"])
        #expect(received.text.hasSuffix("1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n"), "\(received)")
        #expect(received.ending == .end && time >= .milliseconds(800))
        // What is complete before is not held up.
        let connection = try Self.gateway.get().connect()
        for _ in 0..<2 {
            connection.send(request("/pause/none"))
            #expect(connection.receiveResponse().body == "abc")
        }
    }

    @Test(arguments: ["GET", "HEAD"])
    func aWholeAnswerIsFollowedByTheEndAtItsTime(method: String) throws {
        for target in ["/whole", "/slow-close", "/slow-close/framing"] {
            let (received, time) = try ask(target, method: method)
            #expect(received.body == (method == "HEAD" ? "" : "abc") && received.ending == .end, "\(received)")
            #expect(time >= .milliseconds(300), "\(target)")
            #expect(received.text.contains("\r\nConnection: close\r\n") == target.hasSuffix("/framing"), "\(received)")
        }
    }

    @Test func aFastBodyBreaksOffToo() throws {
        let (received, time) = try ask("/large")
        #expect(received.ending == .end && time >= .milliseconds(50), "\(received.bytes.count) bytes")
    }

    /// A client that reads nothing, so that the gateway waits for room when the time is over.
    @Test func itDoesNotWaitForAClientThatDoesNotRead() throws {
        let gateway = try RunningGateway(
            rules: #"{ "reply": { "size": "4GB" }, "cut": { "after": "200ms", "end": "close" } }"#)
        let connection = try gateway.connect()
        connection.send(request("/"))
        let entries = try gateway.journal(ended: 1).entries
        #expect(entries.map(\.ending) == ["closed"])
        #expect(connection.receive(within: .seconds(60)).ending == .end)
    }

    @Test(arguments: [
        ("/raw/reset", "HTTP", RawConnection.Ending.reset), ("/raw/later", "HTTP/1.1 200 OK\r\n", .end),
    ])
    func rawBytesBreakOff(target: String, bytes: String, ending: RawConnection.Ending) throws {
        let (received, time) = try ask(target)
        #expect(received.text == bytes && received.ending == ending, "\(received)")
        #expect(target != "/raw/later" || time >= .milliseconds(300))
    }

    @Test func rawBytesAndThenSilence() throws {
        let gateway = try RunningGateway(
            rules: #"{ "reply": { "raw": "SFRUUC8xLjEgMjAwIE9LDQo=" }, "cut": { "after": "100%", "end": "stall" } }"#)
        let connection = try gateway.connect()
        connection.send(request("/"))
        try waitForHold(gateway)
        #expect(connection.receive(within: .milliseconds(20)).description == "HTTP/1.1 200 OK\r\n [still open]")
    }

    /// A client that has all of the answer, and leaves: for verdicts the answer ended with its last byte.
    @Test func aClientDoesNotHaveToWaitForALateClose() throws {
        let gateway = try RunningGateway(
            rules:
                #"{ "name": "late", "reply": { "text": "abc" }, "fail": "tcp/slow-close", "with": { "after": "1h" } }"#)
        for _ in 0..<2 {
            let connection = try gateway.connect()
            connection.send(request("/"))
            #expect(connection.receiveResponse().body == "abc")
            connection.close()
        }
        let entries = try gateway.journal(ended: 2).entries
        #expect(entries.map(\.ending) == ["closed", "closed"] && entries.allSatisfy(\.clientClosed))
        let last = try #require(entries[0].sent.lastByteAt), time = try #require(entries[0].milliseconds)
        #expect(abs(time - last) < 0.1, "\(time), \(last)")
    }

    @Test func aRawAnswerOfNoBytesEndsAtItsTime() throws {
        let gateway = try RunningGateway(
            rules: #"{ "reply": { "raw": "" }, "cut": { "after": "100ms", "end": "close" } }"#)
        let connection = try gateway.connect()
        connection.send(request("/"))
        #expect(connection.receive(within: .seconds(60)).description == " [EOF]")
        let entry = try #require(try gateway.journal(ended: 1).entries.first)
        #expect(entry.ending == "closed" && (entry.milliseconds ?? 0) >= 100)
    }

    @Test func aCutInTheHeadFromAboveLeavesRawBytesAsTheyAre() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "pass": true, "cut": { "after": "head", "end": "reset" } },
                { "reply": { "raw": "SFRUUC8xLjEgMjAwIE9LDQo=" } }
                """#)
        let connection = try gateway.connect()
        connection.send(request("/"))
        #expect(connection.receive(within: .seconds(60)).description == "HTTP/1.1 200 OK\r\n [EOF]")
    }

    @Test(arguments: ["tcp/close-mid-body", "tcp/reset-mid-body"])
    func aFailureByNameBreaksOffAfterATime(name: String) throws {
        let connection = try Self.gateway.get().connect()
        connection.send(request("/", ["Mishap-Fail: \(name); after=200ms"]))
        let received = connection.receive(within: .seconds(60))
        #expect(received.ending == (name == "tcp/reset-mid-body" ? .reset : .end), "\(received)")
        let length = try #require(received.text.firstMatch(of: /Content-Length: ([0-9]+)/).flatMap { Int($0.1) })
        #expect((1..<length).contains(received.bytes.count - head(of: received)), "\(received)")
    }
}
