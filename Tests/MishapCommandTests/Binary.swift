import Foundation
import TestSupport

/// The built program, as a process: what the in-process tests cannot see is signals, pipes and what it links.
final class Binary {
    static let path = Repository.program("mishap")

    private let process: ChildProcess
    /// Its standard input, where it has one.
    var input: PipeEnd { process.input }

    /// `folder` is where it is started from. Variables of the tests' own environment that begin with `MISHAP_` are
    /// left out.
    init(
        _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:], hasInput: Bool = false
    ) throws {
        let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MISHAP_") }
        process = try ChildProcess(
            Self.path, arguments, environment: variables.merging(environment) { $1 }, in: folder,
            input: hasInput ? .pipe : .nothing, output: .pipe, error: .pipe)
    }

    /// The first line of standard output, once it is complete.
    func readLine() -> String { String(process.output.lines(upTo: "\n").prefix { $0 != "\n" }) }

    /// Reads standard error up to a line with that in it, and gives all of it.
    func complaints(upTo words: String) -> String { process.error.lines(upTo: words) }

    /// The port in the line that says where it listens.
    func port() -> UInt16? {
        readLine().wholeMatch(of: /mishap: listening on http:\/\/127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }
    }

    func signal(_ number: Int32) { process.signal(number) }

    /// Nobody reads what it says any more.
    func closePipes() {
        process.output.close()
        process.error.close()
    }

    /// The exit code, or minus the number of the signal that ended it.
    func wait() -> Int32 { process.wait(within: .seconds(120)) }

    var isRunning: Bool { process.isRunning }

    /// All of standard output, and of standard error, to their ends.
    func rest() -> (output: String, error: String) {
        (process.output.read(within: .seconds(60)), process.error.read(within: .seconds(60)))
    }
}
