import MishapTesting
import Synchronization
import Testing

extension Crowds {
    /// A journal is read while others are served: it is written down by a thread that is no shard's.
    @Suite struct HammerTests {
        private final class Counts: Sendable {
            private let counts = Mutex([Int](repeating: 0, count: 64))
            let isOver = Atomic<Bool>(false)

            func add(_ client: Int) { counts.withLock { $0[client] += 1 } }
            var all: [Int] { counts.withLock { $0 } }
        }

        @Test func sixtyFourConnectionsHammerOnMeanwhile() async throws {
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
            let journal = try gateway.journal(ended: total)
            #expect(journal.entries.count + journal.evicted == total)
            #expect(Set(journal.entries.map(\.seq)).count == journal.entries.count)
            #expect(journal.entries.allSatisfy { $0.rule == "all" && $0.sent.status == 200 })
        }

        private static func readJournal(_ gateway: RunningGateway, _ counts: Counts) throws {
            waitUntil { counts.all.reduce(0, +) >= 5000 }
            let before = counts.all
            let journal = try gateway.journal()
            let after = counts.all
            #expect(journal.entries.count >= 5000)
            let sequence = journal.entries.map(\.seq)
            #expect(sequence == sequence.sorted())
            // Writing thousands of entries takes a while, in which no connection waits.
            let served = zip(before, after).map { $1 - $0 }
            #expect(served.allSatisfy { $0 >= 3 }, "\(served)")
        }

        private static func hammer(_ gateway: RunningGateway, _ client: Int, _ counts: Counts) throws {
            let connection = try gateway.connect()
            let ask = Array(request("/").utf8)
            while !counts.isOver.load(ordering: .relaxed) {
                connection.send(ask)
                guard connection.receive(within: .seconds(10), until: { $0.last == UInt8(ascii: "k") }).ending == .open
                else {
                    Issue.record("connection \(client) was closed")
                    return
                }
                counts.add(client)
            }
        }
    }
}
