/// Start and memory with the shipped scenarios. It has no thresholds, since that folder grows with every version;
/// `start` and `size` use a frozen copy.
struct ShippedRow: Row {
    let name = "shipped"
    let title = "start and memory with the scenarios that are shipped"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let folder = try bench.folder(of: bench.options.scenarios)
        // A warm-up for the page cache.
        _ = try Launch(folder, bench)
        var launches: [Launch] = []
        for _ in 0..<bench.options.rounds { launches.append(try Launch(folder, waitsForMemory: true, bench)) }
        return [
            Finding(label: "start to first answer", unit: .milliseconds, samples: launches.map(\.milliseconds)),
            Finding(label: "CPU of that", unit: .milliseconds, samples: launches.map(\.cpuMilliseconds)),
            Finding(
                label: "resident memory", unit: .megabytes, samples: launches.compactMap(\.residentMegabytes)),
        ]
    }

    /// Measures only this build: another version may not be able to read this folder.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        try measure(bench)
    }
}
