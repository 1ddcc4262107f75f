import CLinux

/// From the spawn to the last byte of the first answer, through the listening line.
struct StartRow: Row {
    let name = "start"
    let title = "start to first answer"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        var cases: [(label: String, path: String, request: String, bar: Double)] = []
        if let shipped = Files.absolute(bench.options.scenarios) {
            cases.append(("shipped scenarios", shipped, "/", 30))
        } else {
            Progress.say("  start: no folder \(bench.options.scenarios), so nothing about shipped scenarios")
        }
        cases.append(("10,000 rules", try bench.files.rules(10_000), "/r/5000", 300))
        cases.append(("100,000 rules", try bench.files.rules(100_000), "/r/50000", 3_000))

        var findings: [Finding] = []
        for item in cases {
            Progress.say("  start: \(item.label)")
            // Once unmeasured, for the page cache.
            _ = try start(item.path, item.request, bench)
            var samples: [Double] = []
            for _ in 0..<bench.options.rounds { samples.append(try start(item.path, item.request, bench)) }
            findings.append(
                Finding(label: item.label, unit: .milliseconds, samples: samples, bar: .atMost(item.bar)))
        }
        return findings
    }

    /// Any answer will do: with several scenarios and none chosen it is a 404 that lists them.
    private func start(
        _ path: String, _ request: String, _ bench: Workbench
    ) throws(BenchError) -> Double {
        let began = clinux_monotonic_nanoseconds()
        let server = try bench.mishap(serving: path)
        defer { server.stop() }
        _ = try Client.get(request, port: server.port)
        return Double(clinux_monotonic_nanoseconds() - began) / 1_000_000
    }
}
