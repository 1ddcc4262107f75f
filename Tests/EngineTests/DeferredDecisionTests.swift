import Bytes
import Engine
import Rules
import Testing
import Wire

/// Which requests are decided in steps. That the decision is the same is checked of every request that a `Golden` tells.
@Suite struct DeferredDecisionTests {
    private static func isDeferred(_ match: String, _ body: [UInt8], isComplete: Bool = true) -> Bool {
        let golden = Golden(#"{ "rules": [ { "match": { \#(match) }, "reply": {} } ] }"#)
        let request = Request.make("POST", "/", body: body)
        request.isBodyComplete = isComplete
        return DeferredDecision(ifLong: request, golden.scenario, MatchBudget()) != nil
    }

    private static let json = #""json": { "/a": 1 }"#
    private static let pattern = #""body": { "search": "a" }"#
    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0x30, count: count) }

    @Test func bodiesThatAreParsedUpTo256KiBAreDecidedInOneStep() {
        #expect(!Self.isDeferred(Self.json, Self.zeros(256 << 10)))
        #expect(Self.isDeferred(Self.json, Self.zeros(256 << 10 | 1)))
        #expect(!Self.isDeferred(Self.json, Self.zeros(256 << 10 | 1), isComplete: false))
    }

    @Test func bodiesThatNothingReadsAreNotLarge() {
        #expect(!Self.isDeferred(#""path": "/""#, Self.zeros(1 << 20)))
    }

    @Test func bodiesUnderAPatternUpTo64KiBAreDecidedInOneStep() {
        let forms = [
            Self.pattern, #""not": { \#(Self.pattern) }"#, #""any": [ { "form": { "a": { "matches": "x" } } } ]"#,
            #""json": { "/a": { "not": { "search": "x" } } }"#,
        ]
        for form in forms {
            #expect(!Self.isDeferred(form, Self.zeros(64 << 10)), "\(form)")
            #expect(Self.isDeferred(form, Self.zeros(64 << 10 | 1)), "\(form)")
        }
        #expect(!Self.isDeferred(#""headers": { "A": { "search": "x" } }, \#(Self.json)"#, Self.zeros(64 << 10 | 1)))
    }

    @Test(arguments: ["a&", "1,", "<a>"]) func bodiesOfUpTo20000FieldsAreDecidedInOneStep(field: String) {
        let fields = Array(String(repeating: field, count: 19_999).utf8)
        #expect(!Self.isDeferred(Self.json, fields + Self.zeros(10_000)))
        #expect(Self.isDeferred(Self.json, fields + Array(field.utf8) + Self.zeros(10_000)))
    }

    @Test(arguments: [
        ("jsonrpc", "[", ",", "1", "]"), ("jsonrpc", " [", ",", #"{"id":1}"#, "]"),
        ("xmlrpc", "<a>", "", String(repeating: "<b/>", count: 10), "</a>"),
    ])
    func batchesOfUpTo500CallsAreDecidedInOneStep(
        system: String, start: String, separator: String, call: String, end: String
    ) {
        let golden = Golden(#"{ "system": "\#(system)", "rules": [ { "reply": { "result": 1 } } ] }"#)
        func isDeferred(_ count: Int) -> Bool {
            let calls = Array(repeating: call, count: count).joined(separator: separator)
            let request = Request.make("POST", "/", body: Array((start + calls + end).utf8))
            return DeferredDecision(ifLong: request, golden.scenario, MatchBudget()) != nil
        }
        #expect(!isDeferred(499))
        #expect(isDeferred(501))
    }

    @Test func aCallWithManyValuesIsNoBatch() {
        let golden = Golden(#"{ "system": "jsonrpc", "rules": [ { "reply": { "result": 1 } } ] }"#)
        let body = #"{"jsonrpc":"2.0","method":"a","params":[\#(String(repeating: "1,", count: 5_000))1]}"#
        let request = Request.make("POST", "/", body: Array(body.utf8))
        #expect(DeferredDecision(ifLong: request, golden.scenario, MatchBudget()) == nil)
    }

    @Test func manyRulesTogetherCompareUpTo4MiBInOneStep() {
        let rules = (0..<1024).map { #"{ "match": { "body": { "contains": "a\#($0)b" } }, "reply": {} }"# }
        let golden = Golden(#"{ "rules": [ \#(rules.joined(separator: ",")) ] }"#)
        for count in [4096, 4097] {
            let request = Request.make("POST", "/", body: Self.zeros(count))
            let deferred = DeferredDecision(ifLong: request, golden.scenario, MatchBudget())
            #expect((deferred != nil) == (count > 4096))
        }
    }

    /// Patterns that are themselves and take twenty steps, as short ones of PCRE2 do.
    private struct TwentySteps: PatternCompiler {
        struct Word: Pattern {
            let bytes: [UInt8]

            func matchesWhole(_ value: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
                steps -= 20
                if steps < 0 { return .overLimit }
                return value.elementsEqual(bytes) ? .matched : .unmatched
            }

            func found(in value: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
                matchesWhole(value, &steps)
            }
        }

        func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> {
            .success(Word(bytes: Array(pattern.utf8)))
        }
    }

    @Test func aRequestThatManyPatternsAreComparedWithIsDecidedInSteps() {
        let rules = (0..<20_000).map { #"{ "match": { "headers": { "X": { "search": "a\#($0)b" } } }, "reply": {} }"# }
        let first = #"{ "match": { "path": "/first" }, "reply": {} }"#
        for count in [499, 20_000] {
            let text = #"{ "rules": [ \#(([first] + rules.prefix(count)).joined(separator: ",")) ] }"#
            let golden = Golden(text, patterns: TwentySteps())
            func isDeferred(_ target: String, _ fields: [(String, String)], _ steps: Int = MatchBudget.limit) -> Bool {
                let request = Request.make("GET", target, fields: fields)
                return DeferredDecision(ifLong: request, golden.scenario, MatchBudget(steps: steps)) != nil
            }
            #expect(isDeferred("/other", [("X", "c")]) == (count == 20_000))
            #expect(!isDeferred("/first", [("X", "c")]))
            // Matches one of the first.
            #expect(!isDeferred("/other", [("X", "a7b")]))
            // No pattern is compared.
            #expect(!isDeferred("/other", []))
            #expect(!isDeferred("/other", [("X", "c")], 0))
        }
    }

    @Test func aHitThatIsTakenIsKnownBeforeTheAnswerIs() {
        let golden = Golden.steps(#"{ "times": 1, "reply": { "text": "{{hit}}" } }, { "reply": {} }"#)
        func take() -> TakenRequest {
            DeferredDecision(.make("POST", "/", body: [0x30]), golden.scenario, MatchBudget()).match()
                .take(from: golden.state, EngineClock())
        }
        let (first, second) = (take(), take())
        #expect(first.hit.map { [Int($0.rule), Int($0.step), Int($0.hit)] } == [0, 0, 1])
        #expect(second.hit.map { [Int($0.rule), Int($0.step), Int($0.hit)] } == [0, 1, 2])
        // Hits are counted in the order of the second step, whatever is answered first.
        _ = second.decide()
        guard case .answer(let answer) = first.decide().decision else {
            Issue.record("no answer")
            return
        }
        #expect(answer.plan.script.body == "1")
    }

    @Test func aBatchWhoseAnswersAreTooLargeTakesTheHitsOfAllItsCalls() {
        let result = String(repeating: "x", count: 4 << 20)
        let golden = Golden(#"{ "system": "jsonrpc", "rules": [ { "reply": { "result": "\#(result)" } } ] }"#)
        let call = #"{"jsonrpc":"2.0","id":1,"method":"a"}"#
        func tell(_ body: String) -> String {
            golden.tell(.make("POST", "/", fields: [("Content-Type", "application/json")], body: Array(body.utf8)))
        }
        let batch = tell("[" + Array(repeating: call, count: 30).joined(separator: ",") + "]")
        #expect(batch.hasPrefix("rule \(EngineAnswer.system) "))
        // `tell` compares the number of the hit with that of the decision in steps.
        #expect(tell(call).hasPrefix("rule 0 step 0 hit 31"))
    }

    @Test func aMissNamesTheNearestRule() {
        let golden = Golden(#"{ "rules": [ { "name": "only", "match": { "json": { "/a": 1 } }, "reply": {} } ] }"#)
        let request = Request.make("POST", "/", body: Array(#"{"a":2}"#.utf8))
        let decided = DeferredDecision(request, golden.scenario, MatchBudget()).match()
            .take(from: golden.state, EngineClock()).decide()
        #expect(decided.miss == NearMiss.nearest(request, golden.scenario))
        #expect(decided.miss?.rule == "only")
    }
}
