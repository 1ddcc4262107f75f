import Catalogue
import Rules
@testable import ScenarioFiles
import Systems
import TestSupport
import Testing
import Wire

/// Files are loaded by jobs that may run in any order and on any threads.
@Suite struct JobRunnerTests {
    @Test func resultsAreInTheOrderOfTheNumbers() {
        let backwards = JobRunner { count, job in
            for number in (0..<count).reversed() { job(number) }
        }
        #expect(backwards.results(4) { $0 * 10 } == [0, 10, 20, 30])
        #expect(JobRunner.inOrder.results(4) { $0 * 10 } == [0, 10, 20, 30])
        #expect(JobRunner.inOrder.results(0) { $0 } == [])
    }

    @Test func numbersOfScriptsDependOnThePlaceOfTheFileOnly() {
        var first = ScriptNumbering(run: 1)
        var taken = [first.next()]
        var parts = (0..<3).map { first.part($0, of: 3) }
        for (index, count) in [2, 4, 0].enumerated() {
            for _ in 0..<count { taken.append(parts[index].next()) }
        }
        let start = UInt64(1) << 32
        #expect(taken == [1, 2, 5, 3, 6, 9, 12].map { start + $0 })
        var after = first.behind(parts)
        #expect(after.next() == start + 13)
        // A part may be divided again, and is like a whole then.
        var (one, other) = (parts[0].part(0, of: 2), parts[0].part(1, of: 2))
        #expect([one.next(), other.next(), one.next(), other.next()] == [8, 11, 14, 17].map { start + $0 })
    }

    @Test func theOrderOfTheJobsDoesNotMatter() {
        func rule(_ path: String) -> String {
            "{ \"match\": { \"path\": \"\(path)\" }, \"steps\": [ { \"reply\": { \"text\": \"x\" } } ] }"
        }
        let files = [
            "s/a.json": "{ \"rules\": [ \(rule("/1")), \(rule("/2")) ] }", "s/b.json": #"{ "extends": "a" }"#,
            "s/c.json": "{ \"rules\": [ \(rule("/3")) ] }",
        ]
        func numbers(_ jobs: JobRunner) -> [[UInt64]] {
            var numbering = ScriptNumbering()
            let loader = ScenarioLoader(
                source: MemorySource(files), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all)
            let result = loader.load(["s"], numbering: &numbering, on: jobs)
            #expect(result.text == "")
            return result.scenarios.map { scenario in
                scenario.rules.compactMap { rule in
                    guard case .answer(let answer) = rule.steps[0].act else { return nil }
                    return answer.staticScript.number
                }
            }
        }
        let inOrder = numbers(.inOrder)
        #expect(inOrder.map(\.count) == [2, 2, 1])
        #expect(Set(inOrder.joined()).count == 5)
        #expect(numbers(JobRunner { count, job in for number in (0..<count).reversed() { job(number) } }) == inOrder)
    }
}
