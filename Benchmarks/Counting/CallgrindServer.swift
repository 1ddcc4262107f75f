import Glibc

/// A server under valgrind's callgrind, which simulates the processor: slow, but with nearly the same count each time.
/// vgdb makes it begin to count, and write what it has counted.
final class CallgrindServer {
    let server: MishapServer
    private let output: String
    private let prefix: String
    private let log: String
    private var dumps = 0

    /// - Parameter program: Without debugging information, of which valgrind 3.19 cannot read all.
    /// - Parameter files: How the paths begin of what valgrind writes.
    /// - Parameter counts: Whether it counts from the start on.
    /// - Parameter tool: A command line under which valgrind runs.
    init(
        _ program: String, serving path: String, named name: String, files: String, counts: Bool = false,
        under tool: [String] = [], log: String
    ) throws(BenchError) {
        output = "\(files)-callgrind"
        prefix = "\(files)-vgdb"
        self.log = log
        let options = ["--instr-atstart=\(counts ? "yes" : "no")", "--vgdb-prefix=\(prefix)"]
        let command = try tool + Self.command(output: output) + options
        server = try MishapServer(program, serving: path, named: name, log: log, under: command)
    }

    /// The command line under which a program is counted from its start to its end, with the result in `output`.
    ///
    /// The hash seed of Swift's dictionaries differs between processes. With a fixed seed, two processes can be compared.
    static func command(output: String) throws(BenchError) -> [String] {
        [
            try Files.program("env"), "SWIFT_DETERMINISTIC_HASHING=1", try Files.program("valgrind"), "-q",
            "--tool=callgrind", "--callgrind-out-file=\(output)",
        ]
    }

    func begin() throws(BenchError) { try tell(["instrumentation", "on"]) }

    /// Forgets what was counted.
    func zero() throws(BenchError) { try tell(["zero"]) }

    /// What was counted since the beginning, or since `zero` or `dump`.
    func dump() throws(BenchError) -> String {
        try tell(["dump"])
        dumps += 1
        let path = "\(output).\(dumps)"
        guard let text = Files.text(path) else { throw BenchError("callgrind wrote no \(path)") }
        unlink(path)
        return text
    }

    private func tell(_ command: [String]) throws(BenchError) {
        let vgdb = [
            try Files.program("vgdb"), "--vgdb-prefix=\(prefix)", "--pid=\(server.pid)", "--cmd-time-out=30",
        ]
        guard try ChildProcess(vgdb + command, log: log).finish().code == 0 else {
            throw BenchError("callgrind did not take \"\(command.joined(separator: " "))\"; see \(log)")
        }
    }
}
