import CLinux
import Foundation

/// The gateway under load, as a process of its own.
final class SoakedServer {
    let port: UInt16
    private let process = Process()

    init(_ binary: String, _ folder: URL) throws {
        guard FileManager.default.isExecutableFile(atPath: binary) else {
            throw SoakError("there is no program \(binary); `make build` makes it, and --binary names another")
        }
        let output = Pipe()
        process.executableURL = URL(filePath: binary)
        process.arguments = [
            "serve", "--port", "0", "--scenario", "main", "--watch", "--max-sessions", "10000", folder.path(),
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let colon = line.lastIndex(of: ":"),
            let port = UInt16(line[line.index(after: colon)...].prefix { $0.isNumber })
        else {
            process.terminate()
            throw SoakError("\(binary) did not start: `\(binary) check` says more")
        }
        self.port = port
    }

    deinit { stop() }

    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    var isRunning: Bool { process.isRunning }

    /// CPU time used so far, in seconds.
    var cpu: Double {
        // Behind the name, which may contain spaces, utime and stime are fields 12 and 13.
        let fields = read("stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 13, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Resident memory in KiB.
    var memory: Int {
        let line = read("status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }

    var threads: Int { names(in: "task") }
    var descriptors: Int { names(in: "fd") }

    private func read(_ name: String) -> String {
        (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/\(name)", encoding: .utf8)) ?? ""
    }

    private func names(in folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/\(folder)").count)
            ?? 0
    }
}
