import Foundation
import GatewayServer
import JSONText
import Mishap
import TestSupport
import Testing

/// Pages of a journal, in the order in which entries end.
@Suite(.descriptors) struct JournalPagingTests {
    private static let rules = #"""
        { "name": "held", "match": { "path": "/held" }, "fail": "http/timeout" },
        { "name": "ok", "match": { "path": "/ok" }, "reply": {} }
        """#

    private static func refusal(_ gateway: RunningGateway, _ query: String) throws -> String {
        let called = try gateway.call("GET", "sessions/default/journal?\(query)")
        #expect(called.status == 400)
        return called.detail
    }

    // MARK: Cursors

    @Test func noEndingIsMissed() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let held = try gateway.connect()
            held.send(request("/held"))
            #expect(waitUntil { (try? gateway.journal().inFlight) == 1 })
            _ = try gateway.ask("/ok")
            #expect(waitUntil { (try? gateway.journal().inFlight) == 1 })
            let first = try gateway.journal("default", ended: 1)
            #expect(first.entries.map(\.ending) == [nil, "complete"])
            // The one that has ended, then the one in flight.
            #expect(try gateway.journal().entries.map(\.seq) == [2, 1])
            #expect(first.inFlight == 1)
            let empty = try gateway.journal("default", "?after=\(first.next)")
            #expect(empty.entries.isEmpty)
            #expect((empty.inFlight, empty.next) == (1, first.next))
            held.reset()
            let second = try gateway.journal("default", "?after=\(first.next)&wait=10s")
            #expect(second.entries.map(\.seq) == [1])
            #expect(second.entries.map(\.ending) == ["held"])
            #expect(second.inFlight == 0)
            #expect(try gateway.journal("default", "?after=\(second.next)").entries.isEmpty)
        }
    }

    @Test func pagesTogetherAreTheJournal() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) { $0.server.shards = 3 }
            for _ in 0..<8 {
                let connection = try gateway.connect()
                for number in 0..<25 {
                    connection.send(request(number % 5 == 0 ? "/none" : "/ok"))
                    _ = connection.receiveResponse()
                }
            }
            _ = try gateway.journal(ended: 200)
            for (more, count) in [("", 200), ("&rule=ok", 160), ("&unmatched=1", 40), ("&unmatched=0", 200)] {
                var (cursor, numbers, pages) = ("0", [Int](), 0)
                while pages < 100 {
                    let page = try gateway.journal("default", "?limit=7&after=\(cursor)\(more)")
                    #expect(page.entries.count <= 7)
                    if page.entries.isEmpty { break }
                    numbers += page.entries.map(\.seq)
                    cursor = page.next
                    pages += 1
                }
                #expect(numbers.count == count)
                #expect(Set(numbers).count == count)
                #expect(pages == (count + 6) / 7)
            }
            #expect(try gateway.call("GET", "sessions/default").json["unmatched"] == .number("40"))
        }
    }

    @Test func aNumberIsStillThatOfAnEntry() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            for count in 1...5 {
                _ = try gateway.ask("/ok")
                // Its entry ends a moment after the client has the answer.
                _ = try gateway.journal(ended: count)
            }
            #expect(try gateway.journal("default", "?after=3").entries.map(\.seq) == [4, 5])
            #expect(try gateway.journal("default", "?after=3&limit=1").entries.map(\.seq) == [4])
        }
    }

    @Test func aCursorLivesThroughAReset() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            _ = try gateway.ask("/ok")
            let before = try gateway.journal("default", ended: 1)
            #expect(try gateway.call("POST", "sessions/default/reset").status ?? 500 < 300)
            _ = try gateway.ask("/ok")
            let after = try gateway.journal("default", "?after=\(before.next)&wait=10s")
            #expect(after.entries.map(\.seq) == [2])
        }
    }

    @Test func aCursorOfAnotherJournalIsRefused() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            _ = try gateway.ask("/ok")
            let cursor = try gateway.journal("default", ended: 1).next
            let id = try gateway.askForSession()
            let other = try gateway.call("GET", "sessions/\(id)/journal?after=\(cursor)")
            #expect(other.status == 400)
            #expect(
                other.detail
                    == "the cursor \"\(cursor)\" is of another session's journal, or of another run of Mishap")
            let later = cursor.replacing("c1.", with: "c2.")
            #expect(try Self.refusal(gateway, "after=\(later)").hasPrefix("the cursor \"\(later)\" is of another"))
        }
    }

    @Test func whatIsNoPageIsRefused() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let after = "after is the \"next\" of a page before, as \"c12.k3j9x0\", or the number of an entry, not "
        for wrong in ["x", "c", "c1", "c1.", "c01.a", "c-1.a", "c1.A", "-1"] {
            #expect(try Self.refusal(gateway, "after=\(wrong)") == after + "\"\(wrong)\"")
        }
        for limit in ["0", "10001", "x"] {
            #expect(
                try Self.refusal(gateway, "limit=\(limit)") == "limit is a number from 1 to 10000, not \"\(limit)\"")
        }
        #expect(try Self.refusal(gateway, "unmatched=yes") == "unmatched is 1, or 0, not \"yes\"")
        #expect(try Self.refusal(gateway, "wait=61s") == "wait is at most 60s, not \"61s\"")
        #expect(try Self.refusal(gateway, "wait=5") == #"wait: a duration needs a unit, such as "250ms" or "2s""#)
        #expect(
            try Self.refusal(gateway, "untill=5s")
                == "this call has no parameter \"untill\"; it takes after, limit, rule, unmatched, match, order, wait")
    }

    // MARK: Waiting

    @Test func itWaitsForAnEntry() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let reader = try gateway.connect()
            reader.send(request("/__mishap/sessions/default/journal?wait=30s&rule=ok", ["Connection: close"]))
            #expect(reader.receive(within: .milliseconds(100)).bytes.isEmpty)
            // Another than the one that is asked for.
            _ = try gateway.ask("/none")
            #expect(reader.receive(within: .milliseconds(100)).bytes.isEmpty)
            _ = try gateway.ask("/ok")
            let journal = try Journal(reader.receive(within: .seconds(60)))
            #expect(journal.entries.map(\.seq) == [2])
        }
    }

    @Test func itWaitsNoLongerThanItIsTold() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let before = ContinuousClock.now
            let journal = try gateway.journal("default", "?wait=150ms")
            #expect(ContinuousClock.now - before >= .milliseconds(150))
            #expect(journal.entries.isEmpty)
            #expect(journal.next.hasPrefix("c0."))
        }
    }

    @Test func manyThatWaitHoldNoThread() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let readers = try (0..<20).map { _ in try gateway.connect() }
            for reader in readers {
                reader.send(request("/__mishap/sessions/default/journal?wait=30s", ["Connection: close"]))
            }
            // Calls and requests are answered meanwhile.
            #expect(try gateway.call("GET", "sessions").status == 200)
            _ = try gateway.ask("/ok")
            for reader in readers {
                #expect(try Journal(reader.receive(within: .seconds(60))).entries.map(\.seq) == [1])
            }
        }
    }

    @Test func aSessionThatIsDeletedEndsTheWait() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let id = try gateway.askForSession()
            let reader = try gateway.connect()
            reader.send(request("/__mishap/sessions/\(id)/journal?wait=30s", ["Connection: close"]))
            #expect(reader.receive(within: .milliseconds(100)).bytes.isEmpty)
            #expect(try gateway.call("DELETE", "sessions/\(id)").status ?? 0 < 300)
            #expect(reader.receive(within: .seconds(60)).status == 410)
        }
    }

    @Test func aSessionThatIsResetEndsTheWait() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            _ = try gateway.ask("/ok")
            let cursor = try gateway.journal("default", ended: 1).next
            let reader = try gateway.connect()
            reader.send(request("/__mishap/sessions/default/journal?wait=30s&after=\(cursor)", ["Connection: close"]))
            var received = reader.receive(within: .milliseconds(100))
            #expect(received.bytes.isEmpty)
            // Again, if it came before the call did.
            for _ in 0..<600 where received.bytes.isEmpty {
                #expect(try gateway.call("POST", "sessions/default/reset").status ?? 500 < 300)
                received = reader.receive(within: .milliseconds(100))
            }
            received.bytes += reader.receive(within: .seconds(60)).bytes
            let journal = try Journal(received)
            #expect(journal.entries.isEmpty)
            #expect(journal.next == cursor)
        }
    }
}
