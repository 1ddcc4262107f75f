import JSONText
import Mishap
import TestSupport
import Testing

/// What verdicts make of requests that came over the wire, with the times, hits and connections that they had.
@Suite(.descriptors) struct VerdictOnTheWireTests {
    private static let steps = #"""
        { "name": "pay", "match": { "path": "/pay" }, "steps": [
            { "reply": { "status": 503, "headers": { "Retry-After": "60" } } },
            { "reply": { "status": 503, "headers": { "Retry-After": "0" } } },
            { "reply": {} } ] },
        { "name": "limited", "match": { "path": "/limited" }, "reply": {},
            "rateLimit": { "allow": 1, "per": "1h" } },
        { "name": "any", "match": { "path": "/any" }, "reply": {} }
        """#

    /// Outcome and reason of each expectation when nothing more is to come.
    private static func verdict(
        _ gateway: RunningGateway, _ expect: String
    ) throws -> [(outcome: JSONValue?, reason: String)] {
        let called = try gateway.call(
            "POST", "sessions/default/verify", "{ \"expect\": [ \(expect) ], \"settle\": \"0s\" }")
        #expect(called.status == 200, "\(called)")
        guard case .array(let items)? = called.json["expectations"] else { return [] }
        return items.map { item in
            let reason = if case .string(let text)? = item["reason"] { text } else { "" }
            return (item["outcome"], reason)
        }
    }

    private static func ask(_ gateway: RunningGateway, _ paths: [String]) throws {
        let connection = try gateway.connect()
        for path in paths {
            connection.send(request(path))
            #expect(connection.receiveResponse().status != nil)
        }
    }

    /// A client that has seen an RST and connects anew has come after it, however exact the clock is.
    @Test func whoComesOnANewConnectionHasComeAfterTheReset() async throws {
        let gateway = try RunningGateway(
            rules: #"{ "name": "r", "steps": [ { "fail": "tcp/reset" }, { "reply": {} } ] }"#)
        let expect = #"{ "rule": "r", "after": { "failure": "tcp/reset" }, "requests": 1 }"#
        @Sendable func client() throws -> [String] {
            try (0..<25).map { _ in
                let id = try gateway.askForSession("{ \"expect\": \(expect) }")
                let first = try gateway.connect()
                first.send(request("/@\(id)/x"))
                #expect(first.receive(within: .seconds(30)).ending == .reset)
                let second = try gateway.connect()
                second.send(request("/@\(id)/x"))
                #expect(second.receiveResponse().status == 200)
                return try gateway.ask(
                    "/__mishap/sessions/\(id)", "Accept: text/plain", method: "DELETE"
                ).body
            }
        }
        let verdicts = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 { group.addTask { try await aside { try client() } } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(verdicts.count == 100)
        #expect(verdicts.filter { !$0.hasPrefix("passed\n") } == [])
    }

    /// From what is left of a journal, only what all entries could not change is told.
    @Test func entriesThatWereDroppedLeaveOpenWhatTheyCouldChange() throws {
        let gateway = try RunningGateway(rules: Self.steps) { $0.journal = JournalBounds(entries: 16) }
        try Self.ask(gateway, Array(repeating: "/any", count: 40))
        let journal = try gateway.journal(ended: 1)
        #expect(journal.evicted > 0 && journal.entries.count + journal.evicted == 40)
        let verdicts = try Self.verdict(
            gateway,
            #"""
            { "rule": "any", "requests": { "atLeast": 2 } }, { "rule": "any", "requests": { "atMost": 1 } },
            { "rule": "any", "requests": 40 }, { "rule": "any", "requests": { "atMost": 40 } },
            { "rule": "any", "same": ["headers.Host"] }, { "rule": "any", "connections": { "atMost": 1 } },
            { "rule": "any", "gap": { "atMost": "1h" } }, { "rule": "any", "distinct": ["headers.Host"] },
            { "rule": "pay", "requests": 0 }
            """#)
        #expect(
            verdicts.map(\.outcome) == [
                "passed", "failed", "undecided", "undecided", "undecided", "undecided", "undecided", "failed",
                "undecided",
            ])
        for verdict in verdicts where verdict.outcome == "undecided" {
            #expect(verdict.reason == "\(journal.evicted) entries of the journal were dropped for room")
        }
    }

    /// They are requests of the rule, and no hits.
    @Test func requestsOverTheRateAreJudged() throws {
        let gateway = try RunningGateway(rules: Self.steps)
        try Self.ask(gateway, ["/limited", "/limited", "/limited"])
        _ = try gateway.journal(ended: 3)
        let verdicts = try Self.verdict(
            gateway,
            #"""
            { "rule": "limited", "requests": 3 },
            { "rule": "limited", "after": { "rule": "limited", "hit": 1 }, "requests": 2 },
            { "rule": "limited", "after": { "rule": "limited", "hit": 2 }, "requests": { "atMost": 5 } },
            { "rule": "limited", "honours": "Retry-After" }
            """#)
        #expect(verdicts.map(\.outcome) == ["passed", "passed", "failed", "failed"])
        #expect(verdicts.last?.reason.contains("after the 429 of entry 2, which asked for 3") == true, "\(verdicts)")
    }

    @Test func requestsThatNoRuleTookAreJudged() throws {
        let gateway = try RunningGateway(rules: Self.steps)
        try Self.ask(gateway, ["/any", "/nothing"])
        _ = try gateway.journal(ended: 2)
        let expect = #"{ "unmatched": true, "requests": { "atMost": 1 } }, { "unmatched": true, "requests": 0 }"#
        let verdicts = try Self.verdict(gateway, expect)
        #expect(verdicts.map(\.outcome) == ["passed", "failed"])
        #expect(verdicts.last?.reason == "1 request came (entry 2); none was expected: GET /nothing")
    }

    @Test func timesBetweenRequestsAreJudged() throws {
        let gateway = try RunningGateway(rules: Self.steps)
        try Self.ask(gateway, ["/pay", "/pay", "/pay"])
        _ = try gateway.journal(ended: 3)
        let verdicts = try Self.verdict(
            gateway,
            #"""
            { "rule": "pay", "gap": { "atMost": "1h" } }, { "rule": "pay", "gap": { "atLeast": "1h" } },
            { "rule": "pay", "honours": "Retry-After" },
            { "rule": "pay", "after": { "rule": "pay", "hit": 2 }, "honours": "Retry-After" },
            { "rule": "pay", "within": "1h", "requests": 3 },
            { "rule": "pay", "after": { "rule": "pay", "hit": 1 }, "within": "1h", "requests": 1 },
            { "rule": "pay", "requests": { "atMost": 2, "per": "1h" } },
            { "rule": "pay", "requests": { "atMost": 3, "per": "1h" } }
            """#)
        #expect(
            verdicts.map(\.outcome) == [
                "passed", "failed", "failed", "passed", "passed", "failed", "failed", "passed",
            ])
        #expect(verdicts[2].reason.contains("after the 503 of entry 1, which asked for 60 s"), "\(verdicts[2])")
        #expect(verdicts[5].reason.hasPrefix("2 requests came (entries 2, 3)"), "\(verdicts[5])")
    }

    @Test func connectionsAndTheirOrderAreJudged() throws {
        let gateway = try RunningGateway(rules: Self.steps)
        try Self.ask(gateway, ["/pay", "/any"])
        _ = try gateway.journal(ended: 2)
        try Self.ask(gateway, ["/pay"])
        _ = try gateway.journal(ended: 3)
        let verdicts = try Self.verdict(
            gateway,
            #"""
            { "rule": "pay", "connections": 2 }, { "rule": "pay", "connections": { "atMost": 1 } },
            { "rule": "pay", "after": { "rule": "pay", "hit": 1 }, "newConnection": true },
            { "rule": "any", "after": { "rule": "pay", "hit": 1 }, "newConnection": true },
            { "order": ["pay", "any"] }, { "order": ["any", "pay"] },
            { "match": {}, "atOnce": { "atMost": 1 } }, { "match": {}, "atOnce": { "atLeast": 2 } }
            """#)
        #expect(
            verdicts.map(\.outcome) == [
                "passed", "failed", "passed", "failed", "passed", "failed", "passed", "failed",
            ])
    }

    /// The times of an answer in parts are those of its writes.
    @Test func givingUpInTheMiddleOfAnAnswerIsJudged() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: #"{ "name": "stall", "match": { "path": "/stall" }, "fail": "tcp/stall-mid-body" }"#)
            let client = try gateway.connect()
            client.send(request("/stall"))
            #expect(client.receive(within: .seconds(60)) { $0.count > 20 }.bytes.count > 20)
            client.close()
            _ = try gateway.journal(ended: 1)
            let verdicts = try Self.verdict(
                gateway,
                #"""
                { "rule": "stall", "gaveUp": { "atMost": "1h" } },
                { "rule": "stall", "gaveUp": { "atMost": "1h", "from": "lastByte" } },
                { "rule": "stall", "gaveUp": { "atLeast": "30m", "from": "head" } }
                """#)
            #expect(verdicts.map(\.outcome) == ["passed", "passed", "failed"], "\(verdicts)")
        }
    }

    /// What is sent slowly is found to have no reader at the next write only, which is later.
    @Test func givingUpBetweenTwoPartsOfAnAnswerHasTheTimeOfTheClose() async throws {
        try await aside {
            // On a machine that stalls for a second, both may be noticed at once.
            var outcomes: [JSONValue?] = []
            while outcomes.count < 10, outcomes.last != "passed" {
                let gateway = try RunningGateway(
                    rules: #"""
                        { "name": "slow", "match": { "path": "/slow" },
                          "reply": { "text": "abcdefghi" }, "pace": { "bytes": 3, "every": "1s" } }
                        """#)
                let client = try gateway.connect()
                client.send(request("/slow"))
                #expect(client.receive(within: .seconds(60)) { $0.count > 20 }.bytes.count > 20)
                client.close()
                let entry = try #require(try gateway.journal(ended: 1).entries.first)
                #expect(entry.ending == "abandoned" && entry.clientClosed == true, "\(entry)")
                let milliseconds = Int(try #require(entry.milliseconds))
                let expect = #"{ "rule": "slow", "gaveUp": { "atMost": "\#(max(1, milliseconds - 300))ms" } }"#
                outcomes.append(try Self.verdict(gateway, expect).first?.outcome)
            }
            #expect(outcomes.last == "passed", "\(outcomes)")
        }
    }

    /// Long enough that shards' parts and expectations are divided among threads.
    @Test func aLongJournalIsJudgedAsAShortOne() throws {
        let gateway = try RunningGateway(rules: Self.steps)
        let count = 2_400
        let requests = String(repeating: request("/any", ["Key: a"]), count: count / 4)
        for number in 0..<4 {
            let connection = try gateway.connect()
            connection.send(number < 3 ? requests : requests.replacing("Key: a", with: "Key: b", maxReplacements: 1))
            let last = connection.receive(within: .seconds(60)) { bytes in
                String(decoding: bytes, as: UTF8.self).matches(of: /HTTP\/1.1 200/).count >= count / 4
            }
            #expect(last.ending == .open)
            connection.close()
        }
        try Self.ask(gateway, ["/pay"])
        #expect(waitUntil { (try? gateway.wholeJournal().entries.count { $0.ending != nil }) == count + 1 })
        let verdicts = try Self.verdict(
            gateway,
            #"""
            { "rule": "any", "requests": 2400 }, { "rule": "any", "connections": 4 },
            { "rule": "any", "same": ["headers.Key"] }, { "rule": "pay", "requests": 1 },
            { "rule": "any", "connections": { "atMost": 3 } }
            """#)
        #expect(
            verdicts.map(\.outcome) == ["passed", "passed", "failed", "passed", "failed"],
            "\(verdicts)")
        #expect(verdicts[2].reason.contains(#"is "b", and of entry 1 "a""#), "\(verdicts[2])")
    }
}
