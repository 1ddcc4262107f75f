import Foundation
import GatewayServer
import Mishap
import TestSupport
import Testing

/// Where a request is cut on its way makes no difference: the answer, the hit and the entry are the same. One whose body
/// comes with its head is decided once, and others twice.
@Suite(.descriptors) struct SplitRequestTests {
    /// Each case has its own, whose journal has nothing else.
    private func makeGateway() throws -> RunningGateway {
        try RunningGateway([
            "main": #"""
            { "cors": true, "rules": [
              { "name": "head", "match": { "path": "/head" }, "reply": { "text": "by the head" } },
              { "name": "body", "match": { "path": "/body", "json": { "/a": 1 } }, "reply": { "text": "by the body" } },
              { "name": "pattern", "match": { "path": "/pattern", "body": { "matches": "a+c" } },
                "reply": { "text": "{{request.body}}" } },
              { "name": "passed", "match": { "path": "/passed" }, "pass": true },
              { "name": "below", "match": { "path": "/passed", "body": { "contains": "x" } }, "reply": { "text": "below" } },
              { "name": "late", "match": { "path": "/late" }, "reply": { "text": "late" }, "delay": "1ms" },
              { "name": "closed", "match": { "path": "/closed" }, "reply": { "text": "closed" },
                "cut": { "after": 1, "end": "close" } } ] }
            """#,
            "upload": #"""
            { "rules": [
              { "name": "early", "match": { "path": "/early" }, "fail": "http/early-reply", "with": { "after": 4 } },
              { "name": "reset", "match": { "path": "/reset" }, "fail": "tcp/reset-mid-upload", "with": { "after": 2 } },
              { "name": "denied", "match": { "path": "/denied" }, "fail": "http/no-continue" },
              { "name": "head", "match": { "path": "/head" }, "reply": { "text": "by the head" } } ] }
            """#,
            "rpc": #"""
            { "system": "jsonrpc", "rules": [
              { "name": "call", "match": { "rpc": "one" }, "fail": -32603 },
              { "name": "other", "reply": { "json": { "jsonrpc": "2.0", "id": 1, "result": true } } } ] }
            """#,
        ]) {
            $0.server.shards = 1
            $0.server.maximumBody = 2_000
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var target: String
        var fields: [String] = []
        var body: String
        var session = "main"
        var testDescription: String { "\(target) \(fields.joined(separator: " ")) \(body.prefix(20))" }

        /// Whether it has an entry that a test can read.
        var isJournaled: Bool { !target.hasPrefix("/__mishap") && !target.hasPrefix("/@nobody") && !strikes }
        /// Whether the answer comes in the middle of the body, of which as much is in the entry as had come.
        var strikes: Bool {
            ["/@upload/early", "/@upload/reset"].contains(target) || fields.contains { $0.contains("early-reply") }
        }

        /// What does not differ between two requests.
        func text(of entry: Journal.Entry) -> String {
            let head = entry.sent.head?.replacing(/Date: [^\r]*/, with: "") ?? "no head"
            let request =
                "\(entry.method ?? "") \(entry.target ?? "") \(entry.headers ?? []) \(entry.body ?? "no body")"
            let rule = "\(entry.rule ?? "no rule") \(entry.step ?? 0) \(entry.failure ?? "") \(entry.nearest ?? "")"
            let sent = "\(entry.sent.status ?? 0) \(entry.sent.bytes) \(head) \(entry.ending ?? "no end")"
            return [
                request, rule, "\((entry.calls ?? []).map { "\($0.rule ?? "") \($0.failure ?? "")" })",
                "\(entry.differences ?? [])", "\(entry.notes ?? [])", sent,
            ].joined(separator: "\n")
        }

        var bytes: [UInt8] {
            let length =
                fields.contains { $0.hasPrefix("Content-Length") } ? [] : ["Content-Length: \(body.utf8.count)"]
            return Array((request(target, fields + length, method: "POST") + body).utf8)
        }
    }

    static let cases = [
        Case(target: "/@main/head", body: "abcd"), Case(target: "/@main/body", body: #"{"a":1}"#),
        Case(target: "/@main/body", body: #"{"a":2}"#), Case(target: "/@main/pattern", body: "aac"),
        Case(target: "/@main/passed", body: "x"), Case(target: "/@main/passed", body: "y"),
        Case(target: "/@main/late", body: "abcd"), Case(target: "/@main/closed", body: "abcd"),
        Case(target: "/@upload/early", body: "abcdefgh", session: "upload"),
        Case(target: "/@upload/reset", body: "abcdefgh", session: "upload"),
        Case(target: "/@upload/denied", body: "abcdefgh", session: "upload"),
        Case(target: "/@upload/head", body: "abcdefgh", session: "upload"), Case(target: "/@main/none", body: "abcd"),
        Case(target: "/@main/head", fields: ["Content-Encoding: x"], body: "abcd"),
        Case(target: "/@main/pattern", fields: ["Content-Encoding: x"], body: "abcd"),
        Case(target: "/@main/head", body: String(repeating: "a", count: 2_001)),
        Case(target: "/@main/head", body: String(repeating: "a", count: 1_900)),
        Case(target: "/head", fields: ["Mishap-Session: main"], body: "abcd"),
        Case(target: "/@rpc/", body: #"{"jsonrpc":"2.0","id":1,"method":"one"}"#, session: "rpc"),
        Case(target: "/@rpc/", body: #"[{"jsonrpc":"2.0","id":1,"method":"two"}]"#, session: "rpc"),
        Case(target: "/__mishap/fail/http/html", body: "abcd"),
        Case(target: "/@main/head", fields: ["Mishap-Fail: http/status/503"], body: "abcd"),
        Case(target: "/@main/head", fields: ["Mishap-Fail: http/early-reply; after=2"], body: "abcd"),
        Case(target: "/@nobody/head", body: "abcd"), Case(target: "/__mishap/match", body: "{}"),
    ]

    /// As the first request of its connection, and behind another one that the same part of the server reads.
    @Test(arguments: cases, [nil, "plain", "chunked"] as [String?])
    func whereItIsCutMakesNoDifference(asked: Case, opening: String?) throws {
        let gateway = try makeGateway()
        let bytes = asked.bytes
        let other = try gateway.connect()
        let cuts = bytes.count > 1_000 ? Array(stride(from: 1, to: bytes.count, by: 61)) : Array(1..<bytes.count)
        var wanted: (answer: String, entry: String)?
        var (next, hit) = ("", 0)
        for cut in [0] + cuts {
            let connection = try gateway.connect()
            if let opening {
                // Behind a chunked body, our own reader goes on.
                connection.send(
                    opening == "chunked"
                        ? request("/__mishap/fail/http/html", ["Transfer-Encoding: chunked"], method: "POST")
                            + "0\r\n\r\n"
                        : request("/__mishap/fail/http/html"))
                try #require(connection.receiveResponse().status == 200)
            }
            if next.isEmpty, asked.isJournaled { next = try gateway.journal(asked.session).next }
            connection.send(Array(bytes[..<cut]))
            if cut > 0 {
                other.send(request("/__mishap/fail/http/html"))
                try #require(other.receiveResponse().status == 200)
            }
            // An RST may tell the sending of itself instead of the reading.
            let isReset = !connection.send(Array(bytes[cut...]))
            let answer = connection.receiveResponse()
            connection.close()
            var got = (answer: "\(answer.withoutDate) \(isReset ? .reset : answer.ending)", entry: "")
            if asked.isJournaled {
                var journal = try gateway.journal(asked.session, "?after=\(next)")
                waitUntil {
                    journal = (try? gateway.journal(asked.session, "?after=\(next)")) ?? journal
                    return !journal.entries.isEmpty
                }
                let entry = try #require(journal.entries.first)
                next = journal.next
                if let now = entry.hit {
                    #expect(hit == 0 || now == hit + 1)
                    hit = now
                }
                got.entry = asked.text(of: entry)
            }
            if let wanted {
                #expect(got == wanted, "cut behind \(cut) of \(bytes.count) bytes")
            } else {
                wanted = got
            }
        }
    }
}
