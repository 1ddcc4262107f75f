import Foundation
import GatewayServer
import JSONText
import TestSupport
import Testing
import Wire

@testable import Mishap

/// How much of a body a journal keeps: what the session asks for, and all that an expectation reads.
@Suite(.descriptors) struct KeptBodyTests {
    private static let rules =
        #"{ "rules": [ { "name": "pay", "match": { "path": "/pay" }, "reply": {} }, { "name": "batch", "match": { "path": "/needed", "json": { "/a": 1 } }, "reply": {} } ] }"#

    private static func put(_ gateway: RunningGateway, _ path: String, _ body: String, _ fields: String...) throws {
        let connection = try gateway.connect()
        connection.send(request(path, ["Content-Length: \(body.utf8.count)"] + fields, method: "PUT") + body)
        #expect(connection.receiveResponse(within: .seconds(60)).status != nil)
    }

    private static func json(_ size: Int, _ end: String = "1") -> String {
        #"{ "filler": "\#(String(repeating: "x", count: size))", "a": \#(end) }"#
    }

    @Test func aSessionSaysHowMuch() async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.rules])
            for (bodies, kept) in [("64KiB", 40_000), ("1KiB", 1_024), ("0B", 0), (nil, 16_384)] as [(String?, Int)] {
                let id = try gateway.askForSession(bodies.map { "{ \"bodies\": \"\($0)\" }" } ?? "{}")
                // Decided at its head, by its body, and by nothing.
                for path in ["/pay", "/needed", "/none"] {
                    try Self.put(gateway, "/@\(id)\(path)", String(repeating: "y", count: 40_000))
                }
                let entries = try gateway.journal(id, ended: 3).entries
                #expect(entries.map { $0.body?.utf8.count } == [kept, kept, kept])
                #expect(entries.map(\.truncated) == Array(repeating: kept == 40_000 ? nil : 40_000, count: 3))
                // Another scenario changes nothing of it.
                _ = try gateway.call("PUT", "sessions/\(id)/scenario", "{ \"scenario\": \(Self.rules) }")
                try Self.put(gateway, "/@\(id)/pay", String(repeating: "y", count: 40_000))
                #expect(try gateway.journal(id, ended: 4).entries.last?.body?.utf8.count == kept)
            }
            let id = try gateway.askForSession(#"{ "bodies": "1MiB" }"#)
            try Self.put(gateway, "/@\(id)/pay", Self.json(50_000))
            let entry = try gateway.call("GET", "sessions/\(id)/journal?match=%7B%22json%22:%7B%22/a%22:1%7D%7D")
            guard case .array(let entries)? = entry.json["entries"] else { throw NoJournal(answer: entry.text) }
            #expect(entries.first?["json"]?["a"] == .number("1"))
        }
    }

    @Test(arguments: [#""2MiB""#, #""12""#, "12", #""a lot""#, #""5GB""#]) func otherSizesAreRefused(bodies: String)
        throws
    {
        let gateway = try RunningGateway(["main": Self.rules]) { $0.server.maximumBody = 1 << 20 }
        let called = try gateway.call("POST", "sessions", "{ \"bodies\": \(bodies) }")
        #expect(called.status == 422 && called.detail.contains("\"bodies\""), "\(called)")
        #expect(called.text.contains(#""pointer": "/bodies""#) && called.text.contains("^"), "\(called.text)")
    }

    /// Of each kind of expectation that reads bodies: those that it reads are kept whole, the others are not.
    @Test(arguments: [
        (#"{ "rule": "pay", "every": { "json": { "/a": 1 } } }"#, ["/pay"], "/needed"),
        (#"{ "match": { "path": "/pay", "json": { "/a": 1 } }, "requests": 1 }"#, ["/pay"], "/needed"),
        (#"{ "match": { "path": "/pay" }, "every": { "body": { "contains": "\"a\": 1" } } }"#, ["/pay"], "/none"),
        (#"{ "unmatched": true, "every": { "json": { "/a": 1 } } }"#, ["/none"], "/pay"),
        (#"{ "rule": "pay", "countBy": "{{request.json/a}}", "requests": 1 }"#, ["/pay"], "/needed"),
    ])
    func whatAnExpectationReadsIsKept(expect: String, read: [String], other: String) async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.rules])
            for isAdded in [false, true] {
                let id = try gateway.askForSession(isAdded ? "{}" : "{ \"expect\": \(expect) }")
                if isAdded {
                    let added = try gateway.call("POST", "sessions/\(id)/expect", expect)
                    #expect(added.status == 201, "\(added.text)")
                }
                for path in read + [other] { try Self.put(gateway, "/@\(id)\(path)", Self.json(1 << 20)) }
                let entries = try gateway.journal(id, ended: 2).entries
                #expect(entries.map(\.truncated).map { $0 == nil } == [true, false])
                let verdict = try gateway.call("GET", "sessions/\(id)/verdict")
                #expect(verdict.json["outcome"] == "passed", "\(verdict.text)")
                try Self.put(gateway, "/@\(id)\(read[0])", Self.json(1 << 20, "2"))
                _ = try gateway.journal(id, ended: 3)
                let later = try gateway.call("GET", "sessions/\(id)/verdict").json["outcome"]
                #expect(later == (expect.contains("requests") ? "passed" : "failed"))
            }
        }
    }

    /// `same` and `distinct` compare digests of all that came; a part of a body is in no digest.
    @Test(arguments: [("body", 100_000, false), ("json/a", 200_000, true)])
    func comparedBodiesAreKeptWhereAPartIsCompared(part: String, second: Int, isKept: Bool) async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.rules])
            let id = try gateway.askForSession("{ \"expect\": { \"rule\": \"pay\", \"same\": [\"\(part)\"] } }")
            for size in [100_000, second] { try Self.put(gateway, "/@\(id)/pay", Self.json(size)) }
            #expect(try gateway.journal(id, ended: 2).entries.allSatisfy { ($0.truncated == nil) == isKept })
            #expect(try gateway.call("GET", "sessions/\(id)/verdict").json["outcome"] == "passed")
            try Self.put(gateway, "/@\(id)/pay", Self.json(100_000, "2"))
            _ = try gateway.journal(id, ended: 3)
            #expect(try gateway.call("GET", "sessions/\(id)/verdict").json["outcome"] == "failed")
        }
    }

    @Test func decodedBodiesAreRead() async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.rules])
            let id = try gateway.askForSession(#"{ "expect": { "rule": "pay", "every": { "json": { "/a": 1 } } } }"#)
            let numbers = (0..<40_000).map { "\($0 &* 2_654_435_761 & 0xFFFF_FFFF)" }.joined(separator: ",")
            let body = ZlibEncoder().encode([Array("{ \"n\": [\(numbers)], \"a\": 1 }".utf8)], .gzip)[0]
            #expect(body.count > 64 << 10)
            let connection = try gateway.connect()
            connection.send(
                Array(
                    request(
                        "/@\(id)/pay", ["Content-Encoding: gzip", "Content-Length: \(body.count)"], method: "PUT"
                    ).utf8) + body)
            #expect(connection.receiveResponse().status == 200)
            _ = try gateway.journal(id, ended: 1)
            let verdict = try gateway.call("GET", "sessions/\(id)/verdict")
            #expect(verdict.json["outcome"] == "passed", "\(verdict.text)")
        }
    }
}
