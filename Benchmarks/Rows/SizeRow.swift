import Glibc

/// What it takes of memory before anybody asks, and of disk. A megabyte here is 1,000,000 bytes.
struct SizeRow: Row {
    let name = "size"
    let title = "resident memory after start; stripped binary"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        var findings: [Finding] = []
        if let shipped = Files.absolute(bench.options.scenarios) {
            var samples: [Double] = []
            for _ in 0..<bench.options.rounds {
                let server = try bench.mishap(serving: shipped)
                defer { server.stop() }
                _ = try Client.get("/", port: server.port)
                usleep(200_000)
                samples.append(Double(server.usage.residentBytes) / 1_000_000)
            }
            findings.append(
                Finding(label: "resident memory", unit: .megabytes, samples: samples, bar: .atMost(20)))
        } else {
            Progress.say("  size: no folder \(bench.options.scenarios), so nothing about memory")
        }
        return findings + [try strippedBinary(bench)]
    }

    private func strippedBinary(_ bench: Workbench) throws(BenchError) -> Finding {
        let copy = "\(bench.folder)/mishap-stripped"
        let strip = (try? Files.program("strip")) ?? (try? Files.program("llvm-strip"))
        guard let strip else { throw BenchError("neither strip nor llvm-strip is installed") }
        let child = try ChildProcess([strip, "-o", copy, bench.binary], log: bench.log)
        guard child.finish().code == 0, let bytes = Files.size(copy) else {
            throw BenchError("\(strip) failed; its words are in \(bench.log)")
        }
        unlink(copy)
        return Finding(
            label: "stripped binary", unit: .megabytes, samples: [Double(bytes) / 1_000_000], bar: .atMost(20)
        )
    }
}
