import Bytes
import Engine
import Rules
import Testing
import Wire

/// Decisions without a full evaluation are the same decisions.
@Suite struct DirectDecisionTests {
    private static let rules = #"""
        { "name": "static", "match": { "path": "/static" }, "steps": [ { "reply": { "text": "a" }, "times": 2 },
          { "reply": { "text": "b" }, "delay": "2s" } ] },
        { "name": "made", "match": { "path": "/made/{id}" }, "atEnd": "loop", "steps": [
          { "reply": { "text": "{{request.path.id}} {{hit}} {{uuid}} {{now.iso}} {{request.query.q}}" }, "times": 2 },
          { "reply": { "status": 418, "json": { "hit": "{{hit}}" } }, "delay": "1s" },
          { "reply": { "text": "plain" } } ] },
        { "name": "mixed", "match": { "path": "/mixed" }, "steps": [ { "reply": { "text": "{{hit}}" } },
          { "reply": { "text": "{{hit}}", "headers": { "X-Hit": "{{hit}}" } } } ] }
        """#

    /// With a variable, everything is under the session's lock, and each decision is a full evaluation.
    private static func golden(_ variables: String) -> Golden {
        Golden("{ \"seed\": 5, \(variables) \"rules\": [ \(rules) ] }")
    }

    @Test(arguments: [nil, 9]) func theyAreThoseOfAFullEvaluation(seed: Int64?) throws {
        let (direct, full) = (Self.golden(""), Self.golden(#""variables": { "unused": 1 },"#))
        #expect(direct.scenario.isDirect)
        #expect(!full.scenario.isDirect)
        let states = [direct, full].map { SessionState($0.scenario, seed: seed) }
        let clock = EngineClock(wallMilliseconds: 784_111_777_123)
        for number in 0..<40 {
            let target = ["/static", "/made/\(number)?q=1", "/made/x", "/mixed", "/other"][number % 5]
            let decisions = zip([direct, full], states).map { golden, state in
                Engine.decide(
                    Request.make("GET", target), scenario: golden.scenario, state: state, clock: clock)
            }
            #expect(Self.words(decisions[0]) == Self.words(decisions[1]), "\(target)")
        }
    }

    private static func words(_ decision: EngineDecision) -> String {
        switch decision {
        case .answer(let answer):
            "\(answer.rule) \(answer.step) \(answer.choice) \(answer.hit) \(answer.notes) \(answer.plan.delay)\n"
                + answer.plan.script.description
        case .unmatched(let miss): "unmatched \(miss.delay) \(miss.notes)"
        case .needsBody, .waits, .takesLong: "later"
        }
    }

    /// The head of such an answer is laid out once; that of one whose head is made too is not.
    @Test func onlyTheContentIsMade() {
        let golden = Self.golden("")
        func layout(_ target: String) -> UInt64? {
            guard
                case .answer(let answer) = Engine.decide(
                    Request.make("GET", target), scenario: golden.scenario, state: golden.state)
            else { return nil }
            return answer.plan.script.layout
        }
        let made = (0..<4).map { _ in layout("/made/a") }
        #expect(made[0] != 0 && made[0] == made[1] && made[2] != 0 && made[2] != made[0] && made[3] == 0, "\(made)")
        #expect(layout("/static") == 0)
        let mixed = [layout("/mixed"), layout("/mixed")]
        #expect(mixed[0] != 0 && mixed[1] == 0, "\(mixed)")
    }
}
