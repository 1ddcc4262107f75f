import Engine
import Synchronization
import Testing
import Wire

/// The n-th hit of a rule is the same answer, whoever else is served meanwhile.
@Suite struct DeterminismTests {
    private static let scenario = #"""
        { "seed": 42, "rules": [ { "name": "dice", "steps": [ { "choose": [
          { "reply": { "text": "a" }, "weight": 5 }, { "fail": "tcp/reset", "weight": 2 },
          { "reply": { "text": "b" }, "weight": 3, "delay": { "uniform": ["1ms", "9ms"] } } ],
          "delay": { "lognormal": { "median": "80ms", "sigma": 0.4 } } } ] } ] }
        """#

    /// What each hit got, sorted by hit.
    private func sequence(_ golden: Golden, threads: Int) async -> [String] {
        let each = 1000 / threads + 1
        var told: [(UInt64, String)] = []
        await withTaskGroup(of: [(UInt64, String)].self) { group in
            for _ in 0..<threads {
                group.addTask {
                    (0..<each).compactMap { _ in
                        guard case .answer(let answer) = golden.decide(Request.make("GET", "/")) else { return nil }
                        return (answer.hit, "\(answer.step).\(answer.choice)\n\(answer.plan)")
                    }
                }
            }
            for await part in group { told += part }
        }
        return told.sorted { $0.0 < $1.0 }.prefix(1000).map(\.1)
    }

    @Test func oneThreadAndThirtyTwoGiveTheSameAnswers() async {
        let alone = await sequence(Golden(Self.scenario), threads: 1)
        let together = await sequence(Golden(Self.scenario), threads: 32)
        #expect(alone.count == 1000)
        #expect(alone == together)
    }

    @Test func anotherSeedIsAnotherSequence() async {
        let one = await sequence(Golden(Self.scenario), threads: 1)
        let other = await sequence(Golden(Self.scenario, seed: 43), threads: 1)
        let same = await sequence(Golden(Self.scenario, seed: 42), threads: 1)
        #expect(one != other)
        #expect(one == same)
    }

    /// Frozen: if this changes, every seeded scenario of every user does.
    @Test func theFirstChoicesArePinned() {
        let golden = Golden(Self.scenario)
        let choices = (0..<24).map { _ -> String in
            guard case .answer(let answer) = golden.decide(Request.make("GET", "/")) else { return "-" }
            return String(answer.choice)
        }
        #expect(choices.joined() == "010000210211212000110101")
    }
}
