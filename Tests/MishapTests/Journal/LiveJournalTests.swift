import JSONText
import TestSupport
import Testing
import Wire

@testable import Mishap

/// `GET /__mishap/journal`: what has ended in all sessions, and what happens.
@Suite(.descriptors) struct LiveJournalTests {
    private static let rules = #"{ "name": "ok", "match": { "path": "/ok" }, "reply": { "text": "ok" } }"#

    private struct Event: Equatable {
        var name: String
        var data: JSONNode?
        subscript(member: String) -> String? { data?[member]?.string ?? data?[member]?.number?.text }

        static func == (one: Event, other: Event) -> Bool { one.name == other.name }
    }

    private static func watch(_ gateway: RunningGateway, _ query: String = "?live=1") throws -> RawConnection {
        let connection = try gateway.connect()
        connection.send(request("/__mishap/journal\(query)"))
        let head = connection.receive(within: .seconds(60)) { $0.suffix(5).elementsEqual(":\n\n\r\n".utf8) }
        #expect(
            head.text.hasPrefix("HTTP/1.1 200 OK\r\n") && head.text.contains("\r\nContent-Type: text/event-stream\r\n"))
        return connection
    }

    /// Reads until that many events of these names have come.
    private static func receive(
        _ connection: RawConnection, _ count: Int, _ names: Set<String> = ["arrived", "ended", "gap"]
    ) -> [Event] {
        let received = connection.receive(within: .seconds(60)) { bytes in
            bytes.suffix(2) == [0x0D, 0x0A] && events(bytes).count { names.contains($0.name) } >= count
        }
        return events(Array(received.text.utf8)).filter { names.contains($0.name) }
    }

    private static func events(_ bytes: [UInt8]) -> [Event] {
        // What chunks put between the lines is none of an event.
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return zip(lines, lines.dropFirst()).compactMap { name, data in
            guard name.hasPrefix("event: "), data.hasPrefix("data: ") else { return nil }
            return Event(
                name: String(name.dropFirst(7)), data: try? JSONParser.parse(Array(data.dropFirst(6).utf8)).get())
        }
    }

    @Test func allSessionsAreWatched() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let id = try gateway.askForSession()
            let stream = try Self.watch(gateway)
            _ = try gateway.ask("/@\(id)/ok?a=1")
            _ = try gateway.ask("/none")
            _ = try gateway.call("GET", "fail/http/html/x")
            let events = Self.receive(stream, 3, ["ended"])
            // Each ends when its client may have asked for the next one already.
            let ended = Set(events.map { "\($0["session"] ?? "") \($0["target"] ?? "")" })
            #expect(ended == ["\(id) /ok?a=1", "main /none", "~fail /__mishap/fail/http/html/x"])
            #expect(events.first { $0["session"] == id }?["ending"] == "complete")
        }
    }

    @Test func whatArrivesIsToldBeforeItHasEnded() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: #"{ "match": { "path": "/held" }, "fail": "http/timeout" }"#)
            let stream = try Self.watch(gateway)
            let held = try gateway.connect()
            held.send(request("/held"))
            let arrived = Self.receive(stream, 1)
            #expect(arrived.map(\.name) == ["arrived"])
            #expect(arrived.first?["target"] == "/held" && arrived.first?["method"] == "GET")
            #expect(arrived.first?["session"] == "main" && arrived.first?["seq"] == "1")
            held.close()
            let ended = Self.receive(stream, 1)
            #expect(ended.map(\.name) == ["ended"] && ended.first?["seq"] == "1")
        }
    }

    @Test(
        arguments: [
            ("/text", Sent(body: "as it is", bytes: 8)), ("/made/x", Sent(body: "made of /made/x", bytes: 15)),
            ("/chunked", Sent(body: "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", bytes: 20)),
            ("/cut", Sent(body: #"{"i"#, bytes: 3)), ("/none", Sent()),
            ("/bytes", Sent(body: "/wB/", encoding: "base64", bytes: 3)),
            // Of 16 KiB, the last character is not whole.
            ("/long", Sent(body: "a" + String(repeating: "ä", count: 8_191), whole: "40001", bytes: 40_001)),
        ])
    private func whatFollowedTheHeadIsTold(path: String, expected: Sent) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.answers)
            _ = try? gateway.ask(path)
            _ = try gateway.journal(ended: 1)
            let stream = try Self.watch(gateway)
            for method in ["GET", "HEAD"] {
                let connection = try gateway.connect()
                connection.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                _ = connection.receive(within: .seconds(60)) { _ in false }
                let sent = try #require(Self.receive(stream, 1, ["ended"]).first?.data?["sent"])
                let wanted = method == "GET" ? expected : Sent()
                #expect(sent["body"]?.string == wanted.body && sent["bodyEncoding"]?.string == wanted.encoding)
                #expect(sent["bodyTruncated"]?.number?.text == wanted.whole)
                let head = sent["head"]?.string?.utf8.count ?? 0
                #expect(sent["bytes"]?.number?.text == String(head + wanted.bytes))
            }
            // It is for those who watch, and takes no room of the journal's.
            guard case .array(let entries) = try gateway.call("GET", "journal").json["entries"] else {
                throw NoJournal(answer: path)
            }
            #expect(
                entries.count == 3 && entries.allSatisfy { $0["sent"]?["head"] != nil && $0["sent"]?["body"] == nil })
        }
    }

    @Test func whatTheServerSaysByItselfIsToldToo() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.answers)
            let stream = try Self.watch(gateway)
            let connection = try gateway.connect()
            connection.send("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n")
            let received = connection.receive(within: .seconds(60)) { _ in false }
            let sent = try #require(Self.receive(stream, 1, ["ended"]).first?.data?["sent"])
            #expect((sent["head"]?.string ?? "") + (sent["body"]?.string ?? "") == received.text)
            #expect(received.text.hasPrefix("HTTP/1.1 400 ") && sent["body"]?.string?.isEmpty == false)
        }
    }

    /// On a connection that is kept, too.
    @Test func onlyWhatLeavesWhileSomebodyWatchesIsKept() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: Self.answers + #", { "match": { "path": "/part" }, "fail": "tcp/stall-mid-body" }"#
            )
            func ask(_ connection: RawConnection) {
                connection.send(request("/text"))
                _ = connection.receive(within: .seconds(60)) { $0.suffix(8).elementsEqual("as it is".utf8) }
            }
            let (connection, before) = (try gateway.connect(), try gateway.connect())
            before.send(request("/part"))
            #expect(before.receive(within: .seconds(60)) { $0.count > 1 }.status == 200)
            ask(connection)
            _ = try gateway.journal(ended: 1)
            let first = try Self.watch(gateway)
            ask(connection)
            #expect(Self.receive(first, 1, ["ended"]).first?.data?["sent"]?["body"]?.string == "as it is")
            before.close()
            let sent = try #require(Self.receive(first, 1, ["ended"]).first?.data?["sent"])
            #expect(sent["body"] == nil && sent["status"]?.number?.text == "200")
            first.close()
            #expect(waitUntil { (try? gateway.ask("/none")) != nil && !gateway.gateway.control.live.areWatched })
            ask(connection)
            let second = try Self.watch(gateway)
            ask(connection)
            #expect(Self.receive(second, 1, ["ended"]).first?.data?["sent"]?["body"]?.string == "as it is")
        }
    }

    struct Sent: Sendable {
        var body: String?
        var encoding: String?
        var whole: String?
        var bytes = 0
    }

    private static let answers = """
        { "match": { "path": "/text" }, "reply": { "text": "as it is" } },
        { "match": { "path": "/made/**" }, "reply": { "text": "made of {{request.path}}" } },
        { "match": { "path": "/chunked" },
          "reply": { "chunks": ["abc", "de"] } },
        { "match": { "path": "/cut" }, "fail": "tcp/reset-mid-body", "with": { "after": 3 },
          "reply": { "json": { "id": 7 } } },
        { "match": { "path": "/none" }, "reply": { "status": 204 } },
        { "match": { "path": "/bytes" }, "reply": { "base64": "/wB/" } },
        { "match": { "path": "/long" }, "reply": { "text": "a\(String(repeating: "ä", count: 20_000))" } }
        """

    @Test func whatHasEndedBeforeComesFirst() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let id = try gateway.askForSession()
            for path in ["/ok?1", "/@\(id)/ok?2", "/ok?3", "/ok?4"] { _ = try gateway.ask(path) }
            _ = try gateway.journal(ended: 3)
            _ = try gateway.journal(id, ended: 1)
            let stream = try gateway.connect()
            stream.send(request("/__mishap/journal?live=&limit=3"))
            let before = Self.receive(stream, 3, ["ended"])
            _ = try gateway.ask("/ok?5")
            let events = before + Self.receive(stream, 1, ["ended"])
            #expect(Set(events.prefix(3).map { $0["target"] }) == ["/ok?2", "/ok?3", "/ok?4"])
            #expect(events.last?["target"] == "/ok?5")
            for (query, count) in [("?limit=2", 2), ("", 5), ("?live=0", 5)] {
                let document = try gateway.call("GET", "journal\(query)").json
                guard case .array(let entries)? = document["entries"] else { throw NoJournal(answer: "\(document)") }
                #expect(entries.count == count)
                #expect(entries.last?["target"] == "/ok?5" && entries.last?["session"] == "main")
            }
            // What a journal was emptied of is not told.
            _ = try gateway.call("DELETE", "sessions/main/journal")
            guard case .array(let left)? = try gateway.call("GET", "journal").json["entries"] else { return }
            #expect(left.map { $0["session"] } == [.string(id)])
        }
    }

    @Test func whatIsTooManyIsCounted() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let stream = try Self.watch(gateway, "?live=1&rate=10")
            let connection = try gateway.connect()
            connection.send(String(repeating: request("/ok"), count: 500))
            var told = 0
            while told < 1_000 {
                let events = Self.receive(stream, 1)
                guard !events.isEmpty else { break }
                for event in events { told += event.name == "gap" ? Int(event["count"] ?? "") ?? 0 : 1 }
            }
            #expect(told == 1_000)
        }
    }

    @Test func aWatcherThatIsGoneIsForgotten() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            for _ in 0..<5 { try Self.watch(gateway).close() }
            #expect(waitUntil { (try? gateway.ask("/ok")) != nil && !gateway.gateway.control.live.areWatched })
        }
    }

    @Test(arguments: [("?rate=5", 422), ("?live=1&rate=0", 400), ("?live=2", 400), ("?live=1&limit=0", 400)])
    func otherValuesAreRefused(query: String, status: Int) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        #expect(try gateway.call("GET", "journal\(query)").status == status)
    }

    @Test func notTooManyWatch() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let watching = try (0..<LiveJournals.most).map { _ in try Self.watch(gateway) }
            #expect(try gateway.call("GET", "journal?live=1").status == 503)
            watching[0].close()
            // It is noticed with what comes.
            #expect(waitUntil { (try? gateway.ask("/ok")) != nil && (try? Self.isTaken(gateway)) == true })
            withExtendedLifetime(watching) {}
        }
    }

    private static func isTaken(_ gateway: RunningGateway) throws -> Bool {
        let connection = try gateway.connect()
        connection.send(request("/__mishap/journal?live=1"))
        return connection.receive(within: .seconds(60)) { $0.count > 12 }.status == 200
    }

    // MARK: What waits

    private static let second: Nanoseconds = 1_000_000_000

    private static func event(_ size: Int = 10) -> LiveEvent {
        .arrived(
            session: "main", facts: JournalRecord.Facts(), method: [],
            target: [UInt8](repeating: 0x61, count: size))
    }

    private static func offer(_ event: LiveEvent, to buffer: inout LiveBuffer, at time: Nanoseconds) {
        if buffer.hasRoom(at: time) { buffer.add(event, at: time) }
    }

    @Test func bodiesOfAnswersTakeNoRoomFromEvents() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let scenario = try #require(gateway.gateway.sessions.main).namedScenario
        var buffer = LiveBuffer(rate: 1_000)
        for _ in 0..<200 {
            let event = LiveEvent.ended(
                session: "main", record: [UInt8](repeating: 0, count: 1_000),
                sentBody: [UInt8](repeating: 0, count: 16 << 10), scenario: scenario)
            Self.offer(event, to: &buffer, at: 0)
        }
        let taken = buffer.take()
        #expect(taken?.events.count == 200 && taken?.missed == 0)
        #expect(taken?.events.count { !$0.sentBody.isEmpty } == LiveBuffer.mostBytes / (16 << 10))
        Self.offer(try #require(taken?.events.first), to: &buffer, at: 0)
        #expect(buffer.take()?.events.first?.sentBody.count == 16 << 10)
    }

    @Test func soManyWaitAsMayComeInASecond() {
        var buffer = LiveBuffer(rate: 3)
        #expect(buffer.take() == nil)
        for _ in 0..<5 { Self.offer(Self.event(), to: &buffer, at: 10 * Self.second) }
        var taken = buffer.take()
        #expect(taken?.events.count == 3 && taken?.missed == 2)
        Self.offer(Self.event(), to: &buffer, at: 11 * Self.second - 1)
        taken = buffer.take()
        #expect(taken?.events.isEmpty == true && taken?.missed == 1)
        Self.offer(Self.event(), to: &buffer, at: 11 * Self.second)
        // Of a shard whose clock is behind. Where a second was exceeded, the next one comes in tenths.
        Self.offer(Self.event(), to: &buffer, at: 11 * Self.second - 5)
        taken = buffer.take()
        #expect(taken?.events.count == 1 && taken?.missed == 1)
        #expect(buffer.take() == nil)
    }

    @Test func whereTooMuchComesItIsSpreadOverTheSecond() {
        var buffer = LiveBuffer(rate: 20)
        func offer(_ count: Int, at time: Nanoseconds) -> Int {
            for _ in 0..<count { Self.offer(Self.event(), to: &buffer, at: time) }
            return buffer.take()?.events.count ?? 0
        }
        let tenth = Self.second / 10
        #expect(offer(100, at: 10 * Self.second) == 20 && buffer.closedUntil == 11 * Self.second)
        for index in 0..<10 {
            #expect(offer(100, at: 11 * Self.second + Nanoseconds(index) * tenth) == 2)
            #expect(buffer.closedUntil == 11 * Self.second + Nanoseconds(index + 1) * tenth)
        }
        // What was not used of a second is there until its end.
        #expect(offer(2, at: 12 * Self.second) == 2)
        #expect(offer(100, at: 12 * Self.second + 9 * tenth) == 18)
        // After a second without, all comes at once again.
        #expect(offer(20, at: 14 * Self.second) == 20)
    }

    @Test func whatWaitsHasABound() {
        var buffer = LiveBuffer(rate: 10_000)
        for _ in 0..<100 { Self.offer(Self.event(10_000), to: &buffer, at: 0) }
        let taken = buffer.take()
        #expect(taken?.events.count == LiveBuffer.mostBytes / 10_256)
        #expect(taken.map { $0.events.count + $0.missed } == 100)
    }
}
