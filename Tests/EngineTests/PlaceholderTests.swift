import Bytes
import Engine
import Rules
import Testing
import Wire

/// What placeholders come to, request by request.
@Suite struct PlaceholderTests {
    private static let clock = EngineClock(wallMilliseconds: 784_111_777_123)

    /// The reply's body for one rule of this path.
    private func body(
        _ reply: String, _ request: Request, path: String = "/**", seed: Int = 0, hits: Int = 1,
        variables: String = "{}"
    ) -> String {
        let golden = Golden(
            """
            { "seed": \(seed), "variables": \(variables), "rules": [ { "match": { "path": "\(path)" },
              "steps": [ { "reply": { \(reply) } } ] } ] }
            """)
        for _ in 1..<hits { _ = golden.decide(request) }
        return Self.body(golden, request)
    }

    static func body(_ golden: Golden, _ request: Request, _ clock: EngineClock = clock) -> String {
        guard
            case .answer(let answer) = Engine.decide(
                request, scenario: golden.scenario, state: golden.state, clock: clock)
        else { return "no answer" }
        return answer.plan.script.body
    }

    private func text(_ text: String, _ request: Request, path: String = "/**") -> String {
        body("\"text\": \"\(text)\"", request, path: path)
    }

    @Test(arguments: [
        ("{{request.method}}", "POST"), ("{{request.target}}", "/u/a%20b/x?q=1%202&q=3&e="),
        ("{{request.path.id}}", "a b"), ("{{request.query.q}}", "1 2"), ("[{{request.query.e}}]", "[]"),
        ("{{request.headers.X-ID}}", "7"), ("{{request.cookies.c}}", "d"), ("{{hit}}", "1"),
        ("{{request.body}}", #"{"a":[{"b":1.50}],"s":"\u0041"}"#), ("{{request.json/a/0/b}}", "1.50"),
        ("{{request.json/s}}", "A"), ("{{request.json/a}}", #"[{"b":1.50}]"#),
        ("{{request.json}}", #"{"a":[{"b":1.50}],"s":"A"}"#),
        ("{{now.iso}}", "1994-11-06T08:49:37.123Z"), ("{{now.http}}", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("{{now.epoch}}", "784111777"), ("{{now.ms}}", "784111777123"),
        ("{{now.iso+30s}}", "1994-11-06T08:50:07.123Z"), ("{{now.http-5m}}", "Sun, 06 Nov 1994 08:44:37 GMT"),
        ("{{now.epoch+1.5h}}", "784117177"), ("{{now.ms-250ms}}", "784111776873"), ("{{url}}", "http://h:1"),
        ("a{{{{b}}{{hit}}", "a{{b}}1"), ("{{request.query.missing}}.", "."),
        ("{{hit}}{{hit}}", "11"), ("{{{hit}}}", "{1}"), ("a{{{hit}}", "a{1"), ("{{{{{{{hit}}}", "{{{1}"),
        ("{{now.http+720h}}", "Tue, 06 Dec 1994 08:49:37 GMT"), ("{{now.iso+30d}}", "1994-12-06T08:49:37.123Z"),
        ("{{now.epoch-3650d}}", "468751777"),
    ])
    func aPlaceholderComesTo(_ template: String, _ value: String) {
        let request = Request.make(
            "POST", "/u/a%20b/x?q=1%202&q=3&e=",
            fields: [("Host", "h:1"), ("x-id", "7"), ("x-id", "8"), ("Cookie", "a=b; c=d")],
            body: Array(#"{"a":[{"b":1.50}],"s":"\u0041"}"#.utf8))
        #expect(text(template, request, path: "/u/{id}/**") == value)
    }

    @Test func aFieldOfAFormIsRead() {
        let request = Request.make(
            "POST", "/", fields: [("Content-Type", "application/x-www-form-urlencoded")], body: Array("f=a+b".utf8))
        #expect(text("{{request.form.f}}", request) == "a b")
    }

    @Test func theURLHasTheSessionsPrefix() {
        let request = Request.make("GET", "/@a/x", fields: [("Host", "h")])
        request.removePathPrefix(3)
        #expect(text("{{url}} {{request.target}}", request) == "http://h/@a /x")
        let absolute = Request.make("GET", "http://proxy:2/x", fields: [("Host", "h")])
        #expect(text("{{url}} {{request.target}}", absolute) == "http://proxy:2 /x")
        request.scheme = .https
        #expect(text("{{url}} {{request.target}}", request) == "https://h/@a /x")
    }

    @Test(arguments: [
        ("\"{{hit}}\"", "1"), ("\"a{{hit}}\"", #""a1""#), ("\"{{request.query.q}}\"", #""a\"b\n""#),
        ("\"<{{request.query.q}}>\"", #""<a\"b\n>""#), ("\"{{request.query.none}}\"", "null"),
        ("\"{{request.query.none}}!\"", #""!""#), ("\"{{request.json/n}}\"", "1e2"),
        ("\"{{request.json/o}}\"", #"{"a":[]}"#),
        ("\"{{request.json/z}}\"", "null"), ("\"{{now.epoch}}\"", "784111777"), ("\"{{variables.s}}\"", #""x""#),
        ("\"{{variables.b}}\"", "true"), ("\"{{variables.n}}\"", "1.0"),
        ("\"{{variables.n}}{{variables.b}}\"", #""1.0true""#),
        (#"{ "{{variables.s}}": [ 1, "{{{{" ] }"#, #"{"x":[1,"{{"]}"#),
    ])
    func aJSONStringThatIsOnePlaceholderTakesItsType(_ json: String, _ value: String) {
        let request = Request.make("POST", "/?q=a%22b%0A", body: Array(#"{"n":1e2,"o":{"a":[]},"z":null}"#.utf8))
        #expect(
            body(
                "\"json\": \(json)", request, variables: #"{ "s": "x", "b": true, "n": 1.0 }"#) == value)
    }

    @Test func drawsAreThoseOfSeedRuleHitAndPlace() {
        let request = Request.make("GET", "/")
        let template = #""text": "{{uuid}} {{hex.16}} {{uuid}}""#
        var key = DrawKey(seed: 3, rule: Array("rule 1".utf8)).draw(hit: 2, purpose: .placeholder(0))
        let parts = body(template, request, seed: 3, hits: 2).split(separator: " ").map(String.init)
        #expect(parts[0] == String(decoding: key.uuid(), as: UTF8.self))
        #expect(parts[0] != parts[2])
        #expect(parts[1].utf8.count == 16)
        #expect(body(template, request, seed: 3, hits: 2) == body(template, request, seed: 3, hits: 2))
        #expect(body(template, request, seed: 3, hits: 2) != body(template, request, seed: 3, hits: 3))
        #expect(body(template, request, seed: 3, hits: 2) != body(template, request, seed: 4, hits: 2))
    }

    @Test func noLineEndEntersAHeadAndTheJournalHearsOfIt() {
        let golden = Golden.steps(
            #"""
            { "reply": { "reason": "{{request.query.q}}", "headers": { "A": ["<{{request.query.q}}>", "b"] },
              "text": "{{request.query.q}}", "trailers": [["T-{{request.query.q}}", "{{hit}}"]],
              "interim": [ { "status": 103, "reason": "{{request.query.q}}", "headers": { "L": "{{request.query.q}}" } } ] } }
            """#)
        guard case .answer(let answer) = golden.decide(Request.make("GET", "/?q=a%0D%0A%00%01%1F%7Fb")) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.notes == .droppedBytes)
        let script = answer.plan.script.description
        #expect(script.contains("A: <ab>"))
        #expect(script.contains("L: ab"))
        #expect(script.contains("T-ab: 1"))
        #expect(answer.plan.script.body == "a\r\n\0\u{1}\u{1F}\u{7F}b")
    }

    @Test func aFieldWithoutANameIsLeftOutAndTheJournalHearsOfIt() {
        let pairs = #"["{{request.query.q}}", "{{request.query.v}}"], ["Content-Length", "1"]"#
        func tell(_ step: String, _ target: String) -> (text: String, notes: AnswerNotes)? {
            guard case .answer(let answer) = Golden.steps(step).decide(.make("GET", target)) else { return nil }
            return (answer.plan.script.description, answer.notes)
        }
        let reply = "{ \"reply\": { \"text\": \"x\", \"head\": [ \(pairs), [\"B\", \"{{hit}}\"] ] } }"
        let empty = tell(reply, "/?q=&v=Set-Cookie:%20a=b")
        #expect(empty?.text.hasPrefix("head 200 [Content-Length: 1, B: 1] exact framed as given\n") == true)
        #expect(empty?.notes == .droppedField)
        // An exact head may have any name.
        let odd = tell(reply, "/?q=a%20b&v=c")
        #expect(odd?.text.hasPrefix("head 200 [a b: c, Content-Length: 1, B: 1]") == true)
        #expect(odd?.notes == [])
        let interim = tell(
            #"{ "reply": { "interim": [ { "status": 103, "head": [["{{request.query.q}}", "a"], ["L", "b"]] } ] } }"#,
            "/?q=%0D")
        #expect(interim?.text.hasPrefix("interim 103 [L: b]") == true)
        #expect(interim?.notes == [.droppedField, .droppedBytes])
        for (query, trailers) in [("", "T: 1"), ("a%20b", "T: 1"), ("Q", "Q: 0, T: 1")] {
            let told = tell(
                #"{ "reply": { "text": "x", "trailers": [["{{request.query.q}}", "0"], ["T", "1"]] } }"#, "/?q=\(query)"
            )
            #expect(told?.text.contains("end of content \(trailers)\n") == true, "\(query)")
        }
    }

    @Test func aMissingValueIsNoted() {
        func notes(_ target: String) -> AnswerNotes? {
            let golden = Golden.steps(#"{ "reply": { "text": "{{request.query.q}}" } }"#)
            guard case .answer(let answer) = golden.decide(Request.make("GET", target)) else { return nil }
            return answer.notes
        }
        #expect(notes("/") == .missingValue)
        #expect(notes("/?q=") == [])
    }

    @Test func aPlaceholderOfTheBodyWaitsForIt() {
        let request = Request.make("POST", "/", body: Array("abc".utf8))
        request.isBodyComplete = false
        for placeholder in ["request.body", "request.json/a", "request.form.f"] {
            let golden = Golden.steps("{ \"reply\": { \"text\": \"{{\(placeholder)}}\" } }")
            #expect(golden.tell(request) == "needs body")
            let otherwise = Golden("{ \"otherwise\": { \"reply\": { \"text\": \"{{\(placeholder)}}\" } } }")
            #expect(otherwise.tell(request) == "needs body")
        }
        #expect(Golden.steps(#"{ "reply": { "text": "{{hit}}" } }"#).tell(request) != "needs body")
    }

    @Test func failuresRepeatWhatTheyAreTold() {
        let request = Request.make("GET", "/?q=here")
        let status = Golden.steps(
            #"{ "fail": "http/status/503", "with": { "message": "not {{request.query.q}}", "headers": { "A": "{{hit}}" } } }"#
        )
        #expect(status.tell(request).contains("A: 1"))
        #expect(Self.body(status, request).contains("not here"))
        let redirect = Golden.steps(#"{ "fail": "http/redirect-to", "with": { "location": "/{{request.query.q}}" } }"#)
        #expect(redirect.tell(request).contains("Location: /here"))
        let spoiled = Golden.steps(
            #"{ "reply": { "text": "{{request.query.q}}" }, "fail": "http/wrong-content-type", "with": { "type": "x/{{hit}}" } }"#
        )
        #expect(spoiled.tell(request).contains("Content-Type: x/1"))
        #expect(Self.body(spoiled, request) == "here")
        let ending = Golden.steps(#"{ "fail": "http/unrequested-upgrade", "with": { "protocol": "p{{hit}}" } }"#)
        #expect(ending.tell(request).contains("Upgrade: p1"))
    }

    @Test func paceAndCutHoldForWhatIsFilledIn() {
        let golden = Golden.steps(
            #"""
            { "reply": { "text": "{{request.query.q}}" }, "cut": { "after": 3, "end": "reset" },
              "pace": { "bytes": 1, "every": "1ms" } }
            """#)
        let told = golden.tell("/?q=abcdef")
        #expect(told.contains("\"abc\""))
        #expect(told.contains("reset"))
        #expect(golden.tell("/?q=a").contains("\"a\""))
    }

    @Test func whatHasNoPlaceholderIsTheSameScriptEachTime() {
        let golden = Golden.steps(#"{ "reply": { "json": { "a": "{{{{hit}}" } } }"#)
        let scripts = (0..<2).compactMap { _ -> WireScript? in
            guard case .answer(let answer) = golden.decide(Request.make("GET", "/")) else { return nil }
            return answer.plan.script
        }
        #expect(scripts.count == 2 && scripts[0] === scripts[1] && scripts[0].number != 0)
    }

    @Test func whatIsFilledInHasNoNumber() {
        guard case .answer(let answer) = Golden.steps(#"{ "reply": { "text": "{{hit}}" } }"#).decide(.make("GET", "/"))
        else {
            Issue.record("there is no answer")
            return
        }
        #expect(answer.plan.script.number == 0)
    }

    @Test func inABatchTheJSONIsTheElements() {
        let golden = Golden(
            #"{ "system": "words", "rules": [ { "steps": [ { "reply": { "json": ["{{request.json}}", "{{hit}}"] } } ] } ] }"#
        )
        #expect(Self.body(golden, Request.make("POST", "/", body: Array("1\n[2]".utf8))) == "[1,1]+[[2],2]")
    }
}

extension WireScript {
    /// All of its content, as text.
    var body: String {
        actions.reduce(into: "") { text, action in
            guard case .content(let content, _) = action else { return }
            text += String(decoding: content.bytes(0..<content.count), as: UTF8.self)
        }
    }
}
