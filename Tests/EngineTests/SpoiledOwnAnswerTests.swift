import Rules
import Testing
import Wire

@testable import Engine

/// A failure that spoils what the document store answers by itself, which nobody knows when the scenario is loaded.
@Suite struct SpoiledOwnAnswerTests {
    private let golden = Golden(
        #"""
        { "system": "documents",
          "settings": { "store": { "/cut.txt": { "text": "one" }, "/short.txt": { "text": "one" } } },
          "rules": [
            { "match": { "document": "/cut.txt" }, "steps": [
              { "fail": "tcp/reset-mid-body", "with": { "after": 120 } } ] },
            { "match": { "document": "/short.txt" }, "steps": [
              { "fail": "http/truncated-json", "with": { "after": 120 } } ] } ] }
        """#)

    private func answer(_ request: Request) throws -> EngineAnswer {
        guard case .answer(let answer) = golden.decide(request) else { throw Nothing() }
        return answer
    }

    private struct Nothing: Error {}

    @Test func aBodyThatIsShorterThanTheCutIsSentWholeAndThenEndsSo() throws {
        let answer = try answer(.make("GET", "/cut.txt"))
        #expect(answer.plan.script.ending == .reset)
        #expect(answer.plan.script.description.contains("one"))
        #expect(answer.notes.isEmpty)
    }

    @Test func whatWouldChangeNothingIsNoted() throws {
        let answer = try answer(.make("GET", "/short.txt"))
        #expect(answer.plan.script.ending == .complete)
        #expect(answer.plan.script.description.contains("one"))
        #expect(answer.notes == .notSpoiled)
    }

    @Test func anAnswerWithoutABodyIsNotCut() throws {
        let answer = try answer(.make("DELETE", "/cut.txt"))
        #expect(answer.plan.script.status == 204 && answer.plan.script.ending == .complete)
        #expect(answer.notes == .notSpoiled)
    }
}
