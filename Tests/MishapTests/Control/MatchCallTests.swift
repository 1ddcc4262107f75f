import Foundation
import JSONText
import TestSupport
import Testing

/// `POST sessions/{id}/match`: who would answer a request.
@Suite(.descriptors) struct MatchCallTests {
    private static let shop = #"""
        { "variables": { "open": "yes" }, "clock": "manual", "rules": [
          { "name": "pay", "match": { "method": "POST", "path": "/pay", "json": { "/amount": { "above": 0 } } },
            "steps": [ { "fail": 503, "times": 2 }, { "reply": { "text": "paid" } } ] },
          { "name": "spent", "match": { "path": "/spent" }, "reply": {}, "times": 1, "atEnd": "pass" },
          { "name": "orders", "match": { "path": "/orders/{id}" }, "countBy": "{{request.path.id}}",
            "steps": [ { "fail": "http/html" }, { "reply": { "text": "ok" } } ] },
          { "name": "limited", "match": { "path": "/limited" }, "rateLimit": { "allow": 1, "per": "1s" }, "reply": {} },
          { "name": "shop", "match": { "path": "/shop", "variables": { "open": "yes" } }, "set": { "open": "no" }, "reply": {} },
          { "name": "chance", "match": { "path": "/chance" },
            "steps": [ { "choose": [ { "fail": 500 }, { "fail": 501 }, { "fail": 502 }, { "reply": {} } ] } ] }
        ] }
        """#

    private struct Said: Equatable {
        var rule: JSONValue?
        var step: JSONValue?
        var failure: JSONValue?

        init(_ rule: JSONValue?, _ step: Int? = nil, _ failure: JSONValue? = .null) {
            (self.rule, self.failure) = (rule, failure)
            self.step = step.map { .number("\($0)") } ?? .null
        }

        init(of answer: JSONValue) {
            (rule, step, failure) = (answer["rule"], answer["step"], answer["failure"])
        }
    }

    private static func match(_ gateway: RunningGateway, _ request: String, _ id: String = "shop") throws -> Said {
        let called = try gateway.call("POST", "sessions/\(id)/match", request)
        #expect(called.status == 200, "\(called)")
        return Said(of: called.json)
    }

    private static func get(_ target: String) -> String { "{ \"method\": \"GET\", \"target\": \"\(target)\" }" }

    private static let pay = #"{ "method": "POST", "target": "/pay", "body": "{\"amount\": 5}" }"#

    private static func send(_ gateway: RunningGateway, _ body: String) throws -> Int? {
        let connection = try gateway.connect()
        connection.send(request("/pay", ["Content-Length: \(body.utf8.count)"], method: "POST") + body)
        return connection.receiveResponse().status
    }

    /// As in an entry of the journal.
    @Test func aRequestHasAProtocolAHostAndTLS() throws {
        let gateway = try RunningGateway([
            "secure": #"""
            { "rules": [
              { "name": "old", "match": { "protocol": "HTTP/1.0" }, "reply": {} },
              { "name": "known", "match": { "tls": { "clientCertificate": { "contains": "CN=a" }, "version": "1.3" } }, "reply": {} },
              { "name": "named", "match": { "tls": { "serverName": "a.example" } }, "reply": {} },
              { "name": "secure", "match": { "tls": { "exists": true } }, "reply": {} },
              { "name": "host", "match": { "host": "b.example" }, "reply": {} } ] }
            """#
        ])
        func rule(_ more: String) throws -> JSONValue? {
            try Self.match(gateway, "{ \"target\": \"/\"\(more) }", "secure").rule
        }
        #expect(try rule("") == .null)
        #expect(try rule(#", "protocol": "HTTP/1.0""#) == "old")
        #expect(try rule(#", "headers": [["Host", "B.example:80"]]"#) == "host")
        #expect(try rule(#", "tls": { "version": "1.2", "resumed": false }"#) == "secure")
        #expect(try rule(#", "tls": { "version": "1.2", "serverName": "A.example", "alpn": "http/1.1" }"#) == "named")
        #expect(try rule(#", "tls": { "version": "1.3", "clientCertificate": "CN=a,O=b" }"#) == "known")
        for (more, detail) in [
            (#", "protocol": "h2""#, #""protocol" is "HTTP/1.0" or "HTTP/1.1""#),
            (#", "tls": {}"#, #""tls" is an object whose "version" is "1.0", "1.1", "1.2" or "1.3""#),
            (#", "tls": { "version": "1.3", "serverName": 1 }"#, #""serverName" is a number, and should be a string"#),
        ] {
            let called = try gateway.call("POST", "sessions/secure/match", "{ \"target\": \"/\"\(more) }")
            #expect(called.status == 422 && called.detail == detail, "\(called)")
        }
    }

    /// No rule sees such a request.
    @Test func aFieldThatNamesAFailureGetsIt() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        func naming(_ value: String) -> String {
            #"{ "target": "/spent", "headers": [["Mishap-Fail", "\#(value)"]] }"#
        }
        let said = try Self.match(gateway, naming("tcp/reset-mid-body; after=40"))
        #expect(said == Said(.null, nil, "tcp/reset-mid-body"))
        for (value, reason) in [("tcp/rest", "names no failure"), ("tcp/slow; aftr=40", "it takes ")] {
            let refused = try gateway.call("POST", "sessions/shop/match", naming(value))
            #expect(refused.status == 422)
            #expect(refused.detail.contains(reason), "\(refused.detail)")
        }
    }

    @Test func itSaysWhatTheNextRequestGets() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        for (step, status) in [(1, 503), (1, 503), (2, 200), (2, 200)] {
            let said = try Self.match(gateway, Self.pay)
            #expect(said == Said("pay", step, status == 503 ? "http/status/503" : .null))
            #expect(try Self.send(gateway, #"{"amount": 5}"#) == status)
        }
        #expect(try Self.match(gateway, Self.get("/spent")) == Said("spent", 1))
        #expect(try gateway.ask("/spent").status == 200)
        #expect(try Self.match(gateway, Self.get("/spent")) == Said(.null))
        #expect(try Self.match(gateway, Self.get("/orders/1")) == Said("orders", 1, "http/html"))
        _ = try gateway.ask("/orders/1")
        #expect(try Self.match(gateway, Self.get("/orders/1")) == Said("orders", 2))
        #expect(try Self.match(gateway, Self.get("/orders/2")) == Said("orders", 1, "http/html"))
        #expect(try Self.match(gateway, Self.get("/limited")) == Said("limited", 1))
        _ = try gateway.ask("/limited")
        #expect(try Self.match(gateway, Self.get("/limited")) == Said("limited", nil, "http/status/429"))
        #expect(try gateway.call("POST", "sessions/shop/clock", #"{ "advance": "1s" }"#).status == 200)
        #expect(try Self.match(gateway, Self.get("/limited")) == Said("limited", 1))
        #expect(try Self.match(gateway, Self.get("/shop")) == Said("shop", 1))
        #expect(try gateway.ask("/shop").status == 200)
        #expect(try Self.match(gateway, Self.get("/shop")) == Said(.null))
    }

    @Test func chanceIsThatOfTheNextHit() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        for _ in 0..<20 {
            let said = try Self.match(gateway, Self.get("/chance"))
            let status = try #require(try gateway.ask("/chance").status)
            #expect(said == Said("chance", 1, status == 200 ? .null : .string("http/status/\(status)")))
        }
    }

    @Test func nothingChanges() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        _ = try Self.send(gateway, #"{"amount": 5}"#)
        for target in ["/orders/1", "/limited", "/nothing"] { _ = try gateway.ask(target) }
        func everything() throws -> [String] {
            [try gateway.call("GET", "sessions/shop").text, try gateway.call("GET", "sessions/shop/journal").text]
        }
        _ = try gateway.journal("shop", ended: 4)
        let before = try everything()
        let targets = ["/orders/1", "/orders/2", "/limited", "/limited", "/shop", "/chance", "/spent", "/nothing"]
        for target in targets {
            let first = try gateway.call("POST", "sessions/shop/match", Self.get(target)).text
            #expect(try gateway.call("POST", "sessions/shop/match", Self.get(target)).text == first, "\(target)")
        }
        _ = try Self.match(gateway, Self.pay)
        #expect(try everything() == before)
        // Of a session that no request has reached yet, the first hit is still to come.
        let id = try gateway.askForSession()
        #expect(try Self.match(gateway, Self.get("/shop"), id) == Said("shop", 1))
        #expect(try gateway.hits(id).values.allSatisfy { $0 == 0 })
        #expect(try gateway.ask("/@\(id)/shop").status == 200)
    }

    @Test func whatDiffersFromTheOthersIsNamed() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let answered = try gateway.call("POST", "sessions/shop/match", Self.get("/spent")).json
        #expect(answered["nearest"] == "shop")
        #expect(answered["differences"] == [#"path is "/spent", the rule wants "/shop""#])
        let missed = try gateway.call(
            "POST", "sessions/shop/match", #"{ "method": "PUT", "target": "/pay", "body": "{\"amount\": 0}" }"#
        ).json
        #expect(missed["rule"] == .null && missed["nearest"] == "pay")
        #expect(
            missed["differences"] == [
                #"method is "PUT", the rule wants "POST""#, #"JSON at "/amount" is 0, the rule wants {"above":0}"#,
            ])
    }

    @Test func addedRulesComeFirst() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let id = try gateway.askForSession()
        let rule =
            #"{ "name": "down", "match": { "path": "/orders/{id}" }, "fail": "tcp/reset", "times": 1, "atEnd": "pass" }"#
        #expect(try gateway.call("POST", "sessions/\(id)/rules", rule).status == 201)
        #expect(try Self.match(gateway, Self.get("/orders/1"), id) == Said("down", 1, "tcp/reset"))
        // As the journal of the session has it, with the prefix that selected it.
        #expect(try Self.match(gateway, Self.get("/@\(id)/orders/1"), id) == Said("down", 1, "tcp/reset"))
        #expect(try Self.match(gateway, Self.get("/%40\(id)/-/orders/1"), id) == Said("down", 1, "tcp/reset"))
        #expect(try Self.match(gateway, Self.get("/@\(id)/orders/1")) == Said(.null))
        _ = try gateway.ask("/@\(id)/orders/1")
        #expect(try Self.match(gateway, Self.get("/orders/1"), id) == Said("orders", 1, "http/html"))
        #expect(try Self.match(gateway, Self.get("/orders/1")) == Said("orders", 1, "http/html"))
    }

    @Test func callsOfASystemAreRead() throws {
        let gateway = try RunningGateway([
            "rpc": #"""
            { "system": "jsonrpc", "rules": [
              { "name": "balance", "match": { "rpc": "getBalance" }, "steps": [ { "fail": "jsonrpc/-32603" }, { "reply": { "result": 1 } } ] }
            ] }
            """#
        ])
        func call(_ method: String) -> String {
            #"{ "method": "POST", "target": "/", "headers": [["Content-Type", "application/json"]], "#
                + #""body": "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\#(method)\"}" }"#
        }
        #expect(try Self.match(gateway, call("getBalance"), "rpc") == Said("balance", 1, "jsonrpc/-32603"))
        // The system itself answers.
        #expect(try Self.match(gateway, call("other"), "rpc") == Said(.null))
        #expect(try gateway.hits("rpc") == ["balance": 0])
    }

    @Test func aBodyMayBeBase64() throws {
        let gateway = try RunningGateway(rules: #"{ "match": { "body": "a\nb" }, "reply": {} }"#)
        let request = #"{ "method": "POST", "target": "/", "body": "YQpi", "bodyEncoding": "base64" }"#
        #expect(try Self.match(gateway, request, "main") == Said("rule 1", 1))
    }

    @Test(arguments: [
        (#"{ "method": "GET" }"#, "\"target\" is missing"),
        (#"{ "target": "/", "metod": "GET" }"#, "did you mean \"method\"?"),
        (#"{ "target": 5 }"#, "should be a string"),
        (#"{ "target": "" }"#, "no client can send"),
        (#"{ "target": "orders" }"#, "no client can send"),
        (#"{ "target": "/a b" }"#, "no client can send"),
        (#"{ "target": "/a\r\nX: 1" }"#, "no client can send"),
        (#"{ "target": "/", "method": "G T" }"#, "no client can send"),
        (#"{ "target": "/", "method": "" }"#, "no client can send"),
        (#"{ "target": "/", "headers": [["A b", "1"]] }"#, "no client can send"),
        (#"{ "target": "/", "headers": [["", "1"]] }"#, "no client can send"),
        (#"{ "target": "/", "headers": [["A", "1\n2"]] }"#, "no client can send"),
        (#"{ "target": "/", "headers": [["A", "1\u0000"]] }"#, "no client can send"),
        (#"{ "target": "/", "headers": [["Host", "a"], ["Host", "b"]] }"#, "no client can send"),
        (#"{ "target": "/", "headers": [["Content-Length", "7"]], "body": "abc" }"#, "no client can send"),
        (#"{ "target": "/", "headers": { "A": "1" } }"#, "list of pairs"),
        (#"{ "target": "/", "headers": [["A"]] }"#, "list of pairs"),
        (#"{ "target": "/", "body": "a", "bodyEncoding": "base64" }"#, "base64"),
        (#"{ "target": "/", "body": "a", "bodyEncoding": "gzip" }"#, "base64"),
        ("[]", "should be an object"),
    ])
    func aWrongRequestIsRefused(body: String, detail: String) throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let called = try gateway.call("POST", "sessions/shop/match", body)
        #expect(called.status == 422 && called.detail.contains(detail), "\(called)")
    }

    @Test func anUnknownSessionIsNamed() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        #expect(
            try gateway.call("POST", "sessions/shap/match", Self.get("/")).detail.contains("did you mean \"shop\"?"))
        #expect(try gateway.call("POST", "sessions/shop~a/match", Self.get("/")).status == 404)
        #expect(try gateway.call("GET", "sessions").text.contains("shop~a") == false)
    }
}
