import Catalogue
import Engine
import ScenarioFiles
import Systems
import TestSupport
import Testing
import Wire

/// A system more is a folder, which is this one, and a line, which is the first of this suite.
@Suite struct SeventhSystemTests {
    private static let catalogue = FailureIndex(System.network + Systems.all + [.letters])

    private func load(_ text: String) -> LoadResult {
        var numbering = ScriptNumbering()
        return ScenarioLoader(
            source: NoSource(), patterns: PlainPatterns(), encoder: StoredEncoder(), failures: Self.catalogue
        )
        .load(Array(text.utf8), name: "test", file: "test.json", numbering: &numbering)
    }

    private static let scenario = #"""
        { "system": "letters", "settings": { "capitals": true }, "rules": [
          { "match": { "letter": "b" }, "steps": [ { "fail": "blot" } ] },
          { "match": { "letter": "c" }, "steps": [ { "reply": { "text": "sea", "status": 202 } } ] },
          { "match": { "batch": true, "query": { "all": "1" } }, "steps": [ { "reply": { "text": "all" } } ] } ] }
        """#

    @Test(arguments: [
        ("/a", "", 404, "no A"), ("/b", "", 200, "#B#"), ("/c", "", 202, "sea"), ("/", "", 400, "no letter"),
        ("/", "abc", 200, "no A+#B#+sea"), ("/?all=1", "abc", 200, "all"),
    ])
    func itIsReadMatchedAndAnswered(target: String, body: String, status: Int, answer: String) throws {
        let result = load(Self.scenario)
        let scenario = try #require(result.scenarios.first, "\(result.text)")
        let request = Request.make(body.isEmpty ? "GET" : "POST", target, body: Array(body.utf8))
        let decision = Engine.decide(request, scenario: scenario, state: SessionState(scenario))
        guard case .answer(let answered) = decision else {
            Issue.record("\(decision)")
            return
        }
        let script = answered.plan.script
        #expect(script.status == status)
        #expect(script.description.contains("\"\(answer)\""), "\(script)")
    }

    @Test func whatIsWrongWithItIsSaid() {
        let result = load(
            #"""
            { "system": "letters", "settings": { "capital": true }, "rules": [
              { "match": { "letter": "by" }, "steps": [ { "fail": "blott" } ] },
              { "match": { "batch": true, "letter": "a" }, "steps": [ { "reply": {} } ] } ] }
            """#)
        for message in [
            #"unknown field "capital" in the "settings" of letters; did you mean "capitals"?"#,
            #""letter" is one letter in letters; did you mean "b"?"#,
            #"did you mean "letters/blot"?"#,
            #"a batch that is taken as one request has no "letter" of its own to match"#,
        ] { #expect(result.text.contains(message), "\(result.text)") }
        #expect(
            load(#"{ "rules": [ { "match": { "letter": "a" }, "steps": [ { "reply": {} } ] } ] }"#).text.contains(
                #""letter" is for the system letters; this scenario has no "system""#))
    }

    @Test func theSchemaAndTheCatalogueHaveIt() {
        let schema = ScenarioSchema(Self.catalogue).text
        for name in ["letters.match", "The letter that is asked for.", "letters/blot", "capitals"] {
            #expect(schema.contains(name), "\(name)")
        }
        #expect(Self.catalogue["letters/blot"]?.name == "letters/blot")
        #expect(Self.catalogue.names.contains("letters/blot"))
    }
}
