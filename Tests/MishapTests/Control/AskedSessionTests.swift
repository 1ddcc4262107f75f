import Foundation
import GatewayServer
import JSONText
import Mishap
import TestSupport
import Testing

/// `POST sessions`: sessions with ids that Mishap makes.
@Suite(.descriptors) struct AskedSessionTests {
    private static let rules = #"""
        { "name": "once", "match": { "path": "/once" },
          "steps": [ { "reply": { "text": "first" } }, { "reply": { "text": "later" } } ] },
        { "name": "silence", "match": { "path": "/silence" }, "steps": [ { "fail": "http/timeout" } ] },
        { "name": "delay", "match": { "path": "/delay" }, "delay": "60s", "reply": { "text": "x" } },
        { "name": "echo", "match": { "path": "/echo" }, "reply": { "text": "{{request.body}}" } },
        { "name": "large", "match": { "path": "/large" }, "reply": { "size": "8MiB" } }
        """#

    private static func gateway(_ configure: (inout GatewayConfiguration) -> Void = { _ in }) throws -> RunningGateway {
        try RunningGateway(["shop/pay": "{ \"rules\": [ \(rules) ] }"], configure)
    }

    // MARK: Asking

    @Test func oneIsReachedInEachWay() throws {
        let gateway = try Self.gateway()
        let called = try gateway.call("POST", "sessions", #"{ "scenario": "shop/pay", "label": "t/1" }"#)
        #expect(called.status == 201)
        guard case .string(let id)? = called.json["id"], case .string(let url)? = called.json["url"] else {
            Issue.record("\(called)")
            return
        }
        #expect(called.json["label"] == "t/1")
        #expect(url == "http://localhost/@\(id)")
        #expect(called.fields.contains { $0.contains("/__mishap/sessions/\(id)") }, "\(called.fields)")
        let bare = String(id.dropFirst())
        #expect(id.first == "~" && bare.allSatisfy { $0.isNumber || $0.isLowercase })
        #expect(try gateway.ask("/@\(id)/once").body == "first")
        #expect(try gateway.ask("/%40%7E\(bare)/once").body == "later")
        #expect(try gateway.ask("/@\(id)/-/once").body == "later")
        #expect(try gateway.ask("/once", "Mishap-Session: \(id)").body == "later")
        #expect(try gateway.ask("/once", host: "\(id).localhost:80").body == "later")
        #expect(try gateway.ask("/@\(id)/nothing").status == 404)
        // Nothing of it is in the shared one.
        #expect(try gateway.ask("/once").body == "first")
        #expect(try gateway.journal(id, ended: 6).entries.map(\.hit) == [1, 2, 3, 4, 5, nil])
        let shown = try gateway.call("GET", "sessions/\(id)").json
        #expect(shown["scenario"] == "shop/pay")
        #expect(shown["label"] == "t/1")
        #expect(shown["requests"] == .number("6"))
        #expect(shown["unmatched"] == .number("1"))
        #expect(try gateway.hits(id) == ["once": 5, "silence": 0, "delay": 0, "echo": 0, "large": 0])
    }

    @Test func idsOnlyGrow() throws {
        let gateway = try Self.gateway()
        let ids = try (0..<40).map { _ in try gateway.askForSession() }
        #expect(Set(ids).count == 40)
        #expect(Set(ids.map { $0.prefix(7) }).count == 1)
    }

    @Test func aWholeScenarioIsGiven() throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession(
            #"""
            { "scenario": { "variables": { "n": 1, "word": "a" },
                "rules": [ { "name": "all", "reply": { "text": "{{variables.n}} {{variables.word}}" } } ] },
              "variables": { "n": 7 }, "seed": 3 }
            """#)
        #expect(try gateway.ask("/@\(id)/x").body == "7 a")
        let shown = try gateway.call("GET", "sessions/\(id)").json
        #expect(shown["variables"]?["n"] == .number("7"))
        #expect(shown["variables"]?["word"] == "a")
        let set = try gateway.call("PATCH", "sessions/\(id)/variables", #"{ "word": "b" }"#)
        #expect(set.status == 200)
        #expect(set.json["word"] == "b" && set.json["n"] == .number("7"))
        #expect(try gateway.ask("/@\(id)/x").body == "7 b")
        // Back to what it began with.
        #expect(try gateway.call("POST", "sessions/\(id)/reset").status == 204)
        #expect(try gateway.ask("/@\(id)/x").body == "7 a")
    }

    @Test func itsClockMovesIfItIsManual() throws {
        let gateway = try Self.gateway()
        let scenario = #"{ "clock": "manual", "rules": [ { "reply": { "text": "{{now.iso}}" } } ] }"#
        let id = try gateway.askForSession(#"{ "scenario": \#(scenario) }"#)
        #expect(try gateway.call("GET", "sessions/\(id)").json["now"] == "2030-01-01T00:00:00.000Z")
        let before = try gateway.ask("/@\(id)/x").body
        let moved = try gateway.call("POST", "sessions/\(id)/clock", #"{ "advance": "90s" }"#)
        #expect(moved.status == 200)
        #expect(moved.json["now"] == "2030-01-01T00:01:30.000Z")
        #expect(try gateway.ask("/@\(id)/x").body != before)
        for body in ["{}", #"{ "advance": 5 }"#, #"{ "advance": "soon" }"#, #"{ "advanced": "1s" }"#] {
            #expect(try gateway.call("POST", "sessions/\(id)/clock", body).status == 422, "\(body)")
        }
        #expect(try gateway.call("POST", "sessions/default/clock", #"{ "advance": "1s" }"#).status == 409)
        #expect(try gateway.call("POST", "sessions/\(id)/reset").status == 204)
        #expect(try gateway.ask("/@\(id)/x").body == before)
    }

    @Test func anAnswerThatWaitsForAVariableGoesOutWhenItIsSet() throws {
        let gateway = try Self.gateway()
        let scenario = #"""
            { "variables": { "go": "no" },
              "rules": [ { "delay": { "until": { "variables": { "go": "yes" } }, "atMost": "60s" }, "reply": { "text": "ok" } } ] }
            """#
        let id = try gateway.askForSession(#"{ "scenario": \#(scenario) }"#)
        let connection = try gateway.connect()
        connection.send(request("/@\(id)/x"))
        #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").json["requests"]) == .number("1") })
        let wrong = try gateway.call("PATCH", "sessions/\(id)/variables", #"{ "goo": "yes" }"#)
        #expect(wrong.status == 422 && wrong.detail.contains(#"did you mean "go"?"#), "\(wrong)")
        #expect(try gateway.call("PATCH", "sessions/\(id)/variables", #"{ "go": [] }"#).status == 422)
        #expect(connection.receive(within: .milliseconds(100)).bytes.isEmpty)
        #expect(try gateway.call("PATCH", "sessions/\(id)/variables", #"{ "go": "yes" }"#).status == 200)
        #expect(connection.receiveResponse().body == "ok")
    }

    @Test func aScenarioIsCheckedAndNotKept() throws {
        let gateway = try Self.gateway()
        let good = try gateway.call("POST", "check", #"{ "rules": [ { "reply": {} } ] }"#)
        #expect(good.status == 200 && good.json["valid"] == true && good.json["diagnostics"] == .array([]))
        let bad = try gateway.call("POST", "check", #"{ "rules": [ { "replay": {} } ] }"#)
        #expect(bad.status == 200 && bad.json["valid"] == false)
        #expect(bad.text.contains("replay") && bad.text.contains("\"column\""), "\(bad)")
        #expect(try gateway.call("GET", "sessions").text.contains("given") == false)
    }

    @Test func itsSeedIsItsOwn() throws {
        let gateway = try Self.gateway()
        func draws(_ seed: Int) throws -> [String] {
            let scenario = #"{ "rules": [ { "reply": { "text": "{{uuid}}" } } ] }"#
            let id = try gateway.askForSession(#"{ "scenario": \#(scenario), "seed": \#(seed) }"#)
            return try (0..<3).map { _ in try gateway.ask("/@\(id)/x").body }
        }
        #expect(try draws(1) == draws(1))
        #expect(try draws(1) != draws(2))
    }

    @Test func anIdempotencyKeyGivesTheSameOne() throws {
        let gateway = try Self.gateway()
        func ask(_ body: String, _ key: String) throws -> RunningGateway.Called {
            try gateway.call("POST", "sessions", body, "Idempotency-Key: \(key)")
        }
        let first = try ask(#"{ "label": "a" }"#, "k1")
        #expect(try ask(#"{ "label": "a" }"#, "k1").json["id"] == first.json["id"])
        #expect(try ask(#"{ "label": "a" }"#, "k2").json["id"] != first.json["id"])
        #expect(try ask(#"{ "label": "b" }"#, "k1").status == 422)
        guard case .string(let id)? = first.json["id"] else { return }
        #expect(try gateway.call("DELETE", "sessions/\(id)").status == 200)
        #expect(try ask(#"{ "label": "a" }"#, "k1").json["id"] != first.json["id"])
    }

    @Test(arguments: [
        (#"{ "scenaro": "x" }"#, 422, #"did you mean "scenario"?"#),
        (#"{ "scenario": "shop/pai" }"#, 422, #"did you mean "shop/pay"?"#),
        (#"{ "scenario": "shop/pay~k" }"#, 422, "there is no scenario"),
        (#"{ "scenario": 7 }"#, 422, "a name or a whole scenario"),
        (#"{ "scenario": { "rules": [ { "replay": {} } ] } }"#, 422, "has errors"),
        (#"{ "scenario": { "rules": [ { "reply": { "file": "a.txt" } } ] } }"#, 422, "has errors"),
        (#"{ "scenario": { "extends": "shop/pay" } }"#, 422, "has errors"),
        (#"{ "variables": { "x": 1 } }"#, 422, "no variable"), (#"{ "seed": "a" }"#, 422, "whole number"),
        (#"{ "ttl": 5 }"#, 422, "a duration"), (#"{ "ttl": "5 parsecs" }"#, 422, "\"ttl\""),
        (#"{ "label": 5 }"#, 422, "a string"), (#"{ "clock": "fast" }"#, 422, "manual"),
        (#"{ "hosts": [] }"#, 422, "not built yet"), ("[]", 422, "should be an object"), ("{", 400, "no JSON"),
        ("", 400, "no JSON"), ("\u{1}", 400, "no JSON"),
    ])
    func whatIsWrongIsSaid(body: String, status: Int, words: String) throws {
        let gateway = try Self.gateway()
        let called = try gateway.call("POST", "sessions", body)
        #expect(called.status == status)
        #expect(called.detail.contains(words), "\(called)")
        if words == "has errors" {
            guard case .array(let diagnostics)? = called.json["diagnostics"], !diagnostics.isEmpty else {
                Issue.record("\(called)")
                return
            }
        }
        #expect(try gateway.call("GET", "sessions?label=x").json["sessions"] == .array([]))
    }

    // MARK: Ending

    @Test func oneThatWasDeletedIsGone() throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession()
        for _ in 0..<2 { #expect(try gateway.call("DELETE", "sessions/\(id)").status == 200) }
        for answer in [
            try gateway.ask("/@\(id)/once"), try gateway.ask("/once", "Mishap-Session: \(id)"),
            try gateway.ask("/__mishap/sessions/\(id)"), try gateway.ask("/__mishap/sessions/\(id)/journal"),
        ] {
            #expect(answer.status == 410)
            #expect(answer.body.contains("was deleted, or has expired"))
        }
        // The same number of another process.
        let other = (id[id.index(after: id.startIndex)] == "0" ? "~1" : "~0") + id.dropFirst(2)
        let foreign = try gateway.ask("/@\(other)/once")
        #expect(foreign.status == 410)
        #expect(foreign.body.contains("another run of Mishap"))
        // None of these ever was.
        for name in ["~", "~a", id + "zz", "~ABCDEF1", id.prefix(7) + "01"] {
            #expect(try gateway.ask("/@\(name)/once").status == 404, "\(name)")
            #expect(try gateway.ask("/__mishap/sessions/\(name)").status == 404, "\(name)")
        }
    }

    /// At each stage of an answer: before it, in it, and while the body comes.
    @Test(arguments: ["DELETE", "reset", "reset all"]) func itsRequestsEndWithAReset(way: String) throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession()
        var requests = ["/silence", "/delay", "/large"].map { request("/@\(id)\($0)") }
        requests.append(request("/@\(id)/echo", ["Content-Length: 100"], method: "POST") + "abc")
        requests.append(request("/@\(id)/echo", ["Transfer-Encoding: chunked"], method: "POST") + "3\r\nabc\r\n")
        // Twice: as the first request of a connection, and behind another.
        let connections = try (requests + requests).enumerated().map { index, text in
            let connection = try gateway.connect()
            if index >= requests.count {
                connection.send(request("/@\(id)/once"))
                #expect(connection.receiveResponse().status == 200)
            }
            connection.send(text)
            return connection
        }
        #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").json["requests"]) == .number("15") })
        let called =
            switch way {
            case "DELETE": try gateway.call("DELETE", "sessions/\(id)")
            case "reset": try gateway.call("POST", "sessions/\(id)/reset")
            default: try gateway.call("POST", "reset")
            }
        #expect(called.status == (way == "DELETE" ? 200 : 204))
        // Nobody else's journal has anything of it.
        #expect(try gateway.journal().entries.isEmpty)
        for (index, connection) in connections.enumerated() {
            #expect(connection.receive(within: .seconds(60)).ending == .reset, "\(way) \(index)")
        }
        if way == "DELETE" {
            #expect(try gateway.ask("/@\(id)/once").status == 410)
        } else {
            #expect(try gateway.ask("/@\(id)/once").body == "first")
            #expect(try gateway.call("GET", "sessions/\(id)").json["requests"] == .number("1"))
            #expect(try gateway.journal(id, ended: 1).entries.map(\.hit) == [1])
        }
    }

    @Test func whatOthersWaitForGoesOn() throws {
        let gateway = try Self.gateway()
        let (one, other) = (try gateway.askForSession(), try gateway.askForSession())
        let connection = try gateway.connect()
        connection.send(request("/@\(other)/silence"))
        #expect(waitUntil { (try? gateway.hits(other)["silence"]) == 1 })
        #expect(try gateway.call("DELETE", "sessions/\(one)").status == 200)
        #expect(connection.receive(within: .milliseconds(200)).ending == .open)
        #expect(try gateway.hits(other)["silence"] == 1)
    }

    @Test func sharedAndPrivateOnesAreResetToo() throws {
        let gateway = try Self.gateway()
        for path in ["/once", "/@shop/pay~k/once"] {
            #expect(try gateway.ask(path).body == "first")
            #expect(try gateway.ask(path).body == "later")
        }
        #expect(try gateway.call("POST", "sessions/default/reset").status == 204)
        #expect(try gateway.ask("/once").body == "first")
        #expect(try gateway.ask("/@shop/pay~k/once").body == "later")
        #expect(try gateway.call("POST", "sessions/shop--pay~k/reset").status == 204)
        #expect(try gateway.ask("/@shop/pay~k/once").body == "first")
        #expect(try gateway.call("POST", "reset").status == 204)
        for path in ["/once", "/@shop/pay~k/once"] { #expect(try gateway.ask(path).body == "first") }
        #expect(try gateway.call("POST", "sessions/shop--pay~new/reset").status == 404)
        #expect(try gateway.call("DELETE", "sessions/shop--pay").status == 409)
        #expect(try gateway.call("DELETE", "sessions/default").status == 409)
        #expect(try gateway.call("DELETE", "sessions/shop--pay~k").status == 200)
        #expect(try gateway.call("GET", "sessions/shop--pay~k").status == 404)
    }

    /// Numbers go on, so that a reader that asks for what is new misses nothing.
    @Test func aResetJournalIsEmptyAndItsNumbersGoOn() throws {
        let gateway = try Self.gateway()
        for _ in 0..<3 { _ = try gateway.ask("/once") }
        #expect(try gateway.journal("default", ended: 3).entries.count == 3)
        #expect(try gateway.call("POST", "sessions/default/reset").status == 204)
        #expect(try gateway.journal("default").entries.isEmpty)
        _ = try gateway.ask("/once")
        #expect(try gateway.journal("default", ended: 1).entries.map(\.seq) == [4])
        #expect(try gateway.call("GET", "sessions/default").json["requests"] == .number("1"))
    }

    @Test func labelsFindAndDelete() throws {
        let gateway = try Self.gateway()
        let ids = try ["w1/a", "w1/b", "w2/a"].map { try gateway.askForSession(#"{ "label": "\#($0)" }"#) }
        func listed(_ query: String) throws -> [String] {
            guard case .array(let sessions)? = try gateway.call("GET", "sessions?\(query)").json["sessions"] else {
                return []
            }
            return sessions.compactMap { if case .string(let id)? = $0["id"] { id } else { nil } }
        }
        #expect(try listed("label=w1/b") == [ids[1]])
        #expect(try listed("label=w1") == [])
        #expect(try listed("") == ["shop/pay"] + ids)
        #expect(try listed("limit=2") == ["shop/pay", ids[0]])
        #expect(try gateway.call("GET", "sessions?limit=2").json["next"] == .string(ids[0]))
        #expect(try listed("after=\(ids[0])") == [ids[1], ids[2]])
        #expect(try listed("labelPrefix=w1") == [ids[0], ids[1]])
        #expect(try listed("labelPrefix=w&label=w2/a") == [ids[2]])
        // It was a prefix once: whoever says so still is told, and nothing goes.
        let old = try gateway.call("DELETE", "sessions?label=w1/")
        #expect(old.status == 422 && old.detail.contains("sessions?labelPrefix=PREFIX"), "\(old)")
        #expect(try gateway.call("DELETE", "sessions?labelPrefix=w1/").status == 204)
        #expect(try listed("after=\(ids[0])") == [ids[2]])
        #expect(try listed("") == ["shop/pay", ids[2]])
        for query in ["limit=0", "limit=x", "lable=a", "limit=1&limit=2"] {
            #expect(try gateway.call("GET", "sessions?\(query)").status == 400, "\(query)")
        }
        #expect(try gateway.call("DELETE", "sessions").status == 400)
    }

    @Test func theAddressIsOneThatReachesIt() throws {
        let gateway = try Self.gateway()
        for (host, base) in [
            ("127.0.0.1:\(gateway.port)", "http://127.0.0.1:\(gateway.port)"),
            ("shop--pay.localhost:80", "http://localhost:80"), ("a.LOCALHOST", "http://localhost"),
        ] {
            let fields = ["Content-Type: application/json", "Content-Length: 2"]
            let connection = try gateway.connect()
            connection.send(request("/__mishap/sessions", fields, method: "POST", host: host) + "{}")
            let answer = connection.receiveResponse()
            #expect(answer.body.contains("\"url\": \"\(base)/@~"), "\(answer)")
        }
    }

    @Test func namesOfTestsInQueriesAreAsFormsEncodeThem() throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession(#"{ "label": "my test/1" }"#)
        #expect(try gateway.call("GET", "sessions?label=my+test%2F1").text.contains(id))
        #expect(try gateway.call("DELETE", "sessions?labelPrefix=my+test").status == 204)
        #expect(try gateway.call("GET", "sessions/\(id)").status == 410)
    }

    // MARK: Room

    @Test func privateOnesMakeRoomAndAskedOnesDoNot() throws {
        let gateway = try Self.gateway { $0.sessions.count = 3 }
        let first = try gateway.askForSession()
        for key in ["a", "b", "c"] {
            #expect(try gateway.ask("/@shop/pay~\(key)/once").body == "first")
            // One that is still at its end keeps its place.
            _ = try gateway.journal("shop--pay~\(key)", ended: 1)
        }
        #expect(try gateway.call("GET", "sessions/shop--pay~a").status == 404)
        let others = [try gateway.askForSession(), try gateway.askForSession()]
        #expect(try gateway.call("GET", "sessions/shop--pay~c").status == 404)
        let full = try gateway.call("POST", "sessions", "{}")
        #expect(full.status == 503)
        #expect(full.detail.contains("--max-sessions"))
        #expect(try gateway.ask("/@shop/pay~d/once").status == 503)
        for id in [first] + others { #expect(try gateway.ask("/@\(id)/once").body == "first") }
        #expect(try gateway.call("DELETE", "sessions/\(first)").status == 200)
        #expect(try gateway.ask("/@shop/pay~d/once").body == "first")
    }

    @Test func oneThatIsNotUsedExpires() throws {
        let gateway = try Self.gateway { $0.sessions.count = 1 }
        let id = try gateway.askForSession(#"{ "ttl": "0s" }"#)
        #expect(try gateway.ask("/@\(id)/once").status == 410)
        #expect(try gateway.call("GET", "sessions/\(id)").status == 410)
        // Its place is free again, for whoever comes next.
        #expect(waitUntil { (try? gateway.ask("/@shop/pay~k/once").status) == 200 })
        // That one keeps it until its request has ended, which is a moment after its answer.
        #expect(waitUntil { (try? gateway.call("POST", "sessions", "{}").status) == 201 })
    }
}
