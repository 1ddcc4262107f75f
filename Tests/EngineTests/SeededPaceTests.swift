import Engine
import Testing
import Wire

/// Paces whose pieces have sizes by chance: a function of the seed, the rule and the hit.
@Suite struct SeededPaceTests {
    /// The sizes of the first pieces of the body, for the next so many hits.
    private func sizes(_ golden: Golden, hits: Int = 3, fields: [(String, String)] = []) -> [[Int]] {
        (0..<hits).map { _ in
            guard case .answer(let answer) = golden.decide(Request.make("GET", "/", fields: fields)) else { return [] }
            for case .content(_, let pace?) in answer.plan.script.actions {
                return (0..<12).map { pace.size(ofWrite: $0) }
            }
            return []
        }
    }

    private static let pace = #""pace": { "bytes": [8, 64], "every": "1ms" }"#

    @Test(arguments: [
        #"{ "reply": { "text": "abcd" }, PACE }"#, #"{ "reply": { "text": "{{hit}}" }, PACE }"#,
        #"{ "reply": { "text": "abcd", "encoding": "deflate" }, PACE }"#,
        #"{ "fail": "http/status/500", PACE }"#, #"{ "fail": "http/bad-gzip", "reply": { "text": "abcd" }, PACE }"#,
        #"{ "choose": [ { "reply": { "text": "abcd" }, PACE } ] }"#,
    ])
    func eachHitHasItsOwnSizesAndEachRunTheSame(step: String) throws {
        let step = step.replacing("PACE", with: Self.pace)
        let sizes = sizes(.steps(step))
        #expect(Set(sizes).count == 3 && sizes.allSatisfy { $0.allSatisfy((8...64).contains) })
        #expect(self.sizes(.steps(step)) == sizes)
        #expect(self.sizes(.steps(step, seed: 1)) != sizes)
        #expect(self.sizes(.steps(step), fields: [("Accept-Encoding", "deflate")]) == sizes)
    }

    @Test func theRuleAboveGivesItsOwn() {
        let passing = #"""
            { "seed": 3, "rules": [ { "name": "above", "pass": true, \#(Self.pace) }, { "name": "NAME", "reply": { "text": "abcd" } } ] }
            """#
        let sizes = sizes(Golden(passing))
        #expect(Set(sizes).count == 3 && sizes.allSatisfy { $0.allSatisfy((8...64).contains) })
        // Whatever answers below.
        #expect(self.sizes(Golden(passing.replacing("NAME", with: "other"))) == sizes)
    }
}
