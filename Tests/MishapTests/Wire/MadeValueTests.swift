import Foundation
import Mishap
import TestSupport
import Testing

/// Statuses, delays and numbers that placeholders make, beyond one answer to one request.
@Suite(.descriptors) struct MadeValueTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "main": #"""
            { "system": "jsonrpc", "rules": [
              { "match": { "rpc": "a" }, "reply": { "status": "{{request.query.s}}", "result": 1 } },
              { "match": { "rpc": "d" }, "pass": true, "delay": "{{request.query.s}}ms" },
              { "match": { "rpc": "s" }, "pass": true, "fail": "tcp/reset-mid-body", "with": { "after": "{{request.query.s}}" } },
              { "match": { "rpc": "f" }, "fail": -32000, "with": { "status": "{{request.query.s}}" } },
              { "match": { "rpc": ["c", "d", "s"] }, "reply": { "result": 2 } } ] }
            """#,
            "plain": #"""
            { "rules": [
              { "match": { "path": "/t" }, "fail": "http/truncated-json", "with": { "after": "{{request.query.n}}" },
                "reply": { "json": { "ok": true } } },
              { "match": { "path": "/c" }, "fail": "http/bad-chunk-size", "reply": { "status": "{{request.query.n}}", "text": "a" } },
              { "match": { "path": "/w" }, "reply": { "status": "{{request.query.n}}", "headers": { "Transfer-Encoding": "chunked" },
                "framing": "chunked", "text": "a" } } ] }
            """#,
        ]) { $0.scenario = "main" }
    }

    private func call(_ method: String, _ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"# }

    private func ask(_ status: String, _ body: String) throws -> RawConnection.Received {
        let connection = try Self.gateway.get().connect()
        connection.send(request("/?s=\(status)", ["Content-Length: \(body.utf8.count)"], method: "POST") + body)
        return connection.receiveResponse()
    }

    /// It ignores the status of an element, and so whether that has a body.
    @Test func anElementOfABatchKeepsItsBody() throws {
        let answer = try ask("204", "[\(call("a", 1)),\(call("c", 2))]")
        #expect(answer.body == #"[{"jsonrpc":"2.0","result":1,"id":1},{"jsonrpc":"2.0","result":2,"id":2}]"#)
        #expect(try ask("204", call("a", 1)).status == 204)
    }

    @Test(arguments: ["a", "d", "s", "f"]) func aBadValueAnswersTheWholeRequest(method: String) throws {
        for body in [call(method, 1), "[\(call("c", 1)),\(call(method, 2))]"] {
            let answer = try ask("bad", body)
            #expect(answer.status == 500 && answer.body.contains("of this scenario came to"), "\(body): \(answer)")
        }
    }

    /// Another head would have to follow it.
    @Test func aStatusOf1xxIsNone() throws { #expect(try ask("150", call("f", 1)).status == 500) }

    @Test func aFailureThatCannotBeLeavesTheAnswerAndIsNoted() throws {
        let gateway = try Self.gateway.get()
        #expect(try gateway.ask("/@plain/t?n=100000").body == #"{"ok":true}"#)
        #expect(try gateway.journal("plain").entries.last?.notes?.count == 1)
        #expect(try gateway.ask("/@plain/t?n=3").body == #"{"o"#)
        for path in ["c", "w"] {
            let connection = try gateway.connect()
            connection.send(request("/@plain/\(path)?n=204") + request("/__mishap/health"))
            let text = connection.receive(within: .seconds(60)) { $0.count > 200 }.text
            #expect(
                text.hasPrefix("HTTP/1.1 204 No Content\r\n") && text.contains("\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(text)"
            )
        }
    }
}
