public import Foundation

/// A program that ran to its end, never through a shell unless it is one. One that takes longer than ten minutes is killed.
///
///     let run = try ProgramRun("/bin/sh", ["-c", "echo hello; exit 3"])
///     #expect(run.code == 3 && run.output == "hello\n")
public struct ProgramRun: Sendable {
    /// The exit code, or minus the number of the signal that ended it.
    public let code: Int32
    /// Standard output, with standard error in between where the two are merged.
    public let output: String
    /// Standard error; empty where the two are merged.
    public let error: String

    /// - Parameters:
    ///   - environment: All of its variables; nil for those of the tests.
    ///   - folder: Where it is started; nil for the working directory of the tests.
    public init(
        _ path: String, _ arguments: [String], input: Data = Data(), environment: [String: String]? = nil,
        in folder: String? = nil, mergesError: Bool = false
    ) throws {
        let files = FileManager.default.temporaryDirectory.appending(path: "mishap-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: files) }
        // Files instead of pipes: a program that fills one of two pipes would wait while the other is being read.
        let (given, written, complained) = (
            files.appending(path: "input"), files.appending(path: "output"), files.appending(path: "error")
        )
        try input.write(to: given)
        for file in [written, complained] { try Data().write(to: file) }
        let child = try ChildProcess(
            path, arguments, environment: environment, in: folder, input: .file(given.path()),
            output: .file(written.path()), error: mergesError ? .output : .file(complained.path()))
        code = child.wait(within: .seconds(600))
        output = String(decoding: try Data(contentsOf: written), as: UTF8.self)
        error = String(decoding: try Data(contentsOf: complained), as: UTF8.self)
    }
}
