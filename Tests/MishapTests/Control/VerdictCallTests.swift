import Foundation
import JSONText
import Mishap
import TestSupport
import Testing

/// Verdicts over HTTP: of what the scenario, the request for the session, and the call expect.
@Suite(.descriptors) struct VerdictCallTests {
    private static let shop = #"""
        { "rules": [
            { "name": "pay", "match": { "path": "/pay" }, "steps": [
                { "reply": { "status": 429, "headers": { "Retry-After": "1" } } }, { "reply": {} } ] },
            { "name": "slow", "match": { "path": "/slow" }, "fail": "http/timeout" } ],
          "expect": [ { "name": "one retry", "rule": "pay", "requests": 2, "same": ["body"] } ] }
        """#

    private static func verdict(
        _ gateway: RunningGateway, _ query: String = "", of id: String = "default"
    ) throws -> (outcome: JSONValue?, isFinal: Bool, reasons: [String]) {
        let called = try gateway.call("GET", "sessions/\(id)/verdict\(query)")
        #expect(called.status == 200, "\(called)")
        return parts(called.json)
    }

    private static func parts(_ json: JSONValue) -> (outcome: JSONValue?, isFinal: Bool, reasons: [String]) {
        guard case .array(let items)? = json["expectations"] else { return (json["outcome"], false, []) }
        let reasons = items.map { item in if case .string(let reason)? = item["reason"] { reason } else { "" } }
        return (json["outcome"], json["final"] == .bool(true), reasons)
    }

    private static func pay(_ gateway: RunningGateway, _ body: String = "a", in prefix: String = "") throws {
        let connection = try gateway.connect()
        connection.send(
            request("\(prefix)/pay", ["Content-Length: \(body.utf8.count)"], method: "POST") + body)
        #expect(connection.receiveResponse().status != nil)
    }

    // MARK: What a scenario expects

    @Test func itIsJudgedWhenItIsAsked() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        #expect(try Self.verdict(gateway) == ("failed", false, ["not exercised: no request came"]))
        #expect(try Self.verdict(gateway, "?settle=0").isFinal)
        try Self.pay(gateway)
        _ = try gateway.journal(ended: 1)
        #expect(
            try Self.verdict(gateway)
                == ("failed", false, ["1 request came (entry 1); 2 requests were expected"]))
        try Self.pay(gateway)
        _ = try gateway.journal(ended: 2)
        let met = "2 requests came (entries 1, 2); body was the same in 2 requests"
        #expect(try Self.verdict(gateway) == ("passed", false, [met]))
        #expect(try Self.verdict(gateway, "?settle=0") == ("passed", true, [met]))
        try Self.pay(gateway, "b")
        _ = try gateway.journal(ended: 3)
        let last = try Self.verdict(gateway)
        #expect(last.outcome == "failed" && last.isFinal)
        #expect(last.reasons == ["3 requests came (entries 1, 2, 3); at most 2 requests were expected"])
    }

    /// Names of fields are compared whatever their case, and a repeated field by all of its values.
    @Test func fieldsAreCompared() throws {
        let gateway = try RunningGateway([
            "shop": #"""
            { "rules": [ { "name": "pay", "match": { "path": "/pay" }, "reply": {} } ],
              "expect": [ { "rule": "pay", "same": ["headers.Idempotency-Key"] } ] }
            """#
        ])
        let connection = try gateway.connect()
        var ended = 0
        func verdict(behind fields: [String]) throws -> (outcome: JSONValue?, isFinal: Bool, reasons: [String]) {
            connection.send(request("/pay", fields))
            #expect(connection.receiveResponse().status == 200)
            ended += 1
            _ = try gateway.journal(ended: ended)
            return try Self.verdict(gateway, "?settle=0")
        }
        _ = try verdict(behind: ["Idempotency-Key: k-1"])
        let same = try verdict(behind: ["Idempotent: k-1", "IDEMPOTENCY-KEY: k-1"])
        #expect(same == ("passed", true, ["headers.idempotency-key was the same in 2 requests"]))
        let twice = try verdict(behind: ["Idempotency-Key: k-1", "Idempotency-Key: k-1"])
        #expect(
            twice.reasons == [
                "headers.idempotency-key of entry 3 is \"k-1, k-1\", and of entry 1 \"k-1\""
            ])
        #expect(try gateway.call("POST", "sessions/default/reset").status == 204)
        ended = 0
        _ = try verdict(behind: ["Idempotency-Key: k-1"])
        let other = try verdict(behind: ["Idempotency-Key: k-2"])
        #expect(other.reasons.first?.contains(#"is "k-2", and of entry"#) == true, "\(other)")
        #expect(other.outcome == "failed" && other.isFinal)
    }

    @Test func longBodiesAreComparedByTheirDigest() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let long = String(repeating: "x", count: 50_000)
        try Self.pay(gateway, long)
        try Self.pay(gateway, long)
        _ = try gateway.journal(ended: 2)
        #expect(try Self.verdict(gateway, "?settle=0").outcome == "passed")
        #expect(try gateway.call("POST", "sessions/default/reset").status == 204)
        try Self.pay(gateway, long + "a")
        try Self.pay(gateway, long + "b")
        _ = try gateway.journal(ended: 2)
        let verdict = try Self.verdict(gateway, "?settle=0")
        #expect(verdict.outcome == "failed" && verdict.reasons[0].contains("is one of 50001 bytes"))
    }

    @Test func anAssertionHasAStatus() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        for query in ["?assert", "?assert=1&settle=0"] {
            #expect(try gateway.ask("/__mishap/sessions/default/verdict\(query)").status == 412)
        }
        for _ in 0..<2 { try Self.pay(gateway) }
        _ = try gateway.journal(ended: 2)
        #expect(try gateway.ask("/__mishap/sessions/default/verdict?assert&settle=0").status == 200)
        #expect(try gateway.ask("/__mishap/sessions/default/verdict?assert=2").status == 400)
    }

    @Test func itIsTextForThoseWhoAccept() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let answer = try gateway.ask("/__mishap/sessions/default/verdict?settle=0", "Accept: text/plain")
        #expect(answer.text.contains("\r\nContent-Type: text/plain; charset=utf-8\r\n"))
        #expect(answer.body == "failed\nfailed: one retry: not exercised: no request came\n")
    }

    @Test func withoutExpectationsThereIsNoVerdict() throws {
        let gateway = try RunningGateway(rules: #"{ "name": "all", "reply": {} }"#)
        #expect(try Self.verdict(gateway) == ("none", true, []))
        #expect(try Self.verify(gateway, #"{ "expect": [] }"#).outcome == "none")
        let none = try RunningGateway(["a": #"{ "rules": [ { "reply": {} } ], "expect": [] }"#])
        #expect(try Self.verdict(none).outcome == "none")
        let id = try none.askForSession(#"{ "expect": [] }"#)
        #expect(try none.call("DELETE", "sessions/\(id)?assert=1").json["outcome"] == "none")
        #expect(try gateway.ask("/__mishap/sessions/default/verdict?assert").status == 200)
        #expect(try Self.verdict(gateway, of: "~fail").outcome == "none")
    }

    // MARK: Waiting

    @Test func itWaitsUntilNothingMoreIsExpected() async throws {
        try await aside {
            let gateway = try RunningGateway(["shop": Self.shop])
            for _ in 0..<2 { try Self.pay(gateway) }
            let began = ContinuousClock.now
            let verdict = try Self.verdict(gateway, "?wait=60s&settle=1s")
            #expect(verdict.outcome == "passed" && verdict.isFinal)
            #expect(ContinuousClock.now - began < .seconds(50))
            // It has settled by now.
            let again = ContinuousClock.now
            #expect(try Self.verdict(gateway, "?wait=60s&settle=1s").isFinal)
            #expect(ContinuousClock.now - again < .seconds(50))
        }
    }

    @Test func itDoesNotSettleWhileARequestIsOpen() async throws {
        try await aside {
            let gateway = try RunningGateway(["shop": Self.shop])
            for _ in 0..<2 { try Self.pay(gateway) }
            let slow = try gateway.connect()
            slow.send(request("/slow"))
            #expect(waitUntil { (try? gateway.journal().inFlight) == 1 })
            #expect(try Self.verdict(gateway, "?wait=300ms&settle=1ms").isFinal == false)
            slow.close()
            #expect(waitUntil { (try? gateway.journal().inFlight) == 0 })
            #expect(try Self.verdict(gateway, "?wait=60s&settle=1ms").isFinal)
        }
    }

    @Test func whatFailsForGoodEndsTheWait() async throws {
        try await aside {
            let gateway = try RunningGateway(["shop": Self.shop])
            let waiting = try gateway.connect()
            waiting.send(request("/__mishap/sessions/default/verdict?wait=60s"))
            for _ in 0..<3 { try Self.pay(gateway) }
            let answer = waiting.receiveResponse(within: .seconds(50))
            #expect(answer.body.contains(#""outcome": "failed""#), "\(answer)")
        }
    }

    // MARK: What a request for a session expects

    @Test func aSessionHasExpectationsOfItsOwn() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let id = try gateway.askForSession(
            #"{ "expect": [ { "name": "many", "match": { "path": "/pay" }, "requests": { "atLeast": 3 } } ] }"#)
        for _ in 0..<2 { try Self.pay(gateway, in: "/@\(id)") }
        _ = try gateway.journal(id, ended: 2)
        let verdict = try Self.verdict(gateway, "?settle=0", of: id)
        #expect(verdict.outcome == "failed" && verdict.reasons.count == 2)
        #expect(verdict.reasons[1] == "2 requests came (entries 1, 2); at least 3 requests were expected")
        // They stay over a reset.
        #expect(try gateway.call("POST", "sessions/\(id)/reset").status == 204)
        #expect(try Self.verdict(gateway, of: id).reasons.count == 2)
        let wrong = try gateway.call("POST", "sessions", #"{ "expect": { "rule": "pya", "requests": 1 } }"#)
        #expect(wrong.status == 422 && wrong.detail == "the expectations have errors")
        #expect(wrong.text.contains(#"there is no rule \"pya\"; did you mean \"pay\"?"#))
    }

    @Test(arguments: [("manual", 200), ("real", 409)]) func aSessionHasAClockOfItsOwn(clock: String, status: Int) throws
    {
        let scenario = { (clock: String) in
            #"{ "clock": "\#(clock)", "rules": [ { "reply": { "text": "{{now.iso}}" } } ] }"#
        }
        let gateway = try RunningGateway(["manual": scenario("manual"), "real": scenario("real")])
        let other = clock == "manual" ? "real" : "manual"
        let id = try gateway.askForSession("{ \"scenario\": \"\(other)\", \"clock\": \"\(clock)\" }")
        let isManual = try gateway.ask("/@\(id)/").body == "2030-01-01T00:00:00.000Z"
        #expect(isManual == (clock == "manual"))
        #expect(try gateway.call("POST", "sessions/\(id)/clock", #"{ "advance": "1s" }"#).status == status)
        // Another scenario changes nothing of that.
        #expect(try gateway.call("PUT", "sessions/\(id)/scenario", "{ \"scenario\": \"\(clock)\" }").status == 200)
        #expect(try gateway.call("POST", "sessions/\(id)/clock", #"{ "advance": "1s" }"#).status == status)
        let wrong = try gateway.call("POST", "sessions", #"{ "scenario": "real", "clock": "fast" }"#)
        #expect(wrong.status == 422 && wrong.detail.contains("real"))
    }

    // MARK: What a call expects

    private static func verify(
        _ gateway: RunningGateway, _ body: String, of id: String = "default"
    ) throws -> (outcome: JSONValue?, isFinal: Bool, reasons: [String]) {
        let called = try gateway.call("POST", "sessions/\(id)/verify", body)
        #expect(called.status == 200, "\(called)")
        return parts(called.json)
    }

    @Test func aCallVerifiesWhatItWants() async throws {
        try await aside {
            let gateway = try RunningGateway(["shop": Self.shop])
            let three = #""expect": { "rule": "pay", "requests": 3 }"#
            let body = #"{ "expect": { "rule": "pay", "requests": { "atLeast": 3 } }, "wait": "60s" }"#
            let waiting = try gateway.connect()
            waiting.send(
                request(
                    "/__mishap/sessions/default/verify",
                    ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"], method: "POST") + body)
            for _ in 0..<3 { try Self.pay(gateway) }
            let answer = waiting.receiveResponse(within: .seconds(50)).body
            #expect(answer.contains(#""outcome": "passed""#) && answer.contains(#""final": true"#), "\(answer)")
            _ = try gateway.journal(ended: 3)
            #expect(try Self.verify(gateway, "{ \(three) }").outcome == "passed")
            // From here on there were none.
            let cursor = try gateway.journal().next
            for after in ["\"\(cursor)\"", "3", "\"3\""] {
                let none = #""expect": { "rule": "pay", "requests": 0 }"#
                #expect(try Self.verify(gateway, "{ \(none), \"after\": \(after) }").outcome == "passed")
                #expect(try Self.verify(gateway, "{ \(three), \"after\": \(after) }").outcome == "failed")
            }
            let two = #""expect": { "rule": "pay", "requests": 2 }, "after": 1"#
            #expect(try Self.verify(gateway, "{ \(two) }").reasons == ["2 requests came (entries 2, 3)"])
        }
    }

    @Test func addedRulesCanBeNamed() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        _ = try gateway.call(
            "POST", "sessions/default/rules", #"[ { "name": "down", "match": { "path": "/x" }, "fail": 503 } ]"#)
        // On one connection, so that no clock leaves it open what came first.
        let connection = try gateway.connect()
        func ask(_ path: String) {
            connection.send(request(path))
            #expect(connection.receiveResponse().status != nil)
        }
        ask("/pay")
        ask("/x")
        _ = try gateway.journal(ended: 2)
        let both = #"{ "expect": [ { "rule": "down", "requests": 1 }, { "rule": "pay", "requests": 1 } ] }"#
        #expect(
            try Self.verify(gateway, both)
                == ("passed", false, ["1 request came (entry 2)", "1 request came (entry 1)"]))
        let after = #"{ "expect": { "rule": "pay", "after": { "failure": "http/status/503" }, "requests": 1 } }"#
        #expect(try Self.verify(gateway, after).outcome == "failed")
        ask("/pay")
        _ = try gateway.journal(ended: 3)
        #expect(try Self.verify(gateway, after).reasons == ["1 request came (entry 3)"])
        // The scenario's own expectations know nothing of it.
        #expect(try Self.verdict(gateway).outcome == "passed")
    }

    @Test(arguments: [
        ("{}", "\"expect\" is missing"), (#"{ "expect": { "rule": "pya", "requests": 1 } }"#, "have errors"),
        (#"{ "expect": { "rule": "pay", "requests": 1 }, "wait": 5 }"#, "duration"),
        (#"{ "expect": { "rule": "pay", "requests": 1 }, "after": "c9.x" }"#, "another session's journal"),
        (#"{ "expect": { "rule": "pay", "requests": 1 }, "wiat": "5s" }"#, "did you mean"),
    ])
    func aWrongQuestionIsRefused(body: String, detail: String) throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let called = try gateway.call("POST", "sessions/default/verify", body)
        #expect(called.status == 422 && called.detail.contains(detail), "\(called)")
    }

    // MARK: Expectations that are added

    @Test func theyAreJudgedWithTheOthers() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let id = try gateway.askForSession(#"{ "expect": { "name": "own", "rule": "pay", "requests": 2 } }"#)
        _ = try gateway.call(
            "POST", "sessions/\(id)/rules", #"{ "name": "down", "match": { "path": "/x" }, "fail": 503 }"#)
        func add(_ expect: String) throws -> (status: Int?, text: String) {
            let called = try gateway.call("POST", "sessions/\(id)/expect", expect)
            return (called.status, called.text)
        }
        let added = try add(#"[ { "name": "once", "rule": "down", "requests": 1 }, { "rule": "pay", "requests": 2 } ]"#)
        #expect(added.status == 201 && added.text.contains("\"once\""), "\(added)")
        // Rules that come above it, and go, change nothing of what it is about.
        _ = try gateway.call(
            "POST", "sessions/\(id)/rules", #"{ "name": "new", "match": { "path": "/n" }, "fail": 503 }"#)
        for path in ["/pay", "/x", "/pay", "/n"] { _ = try gateway.ask("/@\(id)\(path)") }
        _ = try gateway.journal(id, ended: 4)
        _ = try gateway.call("DELETE", "sessions/\(id)/rules/down")
        func outcomes() throws -> [String] {
            let verdict = try gateway.call("GET", "sessions/\(id)/verdict").json
            guard case .array(let items)? = verdict["expectations"] else { return [] }
            return items.map { item in
                guard case .string(let outcome)? = item["outcome"], case .string(let reason)? = item["reason"] else {
                    return ""
                }
                return "\(outcome): \(reason)"
            }
        }
        #expect(
            try outcomes().suffix(3) == [
                "passed: 2 requests came (entries 1, 3)", "passed: 1 request came (entry 2)",
                "passed: 2 requests came (entries 1, 3)",
            ])
        for (expect, pointer) in [
            (#"{ "name": "own", "rule": "pay", "requests": 1 }"#, "\"/name\""),
            (#"[ { "rule": "pay", "requests": 1 }, { "name": "once", "rule": "pay", "requests": 1 } ]"#, "\"/1/name\""),
        ] {
            let taken = try add(expect)
            #expect(taken.status == 409 && taken.text.contains(pointer) && taken.text.contains("^"), "\(taken)")
        }
        #expect(try add(#"{ "rule": "pya", "requests": 1 }"#).status == 422)
        #expect(try add(#"{ "nonsense": 1 }"#).status == 422)
        // A reset keeps them, another scenario takes them away.
        #expect(try gateway.call("POST", "sessions/\(id)/reset?rules=1").status == 204)
        #expect(try outcomes().suffix(3).allSatisfy { $0.hasPrefix("failed") })
        for path in ["/pay", "/pay"] { _ = try gateway.ask("/@\(id)\(path)") }
        _ = try gateway.journal(id, ended: 2)
        #expect(try outcomes().suffix(3).map { $0.hasPrefix("passed") } == [true, false, true])
        let last = try outcomes().count
        #expect(try gateway.call("PUT", "sessions/\(id)/scenario", #"{ "scenario": "shop" }"#).status == 200)
        #expect(try outcomes().count == last - 3)
    }

    @Test func aQuestionIsKept() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let id = try gateway.askForSession()
        _ = try gateway.ask("/@\(id)/pay")
        _ = try gateway.journal(id, ended: 1)
        let question = #"{ "expect": { "name": "one", "rule": "pay", "requests": 1 } }"#
        #expect(try gateway.call("POST", "sessions/\(id)/verify", question).status == 200)
        let before = try gateway.call("GET", "sessions/\(id)/verdict").text
        #expect(!before.contains("\"one\""))
        // One that is refused keeps nothing.
        for wrong in [#""wait": "banana""#, #""settle": 5"#] {
            let refused = question.replacing("{ \"expect\"", with: "{ \(wrong), \"expect\"")
            #expect(try gateway.call("POST", "sessions/\(id)/verify?keep=1", refused).status ?? 0 >= 400)
        }
        let kept = try gateway.call("POST", "sessions/\(id)/verify?keep=1", question)
        #expect(kept.status == 200 && kept.json["outcome"] == "passed")
        #expect(try gateway.call("GET", "sessions/\(id)/verdict").text.contains("\"one\""))
        #expect(try gateway.call("POST", "sessions/\(id)/verify?keep=1", question).status == 409)
        let after = #"{ "expect": { "rule": "pay", "requests": 1 }, "after": 0 }"#
        #expect(try gateway.call("POST", "sessions/\(id)/verify?keep=1", after).status == 422)
        #expect(try gateway.call("DELETE", "sessions/\(id)").text.contains("\"one\""))
    }

    // MARK: Sessions that end

    @Test func aDeletedSessionHasItsLastVerdict() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        let id = try gateway.askForSession()
        for _ in 0..<2 { try Self.pay(gateway, in: "/@\(id)") }
        let called = try gateway.call("DELETE", "sessions/\(id)?wait=10s")
        #expect(called.status == 200)
        #expect(Self.parts(called.json).outcome == "passed")
        #expect(Self.parts(called.json).isFinal)
        #expect(try gateway.call("GET", "sessions/\(id)/verdict").status == 410)
        // Whoever got no answer asks again.
        #expect(try gateway.call("DELETE", "sessions/\(id)").text == called.text)
        #expect(try gateway.call("DELETE", "sessions/\(id)?assert=1&journal=1").json["journal"] == nil)
    }

    /// The next request opens another one of that name: a test that sends none is not told how another test's client did.
    @Test func aPrivateSessionHasItsVerdictOnce() throws {
        let gateway = try RunningGateway(["shop": Self.shop])
        for _ in 0..<2 { try Self.pay(gateway, in: "/@shop~a") }
        #expect(try gateway.call("DELETE", "sessions/shop~a?assert=1").status == 200)
        #expect(try gateway.call("DELETE", "sessions/shop~a?assert=1").status == 204)
    }

    @Test func aDeletionThatIsAskedForTwiceAtOnceHasOneVerdict() async throws {
        try await aside {
            let gateway = try RunningGateway(["shop": #"{ "rules": [ { "fail": "http/timeout" } ] }"#])
            let id = try gateway.askForSession(#"{ "expect": { "rule": "rule 1", "requests": 1 } }"#)
            let held = try gateway.connect()
            held.send(request("/@\(id)/x"))
            #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").json["requests"]) == .number("1") })
            let deletions = try (0..<2).map { _ in try gateway.connect() }
            deletions[0].send(request("/__mishap/sessions/\(id)?wait=2s", method: "DELETE"))
            #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").status) == 410 })
            deletions[1].send(request("/__mishap/sessions/\(id)", method: "DELETE"))
            let answers = deletions.map { $0.receiveResponse(within: .seconds(50)) }
            #expect(answers[0].status == 200)
            #expect(answers[1].body == answers[0].body)
            #expect(answers[0].body.contains("\"outcome\": \"passed\""), "\(answers[0])")
            #expect(answers[0].body.contains("\"cutOff\": [\n    1\n  ]"), "\(answers[0])")
            #expect(held.receive(within: .seconds(10)).ending == .reset)
        }
    }

    // MARK: Why it failed

    @Test func aFailedVerdictTellsWhatNoRuleTook() throws {
        let gateway = try RunningGateway([
            "shop": #"{ "rules": [ { "name": "orders", "match": { "path": "/orders" }, "reply": {} } ] }"#
        ])
        let id = try gateway.askForSession(#"{ "expect": { "rule": "orders", "requests": 1 } }"#)
        #expect(try gateway.ask("/@\(id)/order?token=secret", "Authorization: secret").status == 404)
        _ = try gateway.journal(id, ended: 1)
        let text = try gateway.ask("/__mishap/sessions/\(id)/verdict?settle=0", "Accept: text/plain").body
        #expect(
            text == """
                failed
                failed: {"rule":"orders","requests":1}: 0 requests came; 1 request was expected
                unmatched: entry 1: GET /order?token=[redacted]; nearest is rule "orders": \
                path is "/order", the rule wants "/orders"

                """, "\(text)")
        let json = try gateway.call("DELETE", "sessions/\(id)?journal=1").json
        #expect(json["unmatchedCount"] == .number("1"))
        guard case .array(let unmatched)? = json["unmatched"], let first = unmatched.first else {
            Issue.record("\(json)")
            return
        }
        #expect(first["entry"] == .number("1") && first["nearest"] == "orders", "\(first)")
        #expect(first["target"] == "/order?token=[redacted]" && first["method"] == "GET", "\(first)")
        #expect(json["journal"]?["truncated"] == .bool(false))
        guard case .array(let entries)? = json["journal"]?["entries"] else {
            Issue.record("\(json)")
            return
        }
        #expect(entries.count == 1 && entries[0]["nearest"] == "orders", "\(entries)")
        // For the message of a failed test: the verdict as above, and the entry without secrets.
        guard case .string(let whole)? = json["text"] else {
            Issue.record("\(json)")
            return
        }
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(whole.hasPrefix(text + "\njournal:\n"), "\(whole)")
        #expect(lines.count == 7 && lines[6] == "", "\(lines)")
        let parts = lines[5].split(separator: " ", omittingEmptySubsequences: true)
        #expect(parts.count == 11 && parts[0] == "1" && parts[1].count == 12, "\(parts)")
        #expect(
            lines[5].contains("GET /order?token=[redacted]: no rule; 404, complete after ")
                && lines[5].hasSuffix(" ms"), "\(lines[5])")
    }

    @Test func theExcerptOfALongJournalHasItsBeginningAndItsEnd() throws {
        let gateway = try RunningGateway([
            "shop":
                #"{ "rules": [ { "name": "all", "fail": "tcp/reset-mid-body", "with": { "after": 1 }, "reply": { "text": "abc" } } ] }"#
        ])
        let id = try gateway.askForSession()
        for number in 1...22 {
            _ = try? gateway.ask("/@\(id)/\(number)")
            _ = try gateway.journal(id, ended: number)
        }
        let text = try gateway.call("DELETE", "sessions/\(id)?journal=1", nil, "Accept: text/plain").text
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 23 && lines[0] == "none: nothing is expected" && lines[1] == "journal:", "\(text)")
        #expect(
            lines[2].contains(#"GET /1: rule "all" step 1, tcp/reset-mid-body; 200, reset after "#), "\(lines[2])")
        #expect(lines[12] == "  … 2 more" && lines[13].contains("GET /13: "), "\(text)")
    }

    @Test func itNamesTheEntriesThatItRestsOn() throws {
        let gateway = try RunningGateway(["shop": #"{ "rules": [ { "name": "all", "reply": {} } ] }"#])
        let id = try gateway.askForSession()
        for path in ["a", "b", "c", "b"] { #expect(try gateway.ask("/@\(id)/\(path)").status == 200) }
        _ = try gateway.journal(id, ended: 4)
        func entries(_ expectation: String) throws -> JSONValue? {
            let body = "{ \"expect\": \(expectation), \"settle\": \"0s\" }"
            guard case .array(let items)? = try gateway.call("POST", "sessions/\(id)/verify", body).json["expectations"]
            else { return nil }
            return items.first?["entries"]
        }
        func numbers(_ numbers: Int...) -> JSONValue { .array(numbers.map { .number("\($0)") }) }
        #expect(try entries(#"{ "rule": "all", "requests": 4 }"#) == numbers(1, 2, 3, 4))
        #expect(try entries(#"{ "match": { "path": "/b" }, "requests": 1 }"#) == numbers(2, 4))
        #expect(try entries(#"{ "rule": "all", "distinct": ["path"] }"#) == numbers(2, 4))
        #expect(try entries(#"{ "rule": "all", "same": ["path"] }"#) == numbers(1, 2))
        #expect(try entries(#"{ "rule": "all", "every": { "path": "/a" } }"#) == numbers(2))
        #expect(try entries(#"{ "match": { "path": "/d" }, "requests": 1 }"#) == numbers())
    }

    @Test func ofTheJournalThereIsAsMuchAsIsAskedFor() throws {
        let gateway = try RunningGateway(["shop": #"{ "rules": [ { "name": "all", "reply": {} } ] }"#])
        for (query, count, isTruncated) in [("journal=1&limit=2", 2, true), ("journal=1&limit=3", 3, false)] {
            let id = try gateway.askForSession()
            for (number, path) in ["a", "b", "c"].enumerated() {
                #expect(try gateway.ask("/@\(id)/\(path)").status == 200)
                // On several shards one may end before another that came first.
                _ = try gateway.journal(id, ended: number + 1)
            }
            let journal = try gateway.call("DELETE", "sessions/\(id)?\(query)").json["journal"]
            guard case .array(let entries)? = journal?["entries"] else {
                Issue.record("\(String(describing: journal))")
                continue
            }
            #expect(entries.map { $0["target"] } == ["a", "b", "c"].prefix(count).map { .string("/\($0)") })
            #expect(journal?["truncated"] == .bool(isTruncated))
            #expect(journal?["evicted"] == .number("0"))
        }
    }

    @Test func aDeletionWaitsForWhatIsExpected() async throws {
        try await aside {
            let gateway = try RunningGateway(["shop": Self.shop])
            let id = try gateway.askForSession()
            try Self.pay(gateway, in: "/@\(id)")
            let deletion = try gateway.connect()
            deletion.send(request("/__mishap/sessions/\(id)?wait=60s&settle=60s", method: "DELETE"))
            #expect(deletion.receive(within: .milliseconds(300)).ending == .open)
            for _ in 0..<2 { try Self.pay(gateway, in: "/@\(id)") }
            let answer = deletion.receiveResponse(within: .seconds(50))
            #expect(answer.body.contains("3 requests came"), "\(answer)")
        }
    }

    @Test func aDeletionGoesOnWithoutItsCaller() async throws {
        try await aside {
            let gateway = try RunningGateway(["shop": Self.shop])
            let id = try gateway.askForSession()
            let deletion = try gateway.connect()
            deletion.send(request("/__mishap/sessions/\(id)?wait=1s&settle=60s", method: "DELETE"))
            #expect(deletion.receive(within: .milliseconds(300)).ending == .open)
            deletion.reset()
            #expect(waitUntil { (try? gateway.ask("/@\(id)/pay").status) == 410 })
        }
    }

    // MARK: What clients do

    /// The answer is still written, to nobody.
    @Test func aClientGivesUpOnADelay() async throws {
        try await aside {
            let gateway = try RunningGateway([
                "slow": #"""
                { "rules": [ { "name": "slow", "delay": "60s", "reply": {} } ],
                  "expect": [ { "rule": "slow", "gaveUp": { "atMost": "55s" } } ] }
                """#
            ])
            let client = try gateway.connect()
            client.send(request("/x"))
            #expect(waitUntil { (try? gateway.journal().inFlight) == 1 })
            #expect(try Self.verdict(gateway).outcome == "undecided")
            client.close()
            #expect(waitUntil { (try? Self.verdict(gateway).outcome) == "passed" })
            #expect(try gateway.journal().inFlight == 1)
        }
    }

    @Test func aPreflightIsNotCounted() throws {
        let gateway = try RunningGateway([
            "open": #"""
            { "cors": true, "rules": [ { "name": "all", "reply": {} } ],
              "expect": [ { "match": { "path": "/x" }, "requests": 1 } ] }
            """#
        ])
        let connection = try gateway.connect()
        connection.send(
            request("/x", ["Origin: http://a.example", "Access-Control-Request-Method: PUT"], method: "OPTIONS"))
        #expect(connection.receiveResponse().status == 204)
        _ = try gateway.ask("/x")
        _ = try gateway.journal(ended: 2)
        #expect(try Self.verdict(gateway).reasons == ["1 request came (entry 2)"])
    }

    /// Nothing is known of the rest of an upload that broke off.
    @Test func aBodyThatBrokeOffIsNotCompared() throws {
        let gateway = try RunningGateway([
            "early": #"""
            { "rules": [ { "name": "pay", "match": { "path": "/pay" },
                "steps": [ { "fail": "tcp/reset-mid-upload", "with": { "after": 2 } }, { "reply": {} } ] } ],
              "expect": [ { "rule": "pay", "same": ["body"] } ] }
            """#
        ])
        for (sent, ending) in [("some", RawConnection.Ending.reset), ("some body", .open)] {
            let connection = try gateway.connect()
            connection.send(request("/pay", ["Content-Length: 9"], method: "POST") + sent)
            #expect(connection.receive(within: .seconds(60)) { $0.count > 10 }.ending == ending)
        }
        _ = try gateway.journal(ended: 2)
        let verdict = try Self.verdict(gateway, "?settle=0")
        #expect(verdict.outcome == "undecided")
        #expect(verdict.reasons.first?.contains("only a part of the body") == true, "\(verdict.reasons)")
    }

    @Test func whoWaitsLearnsThatTheSessionIsGone() async throws {
        try await aside {
            let gateway = try RunningGateway(["shop": Self.shop])
            let id = try gateway.askForSession()
            let waiting = try gateway.connect()
            waiting.send(request("/__mishap/sessions/\(id)/verdict?wait=60s"))
            #expect(waiting.receive(within: .milliseconds(300)).ending == .open)
            #expect(try gateway.call("DELETE", "sessions/\(id)").status == 200)
            #expect(waiting.receiveResponse(within: .seconds(50)).status == 410)
        }
    }
}
