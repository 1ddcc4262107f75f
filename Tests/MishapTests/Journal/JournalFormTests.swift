import Foundation
import GatewayServer
import JSONText
import Mishap
import TestSupport
import Testing

/// The forms of a journal: a document, lines, and events as they happen.
@Suite(.descriptors) struct JournalFormTests {
    private static let rules = #"{ "name": "ok", "match": { "path": "/ok" }, "reply": {} }"#

    private static func ask(
        _ gateway: RunningGateway, _ accept: String, _ query: String = "", _ fields: [String] = [],
        of id: String = "default"
    ) throws -> RawConnection {
        let connection = try gateway.connect()
        connection.send(request("/__mishap/sessions/\(id)/journal\(query)", ["Accept: \(accept)"] + fields))
        return connection
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    // MARK: Documents

    @Test func aDocumentIsIndented() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let empty = try gateway.call("GET", "sessions/default/journal")
            let cursor = try #require(empty.json["next"])
            guard case .string(let next) = cursor else { return }
            #expect(
                empty.text == """
                    {
                      "entries": [],
                      "next": "\(next)",
                      "inFlight": 0,
                      "evicted": 0
                    }

                    """)
            for _ in 0..<2 { _ = try gateway.ask("/ok", "X-Text: a\u{1}b") }
            _ = try gateway.journal(ended: 2)
            let text = try gateway.call("GET", "sessions/default/journal").text
            let parsed = JSONValue(try JSONParser.parse(Array(text.utf8)).get())
            #expect(text == String(decoding: parsed.bytes(pretty: true), as: UTF8.self) + "\n")
        }
    }

    // MARK: Lines

    @Test func linesAreCompactEntries() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            for _ in 0..<3 { _ = try gateway.ask("/ok") }
            let page = try gateway.journal(ended: 3)
            // In the order in which they ended, which may differ from that of their numbers.
            let all = try gateway.journal("default", "?limit=10").entries.map(\.seq)
            let answer = try Self.ask(gateway, "application/x-ndjson", "?limit=2").receiveResponse()
            #expect(answer.text.contains("\r\nContent-Type: application/x-ndjson\r\n"))
            let lines = Self.lines(try answer.wholeContent())
            let numbers = try lines.map { try JSONParser.parse(Array($0.utf8)).get()["seq"]?.number?.text }
            #expect(numbers == all.prefix(2).map { "\($0)" })
            #expect(lines.allSatisfy { $0.hasPrefix(#"{"seq":"#) })
            let next = try #require(answer.text.firstMatch(of: /\r\nMishap-Next: (\S+)\r\n/)?.1)
            #expect(try gateway.journal("default", "?after=\(next)").entries.map(\.seq) == [all[2]])
            #expect(page.next != next)
        }
    }

    // MARK: Events

    /// What has come whole of a stream so far, without chunk framing.
    private static func events(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).replacing(/\r\n[0-9a-f]*\r\n/, with: "")
            .components(separatedBy: "\n\n").dropLast().filter { $0.contains("id: ") }
    }

    private static func receive(_ stream: RawConnection, _ count: Int) -> [String] {
        events(
            stream.receive(within: .seconds(60)) {
                $0.last == 0x0A && $0.dropLast().last == 0x0D && events($0).count >= count
            }.bytes)
    }

    @Test func entriesComeAsTheyEnd() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            _ = try gateway.ask("/ok")
            _ = try gateway.journal(ended: 1)
            let stream = try Self.ask(gateway, "text/event-stream")
            #expect(Self.receive(stream, 1).count == 1)
            for number in 2...4 {
                _ = try gateway.ask("/ok")
                let events = Self.receive(stream, 1)
                #expect(events.count == 1)
                #expect(events.first?.contains("\"seq\":\(number),") == true)
            }
        }
    }

    @Test func itBeginsAtOnceAndGoesOnWhereItWas() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            // They end in the order in which they are asked.
            for number in 1...3 {
                _ = try gateway.ask("/ok")
                _ = try gateway.journal(ended: number)
            }
            let stream = try Self.ask(gateway, "text/event-stream")
            let events = Self.receive(stream, 3)
            #expect(events.count == 3)
            stream.close()
            let id = try #require(events.first?.firstMatch(of: /id: (\S+)/)?.1)
            // The field comes before the address, which a browser keeps.
            let again = try Self.ask(gateway, "text/event-stream", "?after=0", ["Last-Event-ID: \(id)"])
            let rest = Self.receive(again, 2)
            #expect(rest.map { $0.contains("\"seq\":2,") || $0.contains("\"seq\":3,") } == [true, true])
            let quiet = try Self.ask(gateway, "text/event-stream", "?after=\(try gateway.journal().next)")
            let head = quiet.receive(within: .seconds(60)) { $0.count > 100 }.text
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(head.contains("\r\nContent-Type: text/event-stream\r\n"))
        }
    }

    @Test func whatAReaderMissedIsAGap() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) {
                $0.server.shards = 1
                $0.journal = JournalBounds(entries: 16)
            }
            let cursor = try gateway.journal().next
            let connection = try gateway.connect()
            for _ in 0..<100 {
                connection.send(request("/ok"))
                _ = connection.receiveResponse()
            }
            _ = waitUntil { (try? gateway.journal().evicted + gateway.journal().entries.count) == 100 }
            let kept = try gateway.journal().entries.count
            let stream = try Self.ask(gateway, "text/event-stream", "?after=\(cursor)")
            let events = Self.receive(stream, kept + 1)
            #expect(events.count == kept + 1)
            #expect(events.first?.contains("event: gap\n") == true)
            #expect(events.first?.hasSuffix("data: {\"count\":\(100 - kept)}") == true)
            #expect(!events.dropFirst().contains { $0.contains("event: gap") })
        }
    }

    @Test(arguments: [true, false]) func itEndsWithTheSession(isDeleted: Bool) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let id = try gateway.askForSession()
            _ = try gateway.ask("/@\(id)/ok")
            let stream = try Self.ask(gateway, "text/event-stream", of: id)
            #expect(Self.receive(stream, 1).count == 1)
            let status =
                isDeleted
                ? try gateway.call("DELETE", "sessions/\(id)").status
                : try gateway.call("POST", "sessions/\(id)/reset").status
            #expect(status ?? 0 < 300)
            let rest = stream.receive(within: .seconds(60))
            #expect(rest.ending == .end)
            #expect(rest.text == "0\r\n\r\n")
        }
    }

    /// The requests that a reset ends do so after the new journal has begun.
    @Test func whatEndsByAResetLeavesNoGap() async throws {
        try await aside {
            let rules = Self.rules + #", { "name": "held", "match": { "path": "/held" }, "fail": "http/timeout" }"#
            let gateway = try RunningGateway(rules: rules)
            let held = try (0..<5).map { _ in try gateway.connect() }
            for connection in held { connection.send(request("/held")) }
            _ = try gateway.ask("/ok")
            let before = try gateway.journal("default", ended: 1)
            #expect(waitUntil { (try? gateway.journal().inFlight) == 5 })
            #expect(try gateway.call("POST", "sessions/default/reset").status == 204)
            for connection in held { #expect(connection.receive(within: .seconds(60)).ending == .reset) }
            _ = try gateway.ask("/ok")
            let after = try gateway.journal("default", ended: 1)
            #expect(after.entries.map(\.seq) == [7])
            #expect(after.evicted == 0)
            // Cursors of before stay in order.
            #expect(try gateway.journal("default", "?after=\(before.next)").entries.map(\.seq) == [7])
            for query in ["", "?after=\(before.next)"] {
                let events = Self.receive(try Self.ask(gateway, "text/event-stream", query), 1)
                #expect(events.count == 1)
                #expect(events.first?.contains("\"seq\":7,") == true)
            }
        }
    }

    @Test func aLiveOneHasNoPages() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        for parameter in ["limit", "wait"] {
            let answer = try Self.ask(
                gateway, "text/event-stream", "?\(parameter)=5s".replacing("limit=5s", with: "limit=5")
            )
            .receiveResponse()
            #expect(answer.status == 400)
            #expect(answer.body.contains("\(parameter) is for a page of a journal, and a live one has none"))
        }
    }

    @Test(arguments: [
        ("*/*", "application/json"), ("text/html, application/x-ndjson;q=0.9, */*;q=0.1", "application/x-ndjson"),
        ("text/html", "application/json"), ("Application/JSON", "application/json"),
    ])
    func theFirstKnownTypeDecides(accept: String, type: String) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let answer = try Self.ask(gateway, accept).receiveResponse()
        #expect(answer.text.contains("\r\nContent-Type: \(type)\r\n"))
    }
}
