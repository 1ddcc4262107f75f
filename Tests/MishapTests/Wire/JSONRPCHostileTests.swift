import Mishap
import TestSupport
import Testing

/// Bodies that mean harm, to scenarios that look into them: answered as the real system does or as the guide says, in
/// bounded time.
@Suite(.descriptors) struct JSONRPCHostileTests {
    private static let scenario = #"""
        { "system": "jsonrpc", "variables": { "kept": "" }, "rules": [
          { "name": "evil", "match": { "rpc": { "matches": "(a+)+" } }, "steps": [ { "reply": { "result": "matched" } } ] },
          { "match": { "rpc": "keep" }, "steps": [ { "reply": { "result": 1 }, "set": { "kept": "{{request.json/params}}" } } ] },
          { "match": { "rpc": "same", "json": { "/params": "{{variables.kept}}" } }, "steps": [ { "reply": { "result": "same" } } ] },
          { "match": { "rpc": "big", "json": { "/params/0": { "above": 1e400 } } }, "steps": [ { "reply": { "result": "big" } } ] },
          { "match": { "rpc": "deep", "json": { "/params/0/0": { "exists": true } } }, "steps": [ { "reply": { "result": "deep" } } ] },
          { "match": { "rpc": "deep" }, "steps": [ { "reply": { "result": "{{request.json/params}}" } } ] } ] }
        """#

    private static func call(_ method: String, _ parameters: String = "[]", id: String = "1") -> String {
        #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters),"id":\#(id)}"#
    }

    private static func result(_ result: String) -> String { #"{"jsonrpc":"2.0","result":\#(result),"id":1}"# }

    private static func error(_ code: Int, _ message: String, id: String = "null") -> String {
        #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"},"id":\#(id)}"#
    }

    private func send(_ gateway: RunningGateway, _ body: [UInt8]) throws -> RawConnection.Received {
        let connection = try gateway.connect()
        connection.send(request("/rpc", ["Content-Length: \(body.count)"], method: "POST"))
        connection.send(body)
        return connection.receiveResponse(within: .seconds(60))
    }

    private func answer(_ gateway: RunningGateway, _ body: String) throws -> String {
        try send(gateway, Array(body.utf8)).body
    }

    @Test func eachIsAnsweredInBoundedTime() async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.scenario])
            let notFound = Self.error(-32601, "Method not found", id: "1")
            let (broken, invalid) = (Self.error(-32700, "Parse error"), Self.error(-32600, "Invalid Request"))
            let nested = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
            let digits = String(repeating: "9", count: 1 << 20)
            let backtracking = String(repeating: "a", count: 5000) + "!"
            let names = (0..<200_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
            // So many that a variable keeps all of them.
            let fewer = (0..<5_000).map { "\"k\($0)\":1" }.joined(separator: ",")
            let twice = String(repeating: #""k":1,"#, count: 300_000)
            let someTwice = String(repeating: #""k":1,"#, count: 9_000)
            for (body, wanted) in [
                ("{\"jsonrpc\":", broken), (nested(100_000), broken), (Self.call("deep", nested(100_000)), broken),
                ("[" + Array(repeating: Self.call("a"), count: 100_000).joined(separator: ",") + "]", invalid),
                (Self.call("nobody", id: digits), Self.error(-32601, "Method not found", id: digits)),
                (Self.call("big", "[\(digits)]"), Self.result("\"big\"")),
                (Self.call("big", "[1e-\(digits)]"), notFound),
                (Self.call("big", "[0.\(String(repeating: "0", count: 1 << 20))1]"), notFound),
                (Self.call(#"\ud800"#), broken), (Self.call("nobody", #"["\udc00\ud800"]"#), broken),
                (Self.call("nobody", "{\(twice)\"k\":2}"), notFound),
                (#"{"method":"nobody","id":0,\#(someTwice)"jsonrpc":"2.0","method":"keep","id":1}"#, Self.result("1")),
                (#"{"method":"nobody","id":0,\#(twice)"jsonrpc":"2.0","method":"keep","id":1}"#, Self.result("1")),
                (Self.call(backtracking), notFound),
                // Two large objects are compared in linear time.
                (Self.call("keep", "{\(names)}"), Self.result("1")),
                (Self.call("same", "{\(names)}"), notFound),
                (Self.call("keep", "{\(fewer)}"), Self.result("1")),
                (Self.call("same", "{\(fewer)}"), Self.result("\"same\"")),
                (Self.call("same", "{\(fewer.dropLast())7}"), notFound),
                // Matchers and placeholders look 128 levels deep; the call itself may be 512.
                (Self.call("deep", nested(120)), Self.result("\"deep\"")),
                (Self.call("deep", nested(200)), Self.result("null")),
            ] {
                let text = try answer(gateway, body)
                #expect(text == wanted, "\(body.prefix(80)): \(text.prefix(200))")
            }
            for bytes in [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
                let body = Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + bytes + Array(#""}"#.utf8)
                #expect(try send(gateway, body).body == broken)
            }
        }
    }

    @Test func aBatchOfPatternsThatBacktrackIsAnsweredInBoundedTime() async throws {
        try await aside {
            let gateway = try RunningGateway(["main": Self.scenario])
            let call = Self.call(String(repeating: "a", count: 200) + "!")
            // Each of them alone would take all the steps there are.
            let text = try answer(gateway, "[" + Array(repeating: call, count: 2000).joined(separator: ",") + "]")
            #expect(text.count { $0 == "{" } == 4000)
            let notes = try gateway.journal(ended: 1).entries.first?.notes
            #expect(notes == [#"a pattern took too many steps: rule "evil" did not match"#])
        }
    }
}
