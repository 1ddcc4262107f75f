/// Counts the system calls of all threads with strace, which writes a line for each. strace starts the server, because
/// Yama's ptrace_scope 1 allows only a parent to trace a process; no further privileges are needed.
final class SystemCallMeter: Meter {
    let server: MishapServer
    private let trace: String

    init(_ build: Build, serving path: String, _ bench: Workbench) throws(BenchError) {
        trace = "\(bench.folder)/strace-\(build.rawValue).txt"
        // "raw" prints arguments as numbers, which is less work.
        server = try bench.mishap(
            serving: path, build: build,
            under: [Files.program("strace"), "-f", "-qq", "-e", "signal=none", "-e", "raw=all", "-o", trace])
    }

    func count(_ work: () throws(BenchError) -> Void) throws(BenchError) -> Double {
        waitUntilIdle()
        let before = calls()
        try work()
        waitUntilIdle()
        return Double(calls() - before)
    }

    /// The number of complete lines, except for those that only end a call which began in another line.
    private func calls() -> Int {
        let lines = (Files.read(trace) ?? []).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.dropLast().count { !$0.drop { $0 != UInt8(ascii: " ") }.starts(with: Self.resumption) }
    }

    private static let resumption = Array("  <... ".utf8)
}
