import Foundation
import Glibc
import TestSupport

/// The built program, as a process: what the in-process tests cannot see is signals, pipes and what it links.
final class Binary {
    static let path = Repository.program("mishap")

    private let process = Process()
    private let output = Pipe()
    private let error = Pipe()

    /// `folder` is where it is started from. Variables of the tests' own environment that begin with `MISHAP_` are
    /// left out.
    /// `input` is its standard input; empty by default.
    init(
        _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:], input: Pipe? = nil
    ) throws {
        process.executableURL = URL(filePath: Self.path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MISHAP_") }
            .merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = error
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// The first line of standard output, once it is complete.
    func readLine() -> String {
        var line = ""
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return line }
            line.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return line
    }

    /// Reads standard error up to a line with that in it, and gives all of it.
    func complaints(upTo words: String) -> String {
        var text = ""
        var line: [UInt8] = []
        while let byte = try? error.fileHandleForReading.read(upToCount: 1)?.first {
            line.append(byte)
            guard byte == UInt8(ascii: "\n") else { continue }
            let complete = String(decoding: line, as: UTF8.self)
            text += complete
            if complete.contains(words) { return text }
            line = []
        }
        return text
    }

    /// The port in the line that says where it listens.
    func port() -> UInt16? {
        readLine().wholeMatch(of: /mishap: listening on http:\/\/127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Nobody reads what it says any more.
    func closePipes() {
        try? output.fileHandleForReading.close()
        try? error.fileHandleForReading.close()
    }

    /// The exit code, or minus the number of the signal that ended it.
    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    var isRunning: Bool { process.isRunning }

    /// All of standard output, and of standard error, to their ends.
    func rest() -> (output: String, error: String) {
        let words = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = error.fileHandleForReading.readDataToEndOfFile()
        return (String(decoding: words, as: UTF8.self), String(decoding: complaints, as: UTF8.self))
    }
}
