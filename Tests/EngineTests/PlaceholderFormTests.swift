import Engine
import Rules
import Testing
import Wire

/// Integer shifts, JSON and text forms, numbered segments and whole seconds.
@Suite struct PlaceholderFormTests {
    private func answer(
        _ step: String, _ target: String = "/", body: String = "", rule: String = "", top: String = ""
    ) -> (text: String, notes: AnswerNotes) {
        let golden = Golden("{ \(top) \"rules\": [ { \(rule) \(step) } ] }")
        let request = Request.make(body.isEmpty ? "GET" : "POST", target, body: Array(body.utf8))
        guard
            case .answer(let answer) = Engine.decide(
                request, scenario: golden.scenario, state: golden.state,
                clock: EngineClock(wallMilliseconds: 1_000_000_000_999))
        else { return ("no answer", []) }
        let content = answer.plan.script.actions.compactMap { action -> String? in
            guard case .content(let content, _) = action else { return nil }
            return String(decoding: content.bytes(0..<content.count), as: UTF8.self)
        }
        return (content.joined(), answer.notes)
    }

    private func text(_ placeholder: String, _ target: String = "/", body: String = "") -> String {
        let answer = answer("\"reply\": { \"text\": \"\(placeholder)\" }", target, body: body)
        return answer.text + (answer.notes.contains(.missingValue) ? "!" : "")
    }

    @Test(arguments: [
        ("{{request.query.page+1}}", "/?page=2", "3"), ("{{request.query.page-1}}", "/?page=-2", "-3"),
        ("{{request.query.page+10}}", "/?page=x", "!"), ("{{request.query.page+1}}", "/?page=", "!"),
        ("{{request.query.page+1}}", "/", "!"), ("{{request.query.page+1}}", "/?page=1.0", "!"),
        ("{{request.query.page+1}}", "/?page=9223372036854775807", "!"),
        ("{{request.query.page-1}}", "/?page=-9223372036854775808", "!"),
        ("{{request.query.page+1}}", "/?page=%2B1", "!"), ("{{request.query.page+1}}", "/?page=007", "8"),
        ("{{hit+4}}", "/", "5"), ("{{hit-1}}", "/", "0"), ("{{request.path[1]+1}}", "/a/6/c", "7"),
        ("{{request.path[0]}}", "/a%20b/c", "a b"), ("{{request.path[1]}}", "/a", "!"),
        ("{{request.path[2]}}", "/a/b/", ""),
        ("{{now.iso.s}}", "/", "2001-09-09T01:46:40Z"), ("{{now.iso}}", "/", "2001-09-09T01:46:40.999Z"),
        ("{{now.iso.s+1m}}", "/", "2001-09-09T01:47:40Z"), ("{{text request.query.q}}", "/", "!"),
        ("{{json request.query.q}}", "/?q=a%22b", #""a"b""#.replacing("a\"b", with: #"a\"b"#)),
        ("{{json request.query.q}}", "/", "null!"), ("{{json hit+1}}", "/", "2"),
    ])
    func whatAPlaceholderBecomes(placeholder: String, target: String, wanted: String) {
        #expect(text(placeholder, target) == wanted)
    }

    @Test(arguments: [
        ("{{json request.json/id}}", #""a""#), ("{{json request.json/n}}", "7"),
        ("{{json request.json/o}}", #"{"x":[1]}"#),
        ("{{request.json/n+1}}", "8"), ("{{request.json/id+1}}", "!"), ("{{json request.json/none}}", "null!"),
        ("{{request.json/o/x/0-1}}", "0"), ("{{text request.json/n}}", "7"),
    ])
    func whatAValueOfTheBodyBecomes(placeholder: String, wanted: String) {
        #expect(text(placeholder, body: #"{"id":"a","n":7,"o":{"x":[1]}}"#) == wanted)
    }

    @Test func typesInJSON() {
        let body = #"{"id":"a","n":7}"#
        let step = """
            "reply": { "json": { "next": "{{request.query.page+1}}", "text": "{{text request.json/n}}", "none": "{{text request.json/x}}",
              "json": "{{json request.json/id}}", "id": "{{request.json/id}}", "bad": "{{request.json/id+1}}" } }
            """
        #expect(
            answer(step, "/?page=1", body: body).text
                == #"{"next":2,"text":"7","none":"","json":"\"a\"","id":"a","bad":null}"#)
    }

    @Test func whatEndsSoByItsNameIsLeftAlone() {
        let told = answer(
            #""reply": { "text": "{{variables.a-1}} {{variables.a-1+1}} {{request.path.x-2}}" }"#, "/5",
            rule: #""match": { "path": "/{x-2}" },"#, top: #""variables": { "a-1": 7 },"#)
        #expect(told.text == "7 8 5")
    }

    @Test func aVariableIsCountedUpByItself() {
        let golden = Golden(
            #"""
            { "variables": { "n": 1 }, "rules": [ { "match": { "variables": { "n": "{{variables.n+0}}" } },
              "set": { "n": "{{variables.n+1}}" }, "reply": { "text": "{{variables.n}}" } } ] }
            """#)
        #expect(
            (0..<3).map { _ in golden.tell(Request.make("GET", "/")).contains("content 1 ") } == [true, true, true])
        #expect(golden.tell(Request.make("GET", "/")).contains("content 1 \"5\""))
    }
}
