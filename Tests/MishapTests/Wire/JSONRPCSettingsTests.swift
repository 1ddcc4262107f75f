import TestSupport
import Testing

/// The settings of JSON-RPC hold whatever answers: rules, spoilers, limits, and the system itself.
@Suite(.descriptors) struct JSONRPCSettingsTests {
    private static let rules = #"""
        { "match": { "batch": true, "query": { "whole": "single" } }, "fail": "single-error" },
        { "match": { "batch": true, "query": { "whole": "result" } }, "reply": { "result": 1 } },
        { "match": { "batch": true, "query": { "whole": "string" } }, "fail": "string-code" },
        { "match": { "rpc": "result" }, "reply": { "result": 1 } },
        { "match": { "rpc": "fail" }, "fail": -32603 },
        { "match": { "rpc": "named" }, "fail": "core-busy" },
        { "match": { "rpc": "other" }, "fail": "other", "with": { "code": 7 } },
        { "match": { "rpc": "spoiled" }, "fail": "wrong-version" },
        { "match": { "rpc": "beside" }, "fail": "neither", "reply": { "result": 1 } },
        { "match": { "rpc": "string" }, "fail": "string-code" },
        { "match": { "rpc": "accepted" }, "fail": "string-code", "reply": { "result": 1, "status": 202 } },
        { "match": { "rpc": "given" }, "fail": "string-code", "with": { "statuses": "over-http" } },
        { "match": { "rpc": "passed" }, "fail": "string-code", "pass": true },
        { "match": { "rpc": "choose" }, "choose": [ { "fail": -32603 }, { "reply": { "result": 2 } } ] },
        { "match": { "rpc": "limit" }, "reply": { "result": 1 },
          "rateLimit": { "allow": 1, "per": "1h", "then": { "fail": -32603 } } },
        { "match": { "rpc": "passed-on" }, "pass": true }
        """#

    private static let gateway = SharedGateway {
        func scenario(_ settings: String, _ otherwise: String = "") -> String {
            #"{ "system": "jsonrpc", "clock": "manual", "settings": { \#(settings) }, "rules": [ \#(rules) ]\#(otherwise) }"#
        }
        return try RunningGateway([
            "ok": scenario(""), "bitcoind-27": scenario(#""statuses": "bitcoind-27""#),
            "bitcoind": scenario(#""statuses": "bitcoind""#), "over-http": scenario(#""statuses": "over-http""#),
            "202": scenario(#""notificationStatus": 202"#),
            "otherwise": scenario(#""notificationStatus": 202"#, #", "otherwise": { "reply": { "result": 3 } }"#),
        ])
    }

    private func post(_ target: String, _ body: String) throws -> RawConnection.Received {
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send(
            "POST /@\(target) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return connection.receiveResponse()
    }

    private static let methods = [
        "result", "fail", "named", "other", "spoiled", "beside", "string", "passed", "choose", "limit", "limit",
        "passed-on", "none",
    ]

    @Test(arguments: ["202", "otherwise"]) func eachAnswerToANotificationHasItsStatus(scenario: String) throws {
        func notification(_ method: String) -> String { #"{"jsonrpc":"2.0","method":"\#(method)"}"# }
        for method in Self.methods {
            for body in [
                notification(method), #"{"method":"\#(method)","id":null}"#, "[\(notification(method))]",
            ] {
                let answer = try post("\(scenario)/", body)
                #expect(answer.text.hasPrefix("HTTP/1.1 202 Accepted\r\n") && answer.body.isEmpty, "\(body)")
            }
        }
        let batch = "[\(notification("result")),\(notification("none"))]"
        #expect(try post("\(scenario)/?whole=result", batch).text.hasPrefix("HTTP/1.1 202 Accepted\r\n"))
    }

    @Test(arguments: [("ok", 200), ("bitcoind-27", 500), ("bitcoind", 200), ("over-http", 500)])
    func anErrorWithATextAsItsCodeHasItsStatus(scenario: String, status: Int) throws {
        let isOf10 = scenario == "bitcoind-27"
        func call(_ method: String) -> String { #"{"jsonrpc":"2.0","method":"\#(method)","id":1}"# }
        let answer = try post("\(scenario)/", call("string"))
        #expect(answer.status == status)
        #expect(
            answer.body
                == (isOf10
                    ? #"{"result":null,"error":{"code":"-32603","message":"Internal error"},"id":1}"#
                    : #"{"jsonrpc":"2.0","error":{"code":"-32603","message":"Internal error"},"id":1}"#))
        // What has a status of its own keeps it: that of a reply, and that of the error which was there.
        #expect(try post("\(scenario)/", call("accepted")).status == 202)
        let passed = try post("\(scenario)/", call("passed"))
        #expect(passed.status == (status == 200 ? 200 : 404) && passed.body.contains(#""code":"-32601""#))
        #expect(try post("\(scenario)/", call("given")).status == 500)
        // A batch is a 200, taken whole or not.
        #expect(try post("\(scenario)/", "[\(call("string"))]").status == 200)
        let whole = try post("\(scenario)/?whole=string", "[\(call("string"))]")
        #expect(whole.status == 200 && whole.body.contains(#""code":"-32603""#))
    }

    @Test func anErrorOf10HasItsStatusInBitcoind() throws {
        let answer = try post("bitcoind/", #"{"jsonrpc":"1.0","method":"string","id":1}"#)
        #expect(answer.status == 500 && answer.body.hasPrefix(#"{"result":null,"error":{"code":"-32603""#))
    }

    @Test(arguments: [("ok", 200), ("bitcoind-27", 400), ("bitcoind", 400), ("over-http", 400)])
    func oneErrorForABatchIsThatOfAnEmptyOne(scenario: String, status: Int) throws {
        let batch = #"[{"jsonrpc":"2.0","method":"a","id":1},{"jsonrpc":"2.0","method":"b","id":2}]"#
        let (single, empty) = (try post("\(scenario)/?whole=single", batch), try post("\(scenario)/", "[]"))
        #expect(single.status == status && empty.status == status)
        #expect(single.body == empty.body)
        #expect(
            single.body
                == (scenario.hasPrefix("bitcoind")
                    ? #"{"result":null,"error":{"code":-32600,"message":"Invalid Request"},"id":null}"#
                    : #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}"#))
    }

    /// Any integer, and any data.
    @Test func anyOtherCodeIsSentWithItsData() throws {
        let gateway = try RunningGateway([
            "other": #"""
            { "system": "jsonrpc", "rules": [
                { "match": { "rpc": "a" }, "fail": "other", "with": { "code": -9223372036854775808, "data": [null, "x"] } },
                { "match": { "rpc": "b" }, "fail": "other", "with": { "code": "{{request.json/params/0}}",
                  "message": "User denied", "data": "{{request.json/params/1}}", "status": 403 } },
                { "match": { "rpc": "c" }, "fail": "other", "with": { "code": -32001, "statuses": "over-http" } } ] }
            """#
        ])
        func post(_ target: String, _ body: String, _ field: String = "") throws -> RawConnection.Received {
            let connection = try gateway.connect()
            connection.send(
                "POST \(target) HTTP/1.1\r\nHost: a\r\n\(field)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return connection.receiveResponse()
        }
        let first = #"{"jsonrpc":"2.0","method":"a","id":1}"#
        let error =
            #"{"jsonrpc":"2.0","error":{"code":-9223372036854775808,"message":"Application error","data":[null,"x"]},"id":1}"#
        #expect(try post("/", first).body == error)
        #expect(try post("/", "[\(first)]").body == "[\(error)]")
        let made = try post("/", #"{"jsonrpc":"2.0","method":"b","params":[4001,{"a":1}],"id":2}"#)
        #expect(made.status == 403)
        #expect(
            made.body == #"{"jsonrpc":"2.0","error":{"code":4001,"message":"User denied","data":{"a":1}},"id":2}"#)
        let server = try post("/", #"{"jsonrpc":"2.0","method":"c","id":3}"#)
        #expect(server.status == 500 && server.body.contains(#""code":-32001,"message":"Server error""#))
        let asked = try post("/", first, "Mishap-Fail: jsonrpc/other; code=1000000; data=7\r\n")
        #expect(
            asked.body == #"{"jsonrpc":"2.0","error":{"code":1000000,"message":"Application error","data":7},"id":1}"#)
        let plain = try post("/__mishap/fail/jsonrpc/other/rpc", first)
        #expect(plain.body == #"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Server error"},"id":1}"#)
    }
}
