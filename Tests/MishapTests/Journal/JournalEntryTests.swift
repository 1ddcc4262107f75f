import GatewayServer
import JSONText
import Mishap
import TestSupport
import Testing
import Wire

/// What an entry of the journal has beyond what every request has.
@Suite(.descriptors) struct JournalEntryTests {
    typealias Call = Journal.Entry.Call

    private static let batches = #"""
        { "system": "jsonrpc", "rules": [
          { "name": "sum", "match": { "rpc": "sum" },
            "steps": [ { "reply": { "result": 1 } }, { "fail": "jsonrpc/-32603" } ] },
          { "name": "chance", "match": { "rpc": "chance" },
            "steps": [ { "choose": [ { "fail": "jsonrpc/-32000" } ] } ] } ] }
        """#

    private static func post(_ body: String, to gateway: RunningGateway, _ path: String = "/") throws -> Int? {
        let connection = try gateway.connect()
        connection.send(request(path, ["Content-Length: \(body.utf8.count)"], method: "POST") + body)
        return connection.receiveResponse(within: .seconds(60)).status
    }

    private static func call(_ method: String, _ id: Int) -> String {
        #"{"jsonrpc":"2.0","method":"\#(method)","id":\#(id)}"#
    }

    // MARK: Members

    @Test func membersHaveTheOrderOfTheDocumentation() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "name": "a", "match": { "path": "/a" }, "reply": {} }"#)
            _ = try gateway.ask("/b")
            _ = try gateway.journal(ended: 1)
            let entries = try gateway.call("GET", "sessions/default/journal").json["entries"]
            guard case .array(let list)? = entries, case .object(let members)? = list.first else {
                Issue.record("no entry")
                return
            }
            #expect(
                members.map(\.0) == [
                    "seq", "time", "milliseconds", "connection", "protocol", "method", "target",
                    "rawTarget", "path", "query", "headers", "body", "bodyBytes",
                    "rule", "step", "hit", "failure", "nearest", "differences", "sent", "ending", "clientClosed",
                ])
        }
    }

    @Test func whatCameIsEasyToCompare() async throws {
        try await aside {
            let gateway = try RunningGateway(["shop": #"{ "rules": [ { "reply": {} } ] }"#])
            func entry(_ target: String, _ fields: [String], _ body: [UInt8]) throws -> JSONValue {
                let id = try gateway.askForSession()
                let connection = try gateway.connect()
                let target = target.replacing("ID", with: "@\(id)")
                let length = "Content-Length: \(body.count)"
                connection.send(Array(request(target, fields + [length], method: "POST").utf8) + body)
                #expect(connection.receiveResponse().status == 200)
                _ = try gateway.journal(id, ended: 1)
                guard case .array(let list)? = try gateway.call("GET", "sessions/\(id)/journal").json["entries"],
                    let entry = list.first
                else { return .null }
                #expect(entry["rawTarget"] == .string(target))
                return entry
            }
            let json = Array(#" { "a": [1.50, "ä"] }"#.utf8)
            let plain = try entry("/ID/a%20b/c?x=1&y=%2F&x=a+b&z", [], json)
            #expect(plain["target"] == "/a%20b/c?x=1&y=%2F&x=a+b&z")
            #expect(plain["path"] == "/a b/c")
            #expect(plain["query"] == ["x": ["1", "a b"], "y": ["/"], "z": [""]])
            #expect(plain["json"] == ["a": [.number("1.50"), "ä"]])
            #expect(plain["bodyBytes"] == .number("\(json.count)") && plain["decoded"] == nil)

            let gzip = ZlibEncoder().encode([json], .gzip)[0]
            let coded = try entry("http://localhost/ID", ["Content-Encoding: gzip"], gzip)
            #expect(coded["target"] == "/" && coded["path"] == "/" && coded["query"] == [:])
            #expect(coded["json"] == plain["json"] && coded["decoded"] == plain["body"])
            #expect(coded["bodyBytes"] == .number("\(gzip.count)"))

            // Neither an object nor an array; malformed; of no known coding; too long to be kept.
            #expect(try entry("/ID/", [], Array("5".utf8))["json"] == nil)
            #expect(try entry("/ID/", [], Array("{".utf8))["json"] == nil)
            #expect(try entry("/ID/", ["Content-Encoding: br"], [1, 2])["decoded"] == nil)
            let long = try entry("/ID/", [], Array("[\(String(repeating: " ", count: 20_000))]".utf8))
            #expect(
                long["json"] == nil && long["bodyBytes"] == .number("20002") && long["truncated"] == .number("20002"))
            // More than is shown decoded.
            let large = ZlibEncoder().encode([[UInt8](repeating: 0x61, count: 70_000)], .gzip)[0]
            #expect(try entry("/ID/", ["Content-Encoding: gzip"], large)["decoded"] == nil)
        }
    }

    @Test func aMatchSelectsEntries() async throws {
        try await aside {
            let gateway = try RunningGateway([
                "shop": #"{ "rules": [ { "match": { "path": "/none" }, "reply": {} } ] }"#
            ])
            for (path, body) in [
                ("/a?x=1", #"{ "n": 1 }"#), ("/b", #"{ "n": 2 }"#), ("/a", ""),
                ("/a?x=2", #"{ "n": 2, "rest": "\#(String(repeating: "x", count: 20_000))" }"#),
            ] {
                let connection = try gateway.connect()
                connection.send(
                    request(path, ["Content-Length: \(body.utf8.count)"], method: body.isEmpty ? "GET" : "POST") + body)
                #expect(connection.receiveResponse().status == 404)
            }
            _ = try gateway.journal(ended: 4)
            func found(_ match: String, _ more: String = "") throws -> [JSONValue?] {
                let coded = match.utf8.map { "%" + String(Int($0) | 0x100, radix: 16, uppercase: true).dropFirst() }
                    .joined()
                let called = try gateway.call("GET", "sessions/default/journal?order=arrival&match=\(coded)\(more)")
                #expect(called.status == 200, "\(called)")
                guard case .array(let entries)? = called.json["entries"] else { return [] }
                return entries.map { $0["seq"] }
            }
            func numbers(_ numbers: Int...) -> [JSONValue?] { numbers.map { .number("\($0)") } }
            #expect(try found("{}") == numbers(1, 2, 3, 4))
            #expect(try found(#"{ "path": "/a" }"#) == numbers(1, 3, 4))
            #expect(try found(#"{ "path": "/a" }"#, "&limit=2") == numbers(1, 3))
            #expect(try found(#"{ "query": { "x": "1" } }"#) == numbers(1))
            // Of the last one, the head alone tells.
            #expect(try found(#"{ "json": { "/n": 2 } }"#) == numbers(2, 4))
            #expect(try found(#"{ "method": "POST", "path": "/b", "json": { "/n": 2 } }"#) == numbers(2))
            #expect(try found(#"{ "path": { "matches": "/(x+x+)+y" } }"#) == [])
            let wrong = try gateway.call("GET", "sessions/default/journal?match=%7B%22pth%22:1%7D")
            #expect(wrong.status == 422 && wrong.detail == "the match has errors", "\(wrong)")
            guard case .array(let diagnostics)? = wrong.json["diagnostics"] else {
                Issue.record("\(wrong)")
                return
            }
            #expect(diagnostics.first?["message"] == #"unknown field "pth" in a match; did you mean "path"?"#)
            #expect(try gateway.call("GET", "sessions/default/journal?match=nonsense").status == 422)
        }
    }

    @Test func anEmptiedJournalCountsFromThere() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: #"{ "name": "r", "steps": [ { "times": 2, "reply": {} }, { "fail": 503 } ] }"#)
            func ask(_ count: Int) throws {
                for _ in 0..<count { _ = try gateway.ask("/x") }
            }
            func verdict(_ requests: Int, _ more: String = "") throws -> JSONValue {
                let body = "{ \"expect\": { \"rule\": \"r\", \"requests\": \(requests) }, \"settle\": \"0s\"\(more) }"
                return try gateway.call("POST", "sessions/default/verify", body).json
            }
            try ask(2)
            _ = try gateway.journal(ended: 2)
            #expect(try verdict(2)["from"] == nil)
            #expect(try gateway.call("DELETE", "sessions/default/journal").status == 204)
            #expect(try gateway.call("GET", "sessions/default/journal").json["entries"] == .array([]))
            // Hits stay.
            #expect(try gateway.ask("/x").status == 503)
            let journal = try gateway.journal(ended: 1)
            #expect(journal.entries.map(\.seq) == [3])
            let one = try verdict(1)
            guard case .string(let from)? = one["from"] else {
                Issue.record("\(one)")
                return
            }
            #expect(from.hasPrefix("c2."))
            #expect(one["outcome"] == "passed")
            #expect(try gateway.call("GET", "sessions/default").json["requests"] == .number("3"))
            // Nothing is missing for those who count from before.
            #expect(try verdict(1, ", \"after\": 1")["outcome"] == "passed")
            #expect(try verdict(1, ", \"after\": \"c1.\(from.drop { $0 != "." }.dropFirst())\"")["outcome"] == "passed")
            let report = try gateway.call("GET", "report").json
            guard case .array(let rules)? = report["rules"] else {
                Issue.record("\(report)")
                return
            }
            #expect(rules.first?["hits"] == .number("3"))
            // A reset begins anew.
            _ = try gateway.call("POST", "sessions/default/reset")
            try ask(1)
            _ = try gateway.journal(ended: 1)
            #expect(try verdict(1)["from"] == nil)
        }
    }

    @Test func whatHasEndedIsListedInTheOrderOfArrival() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules:
                    #"{ "match": { "path": "/slow" }, "delay": "600ms", "reply": {} }, { "match": { "path": "/held" }, "fail": "http/timeout" }, { "reply": {} }"#
            )
            let (slow, held) = (try gateway.connect(), try gateway.connect())
            slow.send(request("/slow"))
            #expect(waitUntil { (try? gateway.call("GET", "sessions/default").json["requests"]) == .number("1") })
            held.send(request("/held"))
            #expect(waitUntil { (try? gateway.call("GET", "sessions/default").json["requests"]) == .number("2") })
            _ = try gateway.ask("/fast")
            #expect(slow.receiveResponse().status == 200)
            func listed(_ query: String) throws -> (seqs: [JSONValue?], document: JSONValue) {
                let document = try gateway.call("GET", "sessions/default/journal?\(query)").json
                guard case .array(let entries)? = document["entries"] else { return ([], document) }
                return (entries.map { $0["seq"] }, document)
            }
            #expect(waitUntil { (try? listed("order=arrival").seqs) == [.number("1"), .number("3")] })
            let arrivals = try listed("order=arrival").document
            #expect(arrivals["inFlight"] == .number("1"))
            #expect(arrivals["truncated"] == nil)
            let cut = try listed("order=arrival&limit=1")
            #expect(cut.seqs == [.number("1")] && cut.document["truncated"] == .bool(true))
            #expect(try listed("order=ending").seqs == [.number("3"), .number("1"), .number("2")])
            // From there on, what ends later.
            guard case .string(let next)? = arrivals["next"] else {
                Issue.record("\(arrivals)")
                return
            }
            #expect(try listed("after=\(next)").seqs == [])
            for (query, status) in [
                ("order=arrival&after=\(next)", 422), ("order=arrival&after=0", 422), ("order=size", 400),
            ] {
                #expect(try gateway.call("GET", "sessions/default/journal?\(query)").status == status, "\(query)")
            }
            let live = try gateway.ask(
                "/__mishap/sessions/default/journal?order=arrival", "Accept: text/event-stream")
            #expect(live.status == 422)
            held.close()
        }
    }

    // MARK: Unmatched requests

    @Test func anUnmatchedRequestHasTheNearestRuleAsItsAnswerSaid() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: #"""
                    { "name": "pay", "match": { "path": "/pay", "headers": { "x-key": "7" }, "json": { "/sum": 3 } },
                      "reply": {} }
                    """#)
            let connection = try gateway.connect()
            connection.send(request("/pay", ["X-Key: 8", "Content-Length: 9"], method: "POST") + #"{"sum":4}"#)
            let answer = connection.receiveResponse()
            #expect(answer.status == 404)
            let entry = try #require(try gateway.journal(ended: 1).entries.first)
            #expect(entry.nearest == "pay")
            #expect(
                entry.differences == [
                    #"header "x-key" is "8", the rule wants "7""#, #"JSON at "/sum" is 4, the rule wants 3"#,
                ])
            let told = try JSONParser.parse(Array(answer.body.utf8)).get()
            #expect(told["nearest"]?.string == entry.nearest)
            #expect(told["differences"]?.elements?.map(\.string) == entry.differences)
        }
    }

    @Test func differencesHaveABound() async throws {
        try await aside {
            let fields = (1...40).map { #""x-\#($0)": "\#(String(repeating: "é", count: 1_500))""# }
            let gateway = try RunningGateway(
                rules: #"{ "match": { "headers": { \#(fields.joined(separator: ",")) } }, "reply": {} }"#)
            #expect(try gateway.ask("/").status == 404)
            let differences = try #require(try gateway.journal(ended: 1).entries.first?.differences)
            #expect(differences.count == 8)
            #expect(differences.dropLast().allSatisfy { $0.hasSuffix("é…") && $0.utf8.count <= (2 << 10) + 3 })
            #expect(differences.last == "… and 33 more")
        }
    }

    @Test func anAnsweredRequestHasNoNearestRule() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "match": { "path": "/a" }, "reply": {} }"#)
            let connection = try gateway.connect()
            for path in ["/b", "/a"] {
                connection.send(request(path))
                _ = connection.receiveResponse()
            }
            #expect(try gateway.journal(ended: 2).entries.map(\.nearest) == ["rule 1", nil])
        }
    }

    // MARK: Batches

    @Test func aBatchListsItsCalls() async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.batches])
            let calls = ["sum", "none", "sum", "chance"].enumerated().map { Self.call($1, $0) }
            #expect(try Self.post("[\(calls.joined(separator: ","))]", to: gateway) == 200)
            #expect(try Self.post(Self.call("sum", 9), to: gateway) == 200)
            let entries = try gateway.journal(ended: 2).entries
            #expect(
                entries.first?.calls == [
                    Call(rule: "sum", step: 1, hit: 1), Call(),
                    Call(rule: "sum", step: 2, hit: 2, failure: "jsonrpc/-32603"),
                    Call(rule: "chance", step: 1, hit: 1, failure: "jsonrpc/-32000"),
                ])
            #expect(entries.first?.rule == "sum")
            #expect(entries.first?.callsTruncated == nil)
            #expect(entries.last?.calls == nil)
        }
    }

    @Test func aBatchOfOneIsABatch() async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.batches])
            #expect(try Self.post("[\(Self.call("sum", 1))]", to: gateway) == 200)
            #expect(try gateway.journal(ended: 1).entries.first?.calls == [Call(rule: "sum", step: 1, hit: 1)])
        }
    }

    /// Decided on another thread, in steps.
    @Test func aLongBatchListsItsFirstCallsAndSaysHowManyThereWere() async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.batches])
            let calls = (1...3_000).map { Self.call("sum", $0) }.joined(separator: ",")
            #expect(try Self.post("[\(calls)]", to: gateway) == 200)
            let entry = try #require(try gateway.journal(ended: 1).entries.first)
            #expect(entry.calls?.map(\.hit) == (1...500).map { $0 })
            #expect(entry.callsTruncated == 3_000)
        }
    }

    @Test func callsOfAddedRulesHaveTheirNames() async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.batches])
            let rule = #"{ "name": "new", "match": { "rpc": "none" }, "fail": "jsonrpc/-32601" }"#
            #expect(try gateway.call("POST", "sessions/default/rules", rule).status == 201)
            #expect(try Self.post("[\(Self.call("none", 1)),\(Self.call("sum", 2))]", to: gateway) == 200)
            #expect(
                try gateway.journal(ended: 1).entries.first?.calls == [
                    Call(rule: "new", step: 1, hit: 1, failure: "jsonrpc/-32601"), Call(rule: "sum", step: 1, hit: 1),
                ])
        }
    }

    @Test func aRuleThatTookACallIsFound() async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.batches])
            #expect(try Self.post("[\(Self.call("sum", 1)),\(Self.call("chance", 2))]", to: gateway) == 200)
            #expect(try Self.post(Self.call("sum", 3), to: gateway) == 200)
            _ = try gateway.journal(ended: 2)
            #expect(try gateway.journal("default", "?rule=chance").entries.map(\.seq) == [1])
            #expect(try gateway.journal("default", "?rule=sum").entries.map(\.seq).sorted() == [1, 2])
        }
    }

    // MARK: Bytes that are no UTF-8

    private static let anything = #"{ "match": { "path": "/**" }, "reply": {} }"#

    @Test func aBodyThatIsNoTextIsInBase64() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.anything)
            let connection = try gateway.connect()
            connection.send(Array(request("/", ["Content-Length: 4"], method: "POST").utf8) + [0x00, 0xFF, 0xE2, 0x82])
            #expect(connection.receiveResponse().status == 200)
            let entry = try #require(try gateway.journal(ended: 1).entries.first)
            #expect(entry.body == "AP/igg==")
            #expect(entry.bodyEncoding == "base64")
        }
    }

    @Test func aCharacterThatWasCutIsLeftOut() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.anything) { $0.server.keptBody = 5 }
            #expect(try Self.post("ab€€", to: gateway) == 200)
            #expect(try Self.post("abc€", to: gateway) == 200)
            let entries = try gateway.journal(ended: 2).entries
            #expect(entries.map(\.body) == ["ab€", "abc"])
            #expect(entries.map(\.bodyEncoding) == [nil, nil])
            #expect(entries.map(\.truncated) == [8, 6])
        }
    }

    @Test func headersThatAreNoTextHaveACharacterForEachByte() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.anything)
            let connection = try gateway.connect()
            connection.send(
                Array("GET / HTTP/1.1\r\nHost: localhost\r\nX-A: caf".utf8) + [0xE9]
                    + Array("\r\nX-B: café\r\n\r\n".utf8))
            #expect(connection.receiveResponse().status == 200)
            connection.send(request("/", ["X-B: café"]))
            #expect(connection.receiveResponse().status == 200)
            let entries = try gateway.journal(ended: 2).entries
            #expect(
                entries.map(\.headers) == [
                    [["Host", "localhost"], ["X-A", "café"], ["X-B", "cafÃ©"]],
                    [["Host", "localhost"], ["X-B", "café"]],
                ])
            #expect(entries.map(\.headersEncoding) == ["latin1", nil])
        }
    }
}
