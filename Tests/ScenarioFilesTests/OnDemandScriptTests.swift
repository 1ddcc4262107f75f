@testable import Rules
@testable import ScenarioFiles
import Testing
import Wire

/// Large answers out of a few words of a scenario are made when they are first sent.
@Suite struct OnDemandScriptTests {
    private static func source(_ step: String) -> CompiledAnswer.Source? {
        let result = load("{ \"rules\": [ { \"steps\": [ \(step) ] } ] }")
        #expect(result.text == "")
        guard case .answer(let answer)? = result.scenarios.first?.rules.first?.steps.first?.act else { return nil }
        #expect(!answer.isDynamic)
        return answer.source
    }

    @Test func aLargeFieldIsMadeForTheFirstWhoGetsIt() throws {
        let step = #"{ "fail": "http/oversized-header", "with": { "size": "400KiB" } }"#
        guard case .onDemand(let script)? = Self.source(step) else {
            Issue.record("made at load")
            return
        }
        #expect(script.value.size > 400 << 10)
        #expect(script.value.number > 0)
        guard case .head(let head, _, _, _)? = script.value.actions.first else {
            Issue.record("no head")
            return
        }
        #expect(head.first("x-oversized")?.count == 400 << 10)
    }

    @Test(arguments: [
        #"{ "fail": "http/oversized-header", "with": { "size": "1KiB" } }"#,
        #"{ "fail": "http/oversized-header", "with": { "size": "400KiB" }, "cut": { "after": "50%", "end": "reset" } }"#,
    ])
    func othersAreMadeAtLoad(step: String) {
        guard case .script? = Self.source(step) else {
            Issue.record("not made at load")
            return
        }
    }
}
