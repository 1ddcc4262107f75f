import Foundation
import JSONText
import TestSupport
import Testing

/// The 404 of a request that no rule takes names all that differs from the nearest one, its body's part too.
@Suite(.descriptors) struct NearestRuleTests {
    private static let rules = #"""
        { "name": "slow", "match": { "headers": { "X-Slow": "1" } }, "pass": true, "delay": "1ms" },
        { "name": "pay", "match": { "path": "/pay", "headers": { "X-Key": "1" }, "json": { "/amount": 5 } }, "reply": {} },
        { "name": "orders", "match": { "path": "/orders", "method": "GET", "query": { "page": "1" } }, "reply": {} }
        """#

    private static func post(_ target: String, _ length: Int, _ more: String...) -> String {
        request(target, ["Content-Type: application/json", "Content-Length: \(length)"] + more, method: "POST")
    }

    private func miss(_ answer: RawConnection.Received) throws -> (nearest: JSONValue?, differences: JSONValue?) {
        #expect(answer.status == 404 && answer.text.contains("\r\nMishap-Unmatched: 1\r\n"), "\(answer.text)")
        let document = JSONValue(try JSONParser.parse(Array(answer.body.utf8)).get())
        return (document["nearest"], document["differences"])
    }

    @Test func aWrongHeaderDoesNotHideAWrongBody() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let connection = try gateway.connect()
        let body = #"{ "amount": 7 }"#
        connection.send(Self.post("/pay", body.utf8.count))
        #expect(waitUntil { (try? gateway.call("GET", "sessions/main").json["requests"]) == .number("1") })
        #expect(try gateway.call("GET", "sessions/main").json["unmatched"] == .number("0"))
        connection.send(body)
        let miss = try miss(connection.receiveResponse())
        #expect(miss.nearest == "pay")
        #expect(
            miss.differences == [
                #"header "x-key" is missing, the rule wants "1""#, #"JSON at "/amount" is 7, the rule wants 5"#,
            ])
        // The connection lives on, and the next request is judged by itself.
        connection.send(Self.post("/pay", 13, "X-Key: 1") + #"{"amount": 5}"#)
        #expect(connection.receiveResponse().status == 200)
        connection.send(Self.post("/pay", 2, "X-Key: 1") + "{}")
        #expect(
            try self.miss(connection.receiveResponse()).differences
                == [#"JSON at "/amount" is missing, the rule wants 5"#])
        #expect(try gateway.journal(ended: 3).entries.map(\.rule) == [nil, "pay", nil])
        #expect(try gateway.call("GET", "sessions/main").json["unmatched"] == .number("2"))
    }

    @Test func aBodyThatTheNearestRuleDoesNotCompareIsNotAwaited() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let connection = try gateway.connect()
        connection.send(Self.post("/orders", 1000))
        #expect(waitUntil { (try? gateway.call("GET", "sessions/main").json["unmatched"]) == .number("1") })
        connection.send(String(repeating: "x", count: 1000))
        let miss = try miss(connection.receiveResponse())
        #expect(miss.nearest == "orders")
        #expect(
            miss.differences == [
                #"method is "POST", the rule wants "GET""#, #"query field "page" is missing, the rule wants "1""#,
            ])
    }

    @Test func aLargeBodyIsComparedToo() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let connection = try gateway.connect()
        let body = #"{ "amount": 7, "more": ""# + String(repeating: "x", count: 1 << 20) + #"" }"#
        connection.send(Self.post("/@main/pay", body.utf8.count) + body)
        #expect(
            try miss(connection.receiveResponse()).differences == [
                #"header "x-key" is missing, the rule wants "1""#, #"JSON at "/amount" is 7, the rule wants 5"#,
            ])
        connection.send(request("/orders?page=1"))
        #expect(connection.receiveResponse().status == 200)
    }

    @Test func whatLetItPassHasOneHitOfIt() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let connection = try gateway.connect()
        connection.send(Self.post("/pay", 2, "X-Slow: 1"))
        #expect(connection.receive(within: .milliseconds(50)).bytes.isEmpty)
        connection.send("[]")
        #expect(
            try miss(connection.receiveResponse()).differences == [
                #"header "x-key" is missing, the rule wants "1""#,
                #"JSON at "/amount" is missing, the rule wants 5"#,
            ])
        #expect(try gateway.hits("main") == ["slow": 1, "pay": 0, "orders": 0])
    }

    @Test func aResetEndsARequestThatWaitsForItsBody() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let connection = try gateway.connect()
        connection.send(Self.post("/pay", 10))
        #expect(waitUntil { (try? gateway.call("GET", "sessions/main").json["requests"]) == .number("1") })
        #expect(try gateway.call("POST", "sessions/main/reset").status == 204)
        #expect(connection.receive(within: .seconds(60)).ending == .reset)
    }
}
