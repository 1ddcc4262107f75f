import Catalogue
import Rules
import ScenarioFiles
import Systems
import Testing
import Wire

/// A rule of one step can have the fields of that step itself.
@Suite struct OnlyStepTests {
    private static let steps = [
        #""reply": { "text": "hello" }"#, #""fail": "tcp/reset", "delay": "1s""#,
        #""fail": "tcp/reset-mid-body", "with": { "after": 2 }, "reply": { "text": "hello" }"#,
        #""reply": { "text": "hello" }, "pace": "10B/s""#,
        #""reply": { "text": "a" }, "cut": { "after": 0, "end": "reset" }"#,
        #""fail": 503, "with": { "message": "a" }"#,
    ]

    private func onlyRule(_ members: String) -> String {
        let result = load("{ \"rules\": [ { \(members) } ] }")
        guard let rule = result.scenarios.first?.rules.first, case .answer(let answer) = rule.steps[0].act else {
            return result.text
        }
        guard case .script(let script) = answer.source else { return "no script" }
        return "\(rule.steps.count) \(String(describing: rule.steps[0].delay)) \(script)"
    }

    @Test(arguments: steps) func bothFormsAreTheSame(step: String) {
        let listed = onlyRule("\"name\": \"r\", \"steps\": [ { \(step) } ]")
        #expect(listed.hasPrefix("1 "), "\(listed)")
        #expect(onlyRule("\"name\": \"r\", \(step)") == listed)
    }

    @Test func timesAndForAreThoseOfTheStep() {
        for end in ["loop", "pass"] {
            for times in [#""times": 2"#, #""for": "2s""#] {
                #expect(ruleMessages("\"fail\": 503, \(times), \"atEnd\": \"\(end)\"") == [])
            }
        }
        let rules = load(#"{ "rules": [ { "fail": 503, "times": 2, "atEnd": "pass" }, { "reply": {} } ] }"#).scenarios[
            0]
        #expect(rules.rules[0].lastHit == 2)
    }

    @Test(arguments: [
        (
            #""fail": 503, "steps": [ { "reply": {} } ]"#, 16,
            #""fail" cannot stand beside "steps"; a rule has a list of steps, or itself the fields of its only step"#
        ),
        (
            #""steps": [ { "reply": {} } ], "delay": "1s""#, 46,
            #""delay" cannot stand beside "steps"; a rule has a list of steps, or itself the fields of its only step"#
        ),
        (#""name": "r""#, 24, #"rule "r" needs "reply", "fail", "choose", "pass" or "steps""#),
        (#""delay": "1s""#, 14, #"a step needs "reply", "fail", "choose" or "pass""#),
        (
            #""fail": 503, "times": 2"#, 29,
            #"the last step of a rule that stays has no "times"; it is repeated for ever; to end it, add "atEnd": "pass" to the rule (or "loop")"#
        ),
        (
            #""fail": 503, "weight": 2"#, 29,
            #"unknown field "weight" in a rule; only an item of "choose" has a "weight""#
        ),
        (#""fial": 503"#, 16, #"unknown field "fial" in a rule; did you mean "fail"?"#),
        (
            #""reply": {}, "fail": 503"#, 16,
            #""reply" cannot stand beside "http/status/503", which is an answer of its own"#
        ),
        (#""choose": [ { "reply": {} } ], "pass": true"#, 47, #""pass" cannot stand beside "choose""#),
    ])
    func whatIsRefused(members: String, column: Int, message: String) {
        #expect(messages("{ \"rules\": [ { \(members) } ] }") == ["1:\(column): error: \(message)"])
    }

    @Test func theStateOfASystemIsChangedByItToo() {
        let text =
            #"{ "system": "documents", "rules": [ { "match": { "operation": "save" }, "pass": true, "store": { "/a": { "text": "x" } } } ] }"#
        #expect(messages(text, dialects: FailureIndex.all.dialects) == [])
        #expect(
            ruleMessages(#""reply": {}, "store": {}"#) == [
                #"error: "store" is for the system documents; this scenario has no "system""#
            ])
    }

    @Test func aCodeInPlainHTTPIsAStatus() {
        for code in ["503", "\"503\"", "\"http/status/503\""] {
            #expect(plan("{ \"fail\": \(code) }") == plan(#"{ "fail": "http/status/503" }"#))
        }
        #expect(plan(#"{ "fail": 503 }"#).hasPrefix("head 503 "))
    }

    @Test func overARateLimitIsA429() {
        func over(_ then: String) -> String {
            let text = "{ \"rules\": [ { \"rateLimit\": { \"allow\": 1, \"per\": \"1s\" \(then) }, \"reply\": {} } ] }"
            guard let rule = load(text).scenarios.first?.rules.first?.limit?.then,
                case .answer(let answer) = rule.steps[0].act
            else { return load(text).text }
            switch answer.source {
            case .script(let script), .reply(_, let script): return script.description
            case .onDemand(let script): return script.value.description
            case .negotiated(let answers): return answers.coded.script.description
            case .perRequest, .laidOut, .fromSystemAnswer: return "made for each request"
            }
        }
        #expect(over("").contains("429"), "\(over(""))")
        #expect(over("") == over(#", "then": { "fail": 429 }"#))
    }

    @Test func descriptionsStandAnywhere() {
        let text = #"""
            { "description": "a", "rules": [
              { "description": "b", "match": { "path": "/" }, "steps": [
                { "description": "c", "fail": 503 }, { "reply": {} } ] },
              { "description": "d", "choose": [ { "description": "e", "reply": {} }, { "description": "f", "pass": true } ] } ],
              "otherwise": { "description": "g", "reply": {} } }
            """#
        #expect(messages(text) == [])
        #expect(
            stepMessages(#"{ "description": 1, "reply": {} }"#) == [
                #"error: "description" must be a string, not a number"#
            ])
    }
}
