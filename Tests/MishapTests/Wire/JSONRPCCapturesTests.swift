import TestSupport
import Testing

/// What servers of JSON-RPC were captured to send, byte by byte on the wire, by its number in the second list of captures:
/// 55 to 68.
@Suite(.descriptors) struct JSONRPCCapturesTests {
    private static let gateway = SharedGateway {
        func bitcoind(_ statuses: String) -> String {
            #"""
            { "system": "jsonrpc", "settings": { "statuses": "\#(statuses)" }, "rules": [
                { "match": { "rpc": "getblockcount" }, "reply": { "result": 7 } },
                { "match": { "rpc": "stop" }, "fail": -28 },
                { "match": { "rpc": "old" }, "fail": -28, "with": { "message": "Loading block index..." } },
                { "match": { "rpc": "getblock", "json": { "/params/hash": { "exists": true } } }, "fail": -8 } ] }
            """#
        }
        return try RunningGateway([
            "ok": bitcoind("ok"), "28": bitcoind("bitcoind"), "27": bitcoind("bitcoind-27"),
            "alchemy": #"""
            { "system": "jsonrpc", "settings": { "provider": "alchemy" }, "rules": [
                { "match": { "rpc": "limit" }, "fail": "rate-limited" },
                { "match": { "rpc": "infura" }, "fail": "rate-limited", "with": { "provider": "infura", "backoff": 2 } } ] }
            """#,
            "named": #"""
            { "system": "jsonrpc", "rules": [
                { "match": { "rpc": "project" }, "fail": "invalid-project-id" },
                { "match": { "rpc": "odoo" }, "fail": "odoo-server-error", "with": { "id": "request", "data": { "a": 1 } } },
                { "match": { "rpc": "alchemy-2023" }, "fail": "capacity-exceeded", "with": { "code": -32000 } },
                { "match": { "rpc": "session" }, "fail": "no-valid-session" },
                { "match": { "rpc": "python" }, "fail": "missing-session-id" },
                { "match": { "rpc": "kodi" }, "fail": "kodi-method-not-found" } ] }
            """#,
        ])
    }

    private func post(_ target: String, _ body: String, _ field: String? = nil) throws -> RawConnection.Received {
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send(
            "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + (field.map { "\($0)\r\n" } ?? "") + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return connection.receiveResponse()
    }

    /// A whole response, but for its Date.
    private func wire(_ target: String, _ body: String, _ field: String? = nil) throws -> String {
        try post(target, body, field).text.replacing(/Date: [^\r]*\r\n/, with: "")
    }

    private static func response(
        _ status: String, _ body: String, type: String = "application/json", _ fields: String = ""
    ) -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static let ok = "200 OK"
    private static let serverError = "500 Internal Server Error"

    // MARK: bitcoind and its relatives

    /// The form that the help of each of bitcoind's calls shows, and what others of that time leave out.
    @Test(arguments: [
        #"{"jsonrpc":"1.0","id":"curltest","method":"getblockcount","params":[]}"#,
        #"{"id":"curltest","method":"getblockcount","params":[]}"#,
        #"{"jsonrpc":"1.0","id":"curltest","method":"getblockcount","params":{}}"#,
    ])
    func capture55ACallOf10IsMatchedAndAnsweredInItsForm(call: String) throws {
        for scenario in ["ok", "28", "27"] {
            #expect(
                try wire("/@\(scenario)/", call)
                    == Self.response(Self.ok, #"{"result":7,"error":null,"id":"curltest"}"#), "\(scenario)")
        }
    }

    @Test func capture55WhatNoRuleTakesIsAnsweredInItToo() throws {
        let call = #"{"jsonrpc":"1.0","id":1,"method":"none","params":[]}"#
        let error = #"{"result":null,"error":{"code":-32601,"message":"Method not found"},"id":1}"#
        #expect(try wire("/@ok/", call) == Self.response(Self.ok, error))
        #expect(try wire("/@28/", call) == Self.response("404 Not Found", error))
        #expect(try wire("/@27/", call) == Self.response("404 Not Found", error))
    }

    /// bitcoind has no notifications of 1.0: a null is an id like any other, and so is none.
    @Test(arguments: [
        #"{"jsonrpc":"1.0","method":"getblockcount","params":[]}"#,
        #"{"jsonrpc":"1.0","method":"getblockcount","id":null}"#,
    ])
    func capture55AnIDOfNullIsAnswered(call: String) throws {
        for scenario in ["ok", "28", "27"] {
            #expect(try post("/@\(scenario)/", call).body == #"{"result":7,"error":null,"id":null}"#, "\(scenario)")
        }
    }

    @Test func capture55WithoutAVersionAnIDOfNullIsANotificationButForBitcoind() throws {
        let call = #"{"method":"getblockcount","params":[],"id":null}"#
        #expect(try post("/@ok/", call).status == 204)
        #expect(try post("/@28/", call).body == #"{"result":7,"error":null,"id":null}"#)
        #expect(try post("/@27/", #"{"method":"getblockcount"}"#).body == #"{"result":7,"error":null,"id":null}"#)
        #expect(try post("/@ok/", #"{"method":"getblockcount"}"#).body.contains("-32600"))
    }

    @Test func capture55ABatchOf10IsAnsweredElementByElement() throws {
        let calls = [
            #"{"jsonrpc":"1.0","id":1,"method":"getblockcount"}"#, #"{"id":2,"method":"none"}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"getblockcount"}"#,
        ]
        let batch = "[" + calls.joined(separator: ",") + "]"
        let first = #"{"result":7,"error":null,"id":1}"#
        let (second, third) = (
            #"{"result":null,"error":{"code":-32601,"message":"Method not found"},"id":2}"#,
            #"{"jsonrpc":"2.0","result":7,"id":3}"#
        )
        #expect(try wire("/@28/", batch) == Self.response(Self.ok, "[\(first),\(second),\(third)]"))
        #expect(
            try wire("/@27/", batch)
                == Self.response(Self.ok, "[\(first),\(second),\(#"{"result":7,"error":null,"id":3}"#)]"))
        // The specification of 1.0 has no batches, but who says 1.0 is a client of bitcoind.
        let invalid = #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":2}"#
        #expect(try wire("/@ok/", batch) == Self.response(Self.ok, "[\(first),\(invalid),\(third)]"))
    }

    @Test func capture56From28OnARequestOf20Has200() throws {
        let call = #"{"jsonrpc":"2.0","id":1,"method":"none"}"#
        let (form20, form10) = (
            #"{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}"#,
            #"{"result":null,"error":{"code":-32601,"message":"Method not found"},"id":1}"#
        )
        #expect(try wire("/@28/", call) == Self.response(Self.ok, form20))
        #expect(try wire("/@27/", call) == Self.response("404 Not Found", form10))
        let success = #"{"jsonrpc":"2.0","id":1,"method":"getblockcount"}"#
        #expect(try post("/@28/", success).body == #"{"jsonrpc":"2.0","result":7,"id":1}"#)
        #expect(try post("/@27/", success).body == #"{"result":7,"error":null,"id":1}"#)
        // Before 28 a request without an id was answered too.
        let notification = #"{"jsonrpc":"2.0","method":"getblockcount"}"#
        #expect(try post("/@28/", notification).status == 204)
        #expect(try post("/@27/", notification).body == #"{"result":7,"error":null,"id":null}"#)
    }

    @Test(arguments: ["28", "27"]) func capture56AllElseHasTheFormOf10WithItsStatus(scenario: String) throws {
        func error(_ code: Int, _ message: String, _ id: String = "null") -> String {
            #"{"result":null,"error":{"code":\#(code),"message":"\#(message)"},"id":\#(id)}"#
        }
        #expect(try wire("/@\(scenario)/", "{") == Self.response(Self.serverError, error(-32700, "Parse error")))
        #expect(try wire("/@\(scenario)/", "{}") == Self.response("400 Bad Request", error(-32600, "Invalid Request")))
        #expect(
            try wire("/@\(scenario)/", #"{"jsonrpc":"3.0","method":"stop","id":5}"#)
                == Self.response("400 Bad Request", error(-32600, "Invalid Request", "5")))
        #expect(
            try wire("/@\(scenario)/", #"{"version":"1.1","method":"none","id":5}"#)
                == Self.response("404 Not Found", error(-32601, "Method not found", "5")))
        let named = #"{"method":"getblock","params":{"hash":"00"},"id":6}"#
        #expect(
            try wire("/@\(scenario)/", named) == Self.response(Self.serverError, error(-8, "Application error", "6")))
    }

    @Test func capture57ANodeThatStarts() throws {
        func error(_ message: String) -> String {
            #"{"result":null,"error":{"code":-28,"message":"\#(message)"},"id":null}"#
        }
        for scenario in ["28", "27"] {
            #expect(
                try wire("/@\(scenario)/", #"{"method":"stop","params":[]}"#)
                    == Self.response(Self.serverError, error("Loading block index…")))
            #expect(
                try wire("/@\(scenario)/", #"{"method":"old","params":[]}"#)
                    == Self.response(Self.serverError, error("Loading block index...")))
        }
    }

    // MARK: Alchemy and Infura

    private static let tooMany = "429 Too Many Requests"
    private static let computeUnits =
        #"{"jsonrpc":"2.0","id":50,"error":{"code":429,"message":"Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message. If not, check out https://docs.alchemy.com/reference/throughput"}}"#

    @Test func capture58ARateLimitAsAlchemySaysIt() throws {
        let call = #"{"jsonrpc":"2.0","id":50,"method":"limit"}"#
        #expect(try wire("/@alchemy/", call) == Self.response(Self.tooMany, Self.computeUnits))
        #expect(
            try wire("/any", call, "Mishap-Fail: jsonrpc/rate-limited; provider=alchemy")
                == Self.response(Self.tooMany, Self.computeUnits))
        let infura = try post("/@alchemy/", #"{"jsonrpc":"2.0","id":1,"method":"infura"}"#)
        #expect(infura.status == 429 && infura.body.contains(#""code":-32005"#))
        #expect(infura.body.contains(#""backoff_seconds":2"#))
        // Within a batch it has no status.
        let batch = try post("/@alchemy/", "[\(call)]")
        #expect(batch.status == 200 && batch.body == "[\(Self.computeUnits)]")
        let byCode = try post("/__mishap/fail/jsonrpc/429/v2", call)
        #expect(byCode.status == 429)
        #expect(byCode.body.hasPrefix(#"{"jsonrpc":"2.0","error":{"code":429,"message":"Your app has exceeded its"#))
    }

    @Test func capture59AMonthlyLimitAsAlchemySaysIt() throws {
        func error(_ code: Int) -> String {
            #"{"jsonrpc":"2.0","id":6570,"error":{"code":\#(code),"message":"Monthly capacity limit exceeded. Visit https://dashboard.alchemyapi.io/settings/billing to upgrade your scaling policy for continued service."}}"#
        }
        let call = #"{"jsonrpc":"2.0","id":6570,"method":"alchemy-2023"}"#
        #expect(
            try wire("/__mishap/fail/jsonrpc/capacity-exceeded/v2", call)
                == Self.response("403 Forbidden", error(-32600)))
        #expect(try wire("/@named/", call) == Self.response("403 Forbidden", error(-32000)))
    }

    @Test func capture60AProjectThatInfuraDoesNotKnow() throws {
        let refusal =
            "HTTP/1.1 401 Unauthorized\r\nContent-Type: text/plain; charset=utf-8\r\nVary: Origin\r\n"
            + "WWW-Authenticate: Basic realm=\"Auth failure, invalid project id\"\r\n"
            + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n"
            + "Content-Length: 19\r\n\r\ninvalid project id\n"
        let call = #"{"jsonrpc":"2.0","id":1,"method":"project"}"#
        let notification = #"{"jsonrpc":"2.0","method":"project"}"#
        for body in [call, notification, "[\(call),\(call)]"] {
            #expect(try wire("/@named/", body) == refusal, "\(body)")
            #expect(try wire("/__mishap/fail/jsonrpc/invalid-project-id/v3", body) == refusal, "\(body)")
        }
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send("POST /@named/ HTTP/1.1\r\nHost: a\r\nContent-Length: \(call.utf8.count)\r\n\r\n\(call)")
        #expect(connection.receive(within: .seconds(30)).ending == .end)
    }

    // MARK: By name

    private static func named(_ name: String, _ status: String, _ body: String, type: String = "application/json")
        -> (String, String)
    { (name, response(status, body, type: type)) }

    private static let invalidState =
        "0x08c379a00000000000000000000000000000000000000000000000000000000000000020"
        + "000000000000000000000000000000000000000000000000000000000000000d"
        + "496e76616c696420737461746500000000000000000000000000000000000000"

    @Test(arguments: [
        named(
            "legacy-rate-exceeded", tooMany,  // 61
            #"{"jsonrpc":"2.0","error":{"code":-32005,"message":"legacy access request rate exceeded","data":{"reason":"project ID not provided","see":"https://infura.io/dashboard"}},"id":666}"#
        ),
        named(
            "execution-reverted", ok,  // 62
            #"{"jsonrpc":"2.0","id":666,"error":{"code":3,"message":"execution reverted","data":"0x82b42900"}}"#),
        named(
            "execution-reverted-without-data", ok,
            #"{"jsonrpc":"2.0","error":{"code":3,"message":"execution reverted"},"id":666}"#),
        named(
            "vm-execution-error", ok,  // 63
            #"{"jsonrpc":"2.0","error":{"code":-32015,"message":"VM execution error.","data":"Reverted \#(invalidState)"},"id":666}"#
        ),
        named(
            "core-busy", ok, #"{"error":{"code":-9,"message":"Core is busy."},"id":666,"jsonrpc":"2.0"}"#,  // 64
            type: "text/plain"),
        named(
            "odoo-server-error", ok,  // 65
            #"{"jsonrpc": "2.0", "id": null, "error": {"code": 200, "message": "Odoo Server Error", "data": {"name": "builtins.ValueError", "debug": "Traceback (most recent call last):\n  File \"/usr/lib/python3/dist-packages/odoo/http.py\", line 1710, in _serve_db\n    return service_model.retrying(self._serve_ir_http, self.env)\nValueError: Invalid field 'nmae' on model 'res.partner'\n", "message": "Invalid field 'nmae' on model 'res.partner'", "arguments": ["Invalid field 'nmae' on model 'res.partner'"], "context": {}}}}"#
        ),
        named(
            "kodi-method-not-found", ok,  // 66
            #"{"error":{"code":-32601,"message":"Method not found."},"id":666,"jsonrpc":"2.0"}"#),
        named(
            "kodi-failed-to-execute", ok,
            #"{"error":{"code":-32100,"message":"Failed to execute method."},"id":666,"jsonrpc":"2.0"}"#),
        named(
            "no-valid-session", "400 Bad Request",  // 67
            #"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}"#
        ),
        named(
            "session-not-found", "404 Not Found",
            #"{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}"#),
        named(
            "missing-session-id", "400 Bad Request",
            #"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Bad Request: Missing session ID"}}"#
        ),
        named(
            "invalid-request-parameters", ok,  // 68
            #"{"jsonrpc":"2.0","id":666,"error":{"code":-32602,"message":"Invalid request parameters","data":""}}"#),
    ])
    func captures61To68EachHasAName(name: String, answer: String) throws {
        let call = #"{"jsonrpc":"2.0","id":666,"method":"any"}"#
        #expect(try wire("/__mishap/fail/jsonrpc/\(name)/rpc", call) == answer)
        // A request of 1.0 has an envelope of its own, but for a refusal of the whole request.
        let old = try post("/__mishap/fail/jsonrpc/\(name)/rpc", #"{"id":666,"method":"any"}"#)
        #expect(old.body.hasPrefix(#"{"result":null,"error":{"code":"#) && old.body.hasSuffix(#","id":666}"#))
    }

    @Test func capture65TheIDCanBeThatOfTheRequest() throws {
        #expect(
            try post("/@named/", #"{"jsonrpc":"2.0","id":"r1","method":"odoo"}"#).body
                == #"{"jsonrpc": "2.0", "id": "r1", "error": {"code": 200, "message": "Odoo Server Error", "data": {"a":1}}}"#
        )
    }

    /// What is said of the HTTP request is said to a notification too, and what is said of a call is not.
    @Test func capture67ANotificationWithoutASessionIsRefused() throws {
        func notification(_ method: String) -> String { #"{"jsonrpc":"2.0","method":"\#(method)"}"# }
        #expect(try post("/@named/", notification("session")).status == 400)
        #expect(try post("/@named/", notification("python")).body.contains(#""id":"server-error""#))
        #expect(try post("/@named/", notification("kodi")).status == 204)
        let batch = try post(
            "/@named/", "[\(notification("kodi")),\(#"{"jsonrpc":"2.0","id":2,"method":"kodi"}"#)]")
        #expect(
            batch.body == #"[{"error":{"code":-32601,"message":"Method not found."},"id":2,"jsonrpc":"2.0"}]"#)
    }
}
