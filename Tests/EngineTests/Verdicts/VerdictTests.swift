import Engine
import Rules
import Testing
import Wire

/// Each kind of expectation: a client that meets it, one that just misses it, and one of which the journal does not tell.
struct VerdictTests {
    static let rules = #"""
        { "name": "pay", "match": { "path": "/pay" }, "steps": [
            { "fail": "http/truncated-json", "times": 2 },
            { "reply": { "status": 429, "headers": { "Retry-After": "2", "X-Reset": "5" } } },
            { "reply": {}, "delay": "30s" } ] },
        { "name": "slow", "match": { "path": "/slow" }, "reply": { "text": "abc" }, "pace": "1B/s" },
        { "name": "log in", "match": { "path": "/login" }, "reply": { "headers": { "Retry-After": "1" } } },
        { "name": "by order", "match": { "path": "/orders/{id}" }, "countBy": "{{request.path.id}}", "reply": {} }
        """#

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let expectation: String
        let came: [Came]
        let outcome: Verdict.Outcome
        let isFinal: Bool
        /// A part of the reason.
        let reason: String
        /// Milliseconds from the beginning to the verdict.
        var now: Double = 1_000_000
        var isSettled = true
        var evicted: UInt64 = 0
        let connections: [JudgedConnection]

        init(
            _ name: String, _ expectation: String, _ came: [Came], _ outcome: Verdict.Outcome, _ reason: String,
            isFinal: Bool = true, now: Double = 1_000_000, isSettled: Bool = true, evicted: UInt64 = 0,
            connections: [JudgedConnection] = []
        ) {
            self.connections = connections
            self.name = name
            self.expectation = expectation
            self.came = came
            self.outcome = outcome
            self.isFinal = isFinal
            self.reason = reason
            self.now = now
            self.isSettled = isSettled
            self.evicted = evicted
        }

        var testDescription: String { name }
    }

    static func verdict(_ row: Row, more: String = "") -> Verdict {
        let golden = Golden("{ \"rules\": [ \(rules) ], \"expect\": [ \(row.expectation) ] \(more) }")
        var journal = CameJournal(row.came, golden.scenario)
        journal.evicted = row.evicted
        journal.connections = row.connections
        return Judge(golden.scenario, journal, at: CameJournal.time(row.now), isSettled: row.isSettled)
            .verdict(golden.scenario.expectations)
    }

    @Test(
        arguments: [
            requests, windows, gaps, backoffs, honours, parts, connections, givingUp, atOnce, scopes, mended, orders,
            failedConnections,
        ]
        .flatMap(\.self))
    func itIsJudged(row: Row) throws {
        let verdict = Self.verdict(row)
        let item = try #require(verdict.items.first)
        #expect(item.outcome == row.outcome, "\(item.reason)")
        #expect(item.isFinal == row.isFinal, "\(item.reason)")
        #expect(item.reason.contains(row.reason), "\(item.reason)")
    }

    // MARK: Connections that ended before a request

    /// Connections that were accepted at these times and ended a millisecond later, in milliseconds.
    static func endedOnes(
        _ times: Double..., by failure: String = "tcp/reset-on-accept", clockAge: Nanoseconds = 0
    ) -> [JudgedConnection] {
        times.enumerated().map { index, time in
            JudgedConnection(
                sequence: UInt64(index + 7), failure: failure, accepted: CameJournal.time(time),
                ended: CameJournal.time(time + 1), clockAge: clockAge)
        }
    }

    static let threeApart =
        #"{ "failure": "tcp/reset-on-accept", "connections": 3, "gap": { "atLeast": "1s" } }"#
    static let noReset = #"{ "failure": "tcp/reset-on-accept", "connections": 0 }"#
    static let someReset = #"{ "failure": "tcp/reset-on-accept", "connections": { "atLeast": 2 } }"#
    static let expired =
        #"{ "failure": "tls/expired", "alert": "certificate_expired", "connections": { "atLeast": 1 } }"#
    static let growing =
        #"{ "failure": "tcp/silent", "gap": [ { "atMost": "1s" }, { "atLeast": "2s", "atMost": "3s" } ] }"#

    static let failedConnections = [
        Row(
            "three, a second apart", threeApart, [], .passed,
            "3 connections came (entries 7, 8, 9); entry 8 came 1 s after entry 7 had ended",
            connections: endedOnes(0, 1001, 2500)),
        Row(
            "too soon", threeApart, [], .failed,
            "entry 9 came 498 ms after entry 8 had ended; at least 1 s was expected",
            isSettled: false, connections: endedOnes(0, 1001, 1500)),
        Row(
            "within the clock's doubt", threeApart, [], .undecided,
            "the gap of 949 ms is at its bound with entry 8, as exactly as the clock tells (60 ms)",
            connections: endedOnes(0, 950, 2500, clockAge: 60_000_000)),
        Row(
            "one too few", threeApart, [Came(at: 0)], .failed,
            "2 connections came (entries 7, 8); 3 connections were expected", connections: endedOnes(0, 1500)),
        Row(
            "one too many", threeApart, [], .failed,
            "4 connections came (entries 7, 8, 9, 10); at most 3 connections were expected",
            isSettled: false, connections: endedOnes(0, 1500, 3000, 4500)),
        Row(
            "those of another failure do not count", threeApart, [], .failed, "0 connections came; 3 connections",
            connections: endedOnes(0, 1500, 3000, by: "tcp/close-on-accept")),
        Row(
            "by the client's alert", expired, [], .passed, "1 connection came (entry 8)", isSettled: false,
            connections: [
                JudgedConnection(sequence: 7, failure: "tls/expired", accepted: 1, ended: 2),
                JudgedConnection(
                    sequence: 8, failure: "tls/expired", alert: TLSAlert(rawValue: 45), accepted: 3, ended: 4),
                JudgedConnection(sequence: 9, failure: nil, alert: TLSAlert(rawValue: 45), accepted: 5, ended: 6),
            ]),
        Row("none, as wanted", noReset, [], .passed, "0 connections came"),
        Row(
            "one, and none was wanted", noReset, [], .failed, "1 connection came (entry 7); none was expected",
            isSettled: false, connections: endedOnes(0)),
        Row("none, of two", someReset, [Came(at: 0)], .failed, "0 connections came; at least 2 connections were"),
        Row("not exercised", someReset, [], .failed, "not exercised: no request came"),
        Row("enough", someReset, [], .passed, "2 connections", isSettled: false, connections: endedOnes(0, 1)),
        Row(
            "too few, with entries that were dropped", someReset, [], .undecided,
            "1 entry of the journal was dropped for room", evicted: 1, connections: endedOnes(0)),
        Row("enough in any case", someReset, [], .passed, "2 connections", evicted: 1, connections: endedOnes(0, 1)),
        Row(
            "gaps one by one", growing, [], .passed, "entry 9 came 2.5 s after entry 8",
            connections: endedOnes(0, 500, 3001, by: "tcp/silent")),
        Row(
            "the last gap's bounds stay", growing, [], .failed,
            "entry 10 came 499 ms after entry 9 had ended; 2 s to 3 s was expected",
            connections: endedOnes(0, 500, 3001, 3501, by: "tcp/silent")),
        Row(
            "no gap", growing, [], .failed, "not exercised: a gap needs a next connection, and 1 came",
            connections: endedOnes(0, by: "tcp/silent")),
        Row(
            "no gap is left between two at once", #"{ "failure": "tcp/silent", "gap": { "atLeast": "1s" } }"#, [],
            .failed, "entry 8 came before entry 7 had ended, a gap of 0; at least 1 s was expected",
            connections: endedOnes(0, 0.5, by: "tcp/silent")),
    ]

    @Test func theEntriesOfAFindingOnConnectionsAreTheirs() throws {
        let row = Row("", Self.threeApart, [], .failed, "", connections: Self.endedOnes(0, 1500, 1600))
        let item = try #require(Self.verdict(row).items.first)
        #expect(item.entries == [8, 9])
    }

    // MARK: How many

    static let two = #"{ "rule": "pay", "requests": 2 }"#

    static let requests = [
        Row("exactly so many", two, [Came(at: 0), Came(at: 9)], .passed, "2 requests came (entries 1, 2)"),
        Row("so far", two, [Came(at: 0), Came(at: 9)], .passed, "2 requests", isFinal: false, isSettled: false),
        Row("one too few", two, [Came(at: 0)], .failed, "1 request came (entry 1); 2 requests were expected"),
        Row("still to come", two, [Came(at: 0)], .failed, "1 request", isFinal: false, isSettled: false),
        Row(
            "one too many", two, [Came(at: 0), Came(at: 1), Came(at: 2)], .failed,
            "3 requests came (entries 1, 2, 3); at most 2 requests were expected", isSettled: false),
        Row("an open one counts", two, [Came(at: 0), Came(at: 9, took: nil)], .passed, "2 requests"),
        Row(
            "at least, for good", #"{ "rule": "pay", "requests": { "atLeast": 2 } }"#, [Came(at: 0), Came(at: 1)],
            .passed, "2 requests", isSettled: false),
        Row(
            "others do not count", two, [Came(at: 0), Came(at: 1, rule: "log in"), Came(at: 2, rule: nil)], .failed,
            "1 request came"),
        Row(
            "dropped entries", two, [Came(at: 0), Came(at: 9)], .undecided, "3 entries of the journal were dropped",
            evicted: 3),
        Row(
            "too many all the same", #"{ "rule": "pay", "requests": 1 }"#, [Came(at: 0), Came(at: 9)], .failed,
            "2 requests", evicted: 3),
        Row(
            "enough all the same", #"{ "rule": "pay", "requests": { "atLeast": 1 } }"#, [Came(at: 0)], .passed,
            "1 request", evicted: 3),
        Row("nothing came", two, [], .failed, "not exercised: no request came"),
        Row("none is expected", #"{ "rule": "pay", "requests": 0 }"#, [], .passed, "0 requests came"),
        Row(
            "none is expected, and one came", #"{ "unmatched": true, "requests": 0 }"#, [Came(at: 0, rule: nil)],
            .failed,
            "1 request came (entry 1); none was expected", isSettled: false),
        Row(
            "each call of a batch counts", two, [Came(at: 0, rule: nil, calls: ["pay", "log in", "pay"])], .passed,
            "2 requests came (entry 1)"),
        Row(
            "by a match", #"{ "match": { "method": "POST", "path": "/pay", "json": { "/a": 1 } }, "requests": 1 }"#,
            [
                Came(at: 0, method: "POST", body: #"{"a":1}"#), Came(at: 1, method: "POST", body: #"{"a":2}"#),
                Came(at: 2, method: "PUT", body: #"{"a":1}"#),
                Came(at: 3, method: "POST", target: "/p", body: #"{"a":1}"#),
            ], .passed, "1 request came (entry 1)"),
        Row(
            "a body in part", #"{ "match": { "json": { "/a": 1 } }, "requests": 1 }"#,
            [Came(at: 0, method: "POST", body: #"{"a":1}"#, lacks: 1)], .undecided, "only a part of the body of entry 1"
        ),
    ]

    static let windows = [
        Row(
            "not more in any second", #"{ "rule": "pay", "requests": { "atMost": 2, "per": "1s" } }"#,
            [Came(at: 0), Came(at: 500), Came(at: 1000), Came(at: 1500)], .passed, "4 requests"),
        Row(
            "three within a second", #"{ "rule": "pay", "requests": { "atMost": 2, "per": "1s" } }"#,
            [Came(at: 0), Came(at: 500), Came(at: 998), Came(at: 3000)], .failed,
            "3 requests came within 998 ms (entries 1, 2, 3); at most 2 in any 1 s", isSettled: false),
        Row(
            "about a second", #"{ "rule": "pay", "requests": { "atMost": 1, "per": "1s" } }"#,
            [Came(at: 0), Came(at: 998, clockAge: 5000)], .undecided, "as exactly as the clock tells (5 ms)"),
        Row(
            "a heartbeat", #"{ "rule": "pay", "requests": { "atLeast": 1, "per": "1s" } }"#,
            [Came(at: 0), Came(at: 900), Came(at: 1900)], .passed, "3 requests"),
        Row(
            "a heart that misses a beat", #"{ "rule": "pay", "requests": { "atLeast": 1, "per": "1s" } }"#,
            [Came(at: 0), Came(at: 900), Came(at: 1902)], .failed, "after entry 2 1 request took 1.002 s, until entry 3"
        ),
    ]

    // MARK: Times

    static let gap = #"{ "rule": "pay", "gap": { "atLeast": "100ms", "atMost": "200ms" } }"#

    static let gaps = [
        Row(
            "a gap", gap, [Came(at: 0), Came(at: 101)], .passed,
            "entry 2 came 100 ms after the 200 of entry 1 had ended"),
        Row("a gap that is short by the tolerance", gap, [Came(at: 0), Came(at: 100)], .passed, "99 ms"),
        Row("a gap that is too short", gap, [Came(at: 0), Came(at: 99.9)], .failed, "98.9 ms", isSettled: false),
        Row("a gap that is too long", gap, [Came(at: 0), Came(at: 202.1)], .failed, "100 ms to 200 ms was expected"),
        Row(
            "a gap at its bound, which the clock does not tell", gap,
            [Came(at: 0), Came(at: 99.9, clockAge: 200)], .passed, "entry 2 came 98.9 ms after"),
        Row(
            "a gap at its bound, of which the clock tells little", gap,
            [Came(at: 0), Came(at: 99.9, clockAge: 20_000)], .undecided, "the gap of 98.9 ms is at its bound"),
        Row(
            "one that came before the end", gap, [Came(at: 0, took: 50), Came(at: 20)], .failed,
            "entry 2 came before the 200 of entry 1 had ended, a gap of 0"),
        Row("no gap", gap, [Came(at: 0)], .failed, "not exercised: a gap needs a next request"),
        Row(
            "one gap after the other", #"{ "rule": "pay", "gap": [ { "atLeast": "100ms" }, { "atMost": "50ms" } ] }"#,
            [Came(at: 0), Came(at: 200), Came(at: 220), Came(at: 260)], .passed, "gaps of 199 ms, 19 ms, 39 ms"),
        Row(
            "the last bounds stay", #"{ "rule": "pay", "gap": [ { "atLeast": "100ms" }, { "atMost": "50ms" } ] }"#,
            [Came(at: 0), Came(at: 200), Came(at: 220), Came(at: 290)], .failed, "entry 4 came 69 ms after"),
    ]

    static let backoffs = [
        Row(
            "twice as long each time", #"{ "rule": "pay", "backoff": { "factor": 2 } }"#,
            [Came(at: 0), Came(at: 101), Came(at: 302), Came(at: 703)], .passed,
            "gaps of 100 ms, 200 ms, 400 ms; counted from the first gap, of 100 ms"),
        Row(
            "not twice as long", #"{ "rule": "pay", "backoff": { "factor": 2 } }"#,
            [Came(at: 0), Came(at: 101), Came(at: 299)], .failed,
            "of gap 2 at least 200 ms was expected; counted from the first gap, of 100 ms"),
        Row(
            "about twice as long", #"{ "rule": "pay", "backoff": { "factor": 2 } }"#,
            [Came(at: 0), Came(at: 101), Came(at: 300, clockAge: 1500)], .passed, "gaps of 100 ms, 198 ms"),
        Row(
            "perhaps twice as long", #"{ "rule": "pay", "backoff": { "factor": 2 } }"#,
            [Came(at: 0), Came(at: 101), Came(at: 300, clockAge: 25_000)], .undecided, "as exactly as the clock tells"),
        Row(
            "up to a cap",
            #"{ "rule": "pay", "backoff": { "factor": { "atLeast": 2, "atMost": 3 }, "cap": "150ms" } }"#,
            [Came(at: 0), Came(at: 101), Came(at: 302), Came(at: 453)], .passed, "gaps of 100 ms, 200 ms, 150 ms"),
        Row(
            "shorter than the cap, though the gap before was",
            #"{ "rule": "pay", "backoff": { "factor": 2, "cap": "150ms" } }"#,
            [Came(at: 0), Came(at: 101), Came(at: 252), Came(at: 393)], .failed, "of gap 3 at least 150 ms was expected"
        ),
        Row(
            "one gap is not enough", #"{ "rule": "pay", "backoff": { "factor": 2 } }"#, [Came(at: 0), Came(at: 9)],
            .failed, "compares two gaps"),
        Row(
            "one gap is enough where the first is known",
            #"{ "rule": "pay", "backoff": { "first": "8ms", "factor": 2 } }"#,
            [Came(at: 0), Came(at: 10)], .passed, "a gap of 9 ms"),
        Row(
            "the first is too short", #"{ "rule": "pay", "backoff": { "first": "20ms", "factor": 2 } }"#,
            [Came(at: 0), Came(at: 10)], .failed, "of gap 1 at least 20 ms was expected"),
        Row(
            "none is enough", #"{ "rule": "pay", "backoff": { "first": "20ms", "factor": 2 } }"#,
            [Came(at: 0)], .failed, "\"backoff\" needs a next request, and 1 request came"),
        Row(
            "long gaps make up for no short one", #"{ "rule": "pay", "backoff": { "first": "100ms", "factor": 2 } }"#,
            [Came(at: 0), Came(at: 1001), Came(at: 1182)], .failed, "of gap 2 at least 200 ms was expected"),
        Row(
            "within a share", #"{ "rule": "pay", "backoff": { "first": "100ms", "factor": 2, "tolerance": "10%" } }"#,
            [Came(at: 0), Came(at: 92), Came(at: 274)], .passed, "gaps of 91 ms, 181 ms"),
        Row(
            "beyond a share", #"{ "rule": "pay", "backoff": { "first": "100ms", "factor": 2, "tolerance": "10%" } }"#,
            [Came(at: 0), Came(at: 92), Came(at: 270)], .failed, "of gap 2 at least 180 ms was expected"),
        Row(
            "beyond a time", #"{ "rule": "pay", "backoff": { "first": "100ms", "factor": 2, "tolerance": "20ms" } }"#,
            [Came(at: 0), Came(at: 92), Came(at: 270)], .failed, "of gap 2 at least 180 ms was expected"),
        Row(
            "bounds on both sides",
            #"{ "rule": "pay", "backoff": { "first": "100ms", "factor": { "atLeast": 1, "atMost": 2 }, "tolerance": "10%" } }"#,
            [Came(at: 0), Came(at: 101), Came(at: 332)], .failed, "of gap 2 90 ms to 220 ms was expected"),
        Row(
            "a first gap of nothing", #"{ "rule": "pay", "backoff": { "factor": 2 } }"#,
            [Came(at: 0), Came(at: 1), Came(at: 2), Came(at: 3)], .failed,
            "the first gap, of 0 ms, is too short to count from"),
        Row(
            "the doubt of a first gap ends with the cap",
            #"{ "rule": "pay", "backoff": { "factor": 1000, "cap": "150ms" } }"#,
            [Came(at: 0, endAge: 500), Came(at: 101), Came(at: 262), Came(at: 423)], .passed,
            "gaps of 100 ms, 160 ms, 160 ms"),
        Row(
            "a first gap that is not known exactly", #"{ "rule": "pay", "backoff": { "factor": 10 } }"#,
            [Came(at: 0, endAge: 2000), Came(at: 101), Came(at: 1087)], .undecided, "the gap of 985 ms"),
    ]

    private static let asked = Came(at: 0, status: 429, answer: ["Retry-After: 2"])
    private static let honour = #"{ "rule": "pay", "honours": "Retry-After" }"#

    static let honours = [
        Row(
            "not too soon", honour, [asked, Came(at: 2001)], .passed,
            "entry 2 came 2 s after the 429 of entry 1, which asked for 2 s"),
        Row(
            "too soon", honour, [asked, Came(at: 1999)], .failed,
            "entry 2 came 1.998 s after the 429 of entry 1, which asked for 2 s"),
        Row(
            "about as asked", honour, [asked, Came(at: 1999.8, clockAge: 500)], .passed, "entry 2 came 1.998 s after"),
        Row(
            "perhaps as asked", honour, [asked, Came(at: 1999.8, clockAge: 25_000)], .undecided,
            "as exactly as the clock tells"),
        Row(
            "not too late", #"{ "rule": "pay", "honours": { "header": "Retry-After", "late": { "atMost": "1s" } } }"#,
            [asked, Came(at: 3001)], .passed, "3 s after"),
        Row(
            "too late", #"{ "rule": "pay", "honours": { "header": "Retry-After", "late": { "atMost": "1s" } } }"#,
            [asked, Came(at: 3003)], .failed, "at most 1 s more was expected"),
        Row("nobody asked", honour, [Came(at: 0), Came(at: 9)], .failed, "not exercised: no answer had a retry-after"),
        Row(
            "nobody is known to have asked", honour, [Came(at: 0, isHeadCut: true), Came(at: 9)], .undecided,
            "only a part of the head of the 200 of entry 1"),
        Row("nobody came", honour, [asked], .failed, "not exercised: no request came after it"),
        Row(
            "a date, to a second", honour,
            [
                Came(
                    at: 0, status: 503,
                    answer: ["Date: Tue, 24 Nov 2026 14:00:00 GMT", "Retry-After: Tue, 24 Nov 2026 14:00:03 GMT"]),
                Came(at: 2002),
            ], .passed, "which asked for Tue, 24 Nov 2026 14:00:03 GMT at Tue, 24 Nov 2026 14:00:00 GMT"),
        Row(
            "before a date", honour,
            [
                Came(
                    at: 0, status: 503,
                    answer: ["Date: Tue, 24 Nov 2026 14:00:00 GMT", "Retry-After: Tue, 24 Nov 2026 14:00:03 GMT"]),
                Came(at: 1999),
            ], .failed, "entry 2 came 1.998 s after"),
        Row(
            "seconds since 1970", #"{ "rule": "pay", "honours": "X-Reset" }"#,
            [
                Came(at: 0, status: 503, answer: ["Date: Tue, 24 Nov 2026 14:00:00 GMT", "X-Reset: 1795528803"]),
                Came(at: 1999),
            ], .failed, "which is Tue, 24 Nov 2026 14:00:03 GMT"),
        Row(
            "of the answer that it is after",
            #"{ "rule": "pay", "after": { "rule": "log in", "hit": 1 }, "honours": "Retry-After" }"#,
            [Came(at: 0, rule: "log in", answer: ["Retry-After: 1"]), Came(at: 900)], .failed, "which asked for 1 s"),
    ]

    // MARK: What they say

    private static func keyed(_ key: String?, _ body: String = "a", at time: Double = 0) -> Came {
        Came(at: time, method: "POST", fields: key.map { ["Key: \($0)"] } ?? [], body: body)
    }

    static let parts = [
        Row(
            "the same", #"{ "rule": "pay", "same": ["body", "headers.Key"] }"#, [keyed("1"), keyed("1")], .passed,
            "body and headers.key were the same in 2 requests"),
        Row(
            "another key", #"{ "rule": "pay", "same": ["body", "headers.Key"] }"#, [keyed("1"), keyed("2")], .failed,
            #"headers.key of entry 2 is "2", and of entry 1 "1""#),
        Row(
            "another body", #"{ "rule": "pay", "same": ["body"] }"#, [keyed("1"), keyed("1", "b")], .failed,
            "body of entry 2 is one of 1 bytes"),
        Row(
            "no key", #"{ "rule": "pay", "same": ["headers.Key"] }"#, [keyed("1"), keyed(nil)], .failed,
            "entry 2 has no headers.key"),
        Row("one is not compared", #"{ "rule": "pay", "same": ["body"] }"#, [keyed("1")], .failed, "not exercised"),
        Row(
            "bodies are compared by their digest", #"{ "rule": "pay", "same": ["body"] }"#,
            [Came(at: 0, body: "abc", lacks: 2), Came(at: 1, body: "abc", lacks: 2)], .passed, "the same"),
        Row(
            "what is in a body is not known", #"{ "rule": "pay", "same": ["json/a"] }"#,
            [Came(at: 0, body: #"{"a":1}"#), Came(at: 1, body: #"{"a":1}"#, lacks: 2)], .undecided,
            "only a part of the body of entry 2"),
        Row(
            "each another", #"{ "rule": "pay", "distinct": ["headers.Key"] }"#, [keyed("1"), keyed("2")], .passed,
            "another in each of 2"),
        Row(
            "one twice", #"{ "rule": "pay", "distinct": ["headers.Key"] }"#, [keyed("1"), keyed("2"), keyed("1")],
            .failed, #"headers.key of entry 3 is "1", as of entry 1"#),
        Row(
            "one that is not known", #"{ "rule": "pay", "distinct": ["json/a"] }"#,
            [Came(at: 0, body: #"{"a":1}"#), Came(at: 1, body: #"{"a":2}"#, lacks: 2)], .undecided, "only a part"),
        Row(
            "each matches", #"{ "rule": "pay", "every": { "headers": { "Key": "1" } } }"#, [keyed("1"), keyed("1")],
            .passed, "2 requests matched"),
        Row(
            "one does not", #"{ "rule": "pay", "every": { "headers": { "Key": "1" } } }"#, [keyed("1"), keyed("2")],
            .failed, #"entry 2: header"#),
        Row(
            "a secret", #"{ "rule": "pay", "every": { "headers": { "Authorization": "Bearer 1" } } }"#,
            [Came(at: 0, fields: ["Authorization: Bearer 2"])], .failed,
            #"entry 1: header "authorization" is one that is not shown"#),
        Row(
            "a secret to count by",
            #"{ "rule": "pay", "countBy": "{{request.headers.authorization}}", "requests": 2 }"#,
            [Came(at: 0, fields: ["Authorization: Bearer 2"])], .failed, "one value: 1 request came"),
        Row(
            "one of which not all is known", #"{ "rule": "pay", "every": { "json": { "/a": 1 } } }"#,
            [Came(at: 0, body: #"{"a":1}"#), Came(at: 1, body: #"{"a":1}"#, lacks: 2)], .undecided, "only a part"),
    ]

    static let connections = [
        Row(
            "on one connection", #"{ "rule": "pay", "connections": 1 }"#, [Came(at: 0), Came(at: 9)], .passed,
            "2 requests came on 1 connection"),
        Row(
            "on two", #"{ "rule": "pay", "connections": 1 }"#, [Came(at: 0), Came(at: 9, connection: 2)], .failed,
            "came on 2 connections; at most 1 connection was expected", isSettled: false),
        Row(
            "of dropped ones", #"{ "rule": "pay", "connections": 1 }"#, [Came(at: 0), Came(at: 9)], .undecided,
            "dropped", evicted: 1),
        Row(
            "a new one", #"{ "rule": "pay", "after": { "rule": "log in", "hit": 1 }, "newConnection": true }"#,
            [Came(at: 0, rule: "log in"), Came(at: 9, connection: 2)], .passed,
            "entry 2 came by another connection than entry 1", isSettled: false),
        Row(
            "the same one", #"{ "rule": "pay", "after": { "rule": "log in", "hit": 1 }, "newConnection": true }"#,
            [Came(at: 0, rule: "log in"), Came(at: 9)], .failed, "by the same connection", isSettled: false),
        Row(
            "a new one, or the same one",
            #"{ "rule": "pay", "after": { "rule": "log in", "hit": 1 }, "newConnection": true }"#,
            [
                Came(at: 0, rule: "log in"), Came(at: 9, connection: 2, clockAge: 300),
                Came(at: 9.2, clockAge: 300),
            ], .undecided, "which request came first after entry 1"),
        Row(
            "a new one, and later the same one",
            #"{ "rule": "pay", "after": { "rule": "log in", "hit": 1 }, "newConnection": true }"#,
            [Came(at: 0, rule: "log in"), Came(at: 9, connection: 2, clockAge: 300), Came(at: 9.7, clockAge: 300)],
            .passed, "by another connection", isSettled: false),
        Row(
            "a new one, if nothing was dropped",
            #"{ "rule": "pay", "after": { "rule": "log in", "hit": 1 }, "newConnection": true }"#,
            [Came(at: 0, rule: "log in"), Came(at: 9, connection: 2)], .undecided, "dropped", evicted: 1),
    ]

    // MARK: Giving up, at once

    private static let patience = #"{ "rule": "pay", "gaveUp": { "atLeast": "2s", "atMost": "3s" } }"#

    static let givingUp = [
        Row(
            "in time", patience, [Came(at: 0, took: 2500, status: 0, gaveUp: true)], .passed,
            "gave up after 2.5 s (entry 1)"),
        Row(
            "too late", patience, [Came(at: 0, took: 3002, status: 0, gaveUp: true)], .failed,
            "the client gave up on entry 1 after 3.002 s; 2 s to 3 s was expected"),
        Row("too soon", patience, [Came(at: 0, took: 1998, status: 0, gaveUp: true)], .failed, "after 1.998 s"),
        Row(
            "about then", patience, [Came(at: 0, took: 1998.9, status: 0, gaveUp: true, clockAge: 300)], .passed,
            "gave up after 1.998 s"),
        Row(
            "perhaps then", patience, [Came(at: 0, took: 1998.9, status: 0, gaveUp: true, clockAge: 25_000)],
            .undecided, "as exactly as the clock tells"),
        Row(
            "about then, as the client's close tells", patience,
            [Came(at: 0, took: 1998.9, status: 0, gaveUp: true, endAge: 300)], .passed, "gave up after 1.998 s"),
        Row(
            "perhaps then, as the client's close tells", patience,
            [Came(at: 0, took: 1998.9, status: 0, gaveUp: true, endAge: 25_000)], .undecided,
            "as exactly as the clock tells (25 ms)"),
        Row("not at all", patience, [Came(at: 0, took: 2500)], .failed, "ended after 2.5 s"),
        Row(
            "not yet", patience, [Came(at: 0, took: nil, status: 0)], .undecided, "still open, after 1 s",
            isFinal: false, now: 1000),
        Row(
            "too long already", patience, [Came(at: 0, took: nil, status: 0)], .failed, "has been open for 4 s",
            now: 4000, isSettled: false),
        Row(
            "from the head", #"{ "rule": "slow", "gaveUp": { "atMost": "1s", "from": "head" } }"#,
            [Came(at: 0, took: 2500, rule: "slow", gaveUp: true, headAfter: 2000)], .passed, "500 ms"),
        Row(
            "from the head, whatever the clock tells of the request",
            #"{ "rule": "slow", "gaveUp": { "atMost": "1s", "from": "head" } }"#,
            [Came(at: 0, took: 3000.9, rule: "slow", gaveUp: true, headAfter: 2000, clockAge: 3000)], .passed, "1 s"),
        Row(
            "from the last byte", #"{ "rule": "slow", "gaveUp": { "atMost": "1s", "from": "lastByte" } }"#,
            [Came(at: 0, took: 2500, rule: "slow", gaveUp: true, headAfter: 100, lastByteAfter: 1000)], .failed, "1.5 s"
        ),
        Row(
            "from the last byte, of which more may come",
            #"{ "rule": "slow", "gaveUp": { "atMost": "1s", "from": "lastByte" } }"#,
            [Came(at: 0, took: nil, rule: "slow", headAfter: 100, lastByteAfter: 1000)], .undecided,
            "still open, after 3 s", isFinal: false, now: 4000),
    ]

    static let atOnce = [
        Row(
            "two at once", #"{ "rule": "pay", "atOnce": { "atMost": 2 } }"#,
            [Came(at: 0, took: 10), Came(at: 5, took: 10, connection: 2), Came(at: 11)], .passed,
            "2 requests were open at once when entry 2 came"),
        Row(
            "three at once", #"{ "rule": "pay", "atOnce": { "atMost": 2 } }"#,
            [Came(at: 0, took: 10), Came(at: 5, took: nil, connection: 2), Came(at: 9, connection: 3)], .failed,
            "3 requests were open at once when entry 3 came; at most 2", isSettled: false),
        Row(
            "about at once", #"{ "rule": "pay", "atOnce": { "atMost": 1 } }"#,
            [Came(at: 0, took: 10), Came(at: 9.9, connection: 2, clockAge: 300)], .undecided,
            "as exactly as the clock tells"),
        Row(
            "about at once, as the client's close tells", #"{ "rule": "pay", "atOnce": { "atMost": 1 } }"#,
            [Came(at: 0, took: 10, gaveUp: true, endAge: 300), Came(at: 10.1, connection: 2)], .undecided,
            "as exactly as the clock tells"),
        Row(
            "one after the other on one connection, whatever the clock tells",
            #"{ "rule": "pay", "atOnce": { "atMost": 1 } }"#,
            [Came(at: 0, took: 10), Came(at: 10.1, clockAge: 3000), Came(at: 12)], .passed, "1 request was open"),
        Row(
            "one after the other", #"{ "rule": "pay", "atOnce": { "atLeast": 2 } }"#,
            [Came(at: 0, took: 10), Came(at: 10)], .failed, "1 request was open at once"),
        Row(
            "both", #"{ "rule": "pay", "atOnce": { "atLeast": 2 } }"#,
            [Came(at: 0, took: 10), Came(at: 9, connection: 2)], .passed,
            "2 requests were open", isSettled: false),
        Row(
            "nobody", #"{ "rule": "pay", "atOnce": { "atMost": 1 } }"#, [Came(at: 0, rule: "log in")], .passed,
            "0 requests were open"),
    ]

    // MARK: Which

    private static let breaker =
        #"{ "rule": "pay", "after": { "rule": "pay", "hit": 2 }, "gap": [ { "atLeast": "10s" } ] }"#

    private static let afterFailure =
        #"{ "rule": "pay", "after": { "failure": "http/truncated-json" }, "requests": 1 }"#

    private static func failed(at: Double, took: Double?, _ connection: UInt64) -> Came {
        Came(at: at, took: took, connection: connection, failure: "http/truncated-json", clockAge: 300)
    }

    static let scopes = [
        Row(
            "after a hit", breaker, [Came(at: 0), Came(at: 5), Came(at: 10_010)], .passed, "entry 3 came 10.004 s after"
        ),
        Row(
            "too soon after a hit", breaker, [Came(at: 0), Came(at: 5), Came(at: 9_010)], .failed,
            "entry 3 came 9.004 s after"),
        Row("without that hit", breaker, [Came(at: 0)], .failed, "not exercised: hit 2 of rule \"pay\" did not come"),
        Row(
            "while that hit is open", breaker, [Came(at: 0), Came(at: 5, took: nil), Came(at: 9)], .undecided,
            "entry 2 is still open", isFinal: false),
        Row(
            "after a failure", #"{ "rule": "pay", "after": { "failure": "http/truncated-json" }, "requests": 1 }"#,
            [Came(at: 0), Came(at: 5, failure: "http/truncated-json"), Came(at: 9)], .passed, "1 request came (entry 3)"
        ),
        Row(
            "about the end of what it is after",
            #"{ "rule": "pay", "after": { "rule": "pay", "hit": 1 }, "requests": 1 }"#,
            [Came(at: 0, took: 10), Came(at: 10.1, connection: 2, clockAge: 300)], .undecided,
            "whether it came after entry 1"),
        Row(
            "about the end of what it is after, on a connection that was accepted later",
            #"{ "rule": "pay", "after": { "rule": "pay", "hit": 1 }, "requests": 1 }"#,
            [Came(at: 0, took: 10, lastConnection: 1), Came(at: 10.1, connection: 2, clockAge: 300)], .passed,
            "1 request came (entry 2)"),
        Row(
            "about the end of what it is after, on a connection that was there",
            #"{ "rule": "pay", "after": { "rule": "pay", "hit": 1 }, "requests": 1 }"#,
            [Came(at: 0, took: 10, lastConnection: 2), Came(at: 10.1, connection: 2, clockAge: 300)], .undecided,
            "whether it came after entry 1"),
        Row(
            "about the client's end of what it is after",
            #"{ "rule": "pay", "after": { "gaveUp": true }, "requests": 1 }"#,
            [Came(at: 0, took: 10, gaveUp: true, endAge: 300), Came(at: 10.1, connection: 2)], .undecided,
            "whether it came after entry 1"),
        Row(
            "after either of two failures", afterFailure,
            [failed(at: 0, took: 1, 1), failed(at: 0.2, took: 50, 2), Came(at: 60, connection: 3)], .passed,
            "1 request came (entry 3)"),
        Row(
            "after one of two failures", afterFailure,
            [failed(at: 0, took: 1, 1), failed(at: 0.2, took: 50, 2), Came(at: 20, connection: 3)], .undecided,
            "whether entry 1 or entry 2 came first is not known as exactly as the clock tells (600 µs)"),
        Row(
            "after the first of two failures", afterFailure,
            [failed(at: 0, took: 2, 1), failed(at: 0.7, took: 50, 2), Came(at: 20, connection: 3)], .passed,
            "1 request came (entry 3)"),
        Row(
            "after the first of two failures on one connection", afterFailure,
            [failed(at: 0, took: 0.1, 1), failed(at: 0.2, took: 50, 1), Came(at: 20, connection: 3)], .failed,
            "2 requests came"),
        Row(
            "after failures of another connection that came one after the other", afterFailure,
            [
                failed(at: 0, took: 10, 1), failed(at: 0.2, took: 0.1, 2), failed(at: 0.35, took: 50, 2),
                Came(at: 20, connection: 3),
            ], .undecided, "whether entry 1 or entry 2 came first"),
        Row(
            "after a failure that surely came before others which may have come at once", afterFailure,
            [
                failed(at: 0, took: 0.5, 1),
                Came(at: 1.2, took: 50, connection: 2, failure: "http/truncated-json", clockAge: 2000),
                Came(at: 20, connection: 3),
            ], .undecided, "whether it came after entry 1"),
        Row(
            "after any of many failures", afterFailure,
            (0..<50).map { failed(at: 0.01 * Double($0), took: 1, UInt64($0)) } + [Came(at: 20, connection: 60)],
            .passed, "1 request came (entry 51)"),
        Row(
            "after one of more failures than are compared", afterFailure,
            (0..<1200).map { failed(at: 0.0001 * Double($0), took: 1, UInt64($0)) } + [Came(at: 20, connection: 6000)],
            .undecided, "which of 1200 exchanges came first is not known"),
        Row(
            "after one of two failures, and compared with nothing after the other",
            #"{ "rule": "pay", "after": { "failure": "http/truncated-json" }, "gap": { "atLeast": "1s" } }"#,
            [failed(at: 0, took: 1, 1), failed(at: 0.2, took: 50, 2), Came(at: 20, connection: 3)], .undecided,
            "whether entry 1 or entry 2 came first"),
        Row(
            "after one of two failures, and too many or too few either way",
            #"{ "rule": "pay", "after": { "failure": "http/truncated-json" }, "requests": 2 }"#,
            [failed(at: 0, took: 1, 1), failed(at: 0.2, took: 50, 2), Came(at: 20, connection: 3)], .failed,
            "were expected"),
        Row(
            "after one of two failures, of which one goes on", afterFailure,
            [failed(at: 0, took: 1, 1), failed(at: 0.2, took: nil, 2), Came(at: 20, connection: 3)], .undecided,
            "entry 2 is still open", isFinal: false),
        Row(
            "after giving up", #"{ "rule": "pay", "after": { "gaveUp": true }, "requests": 1 }"#,
            [Came(at: 0), Came(at: 5, gaveUp: true), Came(at: 9), Came(at: 10)], .failed, "2 requests came"),
        Row(
            "within a time", #"{ "rule": "pay", "within": "1s", "requests": 2 }"#,
            [Came(at: 0), Came(at: 500), Came(at: 1002)], .passed, "2 requests came (entries 1, 2)", isSettled: false),
        Row(
            "within a time that is not over", #"{ "rule": "pay", "within": "1s", "requests": 2 }"#,
            [Came(at: 0), Came(at: 500)], .passed, "2 requests", isFinal: false, now: 900, isSettled: false),
        Row(
            "within a time, too few", #"{ "rule": "pay", "within": "1s", "requests": 2 }"#,
            [Came(at: 0), Came(at: 1002)], .failed, "1 request came (entry 1)", isSettled: false),
        Row(
            "about the end of a time, which the first request begins",
            #"{ "rule": "pay", "within": "1s", "requests": 2 }"#,
            [Came(at: 0, clockAge: 400), Came(at: 1001.2, connection: 2)], .undecided, "came when \"within\" ended"),
        Row(
            "at the end of a time", #"{ "rule": "pay", "within": "1s", "requests": 2 }"#,
            [Came(at: 0), Came(at: 1001.1, clockAge: 300)], .undecided, "entry 2 came when \"within\" ended"),
        Row(
            "value by value", #"{ "rule": "by order", "requests": 1 }"#,
            [Came(at: 0, rule: "by order", target: "/orders/1"), Came(at: 1, rule: "by order", target: "/orders/2")],
            .passed, "(and 1 more"),
        Row(
            "one value twice", #"{ "rule": "by order", "requests": 1 }"#,
            [
                Came(at: 0, rule: "by order", target: "/orders/1"), Came(at: 1, rule: "by order", target: "/orders/2"),
                Came(at: 2, rule: "by order", target: "/orders/2"),
            ], .failed, "\"2\": 2 requests came"),
        Row(
            "by a value of its own", #"{ "rule": "pay", "countBy": "{{request.headers.key}}", "requests": 2 }"#,
            [keyed("1"), keyed("2"), keyed("1"), keyed("2")], .passed, "\"1\": 2 requests"),
        Row(
            "values with one request each",
            #"{ "rule": "pay", "countBy": "{{request.headers.key}}", "same": ["body"] }"#,
            [keyed("1"), keyed("2", "b"), keyed("1")], .passed, "\"1\": body was the same"),
        Row(
            "several judgements", #"{ "rule": "pay", "requests": 2, "gap": { "atLeast": "1s" }, "same": ["body"] }"#,
            [Came(at: 0), Came(at: 1001)], .passed, "2 requests came (entries 1, 2); entry 2 came 1 s after"),
        Row(
            "the worst is told", #"{ "rule": "pay", "requests": 2, "gap": { "atLeast": "1s" }, "same": ["body"] }"#,
            [Came(at: 0), Came(at: 900)], .failed, "entry 2 came 899 ms after"),
    ]

    /// Each was judged wrongly once.
    static let mended = [
        Row(
            "too few within a time, of dropped ones",
            #"{ "rule": "pay", "within": "1s", "requests": { "atLeast": 5 } }"#,
            [Came(at: 0)], .undecided, "dropped", evicted: 3),
        Row(
            "few within a time, of dropped ones", #"{ "rule": "pay", "within": "1s", "requests": { "atMost": 3 } }"#,
            [Came(at: 0), Came(at: 1)], .undecided, "dropped", evicted: 3),
        Row(
            "a body that broke off", #"{ "rule": "pay", "same": ["body"] }"#,
            [Came(at: 0, body: "ab", brokeOff: true), Came(at: 1, body: "abc")], .undecided, "only a part of the body"),
        Row(
            "all of its values dropped", #"{ "rule": "by order", "requests": { "atMost": 2 } }"#, [Came(at: 0)],
            .undecided,
            "dropped", evicted: 3),
        Row(
            "value by value after what did not come",
            #"{ "rule": "by order", "after": { "failure": "http/truncated-json" }, "requests": 0 }"#, [Came(at: 0)],
            .failed, "did not come"),
        Row(
            "values after what came of some only",
            #"{ "match": { "path": "/orders/{id}" }, "countBy": "{{request.path.id}}", "after": { "failure": "http/truncated-json" }, "requests": 1 }"#,
            [
                Came(at: 0, rule: "by order", failure: "http/truncated-json", target: "/orders/1"),
                Came(at: 1, rule: "by order", target: "/orders/2"), Came(at: 2, rule: "by order", target: "/orders/1"),
            ], .passed, "\"1\": 1 request came (entry 3)"),
        Row(
            "an order while one is being read", #"{ "order": ["log in", "pay"] }"#,
            [Came(at: 0, took: nil, rule: nil, isUndecided: true), Came(at: 1)], .undecided,
            "entry 1 is still being read",
            isFinal: false),
        Row(
            "a long body of another request", #"{ "match": { "path": "/pay", "json": { "/a": 1 } }, "requests": 1 }"#,
            [Came(at: 0, rule: nil, target: "/upload", body: "abc", lacks: 2), Came(at: 1, body: #"{"a":1}"#)], .passed,
            "1 request came (entry 2)"),
        Row(
            "read before the end on the same connection",
            #"{ "rule": "pay", "after": { "rule": "log in", "hit": 1 }, "requests": 1 }"#,
            [Came(at: 0, took: 10, rule: "log in"), Came(at: 9, clockAge: 2000)], .passed, "1 request came (entry 2)"),
        Row(
            "read before the end on another connection",
            #"{ "rule": "pay", "after": { "rule": "log in", "hit": 1 }, "requests": 1 }"#,
            [Came(at: 0, took: 10, rule: "log in"), Came(at: 9, connection: 2, clockAge: 2000)], .undecided,
            "whether it came after entry 1"),
        Row(
            "too few for a heartbeat", #"{ "rule": "pay", "requests": { "atLeast": 3, "per": "1s" } }"#, [Came(at: 0)],
            .failed, "1 request came; at least 3"),
        Row(
            "a batch with more calls than are known", #"{ "order": ["log in", "pay"] }"#,
            [Came(at: 0, rule: nil, hasMoreCalls: true, calls: ["pay"]), Came(at: 9, rule: "log in")], .undecided,
            "entry 1 is a batch with more calls"),
        Row(
            "calls of it", two, [Came(at: 0, rule: nil, hasMoreCalls: true, calls: ["pay", "pay", "pay"])], .undecided,
            "more calls"),
        Row(
            "a batch within a second", #"{ "rule": "pay", "requests": { "atMost": 2, "per": "1s" } }"#,
            [Came(at: 0, rule: nil, calls: ["pay", "pay", "pay"])], .failed, "3 requests came within"),
    ]

    static let orders = [
        Row(
            "in order", #"{ "order": ["log in", "pay"] }"#,
            [Came(at: 0, rule: "log in"), Came(at: 1), Came(at: 2, rule: "log in")], .passed,
            "in this order: entries 1, 2", isSettled: false),
        Row(
            "the other way", #"{ "order": ["log in", "pay"] }"#, [Came(at: 0), Came(at: 1, rule: "log in")], .failed,
            "rule \"pay\" came first with entry 1, before rule \"log in\" with entry 2", isSettled: false),
        Row(
            "one is missing", #"{ "order": ["log in", "pay"] }"#, [Came(at: 0, rule: "log in")], .failed,
            "rule \"pay\" did not come"),
        Row(
            "the first is missing", #"{ "order": ["log in", "pay"] }"#, [Came(at: 0)], .failed,
            "before rule \"log in\"", isSettled: false),
        Row(
            "about at once, on two connections", #"{ "order": ["log in", "pay"] }"#,
            [Came(at: 0), Came(at: 0.1, rule: "log in", connection: 2, clockAge: 300)], .undecided,
            "as exactly as the clock tells"),
    ]

    // MARK: All together

    @Test func theWorstIsTheVerdict() {
        let row = Row(
            "", #"{ "rule": "pay", "requests": 2 }, { "name": "b", "rule": "pay", "requests": { "atLeast": 1 } }"#,
            [Came(at: 0)], .failed, "")
        let verdict = Self.verdict(row)
        #expect(verdict.outcome == .failed && verdict.isFinal)
        #expect(verdict.items.map(\.outcome) == [.failed, .passed])
        #expect(verdict.items.map(\.expectation.name) == [nil, "b"])
    }

    @Test func whatHasFailedForGoodIsFinal() {
        let row = Row(
            "", #"{ "rule": "pay", "requests": 2 }, { "rule": "pay", "requests": 0, "name": "b" }"#, [Came(at: 0)],
            .failed,
            "", isSettled: false)
        #expect(Self.verdict(row).isFinal)
        #expect(Self.verdict(row).items.map(\.isFinal) == [false, true])
    }

    @Test func withoutExpectationsNothingFails() {
        let golden = Golden("{ \"rules\": [ \(Self.rules) ] }")
        let judge = Judge(golden.scenario, CameJournal([Came(at: 0)], golden.scenario), at: 0, isSettled: false)
        let verdict = judge.verdict([])
        #expect(verdict.outcome == nil && verdict.isFinal && verdict.items.isEmpty)
    }

    /// If nothing came, all that is not asked for none is not exercised.
    @Test func anExpectationOfNoneMakesUpForNothing() {
        let row = Row(
            "", #"{ "rule": "pay", "requests": 0 }, { "rule": "log in", "atOnce": { "atMost": 1 } }"#, [], .passed, "")
        #expect(Self.verdict(row).items.map(\.outcome) == [.passed, .passed])
        let other = Row("", #"{ "rule": "log in", "atOnce": { "atMost": 1 } }"#, [], .passed, "")
        #expect(Self.verdict(other).items.map(\.reason) == ["not exercised: no request came"])
    }
}
