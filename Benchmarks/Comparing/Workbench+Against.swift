/// What a comparison needs before it begins.
extension Workbench {
    /// The whole path of the program to compare with, once it is sure that it is one.
    static func program(at path: String) throws(BenchError) -> String {
        guard let whole = Files.absolute(path) else { throw BenchError("--against \(path): there is no such file") }
        guard !Files.isFolder(whole) else {
            throw BenchError("--against \(path): this is a folder; name the program in it")
        }
        guard Files.isExecutable(whole) else { throw BenchError("--against \(path): this file is not executable") }
        return whole
    }

    /// A mishap is what says where it listens, and answers there as the scenario wants.
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

    /// perf where the machine lets it count, else callgrind.
    func instructionMeter(_ build: Build, serving path: String) throws(BenchError) -> any Meter {
        usesPerf
            ? try PerfMeter(build, serving: path, self) : try CallgrindMeter(build, serving: path, self)
    }
}
