/// An A/B comparison of two loads, run alternately and judged pair by pair, so that other activity on the machine
/// affects both sides of a pair.
struct ABComparison {
    struct Side {
        let name: String
        let server: any Server
        let wrk: any LoadGenerator
    }

    let left: Side
    let right: Side

    /// The runs of both sides. Runs with the same index are a pair.
    struct Runs {
        var lefts: [Wrk.Result] = []
        var rights: [Wrk.Result] = []
    }

    /// The order within every second pair is reversed.
    func runs(_ bench: Workbench, title: String) throws(BenchError) -> Runs {
        for side in [left, right] { _ = try side.wrk.run(side.server, seconds: 1, log: bench.log) }
        var runs = Runs()
        for round in 1...bench.options.rounds {
            Progress.log("  \(title): pair \(round)/\(bench.options.rounds)")
            if round.isMultiple(of: 2) { runs.rights.append(try once(right, bench)) }
            runs.lefts.append(try once(left, bench))
            if !round.isMultiple(of: 2) { runs.rights.append(try once(right, bench)) }
        }
        return runs
    }

    /// The figures of both sides, and their ratios. The ratio of rates is left over right, that of CPU time right over
    /// left, so that higher is better for the left side in both.
    func run(_ bench: Workbench, title: String, threshold: Double?) throws(BenchError) -> [Finding] {
        let runs = try runs(bench, title: title)
        return figures(runs, title, threshold: threshold) + [
            Finding(
                label: "\(title): CPU ratio", unit: .times,
                samples: zip(runs.lefts, runs.rights).map {
                    $1.nanosecondsPerRequest / max(1, $0.nanosecondsPerRequest)
                })
        ]
    }

    /// The same, judged by CPU time: left over right, where lower is better.
    func run(_ bench: Workbench, title: String, maximumCPURatio threshold: Double?) throws(BenchError) -> [Finding] {
        let runs = try runs(bench, title: title)
        return figures(runs, title, threshold: nil) + [
            Finding(
                label: "\(title): CPU, \(left.name) over \(right.name)", unit: .times,
                samples: zip(runs.lefts, runs.rights).map {
                    $0.nanosecondsPerRequest / max(1, $1.nanosecondsPerRequest)
                }, threshold: threshold.map { .atMost($0) })
        ]
    }

    private func figures(_ runs: Runs, _ title: String, threshold: Double?) -> [Finding] {
        [
            Finding(
                label: "\(title): \(left.name)", unit: .perSecond, samples: runs.lefts.map(\.requestsPerSecond)),
            Finding(
                label: "\(title): \(right.name)", unit: .perSecond, samples: runs.rights.map(\.requestsPerSecond)),
            Finding(
                label: "\(title): ratio", unit: .times,
                samples: zip(runs.lefts, runs.rights).map { $0.requestsPerSecond / $1.requestsPerSecond },
                threshold: threshold.map { .atLeast($0) }),
            Finding(
                label: "\(title): CPU per request, \(left.name)", unit: .microseconds,
                samples: runs.lefts.map { $0.nanosecondsPerRequest / 1_000 }),
            Finding(
                label: "\(title): CPU per request, \(right.name)", unit: .microseconds,
                samples: runs.rights.map { $0.nanosecondsPerRequest / 1_000 }),
        ]
    }

    private func once(_ side: Side, _ bench: Workbench) throws(BenchError) -> Wrk.Result {
        try side.wrk.run(side.server, seconds: bench.options.seconds, log: bench.log)
    }
}
