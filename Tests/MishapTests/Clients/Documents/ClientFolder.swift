import TestSupport
import Foundation

/// A folder of one test, in which a client runs: what it uploads, what it downloads, and what it keeps of its own.
final class ClientFolder: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-client-\(UUID())/")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    var path: String { folder.path() }

    /// Writes a file, and the folders above it.
    func write(_ name: String, _ content: [UInt8]) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: file)
    }

    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: name))) }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// Names of what is in it.
    var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path())) }
    }

    /// Runs a program here, to its end or that of its time. One that is not installed fails, and says what to run.
    func run(_ program: String, _ arguments: [String], within time: Duration = .seconds(60)) async throws
        -> ClientProgram.Result
    {
        guard ChildProcess.isThere(program) else {
            throw ChildProcess.Failure(description: "\(program) is missing: \(Self.advice)")
        }
        let settings = ["--chdir=\(folder.path())", "HOME=\(folder.path())", "LC_ALL=C.UTF-8"]
        return try await ClientProgram.run("env", settings + [program] + arguments, within: time)
    }

    static let advice = "run `make clients`, which installs the programs that these tests are clients with"

    deinit { try? FileManager.default.removeItem(at: folder) }
}
