/// Two loads in alternation, judged pair by pair: what else the machine does meets both sides of a pair alike.
struct Duel {
    struct Side {
        let name: String
        let server: any Server
        let wrk: Wrk
    }

    let left: Side
    let right: Side

    /// The figures of both sides, and left over right. The ratio of CPU time is right over left, so that in both
    /// ratios more is better for the left.
    func run(_ bench: Workbench, title: String, bar: Double?) throws(BenchError) -> [Finding] {
        for side in [left, right] { _ = try side.wrk.run(side.server, seconds: 1, log: bench.log) }
        var lefts: [Wrk.Result] = []
        var rights: [Wrk.Result] = []
        for round in 1...bench.options.rounds {
            Progress.say("  \(title): pair \(round)/\(bench.options.rounds)")
            if round.isMultiple(of: 2) { rights.append(try once(right, bench)) }
            lefts.append(try once(left, bench))
            if !round.isMultiple(of: 2) { rights.append(try once(right, bench)) }
        }
        let pairs = Array(zip(lefts, rights))
        return [
            Finding(
                label: "\(title): \(left.name)", unit: .perSecond, samples: lefts.map(\.requestsPerSecond)),
            Finding(
                label: "\(title): \(right.name)", unit: .perSecond, samples: rights.map(\.requestsPerSecond)),
            Finding(
                label: "\(title): ratio", unit: .times,
                samples: pairs.map { $0.requestsPerSecond / $1.requestsPerSecond },
                bar: bar.map { .atLeast($0) }),
            Finding(
                label: "\(title): CPU per request, \(left.name)", unit: .microseconds,
                samples: lefts.map { $0.nanosecondsPerRequest / 1_000 }),
            Finding(
                label: "\(title): CPU per request, \(right.name)", unit: .microseconds,
                samples: rights.map { $0.nanosecondsPerRequest / 1_000 }),
            Finding(
                label: "\(title): CPU ratio", unit: .times,
                samples: pairs.map { $1.nanosecondsPerRequest / max(1, $0.nanosecondsPerRequest) }),
        ]
    }

    private func once(_ side: Side, _ bench: Workbench) throws(BenchError) -> Wrk.Result {
        try side.wrk.run(side.server, seconds: bench.options.seconds, log: bench.log)
    }
}
