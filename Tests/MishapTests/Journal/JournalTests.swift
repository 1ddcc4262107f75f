import GatewayServer
import Mishap
import TestSupport
import Testing

/// The journal over the wire: what came in, who answered, what left, how it ended.
@Suite(.descriptors) struct JournalTests {
    static let rules = #"""
        { "name": "dice", "match": { "path": "/dice" },
          "steps": [ { "reply": { "text": "one" }, "times": 2 }, { "fail": "http/html" } ] },
        { "name": "cut", "match": { "path": "/cut" },
          "steps": [ { "fail": "tcp/reset-mid-body", "with": { "after": 3 }, "reply": { "text": "abcdef" } } ] },
        { "name": "close", "match": { "path": "/close" }, "steps": [ { "fail": "tcp/close" } ] },
        { "name": "silence", "match": { "path": "/silence" }, "steps": [ { "fail": "http/timeout" } ] },
        { "name": "late", "match": { "path": "/late" }, "steps": [ { "reply": {}, "delay": "60s" } ] },
        { "name": "store", "match": { "path": "/store", "method": "POST" }, "steps": [ { "reply": { "status": 201 } } ] }
        """#

    @Test func aMixOfRequestsIsThereInOrder() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let connection = try gateway.connect()
            var counts: [Int] = []
            for _ in 0..<3 {
                connection.send(request("/dice?n=1", ["X-Trace: 7", "X-Trace: 8"]))
                counts.append(connection.receiveResponse().bytes.count)
            }
            counts.append(try gateway.ask("/cut").bytes.count)
            counts.append(try gateway.ask("/close").bytes.count)
            counts.append(try gateway.ask("/nowhere").bytes.count)
            connection.send(request("/store", ["Content-Length: 5"], method: "POST") + "hello")
            counts.append(connection.receiveResponse().bytes.count)
            let entries = try gateway.journal(ended: 7).entries
            #expect(entries.map(\.seq) == Array(1...7))
            #expect(entries.map(\.rule) == ["dice", "dice", "dice", "cut", "close", nil, "store"])
            #expect(entries.map(\.step) == [1, 1, 2, 1, 1, nil, 1])
            #expect(entries.map(\.hit) == [1, 2, 3, 1, 1, nil, 1])
            #expect(entries.map(\.failure) == [nil, nil, "http/html", "tcp/reset-mid-body", "tcp/close", nil, nil])
            #expect(entries.map(\.sent.status) == [200, 200, 200, 200, nil, 404, 201])
            #expect(entries.map(\.sent.bytes) == counts)
            #expect(
                entries.map(\.ending) == [
                    "complete", "complete", "complete", "reset", "closed", "complete", "complete",
                ])
            #expect(Set([entries[0], entries[1], entries[2], entries[6]].map(\.connection)).count == 1)
            #expect(Set(entries.map(\.connection)).count == 4)
            #expect(entries[0].method == "GET")
            #expect(entries[0].target == "/dice?n=1")
            #expect(entries[0].protocol == "HTTP/1.1")
            #expect(entries[0].headers == [["Host", "localhost"], ["X-Trace", "7"], ["X-Trace", "8"]])
            #expect(entries[0].time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
            #expect(entries[6].body == "hello")
            #expect(!entries[0].clientClosed)
            #expect(entries.allSatisfy { ($0.milliseconds ?? -1) >= 0 && $0.notes == nil })
        }
    }

    @Test(arguments: [
        #"{ "rules": [ { "match": { "json": { "/a": 1 } }, "steps": [ { "reply": {} } ] } ] }"#,
        #"{ "system": "jsonrpc", "rules": [ { "match": { "rpc": "a" }, "steps": [ { "reply": { "result": 1 } } ] } ] }"#,
    ])
    func whoGivesUpBeforeTheBodyIsThereIsInTheJournal(scenario: String) async throws {
        try await aside {
            let gateway = try RunningGateway(["main": scenario])
            let connection = try gateway.connect()
            connection.send(request("/any", ["Content-Length: 100"], method: "POST") + "12345")
            try waitUntil { try gateway.journal().entries.count == 1 }
            let waiting = try #require(try gateway.journal().entries.first)
            #expect((waiting.ending, waiting.target, waiting.rule) == (nil, "/any", nil))
            connection.close()
            let entry = try #require(try gateway.journal(ended: 1).entries.first)
            #expect((entry.seq, entry.rule, entry.hit, entry.failure) == (1, nil, nil, nil))
            #expect(entry.sent == Journal.Entry.Sent(status: nil, bytes: 0))
            #expect(entry.ending == "abandoned")
            #expect(entry.clientClosed)
            #expect(entry.notes == nil)
        }
    }

    @Test func whatWasTooMuchIsSaid() async throws {
        try await aside {
            let gateway = try RunningGateway([
                "main": #"""
                { "system": "jsonrpc", "variables": { "v": "" }, "rules": [
                  { "match": { "path": "/set" }, "steps": [ { "reply": { "result": 1 }, "set": { "v": "{{request.body}}" } } ] },
                  { "steps": [ { "reply": { "result": "{{request.body}}" } } ] } ] }
                """#
            ])
            func call(_ id: Int) -> String {
                #"{"jsonrpc":"2.0","method":"a","id":\#(id),"params":["\#(String(repeating: "x", count: 70_000))"]}"#
            }
            let batch = "[" + (1...32).map(call).joined(separator: ",") + "]"
            for (path, body) in [("/set", call(1)), ("/", batch)] {
                let connection = try gateway.connect()
                connection.send(request(path, ["Content-Length: \(body.utf8.count)"], method: "POST") + body)
                #expect(connection.receiveResponse(within: .seconds(60)).status == 200)
            }
            #expect(
                try gateway.journal(ended: 2).entries.map(\.notes) == [
                    ["a variable was set to more than 64 KiB, of which the rest was cut off"],
                    ["the answers to the calls would have been more than 64 MiB: an internal error in their place"],
                ])
        }
    }

    @Test func whoseBodyWasAwaitedIsThereOnce() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: #"{ "name": "a", "match": { "json": { "/a": 1 } }, "steps": [ { "reply": {} } ] }"#)
            let connection = try gateway.connect()
            connection.send(request("/any", ["Content-Length: 7"], method: "POST"))
            try waitUntil { try gateway.journal().entries.count == 1 }
            connection.send(#"{"a":1}"#)
            #expect(connection.receiveResponse().status == 200)
            let entries = try gateway.journal(ended: 1).entries
            #expect(entries.map(\.seq) == [1])
            #expect(entries.map(\.rule) == ["a"])
            #expect(entries.map(\.body) == [#"{"a":1}"#])
        }
    }

    @Test(arguments: [("/silence", "held"), ("/late", "abandoned")])
    func whatIsInFlightHasNoEndingUntilTheClientGoes(path: String, ending: String) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let connection = try gateway.connect()
            connection.send(request(path))
            try waitUntil { try !gateway.journal().entries.isEmpty }
            let inFlight = try #require(try gateway.journal().entries.first)
            #expect(inFlight.ending == nil)
            #expect(inFlight.milliseconds == nil)
            #expect(!inFlight.clientClosed)
            #expect(inFlight.sent.bytes == 0)
            #expect(inFlight.hit == 1)
            connection.reset()
            let ended = try #require(try gateway.journal(ended: 1).entries.first)
            #expect(ended.ending == ending)
            #expect(ended.clientClosed)
            #expect(ended.seq == inFlight.seq)
        }
    }

    @Test func itCanBeAskedForPartOfIt() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        for (index, path) in ["/dice", "/close", "/dice", "/close"].enumerated() {
            _ = try gateway.ask(path)
            // Its entry ends a moment after the client has the answer: entries of two shards may end in another order.
            _ = try gateway.journal(ended: index + 1)
        }
        #expect(try gateway.journal("default", "?after=2").entries.map(\.seq) == [3, 4])
        #expect(try gateway.journal("default", "?rule=close").entries.map(\.seq) == [2, 4])
        #expect(try gateway.journal("main", "?rule=dice&after=1").entries.map(\.seq) == [3])
        #expect(try gateway.journal("main", "?after=4").entries.isEmpty)
        #expect(try gateway.ask("/__mishap/sessions/main/journal?after=x").status == 400)
        #expect(try gateway.ask("/__mishap/sessions/main/journal?befor=1").status == 400)
    }

    @Test func eachSessionHasItsOwnUnderItsNameInOneSegment() throws {
        let scenario = #"{ "rules": [ { "steps": [ { "reply": {} } ] } ] }"#
        let gateway = try RunningGateway(["shop/pay/late": scenario, "shop/pay": scenario])
        _ = try gateway.ask("/@shop/pay/late/x")
        #expect(try gateway.journal("shop--pay--late", ended: 1).entries.map(\.target) == ["/x"])
        #expect(try gateway.journal("shop--pay").entries.isEmpty)
        let unknown = try gateway.ask("/__mishap/sessions/shop--pai/journal")
        #expect(unknown.status == 404)
        #expect(unknown.body.contains(#"did you mean \"shop/pay\"?"#))
    }

    @Test func aLongBodyIsKeptInPart() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules) { $0.server.keptBody = 16 }
            let connection = try gateway.connect()
            connection.send(
                request("/store", ["Content-Length: 100"], method: "POST") + String(repeating: "0123456789", count: 10))
            #expect(connection.receiveResponse().status == 201)
            let entry = try #require(try gateway.journal(ended: 1).entries.first)
            #expect(entry.body == "0123456789012345")
            #expect(entry.truncated == 100)
        }
    }
}
