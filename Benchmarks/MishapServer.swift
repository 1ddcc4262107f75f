import CLinux
import Glibc

/// A running `mishap serve PATH --port 0`, which has printed its listening line.
struct MishapServer: Server {
    let name: String
    let port: UInt16
    private let process: ChildProcess

    var usage: ProcessUsage { ProcessUsage(pid: process.pid) }
    /// The process that was started; if the server runs under a tool, that tool.
    var pid: pid_t { process.pid }

    /// - Parameter options: Further options of `serve`.
    /// - Parameter tool: A command line under which the server runs, such as strace. The timeout is then four times as
    /// long.
    init(
        _ binary: String, serving path: String, named name: String = "mishap", with options: [String] = [],
        log: String, under tool: [String] = [],
        within seconds: Int = 30
    ) throws(BenchError) {
        self.name = name
        process = try ChildProcess(tool + [binary, "serve", path, "--port", "0"] + options, log: log)
        let prefix = "mishap: listening on http://127.0.0.1:"
        let limit = tool.isEmpty ? seconds : 4 * seconds
        guard let line = process.readLine(within: limit * 1_000) else {
            throw BenchError("\(name) did not say where it listens; its messages are in \(log)")
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
