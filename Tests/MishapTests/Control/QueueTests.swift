import Foundation
import JSONText
import Mishap
import TestSupport
import Testing

/// `POST sessions/{id}/enqueue`: answers for the next requests, one each.
@Suite(.descriptors) struct QueueTests {
    private static func gateway(_ otherwise: String = "") throws -> RunningGateway {
        try RunningGateway([
            "main":
                #"{ "variables": { "v": "a" }, "rules": [ { "name": "own", "match": { "path": "/own" }, "reply": { "text": "own" } } ] \#(otherwise) }"#
        ])
    }

    private static func enqueue(_ gateway: RunningGateway, _ answers: String, to id: String = "default") throws
        -> String
    {
        let called = try gateway.call("POST", "sessions/\(id)/enqueue", answers)
        guard called.status == 201, case .number(let count)? = called.json["queued"] else { return called.text }
        return count
    }

    private static func queued(_ gateway: RunningGateway, _ id: String = "default") throws -> JSONValue? {
        try gateway.call("GET", "sessions/\(id)").json["queued"]
    }

    @Test(arguments: [false, true]) func eachIsForOneRequestThatNoRuleTakes(isDirect: Bool) throws {
        let gateway = try Self.gateway(isDirect ? "" : #", "otherwise": { "reply": { "text": "otherwise" } }"#)
        let last = isDirect ? "404" : "200 otherwise"
        func ask(_ path: String) throws -> String {
            let answer = try gateway.ask(path)
            return answer.status == 200 ? "200 \(answer.body)" : "\(answer.status ?? 0)"
        }
        #expect(try ask("/x") == last)
        #expect(try Self.queued(gateway) == .number("0"))
        #expect(try Self.enqueue(gateway, #"{ "reply": { "text": "a" } }"#) == "1")
        #expect(
            try Self.enqueue(gateway, #"[ { "fail": "http/status/503", "times": 2 }, { "reply": { "text": "b" } } ]"#)
                == "4")
        #expect(try ask("/x") == "200 a")
        #expect(try ask("/own") == "200 own")
        #expect(try ask("/y?z=1") == "503")
        #expect(try Self.queued(gateway) == .number("2"))
        #expect(try Self.enqueue(gateway, #"{ "reply": { "text": "c" } }"#) == "3")
        #expect(try ["/x", "/y", "/z", "/x"].map(ask) == ["503", "200 b", "200 c", last])
        #expect(try Self.queued(gateway) == .number("0"))
        // What was used up is gone, and what comes later counts by itself.
        #expect(try Self.enqueue(gateway, #"{ "reply": { "text": "d" } }"#) == "1")
        #expect(try ask("/x") == "200 d")
        let entries = try gateway.journal(ended: 9).entries
        let none: String? = isDirect ? nil : "otherwise"
        #expect(
            entries.map(\.rule) == [none, "queue", "own", "queue", "queue", "queue", "queue", none, "queue"])
        #expect(entries.map(\.failure).compactMap { $0 } == ["http/status/503", "http/status/503"])
        #expect(try gateway.journal("default", "?rule=queue").entries.count == 6)
        // They are no rules of the session.
        #expect(try Set(gateway.hits("default").keys) == (isDirect ? ["own"] : ["own", "otherwise"]))
        let verdict = try gateway.call(
            "POST", "sessions/default/verify", #"{ "expect": { "rule": "queue", "requests": 6 } }"#)
        #expect(verdict.json["outcome"] == "passed", "\(verdict.text)")
    }

    @Test func itIsOneSessions() throws {
        let gateway = try Self.gateway()
        let (one, other) = (try gateway.askForSession(), try gateway.askForSession())
        #expect(try Self.enqueue(gateway, #"{ "reply": { "text": "mine" } }"#, to: one) == "1")
        for path in ["/@\(other)/x", "/x", "/@main~k/x"] { #expect(try gateway.ask(path).status == 404) }
        #expect(try gateway.ask("/@\(one)/x").body == "mine")
    }

    @Test func aResetAndASwapEmptyIt() throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession()
        for call in ["reset", "scenario"] {
            #expect(try Self.enqueue(gateway, #"[ { "reply": {} }, { "reply": {} } ]"#, to: id) == "2")
            _ = try gateway.ask("/@\(id)/x")
            let emptied =
                call == "reset"
                ? try gateway.call("POST", "sessions/\(id)/reset")
                : try gateway.call("PUT", "sessions/\(id)/scenario", #"{ "scenario": "main" }"#)
            #expect([200, 204].contains(emptied.status))
            #expect(try Self.queued(gateway, id) == .number("0"))
            #expect(try gateway.ask("/@\(id)/x").status == 404)
        }
        // Another scenario counts from 1 again.
        #expect(try Self.enqueue(gateway, #"{ "reply": {} }"#, to: id) == "1")
        _ = try gateway.ask("/@\(id)/x")
        #expect(try gateway.journal(id, "?rule=queue").entries.map(\.hit) == [1, 1])
        // The journal still tells what it answered.
        #expect(try gateway.journal(id, "?rule=queue").entries.count == 2)
    }

    @Test func eachElementOfABatchGetsOne() throws {
        let gateway = try RunningGateway([
            "main":
                #"{ "system": "jsonrpc", "rules": [ { "name": "a", "match": { "rpc": "a" }, "reply": { "result": 1 } } ] }"#
        ])
        #expect(
            try Self.enqueue(
                gateway,
                #"[ { "reply": { "result": 2 } }, { "fail": "jsonrpc/-32000" }, { "reply": { "result": 3 } } ]"#)
                == "3")
        func post(_ body: String) throws -> String {
            let connection = try gateway.connect()
            connection.send(
                request("/", ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"], method: "POST")
                    + body)
            return connection.receiveResponse().body
        }
        let calls = ["b", "a", "c"].enumerated().map { #"{ "jsonrpc": "2.0", "id": \#($0), "method": "\#($1)" }"# }
        let answers = try JSONParser.parse(Array(post("[\(calls.joined(separator: ","))]").utf8)).get()
        let results = answers.elements?.map { $0["result"]?.number?.text ?? $0["error"]?["code"]?.number?.text ?? "?" }
        #expect(results == ["2", "1", "-32000"])
        #expect(try post(#"{ "jsonrpc": "2.0", "id": 1, "method": "z" }"#).contains("3"))
        #expect(try Self.queued(gateway) == .number("0"))
        #expect(try post(#"{ "jsonrpc": "2.0", "id": 1, "method": "z" }"#).contains("-32601"))
    }

    @Test func variablesAreSetByAnAnswer() throws {
        let gateway = try Self.gateway()
        _ = try Self.enqueue(
            gateway,
            #"[ { "set": { "v": "b" }, "reply": { "text": "{{variables.v}}" } }, { "reply": { "text": "{{variables.v}}" } } ]"#
        )
        _ = try gateway.ask("/x")
        #expect(try gateway.ask("/x").body == "b")
    }

    @Test(arguments: [
        (#"{ "nonsense": 1 }"#, "/nonsense", "unknown field"), ("[]", "", "the list is empty"),
        (#"[ { "reply": {} }, { "fail": "http/statsu/503" } ]"#, "/1/fail", "did you mean"),
        (#"{ "pass": true }"#, "", "passes no request on"),
        (#"{ "reply": {}, "for": "1s" }"#, "/for", "has no \"for\""),
        ("7", "", "7"), (#"{ "name": "x", "reply": {} }"#, "/name", "name"), ("{", "", "error"),
    ])
    func whatIsNoAnswerIsRefused(body: String, pointer: String, message: String) throws {
        let gateway = try Self.gateway()
        let called = try gateway.call("POST", "sessions/default/enqueue", body)
        #expect(called.status == 422, "\(called)")
        guard case .array(let diagnostics)? = called.json["diagnostics"],
            case .string(let text)? = called.json["text"]
        else {
            Issue.record("\(called.text)")
            return
        }
        #expect(diagnostics.contains { $0["pointer"] == .string(pointer) } || body == "{", "\(diagnostics)")
        #expect(text.contains(message) && text.contains("^"), "\(text)")
        #expect(try Self.queued(gateway) == .number("0"))
    }

    /// Hits are counted on, so that draws differ and `after` can tell one from another.
    @Test func theHitsOfAllCallsAreCountedOn() throws {
        let gateway = try Self.gateway()
        for _ in 0..<3 {
            #expect(try Self.enqueue(gateway, #"{ "reply": { "text": "{{uuid}} {{hit}}" } }"#) == "1")
            _ = try gateway.ask("/x")
        }
        _ = try Self.enqueue(
            gateway, #"[ { "reply": { "text": "{{uuid}} {{hit}}" } }, { "reply": { "text": "last" } } ]"#)
        #expect(try gateway.ask("/x").body.hasSuffix(" 4"))
        #expect(try gateway.ask("/x").body == "last")
        let entries = try gateway.journal(ended: 5).entries
        #expect(entries.map(\.hit) == [1, 2, 3, 4, 5])
        #expect(entries.map(\.step) == [1, 1, 1, 1, 2])
        let after = #"{ "expect": { "rule": "queue", "after": { "rule": "queue", "hit": 3 }, "requests": 2 } }"#
        #expect(try gateway.call("POST", "sessions/default/verify", after).json["outcome"] == "passed")
    }

    /// What a rule above leaves to the answers below it.
    @Test func whatPassesRequestsOnChangesThem() throws {
        let gateway = try RunningGateway([
            "main":
                #"{ "rules": [ { "pass": true, "cut": { "after": "10B", "end": "close" } } ], "otherwise": { "reply": { "text": "otherwise" } } }"#
        ])
        _ = try Self.enqueue(gateway, #"{ "reply": { "text": "0123456789abcdef" } }"#)
        #expect(try gateway.ask("/x").body == "0123456789")
    }

    @Test func whatStrikesAnUploadIsRefusedWhereTheBodyIsReadFirst() throws {
        let reads = #"{ "name": "reads", "match": { "json": { "/a": 1 } }, "reply": {} }"#
        let gateway = try RunningGateway(["main": "{ \"rules\": [ \(reads) ] }"])
        for path in ["enqueue", "rules?at=end"] {
            let called = try gateway.call("POST", "sessions/default/\(path)", #"{ "fail": "tcp/reset-mid-upload" }"#)
            #expect(called.status == 422 && called.text.contains("acts before"), "\(path): \(called.text)")
        }
        #expect(
            try gateway.call("POST", "sessions/default/rules", #"{ "fail": "tcp/reset-mid-upload" }"#).status == 201)
    }

    @Test func whatWasTakenMakesRoom() throws {
        let gateway = try Self.gateway()
        let many = Array(repeating: #"{ "reply": {} }"#, count: 1_000).joined(separator: ",")
        #expect(try Self.enqueue(gateway, "[\(many)]") == "1000")
        for _ in 0..<10 { _ = try gateway.ask("/x") }
        #expect(try Self.enqueue(gateway, #"{ "reply": {}, "times": 2 }"#) == "992")
    }

    @Test func notAllTooManyWait() throws {
        let gateway = try Self.gateway()
        let many = Array(repeating: #"{ "reply": {} }"#, count: 999).joined(separator: ",")
        #expect(try Self.enqueue(gateway, "[\(many)]") == "999")
        #expect(try Self.enqueue(gateway, #"{ "reply": {} }"#) == "1000")
        let called = try gateway.call("POST", "sessions/default/enqueue", #"{ "reply": {} }"#)
        #expect(called.status == 422 && called.detail.contains("at most 1000"))
    }

    /// Each of them once, whichever threads ask for them.
    @Test func requestsAtOnceGetOneEach() throws {
        let gateway = try Self.gateway()
        let count = 200
        let answers = (0..<count).map { #"{ "reply": { "text": "\#($0)" } }"# }
        for start in stride(from: 0, to: count, by: 50) {
            _ = try Self.enqueue(gateway, "[\(answers[start..<start + 50].joined(separator: ","))]")
        }
        let connections = try (0..<8).map { _ in try gateway.connect() }
        var bodies: [String] = []
        for _ in 0..<(count / 8) {
            for connection in connections { connection.send(request("/x")) }
            for connection in connections { bodies.append(connection.receiveResponse().body) }
        }
        #expect(Set(bodies) == Set((0..<count).map { "\($0)" }))
        #expect(try gateway.ask("/x").status == 404)
    }

    @Test func noRuleHasItsName() throws {
        let gateway = try Self.gateway()
        let rule = try gateway.call("POST", "sessions/default/rules", #"{ "name": "queue", "reply": {} }"#)
        #expect(rule.status == 422 && rule.text.contains("enqueue"), "\(rule.text)")
    }
}
