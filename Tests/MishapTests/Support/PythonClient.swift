import Foundation
import TestSupport

/// A script for the Python that has the client packages of `Tests/requirements.txt`, as `make clients` installs them.
/// Whoever runs the tests without them is told what to run, instead of tests that pass by doing nothing.
enum PythonClient {
    static let path = Repository.python

    /// Runs a script to its end and gives what it printed. One that raises, or is not done in time, fails with what it
    /// said.
    static func run(_ script: String, _ arguments: [String] = [], within time: Duration = .seconds(300)) async throws
        -> String
    {
        try await run(script, arguments, by: path, within: time)
    }

    static func run(_ script: String, _ arguments: [String], by path: String, within time: Duration) async throws
        -> String
    {
        guard access(path, X_OK) == 0 else { throw ChildProcess.Failure(description: "\(path) is missing: \(advice)") }
        let begin = "import sys; sys.stderr = sys.stdout\n"
        let result = try await ClientProgram.run(path, ["-c", begin + script] + arguments, within: time)
        guard result.code == 0 else {
            throw ChildProcess.Failure(description: "it ended with \(result.code), and said:\n\(result.output)")
        }
        return result.output
    }

    static let advice = "run `make clients`, which installs the Python packages that these tests are clients with"
}
