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

    /// The frozen copy of scenarios, in the language that a build reads. The program to compare with has that of the
    /// checkout in which it was built; outside of one, that of this checkout.
    func frozen(_ build: Build = .now) throws(BenchError) -> String {
        guard build == .before, let against else { return try folder(of: options.frozen) }
        if let given = options.againstScenarios { return try folder(of: given) }
        if let own = Files.path(options.frozen, above: against) { return own }
        return try folder(of: options.frozen)
    }

    /// Checks that the program is a build of mishap: it prints its listening line, and answers as the scenario says.
    /// For rows that need it, checks that it reads its frozen copy too.
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
        guard options.only.isEmpty || options.only.contains(where: { ["start", "size"].contains($0) }) else { return }
        let frozen = try frozen(.before)
        do {
            try MishapServer(against, serving: frozen, named: "it", log: log, within: 10).stop()
        } catch {
            throw BenchError(
                "--against \(options.against ?? against): it does not serve \(frozen): \(error.message)\n"
                    + "--against-scenarios FOLDER names the Benchmarks/scenarios of its commit")
        }
    }

    /// perf if it can count instructions on this machine, otherwise callgrind.
    func instructionMeter(_ build: Build, serving path: String) throws(BenchError) -> any Meter {
        usesPerf
            ? try PerfMeter(build, serving: path, self) : try CallgrindMeter(build, serving: path, self)
    }
}
