import Foundation
import TestSupport

/// A client that is run to its end.
enum ClientProgram {
    struct Result: Sendable {
        /// The exit code, or minus the number of the signal that ended it.
        var code: Int32
        var output: String
    }

    /// Of the tests' own environment, what a client needs to be found, and nothing that changes how it behaves.
    static let environment = ProcessInfo.processInfo.environment.filter {
        ["PATH", "HOME", "LD_LIBRARY_PATH"].contains($0.key)
    }

    /// Runs a program to its end. One that is not installed fails, and says what to run.
    static func run(_ path: String, _ arguments: [String], within time: Duration = .seconds(120)) async throws -> Result
    {
        guard path.contains("/") || ChildProcess.isThere(path) else {
            throw ChildProcess.Failure(description: "\(path) is missing: \(ClientFolder.advice)")
        }
        return try await aside {
            let child = try ChildProcess(path, arguments, environment: environment)
            let output = child.output.read(within: time)
            return Result(code: child.wait(within: .seconds(60)), output: output)
        }
    }
}
