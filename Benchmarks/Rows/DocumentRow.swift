import CLinux

/// A GET of a stored document against a scripted reply of that size, and the time to list a large store.
struct DocumentRow: LoadRow {
    let name = "documents"
    let title = "a stored document of 10 KB against a scripted reply of that size; 10,000 documents listed"

    private static let listed = 10_000

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let store = try bench.mishap(serving: bench.files.store(documents: 1, of: "10KB"))
        defer { store.stop() }
        let scripted = try bench.mishap(serving: bench.files.reply(to: "/d/1.txt", letters: 10_000))
        defer { scripted.stop() }
        for server in [store, scripted] {
            let answer = try Client.get("/d/1.txt", port: server.port)
            guard answer.status == 200, answer.body.count == 10_000 else {
                throw BenchError("a document of \(answer.body.count) bytes, with status \(answer.status)")
            }
        }
        let wrk = Wrk(path: "/d/1.txt", expectsFailureStatus: false)
        let comparison = ABComparison(
            left: .init(name: "stored", server: store, wrk: wrk),
            right: .init(name: "scripted", server: scripted, wrk: wrk))
        return try comparison.run(bench, title: "document", maximumCPURatio: 1.5) + [listing(bench)]
    }

    func loads(_ bench: Workbench) throws(BenchError) -> [Load] {
        let file = try bench.files.store(documents: 1, of: "10KB")
        return [try Load("document", serving: file, Request(path: "/d/1.txt"), status: 200, bench)]
    }

    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let servers = try TwoServers(
            serving: bench.files.store(documents: Self.listed, of: "100B"), bench)
        defer { servers.stop() }
        for build in Build.allCases { _ = try list(servers[build]) }
        let listings = try Pairs(bench.options.rounds, "listing") { (build) throws(BenchError) in
            let before = servers[build].usage.cpuNanoseconds
            let time = try list(servers[build])
            return (time: time, cpu: Double(servers[build].usage.cpuNanoseconds - before) / 1_000_000)
        }
        return try compareLoads(bench)
            + listings.findings("listing of 10,000", .milliseconds) { $0.time }
            + listings.findings("listing: CPU", .milliseconds, threshold: 1.05) { $0.cpu }
    }

    private func listing(_ bench: Workbench) throws(BenchError) -> Finding {
        let server = try bench.mishap(serving: bench.files.store(documents: Self.listed, of: "100B"))
        defer { server.stop() }
        var samples: [Double] = []
        for round in 0...bench.options.rounds {
            Progress.log("  listing: \(round)/\(bench.options.rounds)")
            let time = try list(server)
            // The first run is a warm-up, as in the other rows.
            if round > 0 { samples.append(time) }
        }
        return Finding(label: "listing of 10,000", unit: .milliseconds, samples: samples, threshold: .atMost(100))
    }

    /// Milliseconds of one PROPFIND.
    private func list(_ server: any Server) throws(BenchError) -> Double {
        let began = clinux_monotonic_nanoseconds()
        let request = Request(method: "PROPFIND", path: "/d/", headers: ["Depth: 1"])
        let answer = try Client.exchange(request, port: server.port)
        let time = Double(clinux_monotonic_nanoseconds() - began) / 1_000_000
        guard answer.status == 207, answer.body.count > Self.listed * 100 else {
            throw BenchError("the listing is \(answer.body.count) bytes with status \(answer.status)")
        }
        return time
    }
}
