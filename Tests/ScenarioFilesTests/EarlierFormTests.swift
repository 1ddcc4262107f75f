import JSONText
import ScenarioFiles
import Testing

/// A field or placeholder of an earlier form of the language is an error that shows today's.
@Suite struct EarlierFormTests {
    @Test(arguments: [
        (#"{ "reply": { "text": "{{request.header.x-id}}" } }"#, "{{request.header.x-id}}", "{{request.headers.x-id}}"),
        (#"{ "reply": { "json": { "a": "{{request.cookie.c}}" } } }"#, "{{request.cookie.c}}", "{{request.cookies.c}}"),
        (#"{ "reply": { "headers": { "A": "b{{variable.x}}" } } }"#, "{{variable.x}}", "{{variables.x}}"),
        (#"{ "fail": "http/html", "with": { "message": "{{variable.x}}" } }"#, "{{variable.x}}", "{{variables.x}}"),
        (#"{ "reply": {}, "set": { "x": "{{request.header.a}}" } }"#, "{{request.header.a}}", "{{request.headers.a}}"),
    ])
    func placeholders(step: String, earlier: String, today: String) throws {
        let text = "{ \"variables\": { \"x\": 1 }, \"rules\": [ { \"steps\": [ \(step) ] } ] }"
        let result = load(text)
        #expect(result.text.contains("error: unknown placeholder \(earlier); it is \(today)\n"), "\(result.text)")
        #expect(caret(result.text) == earlier)
    }

    @Test func aMatcherToo() {
        let text =
            #"{ "variables": { "x": 1 }, "rules": [ { "match": { "query": { "q": "{{variable.x}}" } }, "steps": [ { "reply": {} } ] } ] }"#
        #expect(messages(text) == ["1:69: error: unknown placeholder {{variable.x}}; it is {{variables.x}}"])
    }

    @Test(arguments: [
        (
            #"{ "reply": { "headers": [["A", "b"]] } }"#, #"[["A", "b"]]"#,
            #""headers" must be an object, not a list; a list of pairs is the whole head: "head": [["Name", "value"]]"#
        ),
        (
            #"{ "reply": { "interim": [{ "status": 103, "headers": [] }] } }"#, "[]",
            #""headers" must be an object, not a list; a list of pairs is the whole head: "head": [["Name", "value"]]"#
        ),
        (
            #"{ "fail": "http/html", "with": { "headers": [["A", "b"]] } }"#, #"[["A", "b"]]"#,
            #""headers" must be an object, not a list; fields are set by name: { "Name": "value" }"#
        ),
        (
            #"{ "reply": { "text": "a" }, "cut": { "after": "headers", "end": "close" } }"#, #""headers""#,
            #""headers" is not a place to cut; after the whole head, it is "head""#
        ),
    ])
    func fields(step: String, place: String, message: String) {
        let text = load("{ \"rules\": [ { \"steps\": [ \(step) ] } ] }").text
        #expect(text.contains(": error: \(message)\n"), "\(text)")
        #expect(caret(text) == place)
    }

    @Test(arguments: [
        (
            #"{ "reply": { "head": [], "headers": {} } }"#,
            #""headers" cannot stand beside "head", which is the whole head"#
        ),
        (#"{ "reply": { "head": { "A": "b" } } }"#, #""head" must be a list of pairs, not an object"#),
        (#"{ "reply": { "head": [["A"]] } }"#, "a header is a pair [name, value] of strings"),
    ])
    func aHead(step: String, message: String) { #expect(stepMessages(step) == ["error: " + message]) }

    @Test func aHeadIsAllThereIs() {
        #expect(
            plan(#"{ "reply": { "head": [["a B", "1"], ["a B", "2"]], "text": "x" } }"#).hasPrefix(
                "head 200 [a B: 1, a B: 2] exact framed as given\n"))
    }

    /// What the first line of carets stands below.
    private func caret(_ rendered: String) -> String? {
        let lines = rendered.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let number = lines.firstIndex(where: { $0.contains("^") && !$0.contains("\"") }), number > 0 else {
            return nil
        }
        let before = lines[number].prefix { $0 != "^" }.count
        let marked = lines[number].dropFirst(before).prefix { $0 == "^" || $0 == "~" }.count
        return String(lines[number - 1].dropFirst(before).prefix(marked))
    }
}
