import TestSupport
import Testing

/// What real servers of JSON-RPC were seen to send, byte by byte on the wire, by the number of its entry in the list of
/// captures.
@Suite(.descriptors) struct JSONRPCPayloadsTests {
    private static let codes = [-32700, -32600, -32601, -32602, -32603, -32000, -32099, -32100, 7]

    private static let gateway = SharedGateway {
        func scenario(_ settings: String, _ with: String = "") -> String {
            let rules = codes.map { #"{ "match": { "rpc": "\#($0)" }, "fail": \#($0)\#(with) }"# }
            let limit = #"{ "match": { "rpc": "limit" }, "fail": "rate-limited" }"#
            let own = #"{ "match": { "rpc": "own" }, "fail": -32603, "with": { "status": 418 } }"#
            return
                #"{ "system": "jsonrpc", \#(settings) "rules": [ \#((rules + [limit, own]).joined(separator: ", ")) ] }"#
        }
        return try RunningGateway([
            "ok": scenario(""), "bitcoind": scenario(#""settings": { "statuses": "bitcoind" },"#),
            "bitcoind-27": scenario(#""settings": { "statuses": "bitcoind-27" },"#),
            "over-http": scenario(#""settings": { "statuses": "over-http" },"#),
            "with": scenario("", #", "with": { "statuses": "bitcoind-27" }"#),
        ])
    }

    private func post(_ target: String, _ body: String) throws -> RawConnection.Received {
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send(
            "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return connection.receiveResponse()
    }

    private static func call(_ method: String, id: String = "1") -> String {
        #"{"jsonrpc":"2.0","method":"\#(method)","id":\#(id)}"#
    }

    @Test(arguments: [
        (-32500, "Application error"), (-32400, "System error"), (-32300, "Transport error"),
        (-32701, "Unsupported encoding"), (-32702, "Invalid character for encoding"), (-32001, "Server error"),
        (-32768, "Server error"),
    ])
    func entry23EachCodeHasItsText(code: Int, message: String) throws {
        let answer = try post("/__mishap/fail/jsonrpc/\(code)/rpc", Self.call("any", id: "7"))
        #expect(answer.body == #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"},"id":7}"#)
        #expect(answer.status == 200)
    }

    @Test(arguments: [
        ("ok", [200, 200, 200, 200, 200, 200, 200, 200, 200]),
        ("bitcoind", [500, 200, 200, 200, 200, 200, 200, 200, 200]),
        ("bitcoind-27", [500, 400, 404, 500, 500, 500, 500, 500, 500]),
        ("with", [500, 400, 404, 500, 500, 500, 500, 500, 500]),
        ("over-http", [500, 400, 404, 500, 500, 500, 500, 200, 200]),
    ])
    func entry24StatusesOfOtherServers(scenario: String, statuses: [Int]) throws {
        for (code, status) in zip(Self.codes, statuses) {
            let answer = try post("/@\(scenario)/", Self.call("\(code)"))
            #expect(answer.status == status, "\(code)")
            // bitcoind cannot tell the version of what it could not parse, and before 28 knew no other than 1.0.
            let isOf10 = ["bitcoind-27", "with"].contains(scenario) || scenario == "bitcoind" && code == -32700
            let opening = isOf10 ? #"{"result":null,"error":{"# : #"{"jsonrpc":"2.0","error":{"#
            #expect(answer.body.hasPrefix(opening + #""code":\#(code),"#))
            #expect(answer.text.contains("\r\nContent-Type: application/json\r\n"))
        }
        #expect(try post("/@\(scenario)/", Self.call("own")).status == 418)
    }

    @Test(arguments: [
        ("ok", 200, 200, 200), ("bitcoind", 200, 500, 400), ("bitcoind-27", 404, 500, 400),
        ("over-http", 404, 500, 400),
    ])
    func entry24WhatNoRuleTakesHasThemToo(scenario: String, unknown: Int, unread: Int, invalid: Int) throws {
        #expect(try post("/@\(scenario)/", Self.call("none")).status == unknown)
        #expect(try post("/@\(scenario)/", "{").status == unread)
        #expect(try post("/@\(scenario)/", "{}").status == invalid)
        // The answer to a batch is a 200, whatever its elements are.
        let batch = try post("/@\(scenario)/", "[\(Self.call("none")),\(Self.call("-32603", id: "2"))]")
        #expect(batch.status == 200 && batch.body.contains("-32601") && batch.body.contains("-32603"))
        #expect(
            try post("/@\(scenario)/", #"{"version":"1.1","method":"none","id":1}"#).status
                == (scenario == "ok" ? 500 : 404))
    }

    @Test func entry24ARateLimitAsInfuraSaysIt() throws {
        let answer = try post("/@ok/", Self.call("limit", id: "3419"))
        #expect(answer.status == 429)
        #expect(
            answer.body
                == #"{"jsonrpc":"2.0","error":{"code":-32005,"message":"project ID request rate exceeded","data":{"rate":{"allowed_rps":10,"backoff_seconds":30,"current_rps":13.333},"see":"https://infura.io/dashboard"}},"id":3419}"#
        )
        let batch = try post("/@ok/", "[\(Self.call("limit")),\(Self.call("none", id: "2"))]")
        #expect(batch.status == 200 && batch.body.contains("-32005") && batch.body.contains("-32601"))
    }
}
