import Foundation
import GatewayServer
import Mishap
import TestSupport
import Testing

/// Readers of large journals: each costs little, however slowly it reads.
@Suite(.descriptors)
struct JournalReadersTests {
    private static let rules = #"{ "name": "all", "steps": [ { "reply": { "text": "x" } } ] }"#

    private static func fill(_ connection: RawConnection, _ count: Int, in target: String = "/") {
        let upload =
            request(target, ["Content-Length: 16000"], method: "POST") + String(repeating: "x", count: 16_000)
        for _ in 0..<count {
            connection.send(upload)
            #expect(connection.receiveResponse().body == "x")
        }
    }

    /// The journal once nothing is in flight: an answer is there before its entry's end is.
    private static func settled(_ gateway: RunningGateway, _ session: String = "default") throws -> Journal {
        try #require(waitUntil { try gateway.journal(session, "?after=999999").inFlight == 0 })
        return try gateway.journal(session)
    }

    private static func askForJournal(_ connection: RawConnection, of session: String = "default") {
        connection.send(request("/__mishap/sessions/\(session)/journal"))
    }

    @Test(.descriptors(60), .enabled(if: BuiltGateway.isThere, "needs the built program"))
    func thirtyThatDoNotReadCostAMebibyteEach() async throws {
        try await aside {
            let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try Data("{ \"rules\": [ \(Self.rules) ] }".utf8).write(to: folder.appending(path: "a.json"))
            let gateway = try BuiltGateway(folder.path())
            let (client, total) = (try RawConnection(port: gateway.port), 1100)
            Self.fill(client, total)
            // One shard may keep more than a page has by default.
            func journal() throws -> Journal { try gateway.journal("default", "?limit=10000") }
            // The end of the last one makes room for itself.
            #expect(waitUntil { (try? journal().entries.last?.ending) == "complete" })
            let whole = try journal()
            #expect(whole.entries.count + whole.evicted == total)
            // All are of one shard, which has its part of 16 MiB.
            #expect(whole.entries.count > 800 / ServerConfiguration().shardCount)

            let before = gateway.residentMemory
            let readers = try (0..<30).map { _ in try RawConnection(port: gateway.port, receiveBuffer: 4096) }
            for reader in readers { Self.askForJournal(reader) }
            #expect(waitUntil { gateway.unsent.count { $0 > 0 } == readers.count })
            // Another one reads all of it meanwhile.
            let other = try journal()
            #expect(other.entries.map(\.seq) == whole.entries.map(\.seq))
            #expect(other.evicted == whole.evicted)
            let grown = gateway.residentMemory - before
            // The other one may have kept its own, and that of the threads that made them.
            #expect(grown < (readers.count + 4) << 20, "\(grown) bytes")
            client.close()
            for reader in readers { reader.close() }
            #expect(waitUntil { gateway.more == 0 }, "\(gateway.more) are left")
            #expect(gateway.stop() == 0)
        }
    }

    @Test(arguments: [1, 2]) func itIsCompleteThoughEntriesComeAndGoMeanwhile(shards: Int) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) {
                $0.server.shards = shards
                $0.journal = JournalBounds(bytes: 16 << 20)
            }
            let client = try gateway.connect()
            Self.fill(client, 1000)
            let before = try Self.settled(gateway)
            let last = try #require(before.entries.last?.seq)
            let reader = try RawConnection(port: gateway.port, receiveBuffer: 4096)
            Self.askForJournal(reader)
            var received = reader.receive(within: .seconds(60)) { $0.count > 1000 }
            Self.fill(client, 400)
            let rest = reader.receive(within: .seconds(300))
            received.bytes += rest.bytes
            received.ending = rest.ending
            #expect(received.ending == .end)
            let journal = try Journal(received)
            let numbers = journal.entries.map(\.seq)
            #expect(numbers == numbers.sorted())
            #expect(Set(numbers).count == numbers.count)
            #expect(numbers.last == last)
            #expect(numbers.first == before.entries.first?.seq)
            #expect(journal.entries.allSatisfy { $0.body?.count == 16_000 })
            // Some were dropped after they had been read.
            #expect((1000...1400).contains(journal.entries.count + journal.evicted))
        }
    }

    @Test func oneThatNeverReadsIsEnded() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) { $0.server.deadlines.progress = 300_000_000 }
            Self.fill(try gateway.connect(), 800)
            let reader = try RawConnection(port: gateway.port, receiveBuffer: 4096)
            Self.askForJournal(reader)
            #expect(reader.receive(within: .seconds(60)) { !$0.isEmpty }.status == 200)
            // The server does not read this; it is refused once the connection is reset.
            #expect(waitUntil(within: .seconds(300)) { !reader.send("x") })
            #expect(reader.receive(within: .seconds(60)).ending != .open)
        }
    }

    @Test func oneThatReadsSlowlyIsNot() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) { $0.server.deadlines.progress = 6_000_000_000 }
            Self.fill(try gateway.connect(), 800)
            let before = try Self.settled(gateway)
            let reader = try RawConnection(port: gateway.port, receiveBuffer: 4096)
            Self.askForJournal(reader)
            var received = reader.receive(within: .seconds(60)) { !$0.isEmpty }
            let start = ContinuousClock.now
            for pause in 1...14 {
                // Slowness is time that passes.
                waitUntil { ContinuousClock.now >= start + .milliseconds(500 * pause) }
                received.bytes += reader.receive(within: .seconds(60)) { $0.count > 40_000 }.bytes
            }
            let rest = reader.receive(within: .seconds(300))
            received.bytes += rest.bytes
            #expect(rest.ending == .end)
            #expect(try Journal(received).entries.map(\.seq) == before.entries.map(\.seq))
        }
    }

    @Test func aReaderDoesNotKeepASession() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) { $0.sessions.count = 1 }
            Self.fill(try gateway.connect(), 800, in: "/@main~a/")
            let before = try Self.settled(gateway, "main~a")
            let reader = try RawConnection(port: gateway.port, receiveBuffer: 4096)
            Self.askForJournal(reader, of: "main~a")
            var received = reader.receive(within: .seconds(60)) { !$0.isEmpty }
            // Takes its place.
            #expect(try gateway.ask("/@main~b/").body == "x")
            let rest = reader.receive(within: .seconds(300))
            received.bytes += rest.bytes
            #expect(rest.ending == .end)
            let journal = try Journal(received)
            #expect(!journal.entries.isEmpty)
            #expect(journal.entries.count < before.entries.count)
            #expect((800..<1200).contains(journal.entries.count + journal.evicted))
        }
    }

    @Test func aHeadIsAnsweredWithoutItsBody() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            Self.fill(try gateway.connect(), 20)
            _ = try gateway.journal(ended: 20)
            let connection = try gateway.connect()
            connection.send(request("/__mishap/sessions/default/journal", method: "HEAD"))
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.text.contains("\r\nTransfer-Encoding: chunked\r\n"))
            #expect(answer.text.hasSuffix("\r\n\r\n"))
            #expect(answer.body.isEmpty)
            #expect(answer.ending == .end)
        }
    }
}
