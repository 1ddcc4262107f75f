import TestSupport
import Synchronization
import Testing

extension LoadTests {
    /// A journal is read while others are served: it is written down by a thread that is no shard's.
    @Suite struct HammerTests {
        private final class Counts: Sendable {
            private let counts = Mutex([Int](repeating: 0, count: 64))
            let isOver = Atomic<Bool>(false)

            func add(_ client: Int) { counts.withLock { $0[client] += 1 } }
            var all: [Int] { counts.withLock { $0 } }
        }

        @Test(.descriptors(160)) func sixtyFourConnectionsHammerOnMeanwhile() async throws {
            let gateway = try RunningGateway(rules: #"{ "name": "all", "steps": [ { "reply": { "text": "ok" } } ] }"#)
            let counts = Counts()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<64 {
                    group.addTask { try await aside { try Self.hammer(gateway, client, counts) } }
                }
                group.addTask {
                    try await aside {
                        defer { counts.isOver.store(true, ordering: .relaxed) }
                        try Self.readJournal(gateway, counts)
                    }
                }
                try await group.waitForAll()
            }
            // Nothing was lost on the way.
            let total = counts.all.reduce(0, +)
            try waitUntil {
                try gateway.journal("default", "?after=\(total - 64)").entries.allSatisfy { $0.ending != nil }
            }
            let journal = try gateway.wholeJournal()
            #expect(journal.entries.count + journal.evicted == total)
            #expect(Set(journal.entries.map(\.seq)).count == journal.entries.count)
            #expect(journal.entries.allSatisfy { $0.rule == "all" && $0.sent.status == 200 })
        }

        private static func readJournal(_ gateway: RunningGateway, _ counts: Counts) throws {
            waitUntil(within: .seconds(300)) { counts.all.reduce(0, +) >= 5000 }
            let connection = try RawConnection(port: gateway.port, receiveBuffer: 4096)
            connection.send(request("/__mishap/sessions/default/journal?limit=10000", ["Connection: close"]))
            var received = connection.receive(within: .seconds(300)) { !$0.isEmpty }
            #expect(received.status == 200)
            // It is under way and nobody reads on. Were it written on a shard's thread, that shard's connections would get
            // nothing more.
            let before = counts.all
            let isEachServed = waitUntil(within: .seconds(300)) { zip(before, counts.all).allSatisfy { $0 < $1 } }
            #expect(isEachServed, "\(zip(before, counts.all).map { $1 - $0 })")
            // The thread that writes it yields to all others.
            counts.isOver.store(true, ordering: .relaxed)
            let rest = connection.receive(within: .seconds(300))
            received.bytes += rest.bytes
            received.ending = rest.ending
            #expect(received.ending == .end)
            // What was dropped while it was not read is not in it.
            let count = try Journal(received).entries.count
            #expect(count > 64, "\(count) entries")
        }

        private static func hammer(_ gateway: RunningGateway, _ client: Int, _ counts: Counts) throws {
            let connection = try gateway.connect()
            let ask = Array(request("/").utf8)
            while !counts.isOver.load(ordering: .relaxed) {
                connection.send(ask)
                guard connection.receive(within: .seconds(60), until: { $0.last == UInt8(ascii: "k") }).ending == .open
                else {
                    Issue.record("connection \(client) was closed")
                    return
                }
                counts.add(client)
            }
        }
    }
}
