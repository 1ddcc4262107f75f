import Foundation

/// Loads a running gateway with everything at once, for as long as asked, and compares its resources at the end with
/// those at the beginning: threads, descriptors, memory, CPU time a request, latency.
@main
enum Soak {
    static func main() {
        do {
            let options = try SoakOptions(Array(CommandLine.arguments.dropFirst()))
            guard !options.asksForHelp else {
                tell(SoakOptions.help)
                return
            }
            exit(try SoakRun(options).run().outcome.code)
        } catch {
            say("mishap-soak: \((error as? SoakError)?.words ?? "\(error)")")
            exit(SoakOutcome.notRun.code)
        }
    }

    /// A line on standard output, at once even if that is a file.
    static func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// A line on standard error.
    static func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// How a run ended; the exit code says it.
enum SoakOutcome {
    case passed
    /// A bound was exceeded, or the gateway ended or answered something else than it should.
    case failed
    /// It could not be run: a wrong option, or a program that does not start.
    case notRun
    /// The run was too short for two intervals after the journals had filled.
    case notJudged

    var code: Int32 {
        switch self {
        case .passed: 0
        case .failed: 1
        case .notRun: 2
        case .notJudged: 3
        }
    }
}

/// What could not be done, in words.
struct SoakError: Error {
    let words: String

    init(_ words: String) { self.words = words }
}
