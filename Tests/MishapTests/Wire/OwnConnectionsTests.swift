import Foundation
import JSONText
import Mishap
import TestSupport
import Testing

/// `connections`, `readPace` and what the journal has of them, over ports of their own.
@Suite(.descriptors) struct OwnConnectionsTests {
    private static let running = SharedGateway {
        try RunningGateway([
            "acts": #"""
            { "connections": [
                { "fail": "tcp/reset-on-accept" }, { "fail": "tcp/close-on-accept" },
                { "fail": "tcp/reset-on-first-byte" }, { "accept": true, "keepAlive": "200ms" },
                { "accept": true, "keepAlive": { "idle": "200ms", "end": "reset" } }, { "fail": "tcp/silent" } ],
              "rules": [ { "name": "any", "reply": { "text": "a" } } ] }
            """#,
            "tries": #"""
            { "connections": [ { "fail": "tcp/reset-on-accept", "times": 3 }, { "accept": true } ],
              "rules": [ { "name": "any", "reply": { "text": "a" } } ],
              "expect": [
                { "name": "three", "failure": "tcp/reset-on-accept", "connections": 3, "gap": { "atLeast": "50ms" } },
                { "name": "four", "failure": "tcp/reset-on-accept", "connections": { "atLeast": 4 } } ] }
            """#,
            "late": #"""
            { "connections": [ { "fail": "tcp/reset-on-accept", "delay": "300ms" } ] }
            """#,
            "open": #"""
            { "connections": [ { "accept": true } ], "rules": [
                { "match": { "path": "/slow" }, "reply": { "text": "a" }, "delay": "60s" }, { "reply": { "text": "a" } } ] }
            """#,
            "slow-link": #"""
            { "connections": [ { "accept": true, "readPace": { "bytes": 2048, "every": "50ms" } } ],
              "rules": [ { "reply": { "text": "{{request.body}}" } } ] }
            """#,
            "uploads": #"""
            { "rules": [
                { "match": { "path": "/pace" }, "readPace": { "bytes": 2048, "every": "50ms" }, "reply": { "status": 201 } },
                { "match": { "path": "/quick" }, "readPace": { "bytes": 10, "every": "100ms" }, "reply": { "status": 201 } },
                { "match": { "path": "/stop" }, "fail": "tcp/stop-reading", "with": { "after": "10KB", "for": "300ms" },
                  "reply": { "status": 201 } },
                { "reply": { "text": "next" } } ] }
            """#,
        ])
    }

    private struct Entry: Decodable {
        struct Received: Decodable { var bytes: Int, text: String? }
        var connection: Int
        var method: String?
        var failure: String?
        var ending: String?
        var received: Received?
    }

    /// A session of a scenario, with a port of its own.
    private struct Own {
        let gateway: RunningGateway
        let id: String
        let port: UInt16

        init(_ scenario: String) throws {
            gateway = try OwnConnectionsTests.running.get()
            let called = try gateway.call("POST", "sessions", #"{ "scenario": "\#(scenario)", "port": 0 }"#)
            guard case .string(let id)? = called.json["id"], case .number(let port)? = called.json["port"] else {
                throw RunningGateway.SessionRefused(called: called)
            }
            self.id = id
            self.port = try #require(UInt16(port))
        }

        func connect() throws -> RawConnection { try RawConnection(port: port) }

        func entries(_ count: Int) throws -> [Entry] {
            struct Page: Decodable { var entries: [Entry] }
            var entries: [Entry] = []
            waitUntil {
                guard let text = try? gateway.call("GET", "sessions/\(id)/journal").text else { return false }
                entries = (try? JSONDecoder().decode(Page.self, from: Data(text.utf8)).entries) ?? []
                return entries.count >= count && entries.allSatisfy { $0.ending != nil }
            }
            return entries
        }
    }

    @Test func connectionsGetTheirEntriesOneAfterTheOther() throws {
        let own = try Own("acts")
        // What is accepted and reset may be told by the connect itself.
        let reset = (try? own.connect())?.receive(within: .seconds(60)).description ?? " [ECONNRESET]"
        #expect(reset == " [ECONNRESET]")
        #expect(try own.connect().receive(within: .seconds(60)).description == " [EOF]")
        let first = try own.connect()
        #expect(first.receive(within: .milliseconds(100)).description == " [still open]")
        first.send("G")
        #expect(first.receive(within: .seconds(60)).description == " [ECONNRESET]")
        let served = try own.connect()
        served.send(request("/"))
        #expect(served.receiveResponse().body == "a")
        #expect(served.receive(within: .seconds(60)).description == " [EOF]")
        let idle = try own.connect()
        #expect(idle.receive(within: .seconds(60)).description == " [ECONNRESET]")
        let silent = try own.connect()
        silent.send(request("/silent"))
        #expect(silent.receive(within: .milliseconds(300)).description == " [still open]")
        silent.close()
        let entries = try own.entries(6)
        #expect(
            entries.map(\.failure) == [
                "tcp/reset-on-accept", "tcp/close-on-accept", "tcp/reset-on-first-byte", nil, nil, "tcp/silent",
            ])
        #expect(entries.map(\.ending) == ["reset", "closed", "reset", "complete", "reset", "held"])
        #expect(entries.map(\.method) == [nil, nil, nil, "GET", nil, nil])
        #expect(entries[2].received?.text == "G" && entries[2].received?.bytes == 1)
        #expect(entries[5].received?.text?.hasPrefix("GET /silent") == true)
    }

    @Test func theClientThatTriedThreeTimesIsJudged() throws {
        let own = try Own("tries")
        for _ in 0..<3 {
            let connection = try? own.connect()
            _ = connection?.receive(within: .seconds(60))
            usleep(60_000)
        }
        let served = try own.connect()
        served.send(request("/"))
        #expect(served.receiveResponse().body == "a")
        _ = try own.entries(4)
        let verdict = try own.gateway.call("GET", "sessions/\(own.id)/verdict").json
        var judged: [JSONValue] = []
        if case .array(let expectations)? = verdict["expectations"] { judged = expectations }
        #expect(judged.map { $0["outcome"] } == [.string("passed"), .string("failed")], "\(verdict)")
    }

    @Test func aDelayHoldsTheActBack() throws {
        let own = try Own("late")
        let start = ContinuousClock.now
        #expect(try own.connect().receive(within: .seconds(60)).description == " [ECONNRESET]")
        #expect(start.duration(to: .now) >= .milliseconds(295))
    }

    @Test(arguments: ["close", "reset"]) func openConnectionsAreEndedOnDemand(end: String) throws {
        let own = try Own("open")
        let (idle, busy, fresh) = (try own.connect(), try own.connect(), try own.connect())
        idle.send(request("/"))
        #expect(idle.receiveResponse().body == "a")
        busy.send(request("/slow"))
        #expect(waitUntil { (try? own.gateway.call("GET", "sessions/\(own.id)").json["requests"]) == .number("2") })
        func close(_ idleOnly: Bool) throws -> JSONCount {
            JSONCount(
                try own.gateway.call(
                    "POST", "sessions/\(own.id)/connections/close", #"{ "end": "\#(end)", "idle": \#(idleOnly) }"#
                ).text)
        }
        #expect(try close(true).closed == 2)
        let seen = end == "close" ? " [EOF]" : " [ECONNRESET]"
        #expect(idle.receive(within: .seconds(60)).description == seen)
        #expect(fresh.receive(within: .seconds(60)).description == seen)
        #expect(busy.receive(within: .zero).description == " [still open]")
        #expect(try close(false).closed == 1)
        #expect(busy.receive(within: .seconds(60)).description == seen)
    }

    /// An answer that is on its way is none of an idle connection, whoever sends it; and who cuts it off is not the client.
    @Test func anAnswerOnItsWayIsSparedOrCutOff() throws {
        let gateway = try Self.running.get()
        let text = String(repeating: "x", count: 8 << 20)
        let called = try gateway.call(
            "POST", "sessions",
            #"{ "port": 0, "scenario": { "rules": [ { "reply": { "text": "\#(text)" } } ] } }"#)
        guard case .string(let id)? = called.json["id"], case .number(let number)? = called.json["port"] else {
            throw RunningGateway.SessionRefused(called: called)
        }
        let port = try #require(UInt16(number))
        let connection = try RawConnection(port: port, receiveBuffer: 4096)
        connection.send(request("/"))
        #expect(connection.receiveSized(1000).bytes.count >= 1000)
        func close(idle: Bool) throws -> Int? {
            JSONCount(
                try gateway.call("POST", "sessions/\(id)/connections/close", #"{ "idle": \#(idle) }"#).text
            ).closed
        }
        #expect(try close(idle: true) == 0)
        #expect(try close(idle: false) == 1)
        let rest = connection.receive(within: .seconds(60))
        #expect(rest.bytes.count < 8 << 20, "\(rest.bytes.count) \(rest.ending)")
        let entries = try gateway.journal(id, ended: 1).entries
        #expect(entries.map(\.ending) == ["cancelled"] && entries.map(\.clientClosed) == [false])
    }

    private struct JSONCount {
        let closed: Int?
        init(_ text: String) { closed = text.firstMatch(of: /"closed": (\d+)/).flatMap { Int($0.1) } }
    }

    // MARK: Reading

    /// No more than the pace allows is ever acknowledged, but for buffers.
    @Test(arguments: [("slow-link", 64 << 10), ("uploads", 64 << 10), (nil, 192 << 10)])
    func anUploadIsAcknowledgedNoFasterThanThePace(onPortOf scenario: String?, buffers: Int) throws {
        let gateway = try Self.running.get()
        let port = try scenario.map { try Own($0).port } ?? gateway.port
        let connection = try RawConnection(port: port)
        let size = 8 << 20
        let start = ContinuousClock.now
        connection.send(
            request(scenario == nil ? "/@uploads/pace" : "/pace", ["Content-Length: \(size)"], method: "POST"))
        let body = [UInt8](repeating: 0x78, count: size)
        var sent = 0
        for _ in 0..<10 {
            sent += connection.sendWhatFits(Array(body[sent...]), within: .milliseconds(200))
            let acknowledged = connection.acknowledged
            let ticks = Int(start.duration(to: .now) / .milliseconds(50)) + 1
            #expect(acknowledged <= 2048 * ticks + buffers, "\(acknowledged) after \(ticks)")
        }
        // It goes on all the time.
        let before = connection.acknowledged
        #expect(
            waitUntil {
                _ = connection.sendWhatFits(Array(body[..<4096]), within: .milliseconds(100))
                return connection.acknowledged > before + (16 << 10)
            })
    }

    /// What has come with the head is read at the pace, too.
    @Test func aShortBodyTakesItsTime() throws {
        let connection = try Self.running.get().connect()
        let start = ContinuousClock.now
        let upload = request("/@uploads/quick", ["Content-Length: 45"], method: "POST")
        connection.send(upload + String(repeating: "x", count: 45) + request("/@uploads/next"))
        connection.finishSending()
        let answers = connection.receive(within: .seconds(60))
        #expect(answers.status == 201 && answers.text.hasSuffix("next"), "\(answers)")
        #expect(start.duration(to: .now) >= .milliseconds(395))
    }

    @Test func aConnectionIsReadAtItsPaceFromTheFirstByteOn() throws {
        let own = try Own("slow-link")
        let connection = try own.connect()
        let start = ContinuousClock.now
        let body = String(repeating: "x", count: 9000)
        connection.send(request("/", ["Content-Length: 9000"], method: "POST") + body)
        #expect(connection.receiveResponse().body == body)
        // Some 9,060 bytes are five pieces, the first of them at once.
        #expect(start.duration(to: .now) >= .milliseconds(195))
    }

    @Test(arguments: [true, false]) func aClientThatLeavesMeanwhileIsNoticedAtOnce(byReset: Bool) throws {
        let gateway = try Self.running.get()
        let id = try gateway.askForSession(
            #"""
            { "scenario": { "rules": [ { "fail": "tcp/stop-reading", "with": { "after": 10, "for": "10m" },
                "reply": { "status": 201 } } ] } }
            """#)
        let connection = try gateway.connect()
        connection.send(request("/@\(id)/stop", ["Content-Length: 1000000"], method: "PUT"))
        connection.send([UInt8](repeating: 0x78, count: 1000))
        #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").json["requests"]) == .number("1") })
        if byReset {
            connection.reset()
            #expect(try gateway.journal(id, ended: 1).entries.map(\.ending) == ["abandoned"])
        } else {
            connection.finishSending()
            // It has only ended its side, and may wait for the answer.
            #expect(connection.receive(within: .milliseconds(200)).description == " [still open]")
        }
    }

    @Test func readingStopsForATimeAndGoesOn() throws {
        let connection = try Self.running.get().connect()
        let start = ContinuousClock.now
        let size = 2 << 20
        connection.send(request("/@uploads/stop", ["Content-Length: \(size)"], method: "PUT"))
        connection.send([UInt8](repeating: 0x78, count: size))
        #expect(connection.receiveResponse().status == 201)
        #expect(start.duration(to: .now) >= .milliseconds(295))
        connection.send(request("/@uploads/next"))
        #expect(connection.receiveResponse().body == "next")
    }
}
