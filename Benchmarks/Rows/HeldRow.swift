import Glibc

/// What 15,000 clients that wait for ever cost: memory, and the speed of everybody else.
struct HeldRow: Row {
    let name = "held"
    let title = "15,000 requests held in http/timeout"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(serving: bench.files.waiting())
        defer { server.stop() }
        try bench.check(server, path: "/r/1", gives: StaticReply())
        let count = HeldConnections.possible(15_000)
        let wrk = Wrk(path: "/r/1")
        // First of all the journal and the pools grow to their size, so that memory shows the connections alone.
        _ = try wrk.run(server, seconds: 2, log: bench.log)

        var kibibytes: [Double] = []
        var idle: [Double] = []
        var beside: [Double] = []
        var disturbed = 0
        for round in 1...bench.options.rounds {
            Progress.say("  held: pair \(round)/\(bench.options.rounds)")
            idle.append(try wrk.run(server, seconds: bench.options.seconds, log: bench.log).requestsPerSecond)
            let before = server.usage.residentBytes
            let held = try HeldConnections(count, path: "/hold", port: server.port)
            try held.waitUntilAccepted(by: server)
            let after = server.usage.residentBytes
            // Later rounds find the memory of the first still there.
            if round == 1 { kibibytes.append(Double(after - before) / Double(count) / 1_024) }
            beside.append(
                try wrk.run(server, seconds: bench.options.seconds, log: bench.log).requestsPerSecond)
            disturbed += held.disturbed()
            held.close(waitingFor: server)
        }
        return [
            Finding(label: "connections held", unit: .count, samples: [Double(count)]),
            Finding(label: "memory per connection", unit: .kibibytes, samples: kibibytes, bar: .atMost(8)),
            Finding(label: "throughput, idle", unit: .perSecond, samples: idle),
            Finding(label: "throughput beside them", unit: .perSecond, samples: beside),
            Finding(
                label: "beside them over idle", unit: .times, samples: zip(beside, idle).map { $0 / $1 },
                bar: .atLeast(0.9)),
            Finding(
                label: "held ones answered or ended", unit: .count, samples: [Double(disturbed)],
                bar: .atMost(0)),
        ]
    }
}
