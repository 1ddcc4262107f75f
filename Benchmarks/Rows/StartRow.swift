/// The time from the spawn to the last byte of the first answer.
struct StartRow: Row {
    let name = "start"
    let title = "start to first answer"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        var findings: [Finding] = []
        for item in try cases(bench) {
            Progress.log("  start: \(item.label)")
            // A warm-up for the page cache.
            _ = try Launch(item.path(.now), request: item.request, bench)
            var samples: [Double] = []
            for _ in 0..<bench.options.rounds {
                samples.append(try Launch(item.path(.now), request: item.request, bench).milliseconds)
            }
            findings.append(
                Finding(label: item.label, unit: .milliseconds, samples: samples, threshold: .atMost(item.threshold)))
        }
        return findings
    }

    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        var findings: [Finding] = []
        for item in try cases(bench) {
            for build in Build.allCases {
                _ = try Launch(item.path(build), request: item.request, build: build, bench)
            }
            let launches = try Pairs(bench.options.rounds, item.label) { (build) throws(BenchError) in
                try Launch(item.path(build), request: item.request, build: build, bench)
            }
            findings += launches.findings("\(item.label): start", .milliseconds) { $0.milliseconds }
            findings += launches.findings("\(item.label): CPU", .milliseconds, threshold: 1.05) { $0.cpuMilliseconds }
        }
        return findings
    }

    private struct Case {
        let label: String
        /// The files for the current build, and for the one that it is compared with.
        let now: String
        let before: String
        let request: String
        let threshold: Double

        func path(_ build: Build) -> String {
            switch build {
            case .now: now
            case .before: before
            }
        }
    }

    private func cases(_ bench: Workbench) throws(BenchError) -> [Case] {
        let few = try bench.files.rules(10_000)
        let many = try bench.files.rules(100_000)
        return [
            Case(
                label: "376 scenarios, frozen", now: try bench.frozen(), before: try bench.frozen(.before),
                request: "/",
                threshold: 30),
            Case(label: "10,000 rules", now: few, before: few, request: "/r/5000", threshold: 120),
            Case(label: "100,000 rules", now: many, before: many, request: "/r/50000", threshold: 1_200),
        ]
    }
}
