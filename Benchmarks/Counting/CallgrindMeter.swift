import Glibc

/// Counts instructions in user space with valgrind's callgrind, which simulates the processor: slow, but with nearly
/// the same count each time. vgdb starts the counting and makes callgrind write the result.
final class CallgrindMeter: Meter {
    let server: MishapServer
    private let output: String
    private let prefix: String
    private let log: String
    private var isCounting = false
    private var dumps = 0

    init(_ build: Build, serving path: String, _ bench: Workbench) throws(BenchError) {
        output = "\(bench.folder)/callgrind-\(build.rawValue)"
        prefix = "\(bench.folder)/vgdb-\(build.rawValue)"
        log = bench.log
        // valgrind 3.19 gives up where it cannot read all of the debugging information, which it does not need.
        //
        // The hash seed of Swift's dictionaries differs between processes. With a fixed seed, two processes can be
        // compared.
        server = try bench.mishap(
            serving: path, build: build,
            under: [
                Files.program("env"), "SWIFT_DETERMINISTIC_HASHING=1", Files.program("valgrind"), "-q",
                "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=\(output)",
                "--vgdb-prefix=\(prefix)",
            ], withoutDebugging: true)
    }

    func count(_ work: () throws(BenchError) -> Void) throws(BenchError) -> Double {
        waitUntilIdle()
        if !isCounting { try tell(["instrumentation", "on"]) }
        isCounting = true
        try tell(["zero"])
        try work()
        waitUntilIdle()
        try tell(["dump"])
        dumps += 1
        return try total(of: "\(output).\(dumps)")
    }

    private func tell(_ command: [String]) throws(BenchError) {
        let vgdb = [
            try Files.program("vgdb"), "--vgdb-prefix=\(prefix)", "--pid=\(server.pid)", "--cmd-time-out=30",
        ]
        guard try ChildProcess(vgdb + command, log: log).finish().code == 0 else {
            throw BenchError("callgrind did not take \"\(command.joined(separator: " "))\"; see \(log)")
        }
    }

    private func total(of dump: String) throws(BenchError) -> Double {
        let label = "totals: "
        let line = Files.text(dump)?.split(separator: "\n").last { $0.hasPrefix(label) }
        guard let total = line.flatMap({ Double($0.dropFirst(label.count)) }), total > 0 else {
            throw BenchError("callgrind wrote no total to \(dump)")
        }
        unlink(dump)
        return total
    }
}
