/// The lateness of timers while 10,000 others are pending.
struct LatenessRow: Row {
    let name = "lateness"
    let title = "10,000 requests in a 60 s delay, beside them 200 a second with 100 ms"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(serving: bench.files.waiting())
        defer { server.stop() }
        try bench.check(server, path: "/quick", gives: StaticReply())
        let count = HeldConnections.possible(10_000)
        let held = try HeldConnections(count, path: "/slow", port: server.port)
        try held.waitUntilAccepted(by: server)
        let seconds = bench.options.quick ? 3 : 10
        Progress.log("  lateness: \(seconds) s of 200 a second beside \(count)")
        let milliseconds = try lateness(of: 200 * seconds, server)
        let disturbed = held.disturbed()
        held.close(waitingFor: server)
        func finding(_ label: String, _ share: Double, threshold: Finding.Threshold? = nil) -> Finding {
            let value = Finding.quantile(share, of: milliseconds)
            return Finding(label: "lateness, \(label)", unit: .milliseconds, samples: [value], threshold: threshold)
        }
        return [
            Finding(label: "connections in the long delay", unit: .count, samples: [Double(count)]),
            finding("earliest", 0, threshold: .atLeast(0)),
            finding("p50", 0.5),
            finding("p99", 0.99, threshold: .atMost(5)),
            finding("latest", 1),
            Finding(
                label: "long ones answered or ended", unit: .count, samples: [Double(disturbed)],
                threshold: .atMost(0)),
        ]
    }

    /// Each sample opens new connections, since the long delay ends after a minute.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let servers = try TwoServers(serving: bench.files.waiting(), bench)
        defer { servers.stop() }
        let count = HeldConnections.possible(10_000)
        let samples = try Pairs(bench.options.rounds, "lateness") { (build) throws(BenchError) in
            try sample(servers[build], beside: count)
        }
        return samples.findings("lateness, p99", .milliseconds) { $0.p99 }
            + samples.findings("CPU per delayed request", .microseconds, threshold: 1.05) { $0.cpu }
    }

    private func sample(
        _ server: MishapServer, beside count: Int
    ) throws(BenchError) -> (p99: Double, cpu: Double) {
        let held = try HeldConnections(count, path: "/slow", port: server.port)
        defer { held.close(waitingFor: server) }
        try held.waitUntilAccepted(by: server)
        let before = server.usage.cpuNanoseconds
        let lateness = try lateness(of: 600, server)
        let cpu = server.usage.cpuNanoseconds - before
        return (
            p99: Finding.quantile(0.99, of: lateness),
            cpu: Double(cpu) / 1_000 / Double(lateness.count)
        )
    }

    /// Milliseconds from each of `count` requests to its answer beyond the delay; negative if it came too early.
    private func lateness(of count: Int, _ server: MishapServer) throws(BenchError) -> [Double] {
        let request = PacedSender.Sent(Request(path: "/quick"), status: StaticReply().status)
        let samples = try PacedSender([request], port: server.port)
            .run(requests: count, everyMicroseconds: 5_000, delay: 100_000_000)
        return samples.map { Double($0.nanoseconds) / 1_000_000 - 100 }
    }
}
