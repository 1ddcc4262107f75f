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

/// Files that are nowhere.
struct NoSource: ScenarioSource {
    func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> { .failure(.missing) }
    func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> { .failure(.missing) }
}

/// Patterns that are themselves, and give up on the value `endless`.
struct PlainPatterns: PatternCompiler {
    func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> {
        .success(Plain(bytes: Array(pattern.utf8)))
    }

    struct Plain: Pattern {
        let bytes: [UInt8]

        func matchesWhole(_ value: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
            if value.elementsEqual("endless".utf8) { return .overLimit }
            return value.elementsEqual(bytes) ? .matched : .unmatched
        }

        func found(in value: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome { matchesWhole(value, &steps) }
    }
}

/// A system whose calls are the lines of a body, each a word.
struct Words: Dialect {
    var name: String { "words" }
    var matchFields: [MatchField] { [MatchField("word", "The word.")] }
    var indexedField: Int? { 0 }
    var readsBody: Bool { true }
    var stockSuccess: Reply { Reply(status: 200, contentType: "text/plain", text: "fine") }

    func read(_ request: Request) -> Reading {
        guard !request.body.isEmpty else {
            return .unreadable(Reply(status: 400, contentType: "text/plain", text: "no words"))
        }
        let lines = request.body.split(separator: UInt8(ascii: "\n"))
        return .calls(lines.map { Call(fields: CallFields(first: Array($0)), text: Array($0)) })
    }

    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        let given = answers.compactMap(\.self)
        let bodies = given.map { reply in
            reply.body.flatMap { $0.content.bytes(0..<$0.content.count) }
        }
        var reply = Reply(status: 200, contentType: "text/plain", text: "")
        reply.head.status = given.first { $0.head.status != 200 }?.head.status ?? 200
        reply.body = [Reply.Part(.bytes(Array(bodies.joined(separator: [UInt8(ascii: "+")]))))]
        return reply
    }

    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        call.text.elementsEqual("silence".utf8)
            ? nil : Reply(status: 200, contentType: "text/plain", text: "unknown")
    }
}

/// A system whose requests are one call each, told by the head alone.
struct Heads: Dialect {
    var name: String { "toy" }
    var readsBody: Bool { false }
    var stockSuccess: Reply { Reply() }
    func read(_ request: Request) -> Reading { .calls([Call()]) }
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        answers.compactMap(\.self).first ?? Reply()
    }
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? { nil }
}

/// A scenario and what requests get from it, line by line.
struct Golden {
    let scenario: CompiledScenario
    let state: SessionState
    /// Decides the same requests in steps; nil if that would disturb a test.
    private let twin: SessionState?

    init(
        _ text: String, seed: UInt64? = nil, patterns: any PatternCompiler = PlainPatterns(),
        decidesInSteps: Bool = true
    ) {
        var numbering = ScriptNumbering()
        let result = ScenarioLoader(
            source: NoSource(), patterns: patterns, encoder: StoredEncoder(), failures: .all(with: [Words(), Heads()])
        )
        .load(Array(text.utf8), name: "test", file: "test.json", numbering: &numbering)
        if result.scenarios.isEmpty { Issue.record("\(result.text)") }
        scenario = result.scenarios.first ?? Golden.empty
        state = SessionState(scenario, seed: seed.map { Int64($0) })
        twin = decidesInSteps ? SessionState(scenario, seed: seed.map { Int64($0) }) : nil
    }

    /// One rule for everything, with these steps.
    static func steps(_ steps: String, _ more: String = "", seed: Int = 0) -> Golden {
        Golden("{ \"seed\": \(seed), \"rules\": [ { \"steps\": [ \(steps) ] \(more) } ] }")
    }

    private static var empty: CompiledScenario {
        var numbering = ScriptNumbering()
        let text = #"{ "otherwise": { "reply": {} } }"#
        return ScenarioLoader(source: NoSource(), patterns: PlainPatterns(), encoder: StoredEncoder(), failures: .all)
            .load(Array(text.utf8), name: "", file: "", numbering: &numbering).scenarios[0]
    }

    func reset() {
        state.reset()
        twin?.reset()
    }

    func decide(_ request: Request) -> EngineDecision {
        _ = decideInSteps(request)
        return Engine.decide(request, scenario: scenario, state: state)
    }

    /// The twin's decision; nil for a preflight. At the head there are no steps yet.
    private func decideInSteps(_ request: Request) -> (EngineDecision, MatchBudget)? {
        guard let twin else { return nil }
        var budget = MatchBudget()
        if !request.isBodyComplete {
            let decision = Engine.decide(
                request, scenario: scenario, state: twin, clock: EngineClock(), budget: &budget)
            return (decision, budget)
        }
        if scenario.hasCORS, !scenario.hasPreflightRules, CrossOrigin.preflight(request) != nil { return nil }
        let taken = DeferredDecision(request, scenario, budget).match().take(from: twin, EngineClock())
        guard taken.hold == nil else { return (.waits(taken), budget) }
        let decided = taken.decide()
        return (decided.decision, decided.budget)
    }

    /// The decision and the plan, as text. They are the same if the request is decided in steps.
    func tell(_ request: Request) -> String {
        var budget = MatchBudget()
        let decision = Engine.decide(
            request, scenario: scenario, state: state, clock: EngineClock(), budget: &budget)
        let told = tell(decision, budget)
        if let (decision, budget) = decideInSteps(request) {
            #expect(tell(decision, budget) == told, "decided in steps")
        }
        return told
    }

    private func tell(_ decision: EngineDecision, _ budget: MatchBudget) -> String {
        let overLimit = budget.unmatchedRule.map { " over limit in rule \($0)" } ?? ""
        switch decision {
        case .needsBody: return "needs body"
        case .unmatched(let miss):
            return "unmatched" + (miss.delay == 0 ? "" : " after \(miss.delay.durationText)") + overLimit
        case .takesLong(let taken): return tell(taken.decide().decision, budget)
        case .waits(let taken): return "waits at most \(taken.hold?.delay.durationText ?? "")"
        case .answer(let answer):
            let name = scenario.failureName(rule: answer.rule, step: answer.step, choice: answer.choice)
            let choice = answer.choice < 0 ? "" : ".\(answer.choice)"
            return "rule \(answer.rule) step \(answer.step)\(choice) hit \(answer.hit)"
                + (name.map { " \($0)" } ?? "") + overLimit + "\n"
                + answer.plan.description
        }
    }

    func tell(_ target: String, _ fields: [(String, String)] = [], method: String = "GET") -> String {
        tell(Request.make(method, target, fields: fields))
    }

    /// The first line only: who answers.
    func who(_ target: String, _ fields: [(String, String)] = [], method: String = "GET") -> String {
        String(tell(target, fields, method: method).prefix { $0 != "\n" })
    }

    /// Whether the first rule answers.
    func takes(_ target: String, _ fields: [(String, String)] = [], method: String = "GET") -> Bool {
        who(target, fields, method: method).hasPrefix("rule 0 ")
    }

    static func match(_ match: String) -> Golden {
        Golden("{ \"rules\": [ { \"match\": { \(match) }, \"steps\": [ { \"reply\": {} } ] } ] }")
    }
}
