import Testing

@testable import mishap_attack

/// What is measured on a machine that is too busy is neither held nor not held.
@Suite struct VerdictTests {
    /// A finding with these latencies of the server and delays of the probe's own thread, in milliseconds.
    private static func finding(latency: UInt64, delay: UInt64, lost: Int = 0) -> Finding {
        var probes = ShardProbe.Measurement(shards: 2)
        for shard in 0..<2 { probes.shards[shard].all = Array(repeating: latency * 1_000_000, count: 100) }
        probes.shards[1].lost = lost
        probes.delays.all = Array(repeating: delay * 1_000_000, count: 100)
        let idle = Watch.Idle(descriptors: 10, memory: 1 << 20, cpu: 0)
        var finding = Finding(title: "a", before: idle, after: idle, probes: probes, seconds: 1, problems: [])
        finding.judgeProbes()
        return finding
    }

    @Test(arguments: [
        (49, 0, 0, Verdict.held), (51, 0, 0, .notHeld), (51, 20, 0, .notJudged),
        // Short in spite of a busy machine.
        (49, 20, 0, .held),
        // A probe that got no answer within two seconds is a finding on any machine.
        (51, 20, 1, .notHeld),
    ])
    func latenciesAreJudgedWhereTheProbeIsOnTime(latency: UInt64, delay: UInt64, lost: Int, verdict: Verdict) {
        let finding = Self.finding(latency: latency, delay: delay, lost: lost)
        #expect(Verdict([finding], failedRows: 0, skipped: 0) == verdict)
        #expect(finding.isJudged == (latency < 50 || delay < 15))
    }

    @Test func whatSpeaksAgainstTheServerCountsMoreThanWhatWasNotJudged() {
        let (held, unjudged) = (Self.finding(latency: 1, delay: 0), Self.finding(latency: 60, delay: 60))
        #expect(Verdict([held, unjudged], failedRows: 0, skipped: 0) == .notJudged)
        #expect(Verdict([held, unjudged], failedRows: 1, skipped: 0) == .notHeld)
        #expect(Verdict([held, unjudged], failedRows: 0, skipped: 1) == .notHeld)
        #expect(Verdict([held, Self.finding(latency: 60, delay: 0), unjudged], failedRows: 0, skipped: 0) == .notHeld)
        #expect(Verdict([], failedRows: 0, skipped: 0) == .held)
    }

    @Test func eachHasAnExitCodeOfItsOwn() {
        #expect([Verdict.held, .notHeld, .notJudged].map(\.rawValue) == [0, 1, 3])
        #expect(Verdict.notJudged.words.contains("NOT JUDGED"))
    }
}
