import Glibc

/// Counts instructions in user space with perf, which uses the counters of the processor.
final class PerfMeter: Meter {
    static let event = "instructions:u"

    let server: MishapServer
    private let perf: String
    private let output: String
    private let log: String

    init(_ build: Build, serving path: String, _ bench: Workbench) throws(BenchError) {
        perf = try Files.program("perf")
        output = "\(bench.folder)/perf-\(build.rawValue).txt"
        log = bench.log
        server = try bench.mishap(serving: path, build: build)
    }

    func count(_ work: () throws(BenchError) -> Void) throws(BenchError) -> Double {
        waitUntilIdle()
        let child = try ChildProcess(
            [perf, "stat", "-x", ",", "-e", Self.event, "-o", output, "-p", "\(server.pid)"], log: log)
        try waitUntilItCounts(child)
        try work()
        waitUntilIdle()
        child.interrupt()
        _ = child.finish()
        guard let count = Self.count(in: output) else { throw BenchError("perf counted nothing; see \(output)") }
        return count
    }

    /// Whether perf can count instructions on this machine: virtual machines often have no access to the counters, and
    /// `kernel.perf_event_paranoid` may forbid it.
    static func works(folder: String, log: String) -> Bool {
        let output = "\(folder)/perf-probe.txt"
        guard let perf = try? Files.program("perf"), let program = try? Files.program("true") else { return false }
        let arguments = [perf, "stat", "-x", ",", "-e", event, "-o", output, program]
        guard let child = try? ChildProcess(arguments, log: log), child.finish().code == 0 else {
            return false
        }
        return count(in: output) != nil
    }

    /// Waits until perf has opened its counters, one for each thread of the server.
    private func waitUntilItCounts(_ child: ChildProcess) throws(BenchError) {
        let folder = "/proc/\(child.pid)/fd"
        for _ in 0..<500 {
            if Files.names(in: folder).contains(where: { Files.link("\(folder)/\($0)").contains("perf_event") }) {
                return waitUntilIdle()
            }
            usleep(10_000)
        }
        throw BenchError("perf does not attach to mishap; its messages are in \(log)")
    }

    /// The first field of the first line that is not a comment; nil if it is not a number, such as "<not supported>".
    private static func count(in file: String) -> Double? {
        let line = Files.text(file)?.split(separator: "\n").first { !$0.hasPrefix("#") }
        return line?.split(separator: ",").first.flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
