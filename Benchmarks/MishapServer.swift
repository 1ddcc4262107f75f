import CLinux

/// `mishap serve PATH --port 0`, from its spawn to its listening line.
struct MishapServer: Server {
    let name: String
    let port: UInt16
    private let process: ChildProcess

    var usage: ProcessUsage { ProcessUsage(pid: process.pid) }

    init(
        _ binary: String, serving path: String, named name: String = "mishap", log: String, within seconds: Int = 30
    ) throws(BenchError) {
        self.name = name
        process = try ChildProcess([binary, "serve", path, "--port", "0"], log: log)
        let prefix = "mishap: listening on http://127.0.0.1:"
        guard let line = process.readLine(within: seconds * 1_000) else {
            throw BenchError("\(name) did not say where it listens; its words are in \(log)")
        }
        guard line.hasPrefix(prefix), let port = UInt16(line.dropFirst(prefix.count)) else {
            throw BenchError("\(name) said \"\(line)\", which is not its listening line")
        }
        self.port = port
    }

    func stop() {
        process.stop()
    }
}
