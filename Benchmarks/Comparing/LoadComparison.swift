/// Compares two builds under one load: rates and CPU time, measured in pairs, and system calls and instructions per
/// request.
struct LoadComparison {
    let load: Load
    let bench: Workbench

    func findings() throws(BenchError) -> [Finding] {
        let runs = try pairs()
        return runs.findings("\(load.title): rate", .perSecond) { $0.requestsPerSecond }
            + runs.findings("\(load.title): CPU", .microseconds, threshold: 1.05) { $0.nanosecondsPerRequest / 1_000 }
            + (load.keepsConnection ? try counts() : [])
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

    /// The ratio of system calls is rounded to hundredths, as printed, since its threshold is 1.0: the server's timers,
    /// which do not depend on requests, add a few calls among thousands.
    private func counts() throws(BenchError) -> [Finding] {
        let calls = try RequestCount(load: load, bench: bench).pairs(of: "system calls") {
            (build) throws(BenchError) in try SystemCallMeter(build, serving: load.scenarios, bench)
        }
        let instructions = try RequestCount(load: load, bench: bench).pairs(of: "instructions") {
            (build) throws(BenchError) in
            try bench.instructionMeter(build, serving: load.scenarios)
        }
        var findings = calls.findings("\(load.title): system calls", .calls, threshold: 1.0) { $0 }
        findings.append(findings.removeLast().rounded())
        return findings + instructions.findings("\(load.title): instructions", .instructions, threshold: 1.02) { $0 }
    }
}
