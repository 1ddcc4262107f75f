/// System calls of all threads, by strace, which writes a line for each. It starts the server, so that it may trace it
/// where only a parent may (Yama's ptrace_scope 1); no special rights are needed.
final class SystemCallMeter: Meter {
    let server: MishapServer
    private let trace: String

    init(_ build: Build, serving path: String, _ bench: Workbench) throws(BenchError) {
        trace = "\(bench.folder)/strace-\(build.rawValue).txt"
        // "raw" leaves arguments as numbers: less to read and to write.
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

    /// Complete lines, but for those that only end a call which began in another line.
    private func calls() -> Int {
        let lines = (Files.read(trace) ?? []).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.dropLast().count { !$0.drop { $0 != UInt8(ascii: " ") }.starts(with: Self.resumption) }
    }

    private static let resumption = Array("  <... ".utf8)
}
