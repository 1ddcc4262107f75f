import Glibc

/// The cost of 15,000 clients that are never answered: memory, and the throughput of other clients.
struct HeldRow: Row {
    let name = "held"
    let title = "15,000 requests held in http/timeout"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(serving: bench.files.waiting())
        defer { server.stop() }
        try bench.check(server, path: "/r/1", gives: StaticReply())
        let count = HeldConnections.possible(15_000)
        let wrk = Wrk(path: "/r/1")
        // Warm-up: the journal and the pools grow to their final size, so that only connections add memory later.
        _ = try wrk.run(server, seconds: 2, log: bench.log)

        var kibibytes: [Double] = []
        var idle: [Double] = []
        var beside: [Double] = []
        var disturbed = 0
        for round in 1...bench.options.rounds {
            Progress.log("  held: pair \(round)/\(bench.options.rounds)")
            idle.append(try wrk.run(server, seconds: bench.options.seconds, log: bench.log).requestsPerSecond)
            let before = server.usage.residentBytes
            let held = try HeldConnections(count, path: "/hold", port: server.port)
            try held.waitUntilAccepted(by: server)
            let after = server.usage.residentBytes
            // Only in the first round, since later rounds reuse its memory.
            if round == 1 { kibibytes.append(Double(after - before) / Double(count) / 1_024) }
            beside.append(
                try wrk.run(server, seconds: bench.options.seconds, log: bench.log).requestsPerSecond)
            disturbed += held.disturbed()
            held.close(waitingFor: server)
        }
        return [
            Finding(label: "connections held", unit: .count, samples: [Double(count)]),
            Finding(label: "memory per connection", unit: .kibibytes, samples: kibibytes, threshold: .atMost(8)),
            Finding(label: "throughput, idle", unit: .perSecond, samples: idle),
            Finding(label: "throughput beside them", unit: .perSecond, samples: beside),
            Finding(
                label: "beside them over idle", unit: .times, samples: zip(beside, idle).map { $0 / $1 },
                threshold: .atLeast(0.9)),
            Finding(
                label: "held ones answered or ended", unit: .count, samples: [Double(disturbed)],
                threshold: .atMost(0)),
        ]
    }

    /// Both builds hold their connections during all pairs.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let servers = try TwoServers(serving: bench.files.waiting(), bench)
        defer { servers.stop() }
        let count = HeldConnections.possible(30_000) / 2
        let wrk = Wrk(path: "/r/1")
        for build in Build.allCases { _ = try wrk.run(servers[build], seconds: 2, log: bench.log) }
        var held: [HeldConnections] = []
        let memory = try Pairs(1, "held: opening") { (build) throws(BenchError) in
            let before = servers[build].usage.residentBytes
            let connections = try HeldConnections(count, path: "/hold", port: servers[build].port)
            held.append(connections)
            try connections.waitUntilAccepted(by: servers[build])
            return Double(servers[build].usage.residentBytes - before) / Double(count) / 1_024
        }
        let runs = try Pairs(bench.options.rounds, "held") { (build) throws(BenchError) in
            try wrk.run(servers[build], seconds: bench.options.seconds, log: bench.log)
        }
        let disturbed = held.reduce(0) { $0 + $1.disturbed() }
        return [Finding(label: "connections held by each", unit: .count, samples: [Double(count)])]
            + memory.findings("memory per connection", .kibibytes) { $0 }
            + runs.findings("beside them: rate", .perSecond) { $0.requestsPerSecond }
            + runs.findings("beside them: CPU", .microseconds, threshold: 1.05) { $0.nanosecondsPerRequest / 1_000 }
            + [
                Finding(
                    label: "held ones answered or ended", unit: .count, samples: [Double(disturbed)],
                    threshold: .atMost(0))
            ]
    }
}
