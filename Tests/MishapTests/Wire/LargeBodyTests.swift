import Foundation
import GatewayServer
import Mishap
import TestSupport
import Testing

/// Requests that are decided in steps, because their bodies take long to parse, to match or to repeat.
@Suite(.descriptors) struct LargeBodyTests {
    private static let form = "Content-Type: application/x-www-form-urlencoded"

    private static let rules = #"""
        { "name": "ping", "match": { "path": "/ping" }, "reply": { "text": "pong" } },
        { "name": "twice", "match": { "path": "/twice", "form": { "a": "1" } }, "atEnd": "pass",
          "steps": [ { "times": 2, "reply": { "text": "form {{hit}}" } } ] },
        { "name": "json", "match": { "json": { "/a": 1 } }, "reply": { "json": "{{request.json/b}}" } },
        { "name": "echo", "match": { "path": "/echo" }, "reply": { "text": "{{request.body}}" } },
        { "name": "search", "match": { "path": "/search", "body": { "search": "x[0-9]y" } },
          "reply": { "text": "found" } },
        { "name": "set", "match": { "path": "/set", "body": { "startsWith": "s" } },
          "steps": [ { "set": { "v": "{{hit}}" }, "reply": { "text": "set" } } ] },
        { "name": "get", "match": { "path": "/get" }, "reply": { "text": "{{variables.v}}" } }
        """#

    private static let scenario = #"{ "variables": { "v": "none" }, "rules": [ \#(rules) ] }"#

    private static func gateway() throws -> RunningGateway {
        try RunningGateway(["main": scenario]) { $0.server.shards = 1 }
    }

    private static func post(_ target: String, _ body: [UInt8], _ fields: String...) -> [UInt8] {
        Array(request(target, fields + ["Content-Length: \(body.count)"], method: "POST").utf8) + body
    }

    private static func spaces(_ count: Int) -> [UInt8] { Array(repeating: 0x20, count: count) }

    private func answers(_ requests: [[UInt8]]) throws -> [String] {
        let gateway = try Self.gateway()
        return try requests.map { request in
            let connection = try gateway.connect()
            connection.send(request)
            let answer = connection.receiveResponse(within: .seconds(60))
            return "\(answer.status ?? 0) \(answer.body.prefix(40).trimmingCharacters(in: .whitespacesAndNewlines))"
        }
    }

    /// Each body with nothing added, and with so much that it is decided in steps.
    @Test func largeBodiesAreAnsweredAsSmallOnesAre() async throws {
        let (small, large) = try await aside { [self] in
            func requests(_ more: Int) -> [[UInt8]] {
                let (spaces, form) = (Self.spaces(more), "a=1&b=" + String(repeating: "x", count: more))
                return [
                    Self.post("/twice", Array(form.utf8), Self.form), Self.post("/twice", Array(form.utf8), Self.form),
                    Self.post("/twice", Array(form.utf8), Self.form),
                    Self.post("/x", Array(#"{"a":1,"b":[true]}"#.utf8) + spaces),
                    Self.post("/x", Array(#"{"a":2,"b":[true]}"#.utf8) + spaces),
                    Self.post("/search", Array("x5y".utf8) + spaces), Self.post("/search", Array("xy".utf8) + spaces),
                    Self.post("/get", []), Self.post("/set", Array("s".utf8) + spaces), Self.post("/get", spaces),
                ]
            }
            return (try answers(requests(0)), try answers(requests(300_000)))
        }
        #expect(
            small.map { $0.hasPrefix("404") ? "404" : $0 } == [
                "200 form 1", "200 form 2", "404", "200 [true]", "404", "200 found", "404", "200 none", "200 set",
                "200 1",
            ])
        #expect(large == small)
    }

    @Test func largeBodiesAreRepeatedToTheLastByte() async throws {
        let body = (0..<3_000_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        let echoed = try await aside {
            let gateway = try Self.gateway()
            let connection = try gateway.connect()
            connection.send(Self.post("/echo", body))
            return connection.receiveResponse(within: .seconds(60)).body
        }
        let isSame = echoed.utf8.elementsEqual(body)
        #expect(isSame)
    }

    @Test func hitsAreThoseOfTheJournal() async throws {
        let entries = try await aside {
            let gateway = try Self.gateway()
            let connections = try (0..<6).map { _ in try gateway.connect() }
            for (index, connection) in connections.enumerated() {
                connection.send(Self.post("/echo", Self.spaces(index % 2 == 0 ? 400_000 : 10)))
            }
            for connection in connections { _ = connection.receiveResponse(within: .seconds(60)) }
            return try gateway.journal(ended: 6).entries
        }
        #expect(entries.allSatisfy { $0.rule == "echo" && $0.ending == "complete" })
        #expect(entries.compactMap(\.hit).sorted() == Array(1...6))
    }

    @Test func pipelinedRequestsBehindALargeOneAreAnsweredInOrder() async throws {
        let received = try await aside {
            let gateway = try Self.gateway()
            let connection = try gateway.connect()
            connection.send(
                Self.post("/x", Array(#"{"a":1,"b":"first"}"#.utf8) + Self.spaces(300_000))
                    + Array(request("/ping").utf8))
            return connection.receive(within: .seconds(60)) { $0.suffix(4).elementsEqual("pong".utf8) }.text
        }
        let first = try #require(received.range(of: "\"first\"")), second = try #require(received.range(of: "pong"))
        #expect(first.upperBound < second.lowerBound)
    }
}
