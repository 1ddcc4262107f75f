/// The time from the spawn to the last byte of the first answer.
struct StartRow: Row {
    let name = "start"
    let title = "start to first answer"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        var findings: [Finding] = []
        for item in try cases(bench) {
            Progress.log("  start: \(item.label)")
            // A warm-up for the page cache.
            _ = try Launch(item.path, request: item.request, bench)
            var samples: [Double] = []
            for _ in 0..<bench.options.rounds {
                samples.append(try Launch(item.path, request: item.request, bench).milliseconds)
            }
            findings.append(
                Finding(label: item.label, unit: .milliseconds, samples: samples, threshold: .atMost(item.threshold)))
        }
        return findings
    }

    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        var findings: [Finding] = []
        for item in try cases(bench) {
            for build in Build.allCases { _ = try Launch(item.path, request: item.request, build: build, bench) }
            let launches = try Pairs(bench.options.rounds, item.label) { (build) throws(BenchError) in
                try Launch(item.path, request: item.request, build: build, bench)
            }
            findings += launches.findings("\(item.label): start", .milliseconds) { $0.milliseconds }
            findings += launches.findings("\(item.label): CPU", .milliseconds, threshold: 1.05) { $0.cpuMilliseconds }
        }
        return findings
    }

    private func cases(
        _ bench: Workbench
    ) throws(BenchError) -> [(label: String, path: String, request: String, threshold: Double)] {
        [
            ("376 scenarios, frozen", try bench.folder(of: bench.options.frozen), "/", 30),
            ("10,000 rules", try bench.files.rules(10_000), "/r/5000", 120),
            ("100,000 rules", try bench.files.rules(100_000), "/r/50000", 1_200),
        ]
    }
}
