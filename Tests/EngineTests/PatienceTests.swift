import Catalogue
import Engine
import Scenario
import Synchronization
import Testing
import Wire

/// Patterns that are given up on, again and again: one request does not wait for all of them.
@Suite struct PatienceTests {
    /// Gives up on everything, and counts how often it is asked.
    private final class Endless: PatternCompiler, Pattern {
        let count = Atomic(0)
        func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> { .success(self) }
        func matchesWhole(_ bytes: ArraySlice<UInt8>) -> PatternOutcome {
            count.add(1, ordering: .relaxed)
            return .overLimit
        }
        func found(in bytes: ArraySlice<UInt8>) -> PatternOutcome { matchesWhole(bytes) }
    }

    private func decide(_ match: String, system: Bool = false, _ request: Request) throws -> (EngineDecision, Int) {
        let patterns = Endless()
        var numbering = ScriptNumbering()
        let text = """
            { \(system ? "\"system\": \"jsonrpc\"," : "") "variables": { "a": "x" },
              "rules": [ { "match": { \(match) }, "steps": [ { "reply": {} } ] } ] }
            """
        let result = ScenarioLoader(source: NoSource(), patterns: patterns, dialects: [JSONRPC()])
            .load(Array(text.utf8), name: "test", file: "test.json", numbering: &numbering)
        let scenario = try #require(result.scenarios.first, "\(result.text)")
        let decision = Engine.decide(request, scenario: scenario, state: SessionState(scenario))
        return (decision, patterns.count.load(ordering: .relaxed))
    }

    private static let form = [("Content-Type", "application/x-www-form-urlencoded")]

    @Test(arguments: [
        (
            #""json": { "/*": { "search": "x" } }"#, "/",
            "[" + Array(repeating: "\"a\"", count: 500).joined(separator: ",") + "]"
        ),
        (#""form": { "a": { "search": "x" } }"#, "/", Array(repeating: "a=1", count: 500).joined(separator: "&")),
        (
            #""query": { "a": { "matches": "x" } }"#, "/?" + Array(repeating: "a=1", count: 500).joined(separator: "&"),
            ""
        ),
    ])
    func onlySoManyValuesAreTried(match: String, target: String, body: String) throws {
        let request = Request.make("POST", target, fields: Self.form, body: Array(body.utf8))
        let (decision, count) = try decide(match, request)
        #expect(count == Patience.most)
        guard case .unmatched(let miss) = decision else {
            Issue.record("it matched")
            return
        }
        #expect(miss.patternOverLimit)
        // Beside a variable too, where the request's own part is judged twice.
        let open = match.replacing("\"x\" }", with: #""x", "endsWith": "{{variable.a}}" }"#)
        #expect(try decide(open, request).1 <= 2 * Patience.most)
        let inside = #""any": [ { "variables": { "a": "x" }, MATCH } ]"#.replacing("MATCH", with: match)
        #expect(try decide(inside, request).1 <= 2 * Patience.most)
    }

    @Test func callsBehindVeryManyMeetNoRule() throws {
        let call = #"{"jsonrpc":"2.0","method":"aaaa","id":1}"#
        let batch = "[" + Array(repeating: call, count: 10_000).joined(separator: ",") + "]"
        let (decision, count) = try decide(
            #""rpc": { "matches": "(a+)+" }"#, system: true, Request.make("POST", "/", body: Array(batch.utf8)))
        #expect(count == Patience.most)
        guard case .answer(let answer) = decision else { return }
        #expect(answer.patternOverLimit)
        #expect(answer.plan.script.body.count { $0 == "{" } == 20_000)
    }
}
