/// One load on two builds: rates and CPU time in pairs.
struct LoadComparison {
    let load: Load
    let bench: Workbench

    func findings() throws(BenchError) -> [Finding] {
        let runs = try pairs()
        return runs.findings("\(load.title): rate", .perSecond) { $0.requestsPerSecond }
            + runs.findings("\(load.title): CPU", .microseconds, bar: 1.05) { $0.nanosecondsPerRequest / 1_000 }
    }

    private func pairs() throws(BenchError) -> Pairs<Wrk.Result> {
        let servers = try TwoServers(serving: load.scenarios, bench)
        defer { servers.stop() }
        guard try load.check(servers.now).body == load.check(servers.before).body else {
            throw BenchError("the two builds answer \(load.title) with different bodies")
        }
        for build in Build.allCases { _ = try load.wrk.run(servers[build], seconds: 1, log: bench.log) }
        return try Pairs(bench.options.rounds, load.title) { (build) throws(BenchError) in
            try load.wrk.run(servers[build], seconds: bench.options.seconds, log: bench.log)
        }
    }
}
