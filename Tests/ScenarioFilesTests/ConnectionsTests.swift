import Rules
import ScenarioFiles
import Testing
import Wire

/// `connections`: what is refused, and what becomes of the rest.
@Suite struct ConnectionsTests {
    private func messages(_ entries: String, _ rest: String = #", "rules": [{ "reply": {} }]"#) -> [String] {
        ScenarioFilesTests.messages("{ \"connections\": [\(entries)]\(rest) }").map(withoutPlace)
    }

    @Test(arguments: [
        ("", #""connections" is empty; an entry is such as { "fail": "tcp/silent" } or { "accept": true }"#),
        ("{}", #"an entry of "connections" needs "fail" or "accept""#),
        ("5", #"an entry of "connections" must be an object, not a number"#),
        (#"{ "accept": false }"#, #""accept" can only be true"#),
        (#"{ "acept": true }"#, #"unknown field "acept" in an entry of "connections"; did you mean "accept"?"#),
        (#"{ "accept": true, "fail": "tcp/silent" }"#, #""accept" cannot stand beside "fail""#),
        (#"{ "accept": true, "with": {} }"#, #""with" needs "fail" beside it"#),
        (#"{ "accept": true, "reply": {} }"#, #"unknown field "reply" in an entry of "connections""#),
        // Failures.
        (
            #"{ "fail": "http/timeout" }"#,
            #""http/timeout" happens to a request: it stands in a step of "rules"; in "connections" stand "#
                + #""tcp/refuse", "tcp/connect-timeout", "tcp/reset-on-accept", "tcp/close-on-accept", "tcp/silent" "#
                + #"and "tcp/reset-on-first-byte""#
        ),
        (
            #"{ "fail": 503 }"#,
            #""http/status/503" happens to a request: it stands in a step of "rules"; in "connections" stand "#
                + #""tcp/refuse", "tcp/connect-timeout", "tcp/reset-on-accept", "tcp/close-on-accept", "tcp/silent" "#
                + #"and "tcp/reset-on-first-byte""#
        ),
        (#"{ "fail": "tcp/silence" }"#, #"unknown failure "tcp/silence"; did you mean "tcp/silent"?"#),
        (#"{ "fail": "silent" }"#, #"unknown failure "silent"; did you mean "tcp/silent"?"#),
        (
            #"{ "fail": "http2/settings-never-sent" }"#,
            #""http2/settings-never-sent" is not supported by this version yet; it needs HTTP/2"#
        ),
        (
            #"{ "fail": "http2/settings-late" }"#,
            #""http2/settings-late" is not supported by this version yet; it needs HTTP/2"#
        ),
        (
            #"{ "fail": "tcp/silent", "with": { "after": 1 } }"#,
            #"unknown field "after" in the "with" of tcp/silent; it takes nothing"#
        ),
        (
            #"{ "fail": "urlerror/-1004", "with": { "by": "http/redirect-to/closed-port" } }"#,
            #""urlerror/-1004" happens to a request: it stands in a step of "rules"; in "connections" stand "#
                + #""tcp/refuse", "tcp/connect-timeout", "tcp/reset-on-accept", "tcp/close-on-accept", "tcp/silent" "#
                + #"and "tcp/reset-on-first-byte""#
        ),
        // How long.
        (
            #"{ "fail": "tcp/silent", "times": 2 }"#,
            #"the last entry of "connections" stays, and has no "times""#
        ),
        (
            #"{ "fail": "tcp/silent", "times": 0 }, { "accept": true }"#,
            #""times" must be a whole number from 1 to 1000000"#
        ),
        (
            #"{ "fail": "tcp/silent", "for": "5s", "times": 2 }, { "accept": true }"#,
            #"an entry lasts so many "times" or "for" so long, and not both"#
        ),
        (
            #"{ "fail": "tls/expired", "with": { "bits": 512 } }"#,
            #"unknown field "bits" in the "with" of tls/expired; it takes nothing"#
        ),
        (
            #"{ "fail": "tcp/refuse", "for": "5s" }"#,
            #"the last entry of "connections" stays, and has no "for"; what follows it is another entry, such as "#
                + #"{ "accept": true }"#
        ),
        (#"{ "fail": "tcp/refuse", "for": "0s" }, { "accept": true }"#, #""for" must be longer than nothing"#),
        (
            #"{ "fail": "tcp/refuse", "times": 2 }, { "accept": true }"#,
            #""tcp/refuse" is a state of the port, whose connections nobody can count; it lasts "for": "5s", or until "#
                + "the control API opens the port"
        ),
        // What stands beside it.
        (
            #"{ "fail": "tcp/refuse", "delay": "1s" }, { "accept": true }"#,
            #""tcp/refuse" is a state of the port, in which no connection is accepted: it takes no "delay""#
        ),
        (
            #"{ "fail": "tcp/connect-timeout", "keepAlive": false }, { "accept": true }"#,
            #""tcp/connect-timeout" is a state of the port, in which no connection is accepted: it takes no "keepAlive""#
        ),
        (
            #"{ "fail": "tcp/silent", "keepAlive": "5s" }"#,
            #""keepAlive" stands beside "accept": "tcp/silent" takes no request"#
        ),
        (
            #"{ "fail": "tcp/silent", "readPace": "5KB/s" }"#,
            #""readPace" stands beside "accept": "tcp/silent" takes no request"#
        ),
        (
            #"{ "accept": true, "delay": { "uniform": ["1s", "2s"] } }"#,
            #"the "delay" of a connection is one duration, such as "2s"; there is no request yet that it could depend on"#
        ),
        (
            #"{ "accept": true, "delay": "{{hit}}s" }"#,
            #"the "delay" of a connection is one duration, such as "2s"; there is no request yet that it could depend on"#
        ),
        (
            #"{ "accept": true, "delay": "1" }"#,
            #"a duration needs a unit, such as "250ms" or "2s"; it is "1s" or "1ms""#
        ),
        (
            #"{ "accept": true, "keepAlive": "80s" }"#,
            #""keepAlive" is at most "75s"; the gateway itself ends a connection on which nothing was asked for so long"#
        ),
    ])
    func anEntryIsRefused(entries: String, message: String) { #expect(messages(entries) == ["error: " + message]) }

    @Test func connectionsAreAList() {
        func found(_ value: String) -> [String] {
            ScenarioFilesTests.messages(#"{ "connections": \#(value), "rules": [{ "reply": {} }] }"#).map(withoutPlace)
        }
        #expect(
            found(#"{ "fail": "tcp/silent" }"#) == [
                #"error: "connections" must be a list, not an object; it is "connections": [{ "fail": "tcp/silent" }]"#
            ])
        #expect(found("true") == [#"error: "connections" must be a list, not a boolean"#])
    }

    /// Somebody has to answer what comes by a connection that is accepted.
    @Test func rulesAreNeededWhereRequestsCome() {
        let needed =
            #"error: a scenario needs "rules"; "otherwise", "extends" or a "system" that answers by itself would do too"#
        #expect(messages(#"{ "accept": true }"#, "") == [needed])
        #expect(messages(#"{ "fail": "tcp/silent", "times": 2 }, { "accept": true }"#, "") == [needed])
        #expect(messages(#"{ "fail": "tcp/silent", "times": 2 }, { "fail": "tcp/refuse" }"#, "") == [])
        #expect(messages(#"{ "accept": true }"#, #", "system": "jsonrpc""#) == [])
    }

    @Test(arguments: [
        #"{ "steps": [{ "choose": [{ "reply": {} }, { "fail": "tcp/silent" }] }] }"#,
        #"{ "reply": {}, "rateLimit": { "allow": 1, "per": "1s", "then": { "fail": "tcp/silent" } } }"#,
        #"{ "fail": "tcp/silent", "pass": true }"#, #"{ "fail": "tcp/silent", "reply": {} }"#,
    ])
    func noRuleHasOne(rule: String) {
        let found = ScenarioFilesTests.messages("{ \"rules\": [\(rule)] }").map(withoutPlace)
        #expect(
            found == [
                #"error: "tcp/silent" happens before there is a request, so that it stands in no rule; it is "#
                    + #""connections": [{ "fail": "tcp/silent" }], on a port of its own: mishap serve --listen NAME=PORT"#
            ])
    }

    // MARK: What is compiled

    private func entries(_ text: String) throws -> [ConnectionEntry] {
        let result = load("{ \"connections\": [\(text)], \"rules\": [{ \"reply\": {} }] }")
        return try #require(result.scenarios.first, "\(result.text)").connections
    }

    @Test func entriesHaveWhatTheySay() throws {
        let entries = try entries(
            #"""
            { "fail": "tcp/reset-on-accept", "times": 3 }, { "fail": "tcp/close-on-accept", "delay": "1s" },
            { "fail": "tcp/refuse", "for": "5s" }, { "fail": "tcp/connect-timeout" },
            { "fail": "tcp/reset-on-first-byte" }, { "accept": true, "delay": "2s", "keepAlive": "3s" },
            { "fail": "tcp/silent" }
            """#)
        let found = entries.map { entry -> String in
            switch entry {
            case .connection(let plan, let times, _):
                "\(plan.act) \(plan.failure ?? "-") \(times) \(plan.delay) \(plan.keepAlive?.idle ?? 0) \(plan.isJournaled)"
            case .port(let state, let time, let failure): "\(state) \(failure) \(time ?? 0)"
            }
        }
        #expect(
            found == [
                "reset tcp/reset-on-accept 3 0 0 true", "close tcp/close-on-accept 1 1000000000 0 true",
                "refuse tcp/refuse 5000000000", "connectTimeout tcp/connect-timeout 0",
                "resetOnFirstByte tcp/reset-on-first-byte 1 0 0 true", "serve - 1 2000000000 3000000000 true",
                "silence tcp/silent 1 0 0 true",
            ])
    }

    /// A row with several causes takes the first that a connection can have.
    @Test(arguments: [
        ("urlerror/-1001", "tcp/connect-timeout"), ("urlerror/-1004", "tcp/refuse"),
        ("urlerror/-1011", "tcp/close-on-accept"), ("mtop/IEC10001", "tcp/connect-timeout"),
        ("mtop/-2003", "tcp/connect-timeout"), ("mtop/-2032", "tcp/close-on-accept"), ("mtop/-2361", "tcp/refuse"),
        ("mtop/-2532", "tcp/reset-on-accept"), ("mtop/-2554", "tcp/reset-on-accept"),
        ("mtop/-2560", "tcp/connect-timeout"), ("mtop/-2561", "tcp/refuse"),
        ("mtop/FAIL_ACCS", "tcp/reset-on-first-byte"), ("documents/256", "tcp/refuse"),
        ("documents/4355", "tcp/refuse"),
        ("documents/5120", "tcp/refuse"), ("salesforce/kSFOAuthErrorRefreshFailed", "tcp/refuse"),
        ("jsonrpc/NSURLErrorDomain", "tcp/refuse"), ("graph/FBSDKErrorNetwork", "tcp/refuse"),
    ])
    func aCodeIsItsFirstCauseOfAConnection(code: String, failure: String) throws {
        switch try #require(try entries("{ \"fail\": \"\(code)\" }").first) {
        case .connection(let plan, _, _): #expect(plan.failure == failure)
        case .port(_, _, let name): #expect(name == failure)
        }
    }
}
