import Foundation
import GatewayServer
import Mishap
import TestSupport
import Testing

/// What a limit refuses has an entry that says so.
@Suite(.descriptors) struct RefusalsInJournalTests {
    private static let rule = #"{ "match": { "body": { "contains": "x" } }, "reply": { "text": "found" } }"#

    @Test func aBodyOverMaxBodiesHasAnEntry() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rule) {
                // One loop, which reads the first upload before it has the second.
                $0.server.shards = 1
                $0.server.maximumBodiesInAll = 100_000
                $0.server.deadlines.room = 300_000_000
            }
            let upload = { (path: String) in request(path, ["Content-Length: 90000"], method: "POST") }
            let first = try gateway.connect()
            first.send(upload("/first"))
            first.send([UInt8](repeating: UInt8(ascii: "a"), count: 80_000))
            // Both are in flight; the second one finds no room.
            try #require(waitUntil { try gateway.journal(ended: 0).inFlight == 1 })
            let second = try gateway.connect()
            second.send(upload("/second"))
            second.send([UInt8](repeating: UInt8(ascii: "a"), count: 80_000))
            let answer = second.receive(within: .seconds(60))
            #expect(answer.text.hasPrefix("HTTP/1.1 503 ") && answer.text.contains("--max-bodies"), "\(answer)")
            #expect(answer.text.contains("\r\nRetry-After: 5\r\n") && answer.ending == .end)
            let entry = try #require(try gateway.journal(ended: 1).entries.first { $0.target == "/second" })
            #expect(entry.sent.status == 503 && entry.sent.bytes == answer.bytes.count)
            #expect(entry.rule == nil && entry.hit == nil && entry.failure == nil)
            #expect(entry.ending == "closed" && entry.method == "POST")
            // The first one has its room, and no hit was taken by the other.
            first.send([UInt8](repeating: UInt8(ascii: "x"), count: 10_000))
            #expect(first.receiveResponse().body == "found")
            let answered = try #require(try gateway.journal(ended: 2).entries.first { $0.target == "/first" })
            #expect(answered.hit == 1 && answered.rule != nil)
        }
    }

    /// Entries of `default` without a request, once there are so many.
    private func withoutRequest(_ gateway: RunningGateway, _ count: Int) throws -> [[String: Any]] {
        var entries: [[String: Any]] = []
        try waitUntil {
            let body = try gateway.ask("/__mishap/sessions/default/journal").body
            let answer = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
            entries = (answer?["entries"] as? [[String: Any]] ?? []).filter { $0["received"] != nil }
            return entries.count >= count
        }
        return entries
    }

    @Test func aConnectionOverMaxConnectionsHasAnEntry() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "reply": { "text": "hello" } }"#) {
                $0.server.maximumConnections = 3
            }
            let all = try (0..<3).map { _ in
                let connection = try gateway.connect()
                connection.send(request("/"))
                #expect(connection.receiveResponse().body == "hello")
                return connection
            }
            let answer = try gateway.connect().receive(within: .seconds(60))
            #expect(answer.text.hasPrefix("HTTP/1.1 503 ") && answer.text.contains("--max-connections"), "\(answer)")
            for connection in all { connection.close() }
            let entry = try #require(try withoutRequest(gateway, 1).first)
            #expect(entry["received"] as? NSDictionary == ["bytes": 0, "text": ""])
            #expect(entry["sent"] as? NSDictionary == ["status": 503, "bytes": answer.bytes.count])
            #expect(entry["ending"] as? String == "closed")
            #expect(entry["notes"] as? [String] == ["over --max-connections; this entry is of 1 connection"])
        }
    }

    @Test func aHeadThatDoesNotComeInTimeHasAnEntry() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "reply": { "text": "hello" } }"#) {
                $0.server.deadlines.firstHead = 5_000_000_000
            }
            let connection = try gateway.connect()
            connection.send("GET / HTTP/1.1\r\nHo")
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.text.hasPrefix("HTTP/1.1 408 ") && answer.ending == .end, "\(answer)")
            let entry = try #require(try withoutRequest(gateway, 1).first)
            #expect(entry["received"] as? NSDictionary == ["bytes": 18, "text": "GET / HTTP/1.1\r\nHo"])
            #expect(entry["sent"] as? NSDictionary == ["status": 408, "bytes": answer.bytes.count])
            #expect(entry["ending"] as? String == "closed")
            #expect(entry["notes"] == nil)
        }
    }
}
