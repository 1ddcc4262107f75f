import GatewayServer
import Mishap
import TestSupport
import Testing

/// What the journal lets go of, and what is in it that no rule saw.
@Suite(.descriptors) struct JournalBoundsTests {
    private static let rules = #"{ "name": "all", "steps": [ { "reply": { "text": "ok" } } ] }"#

    @Test(arguments: [1, 2]) func theOldestGoesAndIsCounted(shards: Int) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) {
                $0.server.shards = shards
                $0.journal = JournalBounds(entries: 40)
            }
            for _ in 0..<10 {
                let connection = try gateway.connect()
                for _ in 0..<20 {
                    connection.send(request("/"))
                    #expect(connection.receiveResponse().body == "ok")
                }
            }
            waitUntil { (try? gateway.journal())?.entries.allSatisfy { $0.ending != nil } == true }
            let journal = try gateway.journal()
            #expect(journal.entries.count <= 40)
            #expect(journal.entries.count + journal.evicted == 200)
            // Most of what the bound allows is still there, and on one shard it is the end of the sequence.
            #expect(journal.entries.count >= (shards == 1 ? 30 : 15))
            if shards == 1 { #expect(journal.entries.map(\.seq) == Array((journal.evicted + 1)...200)) }
        }
    }

    @Test func theBoundOnBytesHoldsToo() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) {
                $0.server.shards = 1
                $0.journal = JournalBounds(bytes: 256 << 10)
            }
            let connection = try gateway.connect()
            for _ in 0..<60 {
                connection.send(
                    request("/", ["Content-Length: 16000"], method: "POST") + String(repeating: "x", count: 16000))
                #expect(connection.receiveResponse().body == "ok")
            }
            let journal = try gateway.journal(ended: 1)
            #expect(journal.entries.count + journal.evicted == 60)
            #expect((8...16).contains(journal.entries.count))
        }
    }

    @Test func aRequestThatIsRefusedIsAnEntryWithNoRule() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) { $0.server.maximumBody = 1000 }
            let long = try gateway.connect()
            long.send(request("/", ["X-Long: " + String(repeating: "x", count: 40_000)]))
            #expect(long.receive(within: .seconds(60)).status == 431)
            let twoHosts = try gateway.connect()
            twoHosts.send(request("/hosts", ["Host: b"]))
            let refusal = twoHosts.receive(within: .seconds(60))
            #expect(refusal.status == 400)
            let large = try gateway.connect()
            large.send(request("/large", ["Content-Length: 1001"], method: "POST"))
            #expect(large.receive(within: .seconds(60)).status == 413)
            try waitUntil { try gateway.journal().entries.count { $0.ending != nil } == 3 }
            let entries = try gateway.journal().entries
            #expect(Set(entries.map(\.sent.status)) == [431, 400, 413])
            #expect(entries.allSatisfy { $0.rule == nil && $0.step == nil && $0.hit == nil && $0.failure == nil })
            #expect(entries.allSatisfy { $0.ending == "closed" })
            let tooLarge = try #require(entries.first { $0.sent.status == 431 })
            #expect(tooLarge.target == "/")
            #expect(tooLarge.headers == [])
            let read = try #require(entries.first { $0.sent.status == 400 })
            #expect(read.target == "/hosts")
            #expect(read.sent.bytes == refusal.bytes.count)
            #expect(entries.contains { $0.target == "/large" && $0.method == "POST" })
        }
    }
}
