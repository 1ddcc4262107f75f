/// What rows of the budgets run with. All that they start is bound to one core, so that no figure depends on the number of
/// cores: a server has a shard for each that it may use.
struct PinnedBench {
    let core: Int
    /// The folder for the files of rows that run on this core.
    let folder: String
    /// The program with its symbols.
    let program: String
    /// The program as it is installed.
    let stripped: String
    let log: String
    let files: ScenarioFiles

    init(_ bench: Workbench, core: Int, place: Int, program: String, stripped: String) throws(BenchError) {
        self.core = core
        self.program = program
        self.stripped = stripped
        log = bench.log
        // Relative, so that the length of paths, which programs copy, is the same in every checkout.
        folder = "\(bench.options.folder)/bound-\(place)"
        try Files.makeFolder(folder)
        files = ScenarioFiles(folder: folder)
    }

    /// The command line under which everything runs: one core, and none of the caller's environment.
    private var tool: [String] {
        get throws(BenchError) {
            [try Files.program("taskset"), "-c", "\(core)", try Files.program("env"), "-i"]
        }
    }

    func server(serving path: String) throws(BenchError) -> MishapServer {
        try MishapServer(stripped, serving: path, log: log, under: tool)
    }

    func callgrind(serving path: String, counts: Bool = false) throws(BenchError) -> CallgrindServer {
        try CallgrindServer(
            program, serving: path, named: "mishap", files: "\(folder)/server", counts: counts, under: tool, log: log)
    }

    /// The instructions of a command, from its start to its end.
    func profile(_ arguments: [String]) throws(BenchError) -> CallgrindProfile {
        let output = "\(folder)/command-callgrind"
        let command = try tool + CallgrindServer.command(output: output) + [program] + arguments
        let (code, text) = try ChildProcess(command, log: log).finish()
        guard code == 0, let dump = Files.text(output) else {
            throw BenchError("mishap \(arguments.joined(separator: " ")) ended with \(code):\n\(text)")
        }
        return try CallgrindProfile(dump: dump)
    }
}
