import GatewayServer
import Foundation
import Mishap
import TestSupport
import Testing

/// What the journal, the report and the metrics say of a spoiler beside `pass`.
@Suite(.descriptors) struct SpoilersInJournalTests {
    private static let rules = #"""
        { "name": "chaos", "match": { "path": "/a" }, "fail": "http/truncated-json", "pass": true },
        { "name": "none", "match": { "path": "/none" }, "fail": "http/truncated-json", "pass": true },
        { "name": "failing", "match": { "path": "/a", "query": { "f": "1" } }, "fail": 503 },
        { "name": "a", "match": { "path": "/a" }, "reply": { "json": { "a": 1 } } },
        { "name": "empty", "match": { "path": "/none" }, "reply": { "status": 204 } }
        """#

    @Test func theEntryHasTheSpoilersNameAndTheRuleThatAnswered() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        #expect(try gateway.ask("/a").body.count < 7)
        _ = try gateway.ask("/a?f=1")
        #expect(try gateway.ask("/none").status == 204)
        let entries = try gateway.journal(ended: 3).entries
        #expect(entries.map(\.rule) == ["a", "failing", "empty"])
        #expect(entries.map(\.failure) == ["http/truncated-json", "http/status/503", nil])
        #expect(entries.map { $0.notes?.count ?? 0 } == [0, 0, 1])
        #expect(entries[2].notes?[0].hasPrefix("the answer has nothing that the failure could spoil") == true)
        let report = try gateway.call("GET", "report").text
        #expect(report.contains(#""name": "http/truncated-json""#) && report.contains(#""name": "http/status/503""#))
        #expect(try gateway.call("GET", "metrics").text.contains(#"rule="a",failure="http/truncated-json""#))
        #expect(try gateway.hits("main")["chaos"] == 2)
    }

    /// Watched on the socket: the bytes that come, and the end.
    @Test(arguments: [("reset-mid-body", RawConnection.Ending.reset), ("close-mid-body", .end)])
    func theEndingIsThatOfTheSpoiler(code: String, ending: RawConnection.Ending) throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "match": { "path": "/a" }, "fail": "tcp/\#(code)", "with": { "after": 3 }, "pass": true },
                { "match": { "path": "/a" }, "reply": { "text": "0123456789" } }
                """#)
        let connection = try gateway.connect()
        connection.send(request("/a"))
        let received = connection.receive(within: .seconds(60))
        #expect(received.ending == ending && received.text.hasSuffix("Content-Length: 10\r\n\r\n012"), "\(received)")
        #expect(try gateway.journal(ended: 1).entries.map(\.failure) == ["tcp/\(code)"])
    }

    @Test func aBatchHasTheSpoilerBesideItsCalls() throws {
        let gateway = try RunningGateway([
            "main": #"""
            { "system": "jsonrpc", "rules": [
                { "match": { "batch": true }, "fail": "reordered", "pass": true },
                { "name": "failing", "match": { "rpc": "failing" }, "fail": -32000 },
                { "name": "ping", "match": { "rpc": "ping" }, "reply": { "result": 1 } } ],
              "expect": [ { "name": "two", "match": {}, "after": { "failure": "reordered" }, "requests": 0 } ] }
            """#
        ])
        let body =
            "[" + ["failing", "ping"].map { #"{"jsonrpc":"2.0","method":"\#($0)","id":1}"# }.joined(separator: ",")
            + "]"
        let connection = try gateway.connect()
        connection.send(request("/", ["Content-Length: \(body.utf8.count)"], method: "POST") + body)
        #expect(connection.receiveResponse().body.hasPrefix(#"[{"jsonrpc":"2.0","result":1"#))
        let entry = try #require(try gateway.journal(ended: 1).entries.first)
        #expect(entry.failure == "jsonrpc/reordered")
        let report = try gateway.call("GET", "report").text
        #expect(report.components(separatedBy: #""name": "jsonrpc/reordered""#).count == 2)
        #expect(report.components(separatedBy: #""name": "jsonrpc/-32000""#).count == 2)
        #expect(try gateway.call("GET", "sessions/main/verdict").text.contains(#""outcome": "passed""#))
    }
}
