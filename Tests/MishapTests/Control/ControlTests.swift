import GatewayServer
import JSONText
import Mishap
import TestSupport
import Testing

/// `/__mishap`: who is let in, and what it says.
@Suite(.descriptors) struct ControlTests {
    private static let rules = #"{ "steps": [ { "reply": { "text": "ok" } } ] }"#
    private static let journal = "/__mishap/sessions/default/journal"

    @Test func healthAnswersEverybody() throws {
        for control in GatewayConfiguration.Control.allCases {
            let gateway = try RunningGateway(rules: Self.rules) { $0.control = control }
            for host in ["localhost", "evil.example.com"] {
                let answer = try gateway.ask("/__mishap/health", host: host)
                #expect(answer.status == 200)
                #expect(answer.body == "{\n  \"status\": \"ok\",\n  \"mishap\": \"\(MishapVersion.text)\"\n}\n")
            }
        }
    }

    @Test func healthNamesTheShardThatAnswers() throws {
        let gateway = try RunningGateway(rules: Self.rules) { $0.server.shards = 2 }
        var shards: Set<Int> = []
        try waitUntil {
            let text = try gateway.ask("/__mishap/health").text
            shards.formUnion((0..<9).filter { text.contains("\r\nMishap-Shard: \($0)\r\n") })
            return shards.count == 2
        }
        #expect(shards == [0, 1])
    }

    @Test func aProblemDocumentIsIndented() throws {
        let answer = try RunningGateway(rules: Self.rules).ask("/__mishap/nothing")
        #expect(
            answer.body == """
                {
                  "type": "about:blank",
                  "title": "Not Found",
                  "status": 404,
                  "detail": "there is no /__mishap/nothing in this version's control API; see GET /__mishap/"
                }

                """)
    }

    @Test(arguments: ["evil.example.com", "evil.example.com:8080", "localhost.evil.com", "1.2.3.4.evil.com"])
    func aNameFromTheNetIsRefused(host: String) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let answer = try gateway.ask(Self.journal, host: host)
        #expect(answer.status == 403)
        #expect(answer.text.contains("Content-Type: application/problem+json\r\n"))
        // Only the control API minds.
        #expect(try gateway.ask("/", host: host).body == "ok")
        #expect(try gateway.ask("/__mishap/fail/http/status/418/x", host: host).status == 418)
    }

    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:8080", "[::1]:8080", "localhost", "LOCALHOST:1", "gateway", "a.localhost",
    ])
    func aNameOfThisMachineIsLetIn(host: String) throws {
        #expect(try RunningGateway(rules: Self.rules).ask(Self.journal, host: host).status == 200)
    }

    @Test(arguments: [
        ("http://localhost:3000", 200), ("https://127.0.0.1", 200), ("http://[::1]:5173", 200),
        ("http://app.localhost", 200), ("https://evil.example.com", 403), ("null", 403),
        ("http://a@localhost", 403), ("http://localhost:3000@evil.com", 403),
        ("http://[::1].evil.com", 403), ("http://localhost:3x", 403), ("http://evil.com/.localhost", 403),
        ("http://localhost.evil.com", 403), ("http://127.0.0.1.evil.com", 403), ("file://", 403), ("", 403),
    ])
    func aForeignPageIsRefused(origin: String, status: Int) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        #expect(try gateway.ask(Self.journal, "Origin: \(origin)").status == status)
        let reset = try gateway.ask("/__mishap/reset", "Origin: \(origin)", method: "POST")
        #expect(reset.status == (status == 200 ? 204 : 403))
    }

    /// What a page can send to another origin without asking it first.
    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])
    func aSimpleRequestOfAPageChangesNothing(type: String) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let connection = try gateway.connect()
        let fields = (type.isEmpty ? [] : ["Content-Type: \(type)"]) + ["Content-Length: 2"]
        connection.send(request("/__mishap/sessions", fields, method: "POST") + "{}")
        let answer = connection.receiveResponse()
        #expect(answer.status == 415)
        #expect(answer.body.contains("curl --json"))
        #expect(try gateway.call("GET", "sessions?after=main").text.contains("~") == false)
    }

    /// A body that never comes keeps no call waiting that has no use for it.
    @Test(arguments: ["": 200, "?after=x": 400])
    func aJournalIsAnsweredAtItsHead(query: String, status: Int) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        for field in ["Content-Length: 100000", "Transfer-Encoding: chunked"] {
            let answer = try gateway.ask(Self.journal + query, field)
            #expect(answer.status == status)
            #expect(answer.text.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test func offIsOff() throws {
        let gateway = try RunningGateway(rules: Self.rules) { $0.control = .off }
        let answer = try gateway.ask(Self.journal)
        #expect(answer.status == 404)
        #expect(answer.body.contains("--control"))
        #expect(try gateway.ask("/__mishap/fail/http/html/x").status == 200)
    }

    @Test(arguments: ["proxy.pac"])
    func whatIsPlannedSaysThatItIsNotBuilt(path: String) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        for method in ["GET", "POST", "PUT"] {
            let called = try gateway.call(method, path)
            #expect(called.status == 404)
            #expect(called.detail == "/__mishap/\(path) is not built yet in this version")
        }
    }

    @Test func noRuleTakesItsPlace() throws {
        let gateway = try RunningGateway(rules: #"{ "reply": { "text": "scripted" } }"#)
        for (path, host, field) in [
            ("/__mishap/health", "localhost", "X: 1"), ("/__mishap/health", "main.localhost", "X: 1"),
            ("/__mishap/health", "localhost", "Mishap-Session: main"), ("http://a/__mishap/health", "a", "X: 1"),
        ] {
            #expect(try gateway.ask(path, field, host: host).body.contains("\"status\": \"ok\""), "\(path) \(host)")
        }
        // Behind a prefix it is a path as any other.
        for path in ["/@main/__mishap/health", "/@main/-/__mishap/sessions", "/%5F_mishap/health", "//__mishap/health"]
        {
            #expect(try gateway.ask(path).body == "scripted", "\(path)")
        }
    }

    @Test func scenariosAreListed() throws {
        let rules = #""rules": [ { "steps": [ { "reply": {} } ] } ]"#
        let gateway = try RunningGateway([
            "b/one": "{ \"description\": \"One of them.\", \(rules) }", "a": #"{ "system": "documents" }"#,
            "c": "{ \(rules) }",
        ])
        let all = try gateway.call("GET", "scenarios")
        #expect(all.status == 200)
        let c: JSONValue = [
            "name": "c", "description": .null, "system": .null, "url": "http://localhost/@c",
            "httpsUrl": "https://localhost:80/@c",
        ]
        #expect(
            all.json == [
                "scenarios": [
                    [
                        "name": "a", "description": .null, "system": "documents", "url": "http://localhost/@a",
                        "httpsUrl": "https://localhost:80/@a",
                    ],
                    [
                        "name": "b/one", "description": "One of them.", "system": .null,
                        "url": "http://localhost/@b/one", "httpsUrl": "https://localhost:80/@b/one",
                    ],
                    c,
                ], "next": .null,
            ])
        let first = try gateway.call("GET", "scenarios?limit=2").json
        #expect(first["next"] == "b/one")
        let rest = try gateway.call("GET", "scenarios?after=b/one&limit=2").json
        #expect(
            rest == [
                "scenarios": [c],
                "next": .null,
            ])
        #expect(try gateway.call("GET", "scenarios?limit=0").status == 400)
        #expect(try gateway.call("POST", "scenarios", "{}").status == 405)
        // It opened none.
        #expect(try gateway.call("GET", "sessions/a").json["requests"] == .number("0"))
    }

    @Test func aRuleThatIsNotThereIsNoEmptyJournal() throws {
        let gateway = try RunningGateway(rules: #"{ "name": "all", "steps": [ { "reply": { "text": "ok" } } ] }"#)
        let unknown = try gateway.call("GET", "sessions/default/journal?rule=al")
        #expect(unknown.status == 404)
        #expect(unknown.detail == #"the session has no rule "al"; did you mean "all"?"#)
        for rule in ["all", "otherwise"] {
            #expect(try gateway.call("GET", "sessions/default/journal?rule=\(rule)").status == 200)
        }
        // One that was taken away may have entries.
        let rule = #"{ "name": "extra", "reply": {} }"#
        #expect(try gateway.call("GET", "sessions/default/journal?rule=extra").status == 404)
        #expect(try gateway.call("POST", "sessions/default/rules", rule).status == 201)
        #expect(try gateway.call("GET", "sessions/default/journal?rule=extra").status == 200)
        #expect(try gateway.call("DELETE", "sessions/default/rules/extra").status == 204)
        #expect(try gateway.call("GET", "sessions/default/journal?rule=extra").status == 200)
    }

    @Test func whatIsNotThereSaysSo() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        #expect(try gateway.ask("/__mishap/nothing").status == 404)
        for path in ["/__mishap", "/__mishap/"] {
            let listing = try gateway.ask(path)
            #expect(listing.status == 200)
            #expect(listing.body.contains("\"POST /__mishap/sessions\""))
            #expect(listing.body.contains("\"mishap\": \"\(MishapVersion.text)\""))
        }
        #expect(try gateway.ask(Self.journal, method: "PUT").status == 405)
        #expect(try gateway.ask("/__mishap/", method: "DELETE").status == 405)
        let refused = try gateway.ask("/__mishap/sessions/default", method: "POST")
        #expect(refused.status == 405)
        #expect(refused.text.contains("\r\nAllow: GET, HEAD, DELETE\r\n"), "\(refused)")
        #expect(try gateway.ask("/__mishap/health", method: "POST").status == 405)
        // Not below it, though it begins so.
        #expect(try gateway.ask("/__mishapX").body == "ok")
        #expect(try gateway.journal(ended: 1).entries.map(\.target) == ["/__mishapX"])
    }

    // MARK: fail

    @Test func aFailureByItsNameTakesTheLongest() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        for name in ["http/status/418", "http/status/418/", "http/status/418/and/a/path", "http/status/418?q=1"] {
            #expect(try gateway.ask("/__mishap/fail/" + name).status == 418, "\(name)")
        }
        #expect(try gateway.ask("/__mishap/fail/tcp/reset/any/path").ending == .reset)
        #expect(try gateway.ask("/__mishap/fail/tcp/close").ending == .end)
        let circle = try gateway.ask("/__mishap/fail/http/redirect-loop/any?x=1")
        #expect(circle.text.contains("\r\nLocation: /__mishap/fail/http/redirect-loop/any?x=1\r\n"))
        // Every time, and not only the first.
        for _ in 0..<3 { #expect(try gateway.ask("/__mishap/fail/tcp/reset/x").description == " [ECONNRESET]") }
    }

    @Test(arguments: [("tcp/rest/any", "tcp/reset"), ("htp/html", "http/html"), ("http/timeuot/a/b", "http/timeout")])
    func anUnknownFailureIsAskedBack(path: String, nearest: String) throws {
        let answer = try RunningGateway(rules: Self.rules).ask("/__mishap/fail/" + path)
        #expect(answer.status == 404)
        #expect(answer.body.contains(#"did you mean \"\#(nearest)\"?"#), "\(answer.body)")
    }
}
