import Foundation

#if os(macOS) || os(Linux)
/// A gateway that ends when its standard input closes: with this process, however that ends.
///
/// Foundation starts programs in a process group of their own, so that Ctrl-C is for the tests, which then still have
/// their gateway.
///
/// Unchecked, since `Process` and `Pipe` are not Sendable on each system: `url` is set before anybody else has it, and of the
/// others later calls only read, or close one end.
final class GatewayProcess: @unchecked Sendable {
    private static let start: TimeInterval = 30
    /// Settings of other gateways, which change where one is reached, or whether.
    private static let notOurs = Set(
        ["ADVERTISE", "CONTROL", "HOST", "LISTEN", "PORT", "SCENARIO", "SCENARIOS"].map { "MISHAP_\($0)" })

    /// Its address, as it printed it.
    private(set) var url = ""
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// What it writes to standard error; tests that find it dead read it at the same moment.
    private let said: Locked<FileHandle>

    private init(_ program: String, scenarios: [String], folder: String?) throws {
        // It writes to a file and not a pipe, so that it never waits for us. The file has no name any more, and goes
        // with us.
        let file = FileManager.default.temporaryDirectory.appending(path: "mishap-\(UUID()).log")
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw MishapError(
                "the mishap gateway has not started: no file can be made in \(file.deletingLastPathComponent().path)")
        }
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardError = try FileHandle(forWritingTo: file)
        said = Locked(try FileHandle(forReadingFrom: file))
        // A program that another thread starts must not keep it alive.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.standardInput = input
        process.standardOutput = output
        process.executableURL = URL(filePath: try Self.find(program))
        process.environment = ProcessInfo.processInfo.environment.filter { !Self.notOurs.contains($0.key) }
        process.arguments = ["serve"] + scenarios + ["--port", "0", "--quiet", "--until-stdin-closes"]
        if let folder { process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory) }
    }

    static func start(_ program: String, scenarios: [String], folder: String?) async throws -> GatewayProcess {
        let gateway = try GatewayProcess(program, scenarios: scenarios, folder: folder)
        try await withCheckedThrowingContinuation { continuation in
            // It waits, and may not hold up a thread of Swift's.
            DispatchQueue.global().async { continuation.resume(with: Result { try gateway.run() }) }
        }
        return gateway
    }

    private func run() throws {
        do {
            try process.run()
        } catch {
            throw MishapError("the mishap gateway has not started: \(error.localizedDescription)")
        }
        let isLate = Locked(false)
        let limit = DispatchWorkItem { [process] in
            isLate.withLock { $0 = true }
            process.terminate()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.start, execute: limit)
        defer { limit.cancel() }
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else {
                let why = isLate.withLock { $0 } ? " within \(Int(Self.start)) s" : ""
                throw MishapError("the mishap gateway has not started\(why)\n\(words)")
            }
            line += part
        }
        let first = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard first.hasPrefix("mishap: listening on ") else {
            process.terminate()
            throw MishapError("\(process.executableURL?.path ?? "") is no mishap: it printed \"\(first)\"")
        }
        url = first.split(separator: " ").last.map(String.init) ?? ""
    }

    private static func find(_ program: String) throws -> String {
        let paths =
            program.contains("/")
            ? [program]
            : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
        if let found = paths.first(where: FileManager.default.isExecutableFile) { return found }
        throw MishapError(
            "there is no program \"\(program)\": install mishap, name it by MISHAP_BIN, or name a gateway that runs by "
                + "MISHAP_CONTROL_URL")
    }

    private var words: String {
        let all = said.withLock { file in
            try? file.seek(toOffset: 0)
            return (try? file.readToEnd()) ?? Data()
        }
        return String(decoding: all, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// How it has ended; nil if it runs.
    func death() async -> GatewayDied? {
        // A connection that it reset may come before its end.
        for _ in 0..<20 where process.isRunning {
            try? await Task.detached { try await Task.sleep(for: .milliseconds(10)) }.value
        }
        guard !process.isRunning else { return nil }
        let status = process.terminationStatus
        return GatewayDied(code: process.terminationReason == .uncaughtSignal ? -status : status, stderr: words)
    }

    func end() { try? input.fileHandleForWriting.close() }

    var id: Int32 { process.processIdentifier }
}
#else
/// Here no program can be started.
final class GatewayProcess: Sendable {
    let url = ""
    let id: Int32 = 0

    static func start(_ program: String, scenarios: [String], folder: String?) async throws -> GatewayProcess {
        throw MishapError(
            "this system starts no programs: start `mishap serve` on the machine, and set MISHAP_CONTROL_URL to its "
                + "address"
        )
    }

    func death() async -> GatewayDied? { nil }

    func end() {}
}
#endif
