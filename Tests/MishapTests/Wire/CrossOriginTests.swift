import Foundation
import JSONText
import Mishap
import ScenarioFiles
import TestSupport
import Testing

/// Pages of other origins, over the wire.
@Suite(.descriptors) struct CrossOriginTests {
    private static let rules = #"""
        { "name": "once", "match": { "path": "/once" }, "atEnd": "pass",
          "steps": [ { "reply": { "text": "once", "headers": { "ETag": "\"1\"" } } } ] },
        { "match": { "path": "/options", "method": "OPTIONS" }, "steps": [ { "reply": { "text": "own" } } ] },
        { "match": { "path": "/failing" }, "steps": [ { "fail": "http/status/503" } ] },
        { "match": { "path": "/closed" }, "steps": [ { "fail": "http/status/503",
            "with": { "headers": { "Access-Control-Allow-Origin": null } } } ] },
        { "match": { "path": "/shut" }, "steps": [ { "reply": { "text": "shut",
            "headers": { "Access-Control-Allow-Origin": null } } } ] },
        { "match": { "path": "/own" }, "steps": [ { "reply": { "text": "own",
            "headers": { "Access-Control-Allow-Origin": "*" } } } ] },
        { "match": { "path": "/filled" }, "steps": [ { "reply": { "text": "{{hit}}" } } ] },
        { "match": { "path": "/pairs" }, "steps": [ { "reply": {
            "head": [ [ "Content-Length", "0" ] ] } } ] },
        { "match": { "path": "/raw" }, "steps": [ { "reply": { "raw": "SFRUUC8xLjEgMjA0IE5vIENvbnRlbnQNCg0K" } } ] },
        { "match": { "path": "/cut" }, "steps": [ { "reply": { "text": "0123456789" },
            "cut": { "after": 4, "end": "reset" } } ] }
        """#
    private static func gateway() throws -> RunningGateway {
        try RunningGateway([
            "main": "{ \"cors\": true, \"rules\": [ \(rules) ] }",
            "plain": "{ \"rules\": [ \(rules) ] }",
            "opened": #"{ "extends": "plain", "cors": true }"#, "shut": #"{ "extends": "main" }"#,
            "rpc": #"""
            { "cors": true, "system": "jsonrpc", "rules": [
              { "match": { "rpc": "add" }, "steps": [ { "reply": { "result": 3 } } ] } ] }
            """#,
            "store": #"""
            { "cors": true, "system": "documents", "settings": { "store": { "/plan.txt": { "text": "Plan" } } } }
            """#,
        ]) { $0.scenario = "main" }
    }

    private static let origin = "Origin: https://page.example"
    private static let allowed = """
        Vary: Origin\r
        Access-Control-Allow-Origin: https://page.example\r
        Access-Control-Allow-Credentials: true\r

        """

    @Test func theBytesOfAnAnswerAndOfAPreflight() throws {
        let gateway = try Self.gateway()
        let connection = try gateway.connect()
        let preflight = [
            Self.origin, "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: x-id",
            "Access-Control-Request-Private-Network: true",
        ]
        // In one piece: the preflight has no body, and what follows it is read from behind it.
        connection.send(request("/once", preflight, method: "OPTIONS") + request("/once", [Self.origin]))
        let answer = connection.receive(within: .seconds(60)) { String(decoding: $0, as: UTF8.self).hasSuffix("once") }
        #expect(
            answer.withoutDate == """
                HTTP/1.1 204 No Content\r
                Access-Control-Allow-Origin: https://page.example\r
                Access-Control-Allow-Credentials: true\r
                Access-Control-Allow-Methods: POST\r
                Access-Control-Allow-Headers: x-id\r
                Access-Control-Max-Age: 600\r
                Access-Control-Allow-Private-Network: true\r
                Vary: Origin\r
                \r
                HTTP/1.1 200 OK\r
                Content-Type: text/plain; charset=utf-8\r
                ETag: "1"\r
                \(Self.allowed)Access-Control-Expose-Headers: ETag, Date\r
                Content-Length: 4\r
                \r
                once
                """)
    }

    @Test func aPreflightIsNoHitAndSaysWhatItIs() throws {
        let gateway = try Self.gateway()
        let preflight = [Self.origin, "Access-Control-Request-Method: GET"]
        for _ in 0..<3 {
            #expect(try gateway.ask("/once", preflight[0], preflight[1], method: "OPTIONS").status == 204)
        }
        #expect(try gateway.ask("/once", Self.origin).body == "once")
        let entries = try gateway.journal(ended: 4).entries
        #expect(entries.map(\.rule) == [nil, nil, nil, "once"])
        #expect(entries.map(\.hit) == [nil, nil, nil, 1])
        #expect(entries[0].sent.status == 204)
        #expect(entries[0].notes == ["a CORS preflight: no rule saw it, and it is no hit"])
        #expect(entries[3].notes == nil)
    }

    @Test func otherRequestsWithOPTIONSAreTheRules() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/options", Self.origin, method: "OPTIONS").body == "own")
        #expect(try gateway.ask("/options", "Access-Control-Request-Method: GET", method: "OPTIONS").body == "own")
    }

    @Test(arguments: ["/failing", "/nobody-knows", "/cut"])
    func failuresAreReadToo(path: String) throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask(path, Self.origin).text.contains(Self.allowed))
        #expect(try !gateway.ask(path).text.contains("Access-Control"))
    }

    @Test(arguments: ["/closed", "/shut", "/pairs", "/raw"])
    func noneIsAddedWhereNoneIsWanted(path: String) throws {
        let answer = try Self.gateway().ask(path, Self.origin)
        #expect(answer.status != nil)
        #expect(!answer.text.contains("Access-Control") && !answer.text.contains("Vary"))
    }

    @Test(arguments: [
        ("/once", true), ("/failing", true), ("/cut", true), ("/nobody-knows", true), ("/filled", true),
        ("/closed", false), ("/shut", false), ("/own", false), ("/pairs", false), ("/raw", false),
        ("/@plain/once", false), ("/@opened/once", true), ("/@shut/once", false),
        ("/@store/plan.txt", true), ("/@store/none.txt", true),
    ])
    func cachesAreToldThatItVaries(path: String, varies: Bool) throws {
        let gateway = try Self.gateway()
        let text = try gateway.ask(path).text
        #expect(text.contains("\r\nVary: Origin\r\n") == varies)
        // And told once.
        #expect(try gateway.ask(path, Self.origin).text.components(separatedBy: "Vary").count == (varies ? 2 : 1))
    }

    @Test func anOriginOfItsOwnStays() throws {
        let answer = try Self.gateway().ask("/own", Self.origin).text
        #expect(answer.contains("\r\nAccess-Control-Allow-Origin: *\r\n"))
        #expect(!answer.contains("page.example") && !answer.contains("Vary"))
    }

    @Test func eachOriginGetsItsOwn() throws {
        let gateway = try Self.gateway()
        let connection = try gateway.connect()
        for origin in ["http://a", "null", "http://b:8080", "http://a"] {
            connection.send(request("/failing", ["Origin: \(origin)"]))
            #expect(connection.receiveResponse().text.contains("\r\nAccess-Control-Allow-Origin: \(origin)\r\n"))
        }
    }

    @Test func aScenarioWithoutItKnowsNothingOfOrigins() throws {
        let gateway = try Self.gateway()
        #expect(try !gateway.ask("/@plain/once", Self.origin).text.contains("Access-Control"))
        let fields = [Self.origin, "Access-Control-Request-Method: GET"]
        #expect(try gateway.ask("/@plain/options", fields[0], fields[1], method: "OPTIONS").body == "own")
    }

    @Test func systemsAreReadToo() throws {
        let gateway = try Self.gateway()
        let connection = try gateway.connect()
        for body in [#"{"jsonrpc":"2.0","method":"add","id":1}"#, #"[{"jsonrpc":"2.0","method":"none","id":1}]"#, "{"] {
            connection.send(
                request("/@rpc/", [Self.origin, "Content-Length: \(body.utf8.count)"], method: "POST") + body)
            #expect(connection.receiveResponse().text.contains(Self.allowed))
        }
        let fields = [Self.origin, "Access-Control-Request-Method: POST"]
        #expect(try gateway.ask("/@rpc/", fields[0], fields[1], method: "OPTIONS").status == 204)
    }

    @Test func curlReadsAPreflight() async throws {
        let gateway = try Self.gateway()
        let result = try await ClientProgram.run(
            "curl",
            [
                "--silent", "--request", "OPTIONS", "--header", Self.origin, "--header",
                "Access-Control-Request-Method: DELETE", "--write-out",
                "%{http_code} %header{access-control-allow-methods}", gateway.url + "/once",
            ])
        #expect(result.output == "204 DELETE")
    }

    // MARK: Preflights that rules answer

    private static let scripted = #"""
        { "cors": true, "variables": { "open": true }, "rules": [
            { "name": "slow", "match": { "path": "/refused-once" }, "pass": true },
            { "name": "refused", "match": { "path": "/refused-once", "method": "OPTIONS" }, "atEnd": "pass",
              "steps": [ { "reply": { "status": 403 } } ] },
            { "name": "listed", "match": { "path": "/listed", "method": [ "OPTIONS", "PUT" ] },
              "reply": { "status": 204, "headers": { "Access-Control-Allow-Methods": "PUT" } } },
            { "name": "closed", "match": { "path": "/variable", "method": "OPTIONS", "variables": { "open": false } },
              "reply": { "status": 503 } },
            { "name": "all", "match": { "path": "/**", "method": { "not": "PATCH" } }, "reply": { "text": "hello" } },
            { "name": "below", "match": { "path": "/below", "method": "OPTIONS" }, "reply": { "status": 403 } } ] }
        """#

    private func preflight(_ gateway: RunningGateway, _ target: String, _ body: String = "") throws
        -> RawConnection.Received
    {
        let connection = try gateway.connect()
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        connection.send(
            request(target, [Self.origin, "Access-Control-Request-Method: PUT"] + length, method: "OPTIONS") + body)
        return connection.receiveResponse()
    }

    @Test func aRuleThatNamesTheMethodAnswersAPreflightAndCounts() throws {
        let gateway = try RunningGateway(["main": Self.scripted])
        let refused = try preflight(gateway, "/refused-once")
        #expect(refused.status == 403 && refused.text.contains(Self.allowed))
        #expect(try preflight(gateway, "/refused-once").status == 204)
        #expect(try preflight(gateway, "/listed").text.contains("\r\nAccess-Control-Allow-Methods: PUT\r\n"))
        #expect(try gateway.ask("/listed", Self.origin).body == "hello")
        let entries = try gateway.journal(ended: 4).entries
        #expect(entries.map(\.rule) == ["refused", nil, "listed", "all"])
        #expect(entries.map(\.hit) == [1, nil, 1, 1])
        #expect(entries.map { $0.notes?.count ?? 0 } == [0, 1, 0, 0])
    }

    @Test func theRuleAboveThatTakesEveryMethodLeavesPreflightsAlone() throws {
        let gateway = try RunningGateway(["main": Self.scripted])
        #expect(try preflight(gateway, "/variable").status == 204)
        #expect(try preflight(gateway, "/other").status == 204)
        #expect(try gateway.hits("main").values.allSatisfy { $0 == 0 })
        #expect(try preflight(gateway, "/below").status == 403)
        #expect(try gateway.hits("main")["all"] == 0)
        #expect(try gateway.call("PATCH", "sessions/main/variables", #"{ "open": false }"#).status == 200)
        #expect(try preflight(gateway, "/variable").status == 503)
    }

    /// One that takes long to judge is judged on another thread, to the same end.
    @Test func aLargePreflightGoesTheSameWay() throws {
        let gateway = try RunningGateway([
            "main": #"""
            { "cors": true, "rules": [
                { "match": { "method": "OPTIONS", "json": { "/a": 1 } }, "atEnd": "pass",
                  "steps": [ { "reply": { "status": 403 } } ] } ] }
            """#
        ])
        let body = #"{"a":1,"b":""# + String(repeating: "x", count: 400 << 10) + "\"}"
        #expect(try preflight(gateway, "/", body).status == 403)
        #expect(try preflight(gateway, "/", body).status == 204)
        #expect(try preflight(gateway, "/", #"{"a":2}"#).status == 204)
    }

    @Test func systemsHaveRulesForPreflightsToo() throws {
        let gateway = try RunningGateway([
            "main": #"""
            { "cors": true, "system": "graph", "rules": [
                { "match": { "node": "me" }, "reply": { "json": { "id": "1" } } },
                { "match": { "method": "OPTIONS" }, "fail": "http/status/500" } ] }
            """#
        ])
        #expect(try preflight(gateway, "/v20.0/me").status == 500)
        #expect(try gateway.journal(ended: 1).entries.map(\.rule) == ["rule 2"])
    }

    @Test func theTrialTellsWhoAnswersAPreflight() throws {
        let gateway = try RunningGateway(["main": Self.scripted])
        let fields = #"[["Origin","http://a"],["Access-Control-Request-Method","PUT"]]"#
        func rule(_ target: String) throws -> String? {
            let trial = try gateway.call(
                "POST", "sessions/main/match", #"{"method":"OPTIONS","target":"\#(target)","headers":\#(fields)}"#)
            if case .string(let rule)? = trial.json["rule"] { return rule }
            return nil
        }
        #expect(try rule("/refused-once") == "refused")
        #expect(try rule("/below") == "below")
        #expect(try rule("/other") == nil)
    }

    // MARK: All scenarios

    @Test func allScenariosAreOpenedAndTheControlAPIIsNot() throws {
        let gateway = try RunningGateway(
            ["main": #"{ "rules": [ { "reply": { "text": "hello" } } ] }"#],
            overriding: ScenarioOverrides(hasCORS: true))
        #expect(try gateway.ask("/a", Self.origin).text.contains(Self.allowed))
        #expect(try preflight(gateway, "/a").status == 204)
        let whole = #"{ "rules": [ { "reply": { "text": "given" } } ] }"#
        #expect(try gateway.call("PUT", "scenarios/put", whole).status == 201)
        #expect(try gateway.ask("/@put/a", Self.origin).text.contains(Self.allowed))
        let id = try gateway.askForSession(#"{ "scenario": \#(whole) }"#)
        #expect(try gateway.ask("/@\(id)/a", Self.origin).text.contains(Self.allowed))
        // A rule that is added to a session.
        #expect(
            try gateway.call("POST", "sessions/main/rules", #"{ "match": { "path": "/b" }, "reply": { "text": "b" } }"#)
                .status == 201)
        #expect(try gateway.ask("/b", Self.origin).text.contains(Self.allowed))
        #expect(try gateway.ask("/__mishap/sessions", Self.origin).status == 403)
        #expect(try !gateway.ask("/__mishap/fail/http/status/503", Self.origin).text.contains("Access-Control"))
        #expect(try gateway.ask("/a", Self.origin, "Mishap-Fail: http/status/503").text.contains(Self.allowed))
    }
}
