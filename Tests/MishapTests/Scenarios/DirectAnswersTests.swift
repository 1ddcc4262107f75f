import Foundation
import ScenarioFiles
import TestSupport
import Testing
import Wire

@testable import Engine
@testable import Mishap
@testable import Rules

/// What is decided without the steps is decided as it is in steps, for all scenarios that are shipped.
@Suite struct DirectAnswersTests {
    private static let clock = EngineClock(wallMilliseconds: 784_111_777_123)

    @Test func requestsOfAllShippedScenariosAreAnsweredTheSameInSteps() throws {
        let scenarios = Gateway.load([Repository.root.appending(path: "scenarios").path()]).result.scenarios
        let direct = scenarios.filter(\.isDirect)
        #expect(direct.count > 50 && direct.count < scenarios.count, "\(direct.count) of \(scenarios.count)")
        for scenario in scenarios {
            let (atOnce, inSteps) = (SessionState(scenario), SessionState(scenario))
            for target in Self.targets(of: scenario) {
                for method in ["GET", "POST", "GET"] {
                    let request = Request.make(method, target)
                    var budget = MatchBudget()
                    let first = Engine.decide(
                        request, scenario: scenario, state: atOnce, clock: Self.clock, budget: &budget)
                    let taken = DeferredDecision(request, scenario, MatchBudget()).match().take(
                        from: inSteps, Self.clock)
                    let second = taken.hold == nil ? taken.decide().decision : .waits(taken)
                    #expect(Self.words(first) == Self.words(second), "\(scenario.name): \(method) \(target)")
                }
            }
        }
    }

    /// Paths of its rules, with "x" for parameters, and one that is nobody's.
    private static func targets(of scenario: CompiledScenario) -> [String] {
        let paths = scenario.rules.compactMap { rule -> String? in
            switch rule.match.path {
            case .any: nil
            case .literal(let path): String(decoding: path, as: UTF8.self)
            case .template(let template):
                template.segments.map { segment in
                    if case .literal(let name) = segment { "/" + String(decoding: name, as: UTF8.self) } else { "/x" }
                }.joined()
            }
        }
        return Set(paths).sorted() + ["/nobody/asks/for/this"]
    }

    private static func words(_ decision: EngineDecision) -> String {
        switch decision {
        case .answer(let answer):
            "rule \(answer.rule) step \(answer.step) choice \(answer.choice) hit \(answer.hit), \(answer.notes)\n"
                + answer.plan.description
        case .unmatched(let miss): "unmatched \(miss.delay) \(miss.notes)"
        case .waits(let taken): "waits at most \(taken.hold?.delay ?? 0)"
        case .needsBody, .takesLong: "later"
        }
    }
}
