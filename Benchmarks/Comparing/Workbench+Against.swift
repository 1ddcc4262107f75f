/// Checks before a comparison of two builds.
extension Workbench {
    /// The absolute path of the program to compare with, which must be an executable file.
    static func program(at path: String) throws(BenchError) -> String {
        guard let whole = Files.absolute(path) else { throw BenchError("--against \(path): there is no such file") }
        guard !Files.isFolder(whole) else {
            throw BenchError("--against \(path): this is a folder; name the program in it")
        }
        guard Files.isExecutable(whole) else { throw BenchError("--against \(path): this file is not executable") }
        return whole
    }

    /// Checks that the program is a build of mishap: it prints its listening line, and answers as the scenario says.
    func checkAgainst() throws(BenchError) {
        guard let against else { return }
        do {
            let server = try MishapServer(
                against, serving: files.rules(1), named: "it", log: log, within: 10)
            defer { server.stop() }
            try check(server, path: "/r/1", gives: StaticReply())
        } catch {
            throw BenchError("--against \(options.against ?? against): this is not a mishap: \(error.message)")
        }
    }

    /// perf if it can count instructions on this machine, otherwise callgrind.
    func instructionMeter(_ build: Build, serving path: String) throws(BenchError) -> any Meter {
        usesPerf
            ? try PerfMeter(build, serving: path, self) : try CallgrindMeter(build, serving: path, self)
    }
}
