import Bytes
import Catalogue
import Engine
import JSONText
import Rules
import ScenarioFiles
import Systems
import TestSupport
import Testing
import Wire

/// A batch of many calls costs no more than its calls: what belongs to the whole request is judged once.
@Suite struct BatchCostTests {
    private func scenario(_ text: String, _ patterns: any PatternCompiler = PlainPatterns()) throws -> CompiledScenario
    {
        var numbering = ScriptNumbering()
        let result = ScenarioLoader(source: NoSource(), patterns: patterns, encoder: StoredEncoder(), failures: .all)
            .load(Array(text.utf8), name: "test", file: "test.json", numbering: &numbering)
        return try #require(result.scenarios.first, "\(result.text)")
    }

    private func batch(_ count: Int, _ more: String = "") -> [UInt8] {
        let calls = (1...count).map { #"{"jsonrpc":"2.0","method":"a","id":\#($0)\#(more)}"# }
        return Array("[\(calls.joined(separator: ","))]".utf8)
    }

    private func request(_ body: [UInt8]) -> Request {
        Request.make(
            "POST", "/?q=1",
            fields: [("Cookie", "c=1"), ("H", "1"), ("Content-Type", "application/x-www-form-urlencoded")],
            body: body)
    }

    @Test(arguments: [
        #""body": { "search": "p" }"#, #""headers": { "h": { "search": "p" } }"#,
        #""query": { "q": { "search": "p" } }"#,
        #""cookies": { "c": { "search": "p" } }"#,
        #""any": [ { "headers": { "h": { "search": "p" } } }, { "rpc": "b" } ]"#,
        #""headers": { "h": { "search": "p", "not": "{{variables.v}}" } }"#,
        #""body": { "search": "p", "not": "{{variables.v}}" }"#,
    ])
    func whatBelongsToTheWholeRequestIsJudgedOnce(_ match: String) throws {
        let count = CountingPatterns()
        let scenario = try scenario(
            """
            { "system": "jsonrpc", "variables": { "v": 1 },
              "rules": [ { "match": { \(match) }, "steps": [ { "reply": { "result": 1 } } ] } ] }
            """, count)
        let state = SessionState(scenario)
        guard case .answer(let answer) = Engine.decide(request(batch(100)), scenario: scenario, state: state) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.rule == EngineAnswer.system)
        // For the batch as one request, and once for all of its calls.
        #expect((1...2).contains(count.judged))
    }

    @Test func whatTheVariablesDecideIsAskedAgainOnceTheyAreOthers() throws {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "variables": { "v": 1 }, "rules": [
              { "match": { "headers": { "h": "{{variables.v}}" } },
                "steps": [ { "reply": { "result": "{{variables.v}}" }, "set": { "v": "{{hit}}2" } } ] } ],
              "otherwise": { "reply": { "result": "other" } } }
            """#)
        _ = golden.decide(request(batch(3)))
        #expect(golden.state.hits(of: 0) == 1)
        #expect(golden.state.hits(of: -1) == 2)
    }

    /// There is nothing that it is too large beside.
    @Test func theOnlyAnswerOfABatchMayBeOfAnySize() {
        let many = Array(repeating: #""{{request.body}}""#, count: 70).joined(separator: ",")
        let golden = Golden(#"{ "system": "jsonrpc", "rules": [ { "reply": { "result": [ \#(many) ] } } ] }"#)
        let body = batch(1, #","params":["\#(String(repeating: "x", count: 1_000_000))"]"#)
        guard case .answer(let answer) = golden.decide(Request.make("POST", "/", body: body)) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.notes.isEmpty && answer.plan.script.contentCount > Reading.maximumAnswerBytes)
    }

    @Test func anAnswerThatWouldBeFarTooLargeIsAnInternalError() throws {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "rules": [
              { "match": { "batch": true, "path": "/whole" }, "steps": [ { "reply": { "result": "{{request.body}}" } } ] },
              { "steps": [ { "reply": { "result": "{{request.body}}" } } ] } ] }
            """#)
        // A hundred answers with a megabyte each.
        let body = batch(100, #","params":["\#(String(repeating: "x", count: 10_000))"]"#)
        for path in ["/", "/whole"] {
            guard case .answer(let answer) = golden.decide(Request.make("POST", path, body: body)) else {
                Issue.record("no answer")
                continue
            }
            #expect(answer.notes == .tooLarge)
            #expect(
                answer.plan.script.body
                    == #"{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":null}"#)
        }
        // Each call has its hit, answered or not, as when the request is decided in steps.
        #expect(golden.state.hits(of: 1) == 100)
        guard case .answer(let answer) = golden.decide(Request.make("POST", "/", body: batch(100))) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.notes == [])
    }
}
