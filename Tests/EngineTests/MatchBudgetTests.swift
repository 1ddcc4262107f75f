import Catalogue
import Engine
import Rules
import ScenarioFiles
import Synchronization
import Systems
import TestSupport
import Testing
import Wire

/// All patterns of a request take their steps from one budget. Once it is used up, no pattern makes a rule match.
@Suite struct MatchBudgetTests {
    /// Takes so many steps for each value, finds nothing, and counts how often it is asked.
    private final class Costly: PatternCompiler, Pattern {
        let cost: Int
        let count = Atomic(0)

        init(_ cost: Int) { self.cost = cost }

        func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> { .success(self) }
        func matchesWhole(_ bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
            count.add(1, ordering: .relaxed)
            steps -= cost
            return steps < 0 ? .overLimit : .unmatched
        }
        func found(in bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome { matchesWhole(bytes, &steps) }
    }

    private static let form = [("Content-Type", "application/x-www-form-urlencoded")]

    private func scenario(_ rules: String, _ patterns: any PatternCompiler, _ more: String = "") throws
        -> CompiledScenario
    {
        var numbering = ScriptNumbering()
        let text = "{ \(more) \"variables\": { \"a\": \"x\" }, \"rules\": [ \(rules) ] }"
        let result = ScenarioLoader(source: NoSource(), patterns: patterns, encoder: StoredEncoder(), failures: .all)
            .load(Array(text.utf8), name: "test", file: "test.json", numbering: &numbering)
        return try #require(result.scenarios.first, "\(result.text)")
    }

    private func rule(_ match: String) -> String { "{ \"match\": { \(match) }, \"steps\": [ { \"reply\": {} } ] }" }

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
    func allValuesHaveOneBudget(match: String, target: String, body: String) throws {
        let request = Request.make("POST", target, fields: Self.form, body: Array(body.utf8))
        // Beside a variable too, where the request's own part is judged twice.
        let open = match.replacing("\"x\" }", with: #""x", "endsWith": "{{variables.a}}" }"#)
        let inside = #""any": [ { "variables": { "a": "x" }, \#(match) } ]"#
        for match in [match, open, inside, "\"not\": { \(match) }"] {
            let patterns = Costly(10)
            let scenario = try scenario(rule(match), patterns)
            var budget = MatchBudget(steps: 100)
            let decision = Engine.decide(
                request, scenario: scenario, state: SessionState(scenario), clock: EngineClock(), budget: &budget)
            // The one that ends it included.
            #expect(patterns.count.load(ordering: .relaxed) <= 11)
            guard case .unmatched = decision else {
                Issue.record("it matched: \(match)")
                continue
            }
            #expect(budget.unmatchedRule == 0)
        }
    }

    @Test func allRulesHaveOneBudget() throws {
        let patterns = Costly(10)
        let rules = (0..<30).map { rule(#""headers": { "h": { "search": "p\#($0)" } }"#) }
        let scenario = try scenario(rules.joined(separator: ","), patterns)
        var budget = MatchBudget(steps: 100)
        _ = Engine.decide(
            Request.make("GET", "/", fields: [("h", "v")]), scenario: scenario, state: SessionState(scenario),
            clock: EngineClock(), budget: &budget)
        #expect(patterns.count.load(ordering: .relaxed) == 10)
        #expect(budget.unmatchedRule == 10)
    }

    @Test func theHeadAndTheBodyHaveOneBudget() throws {
        let patterns = Costly(40)
        let scenario = try scenario(
            rule(#""headers": { "h": { "search": "p" } }"#) + "," + rule(#""body": "x""#), patterns)
        let request = Request.make("POST", "/", fields: [("h", "v")], body: [UInt8(ascii: "x")])
        request.isBodyComplete = false
        var budget = MatchBudget(steps: 100)
        let state = SessionState(scenario)
        let atHead = Engine.decide(request, scenario: scenario, state: state, clock: EngineClock(), budget: &budget)
        guard case .needsBody = atHead else {
            Issue.record("decided at the head")
            return
        }
        request.isBodyComplete = true
        let atEnd = Engine.decide(request, scenario: scenario, state: state, clock: EngineClock(), budget: &budget)
        guard case .answer(let answer) = atEnd else {
            Issue.record("no answer")
            return
        }
        #expect(answer.rule == 1)
        #expect(patterns.count.load(ordering: .relaxed) == 2)
        #expect(budget.unmatchedRule == nil)
        #expect(budget.forDifferences.unmatchedRule == nil)
    }

    @Test func allCallsOfABatchHaveOneBudget() throws {
        let call = #"{"jsonrpc":"2.0","method":"aaaa","id":1}"#
        let batch = "[" + Array(repeating: call, count: 10_000).joined(separator: ",") + "]"
        let patterns = Costly(10)
        let scenario = try scenario(
            #"{ "match": { "rpc": { "matches": "(a+)+" } }, "steps": [ { "reply": { "result": 1 } } ] }"#, patterns,
            #""system": "jsonrpc","#)
        var budget = MatchBudget(steps: 100)
        let decision = Engine.decide(
            Request.make("POST", "/", body: Array(batch.utf8)), scenario: scenario, state: SessionState(scenario),
            clock: EngineClock(), budget: &budget)
        #expect(patterns.count.load(ordering: .relaxed) == 10)
        #expect(budget.unmatchedRule == 0)
        guard case .answer(let answer) = decision else {
            Issue.record("no answer")
            return
        }
        #expect(answer.plan.script.body.count { $0 == "{" } == 20_000)
    }

    /// `endless` is over the limit: what a rule asks beside it decides where it can, and else the rule does not match.
    @Test(arguments: [
        (#""not": { "headers": { "a": { "matches": "x" } } }"#, false),
        (#""not": { "not": { "headers": { "a": { "matches": "x" } } } }"#, false),
        (#""not": { "headers": { "a": { "matches": "x" } }, "method": "PUT" }"#, true),
        (#""not": { "any": [ { "cookies": { "a": { "search": "x" } } }, { "method": "GET" } ] }"#, false),
        (#""any": [ { "headers": { "a": { "matches": "x" } } }, { "method": "GET" } ]"#, true),
        (#""any": [ { "headers": { "a": { "matches": "x" } } }, { "method": "PUT" } ]"#, false),
        (#""any": [ { "not": { "headers": { "a": { "matches": "x" } } } } ]"#, false),
        (#""not": { "headers": { "a": { "matches": "x", "endsWith": "{{variables.a}}" } } }"#, true),
        (#""not": { "headers": { "a": { "matches": "x", "endsWith": "s" } }, "variables": { "a": "x" } }"#, false),
        (#""not": { "headers": { "a": { "matches": "x" } }, "variables": { "a": "y" } }"#, true),
    ])
    func noRuleMatchesByAPatternOverTheLimit(match: String, matches: Bool) throws {
        let scenario = try scenario(rule(match), PlainPatterns())
        var budget = MatchBudget()
        let decision = Engine.decide(
            Request.make("GET", "/", fields: [("a", "endless"), ("Cookie", "a=endless")]), scenario: scenario,
            state: SessionState(scenario), clock: EngineClock(), budget: &budget)
        let isAnswer = if case .answer = decision { true } else { false }
        #expect(isAnswer == matches)
        #expect(budget.unmatchedRule == (matches ? nil : 0))
    }

    // MARK: Waiting for variables

    private func waiting(_ count: Int) -> String {
        (0..<count).map { number in
            #"""
            { "match": { "path": "/wait\#(number)" }, "steps": [ { "reply": {},
              "delay": { "until": { "variables": { "a": { "matches": "go" } } }, "atMost": "1m" } } ] }
            """#
        }.joined(separator: ",") + #"""
            , { "match": { "path": "/set" }, "steps": [ { "reply": {}, "set": { "a": "{{request.query.to}}" } } ] }
            """#
    }

    private func hold(_ target: String, _ scenario: CompiledScenario, _ state: SessionState) throws -> AnswerHold {
        guard
            case .waits(let taken) = Engine.decide(Request.make("GET", target), scenario: scenario, state: state),
            let hold = taken.hold
        else { throw CancellationError() }
        return hold
    }

    @Test func whoWaitsForTheSameIsJudgedOnceForAChange() throws {
        let patterns = Costly(10)
        let scenario = try scenario(waiting(1), patterns)
        let state = SessionState(scenario)
        let holds = try (0..<50).map { _ in try hold("/wait0", scenario, state) }
        let before = patterns.count.load(ordering: .relaxed)
        _ = Engine.decide(Request.make("GET", "/set?to=y"), scenario: scenario, state: state)
        #expect(patterns.count.load(ordering: .relaxed) == before + 1)
        #expect(holds.allSatisfy { $0.delay > 0 })
    }

    @Test func allWhoWaitHaveTheBudgetOfTheRequestThatChangesVariables() throws {
        let patterns = Costly(10)
        let scenario = try scenario(waiting(50), patterns)
        let state = SessionState(scenario)
        let holds = try (0..<50).map { try hold("/wait\($0)", scenario, state) }
        let before = patterns.count.load(ordering: .relaxed)
        var budget = MatchBudget(steps: 100)
        _ = Engine.decide(
            Request.make("GET", "/set?to=y"), scenario: scenario, state: state, clock: EngineClock(), budget: &budget)
        #expect(patterns.count.load(ordering: .relaxed) <= before + 11)
        // No rule is to blame.
        #expect(budget.unmatchedRule == nil)
        #expect(holds.allSatisfy { $0.delay > 0 })
    }

    @Test func whoWasNotJudgedForAChangeIsJudgedForTheNext() throws {
        let scenario = try scenario(waiting(1), PlainPatterns())
        let state = SessionState(scenario)
        let hold = try hold("/wait0", scenario, state)
        _ = Engine.decide(Request.make("GET", "/set?to=endless"), scenario: scenario, state: state)
        #expect(hold.delay > 0)
        _ = Engine.decide(Request.make("GET", "/set?to=go"), scenario: scenario, state: state)
        #expect(hold.delay == 0)
    }

    /// Whoever asks for what no rule takes gets no more steps by it.
    @Test func aNearMissHasWhatIsLeft() throws {
        let patterns = Costly(10)
        let scenario = try scenario(rule(#""headers": { "h": { "search": "p" } }"#), patterns)
        let request = Request.make("GET", "/", fields: [("h", "v")])
        for (steps, count) in [(5, 1), (15, 2), (25, 2)] {
            let before = patterns.count.load(ordering: .relaxed)
            var budget = MatchBudget(steps: steps)
            _ = Engine.decide(
                request, scenario: scenario, state: SessionState(scenario), clock: EngineClock(), budget: &budget)
            #expect(NearMiss.nearest(request, scenario, budget.forDifferences) != nil)
            #expect(patterns.count.load(ordering: .relaxed) == before + count)
        }
    }
}
