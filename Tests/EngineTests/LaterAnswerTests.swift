@testable import Systems
import Bytes
import Catalogue
import Rules
import ScenarioFiles
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Engine

/// An answer that a system leaves for later is made when the session's lock was given back.
@Suite struct LaterAnswerTests {
    /// Whoever holds the lock cannot take it again: the process would end in `ownAnswer`. Nor is it held while the call is
    /// prepared.
    @Test func whoMakesItCanAskTheSessionAgain() throws {
        let visitor = Visitor()
        let scenario = try scenario(Visited(visitor: visitor))
        let state = SessionState(scenario)
        visitor.visit { state.systemBytes }
        guard case .answer(let answer) = Engine.decide(.make("GET", "/"), scenario: scenario, state: state) else {
            Issue.record("the system answers everything")
            return
        }
        #expect(answer.plan.script.description.contains("7 bytes while it was made, 0 before"))
    }

    /// So does one that a failure spoils.
    @Test func aSpoiledOneCanAskTheSessionAgain() throws {
        let visitor = Visitor()
        let scenario = try scenario(
            Visited(visitor: visitor), #"{ "steps": [ { "fail": "http/truncated-json", "with": { "after": 7 } } ] }"#)
        let state = SessionState(scenario)
        visitor.visit { state.systemBytes }
        guard case .answer(let answer) = Engine.decide(.make("GET", "/"), scenario: scenario, state: state) else {
            Issue.record("the rule takes everything")
            return
        }
        #expect(answer.plan.script.description.contains("7 bytes"))
    }

    private static let nothing = #"{ "match": { "path": "/nothing" }, "steps": [ { "reply": {} } ] }"#

    private func scenario(_ dialect: any Dialect, _ rule: String = Self.nothing) throws -> CompiledScenario {
        var numbering = ScriptNumbering()
        let result = ScenarioLoader(
            source: NoSource(), patterns: PlainPatterns(), encoder: StoredEncoder(), failures: .all(with: [dialect])
        )
        .load(
            Array(#"{ "system": "visited", "rules": [ \#(rule) ] }"#.utf8), name: "test", file: "test.json",
            numbering: &numbering)
        return try #require(result.scenarios.first, "\(result.text)")
    }
}

/// What is done while an answer is made.
private final class Visitor: Sendable {
    private let stored = Mutex<@Sendable () -> Int>({ 0 })

    func visit(_ act: @escaping @Sendable () -> Int) { stored.withLock { $0 = act } }
    func act() -> Int { stored.withLock { $0 }() }
}

/// A system that counts its calls, and asks a visitor while it makes an answer.
private struct Visited: Dialect {
    let visitor: Visitor

    var name: String { "visited" }
    var readsBody: Bool { false }
    var answersEverything: Bool { true }
    var stockSuccess: Reply { Reply(status: 200, contentType: "text/plain", text: "") }
    var state: (any DialectState)? { State(visitor: visitor) }
    func read(_ request: Request) -> Reading { .call(Call()) }
    func prepare(_ call: inout Call, of request: Request) { call.text = Array("\(visitor.act())".utf8) }
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        answers.compactMap(\.self).first ?? stockSuccess
    }

    struct State: DialectState {
        let visitor: Visitor
        var usedBytes = 0

        mutating func answer(_ call: Call, in context: AnswerContext) -> StateAnswer {
            usedBytes += 7
            return .later { [visitor] _ in
                Reply(
                    status: 200, contentType: "text/plain",
                    text: "\(visitor.act()) bytes while it was made, \(call.text.text) before")
            }
        }

        mutating func apply(_ changes: [any StateChange], in context: AnswerContext) {}
    }
}
