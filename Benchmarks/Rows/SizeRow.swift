import Glibc

/// Memory after the start, and size of the program. A megabyte is 1,000,000 bytes.
struct SizeRow: Row {
    let name = "size"
    let title = "resident memory after start; stripped binary"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let folder = try bench.frozen()
        var samples: [Double] = []
        for _ in 0..<bench.options.rounds {
            samples.append(try Launch(folder, waitsForMemory: true, bench).residentMegabytes ?? 0)
        }
        return [
            Finding(
                label: "resident memory, 376 scenarios, frozen", unit: .megabytes, samples: samples,
                threshold: .atMost(18)),
            Finding(
                label: "stripped binary", unit: .megabytes, samples: [try stripped(bench.binary, bench)],
                threshold: .atMost(14)),
        ]
    }

    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let memory = try Pairs(bench.options.rounds, "memory") { (build) throws(BenchError) in
            try Launch(bench.frozen(build), build: build, waitsForMemory: true, bench).residentMegabytes ?? 0
        }
        let disk = try Pairs(1, "disk") { (build) throws(BenchError) in
            try stripped(build == .now ? bench.binary : bench.against ?? bench.binary, bench)
        }
        return memory.findings("resident memory", .megabytes) { $0 }
            + disk.findings("stripped binary", .megabytes) { $0 }
    }

    private func stripped(_ binary: String, _ bench: Workbench) throws(BenchError) -> Double {
        let copy = try bench.stripped(binary, to: "\(bench.folder)/mishap-stripped")
        defer { unlink(copy) }
        guard let bytes = Files.size(copy) else { throw BenchError("there is no \(copy)") }
        return Double(bytes) / 1_000_000
    }
}
