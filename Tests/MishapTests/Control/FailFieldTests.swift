import Foundation
import JSONText
import TestSupport
import Testing

@testable import Mishap

/// The field `Mishap-Fail`: how its value is read, and what a request gets that has it.
@Suite(.descriptors) struct FailFieldTests {
    // MARK: Reading

    private func read(_ text: String) -> Result<FailField, FailField.Malformed> {
        FailField.read(Array(text.utf8)[...])
    }

    @Test(
        arguments: [
            ("http/timeout", []),
            ("  graph/190/463 ; ", nil),
            ("tcp/reset-mid-body; after=40", [("after", FailField.Value.bare("40"))]),
            ("tcp/reset-mid-body;after=50%", [("after", .bare("50%"))]),
            ("a/b ; every = x", nil),
            ("tcp/slow; bytes=4;\tevery=100ms", [("bytes", .bare("4")), ("every", .bare("100ms"))]),
            ("a; Case=1; case=2", [("Case", .bare("1")), ("case", .bare("2"))]),
            ("a; b; c=?0; d=?1", [("b", .flag(true)), ("c", .flag(false)), ("d", .flag(true))]),
            ("a; b=1; b=2", [("b", .bare("2"))]),
            (#"a; b="x; \"y\" \\""#, [("b", .quoted(#"x; "y" \"#))]),
            ("a; b=\"héllo\"", [("b", .quoted("héllo"))]),
            (#"a; b="""#, [("b", .quoted(""))]),
            ("a; b=", nil), ("", nil), ("; b=1", nil), (#""a"; b=1"#, nil), (#"a; b="x"#, nil), (#"a; b="\x""#, nil),
            ("a b=1", nil), ("a; =1", nil), ("a, b", nil), ("a; b=1 c=2", nil),
        ] as [(String, [(String, FailField.Value)]?)])
    func aValueIsANameAndParameters(text: String, parameters: [(String, FailField.Value)]?) {
        guard let parameters else {
            if case .success = read(text) { Issue.record("\(text) was taken") }
            return
        }
        guard case .success(let field) = read(text) else {
            Issue.record("\(text): \(read(text))")
            return
        }
        #expect(field.name == text.prefix { $0 != ";" && $0 != " " })
        #expect(field.parameters == parameters.map { FailField.Parameter(name: $0, value: $1) })
    }

    // MARK: On the wire

    private static func gateway() throws -> RunningGateway {
        try RunningGateway(rules: #"{ "name": "all", "reply": { "text": "fine" } }"#)
    }

    @Test func theRequestGetsTheFailureAndTheNextOneDoesNot() throws {
        let gateway = try Self.gateway()
        let connection = try gateway.connect()
        connection.send(request("/a", ["Mishap-Fail: http/status/503"]))
        #expect(connection.receiveResponse().status == 503)
        connection.send(request("/a"))
        #expect(connection.receiveResponse().body == "fine")
        let entries = try gateway.journal("main", ended: 2).entries
        #expect(entries.map(\.failure) == ["http/status/503", nil])
        #expect(entries.map(\.rule) == [nil, "all"])
        // It was no hit.
        #expect(entries.map(\.hit) == [nil, 1])
    }

    @Test func parametersCountOnTheWire() throws {
        let gateway = try Self.gateway()
        let cut = try gateway.connect()
        cut.send(request("/a", ["Mishap-Fail: tcp/reset-mid-body; after=40"]))
        let received = cut.receive(within: .seconds(60))
        #expect(received.ending == .reset)
        #expect(received.body.utf8.count == 40)
        for value in ["urlerror/-1005; by=tcp/reset-mid-body; after=4", "tcp/reset-mid-body; after=04"] {
            let cause = try gateway.connect()
            cause.send(request("/a", ["Mishap-Fail: \(value)"]))
            let received = cause.receive(within: .seconds(60))
            #expect(received.ending == .reset)
            #expect(received.body.utf8.count == 4, "\(value)")
        }
        let answer = try gateway.ask(
            "/a", #"Mishap-Fail: http/status/503; status=504; headers="{\"Retry-After\": \"3\"}"; message="No \"way\"""#
        )
        #expect(answer.status == 504)
        #expect(answer.text.contains("\r\nRetry-After: 3\r\n"))
        #expect(answer.body.contains(#"No \"way\""#))
        // What a path names is the same with the default parameters.
        let named = try gateway.ask("/__mishap/fail/graph/190/a", "Mishap-Fail: graph/190; message=other")
        #expect(named.status == 400)
        #expect(named.body.contains(#""message":"other""#))
    }

    @Test func itIsWhatThePathOfThatNameGives() throws {
        let gateway = try Self.gateway()
        let call = #"{ "jsonrpc": "2.0", "id": 7, "method": "a" }"#
        for name in ["http/html", "tcp/close-mid-body", "jsonrpc/-32601", "http/bad-chunk-size", "tcp/reset"] {
            func ask(_ target: String, _ fields: [String] = []) throws -> RawConnection.Received {
                let connection = try gateway.connect()
                connection.send(
                    request(
                        target, fields + ["Content-Length: \(call.utf8.count)", "Connection: close"], method: "POST")
                        + call)
                return connection.receive(within: .seconds(60))
            }
            let (field, path) = (try ask("/", ["Mishap-Fail: \(name)"]), try ask("/__mishap/fail/\(name)/"))
            #expect(field.body == path.body, "\(name)")
            #expect(field.status == path.status, "\(name)")
            #expect(field.ending == path.ending, "\(name)")
        }
    }

    /// Beside a large body the shard answers others: it is parsed on another thread.
    @Test func aLargeCallIsAnsweredWithItsID() throws {
        let gateway = try Self.gateway()
        let call =
            #"{ "jsonrpc": "2.0", "method": "a", "params": "\#(String(repeating: "x", count: 1 << 20))", "id": 7 }"#
        for (target, fields) in [("/", ["Mishap-Fail: jsonrpc/-32601"]), ("/__mishap/fail/jsonrpc/-32601", [])] {
            let connection = try gateway.connect()
            connection.send(
                request(target, fields + ["Content-Length: \(call.utf8.count)"], method: "POST") + call)
            let body = connection.receiveResponse().body
            #expect(body.contains(#""id":7"#), "\(body)")
        }
    }

    @Test(arguments: [
        (
            "/__mishap/fail/http2/settings-never-sent", "http2/settings-never-sent is not built yet: it needs HTTP/2"
        ),
        ("/__mishap/fail/http2/goaway/CANCEL/x", "http2/goaway/CANCEL is not built yet: it needs HTTP/2"),
        ("/__mishap/fail/tls/expird/x", #"there is no failure "tls/expird"; did you mean "tls/expired"?"#),
        ("/@b/x", #"there is no scenario "b/x"; did you mean "a/b"?"#),
    ])
    func aPathNamesWhatIsMeant(path: String, detail: String) throws {
        let gateway = try RunningGateway([
            "a/b": #"{ "rules": [ { "reply": { "text": "x" } } ] }"#, "c": #"{ "rules": [ { "fail": 500 } ] }"#,
        ])
        let answer = try gateway.ask(path)
        #expect(answer.status == 404)
        #expect(try JSONParser.parse(Array(answer.body.utf8)).get()["detail"]?.string == detail)
    }

    /// No request can ask for what happens before it: the commands are told.
    @Test func aFailureOfTheConnectionIsToldHowItIsSeen() throws {
        let answer = try RunningGateway(rules: #"{ "reply": {} }"#).ask("/__mishap/fail/tcp/silent/x/y")
        #expect(answer.status == 409)
        let commands = try JSONParser.parse(Array(answer.body.utf8)).get()["commands"]?.elements
        #expect(
            commands?.map(\.string) == [
                #"echo '{ "connections": [{ "fail": "tcp/silent" }] }' > silent.json"#,
                "mishap serve silent.json --listen silent=9001", "curl -v --max-time 5 http://127.0.0.1:9001/any",
            ])
    }

    @Test func aPrefixIsTakenAwayAndAddedAgain() throws {
        let gateway = try RunningGateway([
            "a/b": #"{ "rules": [ { "reply": { "text": "x" } } ] }"#, "c": #"{ "rules": [ { "fail": 500 } ] }"#,
        ])
        let answer = try gateway.ask("/@a/b/x", "Mishap-Fail: http/redirect-to; location=/y")
        #expect(answer.text.contains("\r\nLocation: /@a/b/y\r\n"), "\(answer.text)")
        #expect(try gateway.journal("a--b", ended: 1).entries.map(\.failure) == ["http/redirect-to"])
        // No scenario is the default: the entry is in the journal of what belongs to none.
        #expect(try gateway.ask("/x", "Mishap-Fail: http/status/418").status == 418)
        #expect(try gateway.journal("default", ended: 1).entries.map(\.failure) == ["http/status/418"])
    }

    @Test(arguments: [
        ("tcp/reset-mid-bod", 404, #"there is no failure "tcp/reset-mid-bod"; did you mean "tcp/reset-mid-body"?"#),
        (
            "tcp/refuse", 409,
            "tcp/refuse happens before there is a request, and takes a port of its own: "
                + #"echo '{ "connections": [{ "fail": "tcp/refuse" }] }' > refuse.json; "#
                + "mishap serve refuse.json --listen refuse=9001; curl -v http://127.0.0.1:9001/any"
        ),
        (
            "urlerror/-1004; by=tcp/refuse", 409,
            #"echo '{ "connections": [{ "fail": "urlerror/-1004", "with": { "by": "tcp/refuse" } }] }' > 1004.json"#
        ),
        (
            "mtop/-2003", 409,
            "mishap serve 2003.json --listen 2003=9001; curl -v --max-time 5 http://127.0.0.1:9001/any"
        ),
        ("proxy/pac-broken", 404, "proxy/pac-broken is not built yet: it needs a gateway that is somebody's proxy"),
        ("tcp/reset-mid-body; ater=4", 400, #"has no parameter "ater"; did you mean "after"?; it takes after"#),
        ("tcp/slow; bytes=0", 400, #""bytes" must be a whole number from 1 to 1000000; it takes bytes, every"#),
        ("tcp/slow; every=4", 400, #"it takes bytes, every"#),
        ("http/status/503; status=204; message=x", 400, "it takes"),
        ("http/status/503; headers=a", 400, #""headers" is JSON in quotes"#),
        ("http/status/503; message=\"{{request.path}}\"", 400, "placeholder"),
        ("tcp/reset; a=1", 400, "it takes no parameter"),
        ("http/oversized-header; size=16777216", 400, #""size" is at most 1048576 in this field"#),
        ("http/oversized-header; size=16MiB", 400, #""size" is at most 1048576 in this field"#),
        ("http/interim-flood; count=100000", 400, "at most"),
        ("urlerror/-1005; by=tcp/reset-mid-body; aftr=4", 400, #"did you mean "after"?; it takes after, pause, by"#),
        ("urlerror/-1005; by=nothing", 400, "does not happen by"),
        ("mtop/FAIL_SYS_SESSION_EXPIRE; status=abc", 400, #""status" must be"#),
        ("tcp/reset\((0..<40).map { "; a\($0)" }.joined())", 400, "more than 32 parameters"),
        ("tcp/reset; a=\(String(repeating: "a", count: 9_000))", 400, "more than 8192 bytes"),
        ("tcp/reset-mid-body; after=", 400, #"Mishap-Fail is malformed: "after" has no value behind "=""#),
    ])
    func whatIsWrongIsSaid(value: String, status: Int, detail: String) throws {
        let gateway = try Self.gateway()
        let answer = try gateway.ask("/a", "Mishap-Fail: \(value)")
        #expect(answer.status == status)
        let problem = try JSONParser.parse(Array(answer.body.utf8)).get()
        #expect(problem["detail"]?.string?.contains(detail) == true, "\(answer.body)")
        // It is in the journal, as no hit of any rule.
        let entry = try #require(try gateway.journal("main", ended: 1).entries.first)
        #expect(entry.sent.status == status)
        #expect(entry.rule == nil)
    }

    @Test func thePathAndTheFieldNameTheSame() throws {
        let gateway = try Self.gateway()
        let answer = try gateway.ask("/__mishap/fail/tcp/slow/x", "Mishap-Fail: http/html")
        #expect(answer.status == 400)
        #expect(answer.body.contains(#"the path names the failure \"tcp/slow\", and Mishap-Fail \"http/html\""#))
        // Also once the shard has both in its memory.
        #expect(try gateway.ask("/", "Mishap-Fail: http/html").status == 200)
        for _ in 0..<8 {
            #expect(try gateway.ask("/__mishap/fail/tcp/slow/x").status == 200)
            #expect(try gateway.ask("/__mishap/fail/tcp/slow/x", "Mishap-Fail: http/html").status == 400)
        }
    }

    // MARK: The journal of what `fail` served

    @Test func whatFailServedIsInAJournalOfItsOwn() throws {
        let gateway = try Self.gateway()
        let connection = try gateway.connect()
        connection.send(request("/__mishap/fail/tcp/reset-mid-body/x"))
        #expect(connection.receive(within: .seconds(60)).ending == .reset)
        #expect(try gateway.ask("/__mishap/fail/http/html/x").status == 200)
        let entries = try gateway.journal("~fail", ended: 2).entries
        #expect(entries.map(\.failure) == ["tcp/reset-mid-body", "http/html"])
        #expect(entries.map(\.ending) == ["reset", "complete"])
        #expect(entries.map(\.target) == ["/__mishap/fail/tcp/reset-mid-body/x", "/__mishap/fail/http/html/x"])
        #expect(try gateway.call("GET", "sessions/default/journal").json["entries"] == .array([]))
        // It can be emptied, and is no session that requests reach.
        #expect(try gateway.call("POST", "sessions/~fail/reset").status == 204)
        #expect(try gateway.call("GET", "sessions/~fail/journal").json["entries"] == .array([]))
        #expect(try gateway.call("DELETE", "sessions/~fail").status == 409)
        #expect(try gateway.ask("/@~fail/x").status == 404)
    }

    @Test func aResetOfAllEmptiesTheJournalsOfWhatBelongsToNone() throws {
        let text = #"{ "rules": [ { "reply": { "text": "x" } } ] }"#
        let gateway = try RunningGateway(["a": text, "b": text])
        #expect(try gateway.ask("/__mishap/fail/http/html/x").status == 200)
        #expect(try gateway.ask("/x", "Mishap-Fail: http/html").status == 200)
        for id in ["~fail", "default"] { #expect(try gateway.journal(id, ended: 1).entries.count == 1) }
        #expect(try gateway.call("POST", "reset").status == 204)
        for id in ["~fail", "default"] {
            #expect(try gateway.call("GET", "sessions/\(id)/journal").json["entries"] == .array([]))
        }
        // What waits ends with it.
        let waiting = try gateway.connect()
        waiting.send(request("/__mishap/fail/http/timeout/x"))
        #expect(try waitUntil { try gateway.journal("~fail", ended: 0).entries.count == 1 })
        #expect(try gateway.call("POST", "sessions/~fail/reset").status == 204)
        #expect(waiting.receive(within: .seconds(60)).ending == .reset)
    }
}
