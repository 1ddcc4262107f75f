import JSONText
import Mishap
import TestSupport
import Testing

/// `GET report` of what came over the wire.
@Suite(.descriptors) struct ReportOnTheWireTests {
    private static let rules = #"""
        { "name": "pass", "match": { "path": "/pay" }, "pass": true },
        { "name": "pay", "match": { "path": "/pay" }, "steps": [{ "fail": 503 }, { "reply": { "text": "ok" } }] },
        { "name": "late", "match": { "path": "/late" }, "fail": "http/status/504", "delay": "1h" },
        { "name": "hold", "match": { "path": "/hold" }, "fail": "http/timeout" },
        { "name": "never", "match": { "path": "/never" }, "reply": {} }
        """#

    private static func report(_ gateway: RunningGateway) throws -> JSONValue {
        let called = try gateway.call("GET", "report")
        #expect(called.status == 200, "\(called)")
        return called.json
    }

    private static func failure(_ name: String, _ report: JSONValue) -> JSONValue? {
        guard case .array(let failures)? = report["failures"] else { return nil }
        return failures.first { $0["name"] == .string(name) }
    }

    private static func hits(_ report: JSONValue) -> [String: Int] {
        guard case .array(let rules)? = report["rules"] else { return [:] }
        return rules.reduce(into: [:]) { hits, rule in
            guard case .string(let name)? = rule["rule"], case .number(let count)? = rule["hits"] else { return }
            hits[name] = Int(count) ?? -1
        }
    }

    /// Numbers as they are read.
    private static func numbers(_ value: JSONValue) -> JSONValue {
        switch value {
        case .int(let int): .number("\(int)")
        case .object(let members): .object(members.map { ($0, numbers($1)) })
        default: value
        }
    }

    private static func ask(_ gateway: RunningGateway, _ paths: String...) throws {
        for path in paths {
            let connection = try gateway.connect()
            connection.send(request(path))
            #expect(connection.receiveResponse().status != nil)
        }
    }

    @Test func itTellsWhatLeftAndWhatCameNext() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        try Self.ask(gateway, "/pay", "/pay")
        _ = try gateway.journal(ended: 2)
        let report = try Self.report(gateway)
        #expect(
            Self.failure("http/status/503", report)
                == Self.numbers([
                    "name": "http/status/503", "left": 1, "clientLeft": 0, "next": ["none": 0, "same": 1, "other": 0],
                ]))
        #expect(Self.hits(report) == ["pass": 2, "pay": 2, "late": 0, "hold": 0, "never": 0])
        #expect(report["notReached"] == nil)
        let asked = try gateway.call("GET", "report?notReached=1").json
        guard case .array(let notReached)? = asked["notReached"] else { return #expect(Bool(false)) }
        // Of what the scenario has, nothing else.
        #expect(notReached.contains("http/timeout") && !notReached.contains("http/status/503"))
        #expect(!notReached.contains("graph/4"))
    }

    /// The hits of the scenario's rules are told where others stand above them.
    @Test func addedRulesAreToldBesideTheOthers() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        _ = try gateway.call(
            "POST", "sessions/default/rules", #"{ "name": "new", "match": { "path": "/new" }, "reply": {} }"#)
        try Self.ask(gateway, "/pay", "/new", "/new")
        _ = try gateway.journal(ended: 3)
        #expect(
            Self.hits(try Self.report(gateway))
                == ["pass": 1, "pay": 1, "late": 0, "hold": 0, "never": 0, "new": 2])
    }

    /// Who leaves a delayed answer has not seen the failure; who leaves one that never comes has.
    @Test func aClientThatLeavesBeforeItStrikes() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        for path in ["/late", "/hold"] {
            let client = try gateway.connect()
            client.send(request(path))
            #expect(waitUntil { (try? gateway.journal().inFlight) == 1 })
            client.reset()
            _ = try gateway.journal(ended: path == "/late" ? 1 : 2)
        }
        let report = try Self.report(gateway)
        let late = Self.failure("http/status/504", report)
        #expect(late?["left"] == .number("0") && late?["clientLeft"] == .number("1"), "\(report)")
        #expect(late?["next"] == Self.numbers(["none": 0, "same": 0, "other": 1]))
        let hold = Self.failure("http/timeout", report)
        #expect(hold?["left"] == .number("1") && hold?["clientLeft"] == .number("0"), "\(report)")
    }

    /// A client that closes while the answer is delayed, and tries again: the answer is still to come, and lost.
    @Test func aClientThatClosesAndTriesAgain() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let client = try gateway.connect()
        client.send(request("/late"))
        #expect(waitUntil { (try? gateway.journal().inFlight) == 1 })
        client.finishSending()
        #expect(
            waitUntil {
                guard let report = try? Self.report(gateway) else { return false }
                return Self.failure("http/status/504", report)?["clientLeft"] == .number("1")
            })
        try Self.ask(gateway, "/pay")
        _ = try gateway.journal(ended: 1)
        let report = try Self.report(gateway)
        let late = Self.failure("http/status/504", report)
        #expect(late?["left"] == .number("0") && late?["clientLeft"] == .number("1"), "\(report)")
        #expect(late?["next"] == Self.numbers(["none": 0, "same": 0, "other": 1]))
    }

    /// Expired sessions are looked for once a second at most, and here less than a second ago.
    @Test func aSessionThatHasJustExpired() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let id = try gateway.askForSession(#"{ "scenario": "main", "ttl": "100ms" }"#)
        // On a busy machine it may have expired before that.
        let isFound = try gateway.ask("/@\(id)/pay").status == 503
        #expect(waitUntil { (try? gateway.call("GET", "sessions").text.contains(id)) == false })
        let left = Self.failure("http/status/503", try Self.report(gateway))?["left"]
        #expect(left ?? .number("0") == .number(isFound ? "1" : "0"))
    }

    /// A reset ends what is in flight: a failure without an answer has struck by then, and of one whose answer was still to come
    /// nobody has left.
    @Test(arguments: [("/hold", "http/timeout", "1"), ("/late", "http/status/504", "0")])
    func whatAResetEnds(path: String, failure: String, left: String) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let client = try gateway.connect()
        client.send(request(path))
        #expect(waitUntil { (try? gateway.journal().inFlight) == 1 })
        #expect(try gateway.call("POST", "reset").status == 204)
        let found = Self.failure(failure, try Self.report(gateway))
        #expect(found?["left"] == .number(left) && found?["clientLeft"] == .number("0"), "\(String(describing: found))")
    }

    @Test func aGatewayThatHasStoppedHasNone() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        try Self.ask(gateway, "/pay")
        gateway.gateway.stop()
        #expect(gateway.gateway.report() == nil)
    }

    @Test(
        "What sessions that went have seen stays in it",
        arguments: [
            ("DELETE", "sessions/ID"), ("DELETE", "sessions?labelPrefix=a"), ("POST", "sessions/ID/reset"),
            ("POST", "reset"),
        ])
    func sessionsThatWent(method: String, path: String) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let asked = try gateway.call("POST", "sessions", #"{ "label": "a" }"#)
        guard case .string(let id)? = asked.json["id"] else { return #expect(Bool(false), "\(asked)") }
        try Self.ask(gateway, "/@\(id)/pay", "/@\(id)/nothing?token=x", "/@\(id)/pay")
        _ = try gateway.journal(id, ended: 3)
        #expect(try gateway.call(method, path.replacing("ID", with: id)).status.map { $0 / 100 } == 2)
        try Self.ask(gateway, "/pay")
        _ = try gateway.journal(ended: 1)
        let report = try Self.report(gateway)
        #expect(Self.failure("http/status/503", report)?["left"] == .number("2"), "\(report)")
        #expect(Self.failure("http/status/503", report)?["next"] == Self.numbers(["none": 1, "same": 0, "other": 1]))
        #expect(Self.hits(report)["pay"] == 3)
        #expect(report["unmatchedCount"] == .number("1"))
        guard case .array(let unmatched)? = report["unmatched"] else { return #expect(Bool(false)) }
        #expect(unmatched.first?["target"] == .string("/nothing?token=[redacted]"), "\(unmatched)")
    }

    @Test func failuresByNameAreInIt() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        try Self.ask(gateway, "/__mishap/fail/http/html/a")
        _ = try gateway.journal("~fail", ended: 1)
        #expect(Self.failure("http/html", try Self.report(gateway))?["left"] == .number("1"))
    }

    /// Rules' hits are counted apart from the journal.
    @Test func whatWasDroppedIsCounted() throws {
        let gateway = try RunningGateway(rules: Self.rules) { $0.journal = JournalBounds(entries: 16) }
        try Self.ask(gateway, "/pay")
        for _ in 0..<100 { try Self.ask(gateway, "/never") }
        let journal = try gateway.journal(ended: 1)
        try #require(journal.evicted > 0)
        let report = try Self.report(gateway)
        #expect(report["evicted"] == .number("\(journal.evicted)"))
        #expect(Self.hits(report)["never"] == 100)
    }
}
