public import Foundation

/// The gateway cannot be used, or does not take what was asked for.
public struct MishapError: Error, CustomStringConvertible, GatewayProblem {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A scenario, a rule or an expectation has errors, or there is no scenario of that name. The description shows each
/// error at its place, as `mishap check` does.
public struct ScenarioError: Error, CustomStringConvertible, GatewayProblem {
    public let description: String
    /// The errors as data: `line`, `column`, `pointer`, `severity`, `message`.
    public let diagnostics: [JSON]
}

/// The client did something else than was expected of it. The description says what, with an excerpt of the journal.
public struct VerdictFailed: Error, CustomStringConvertible, LocalizedError {
    public let description: String
    public let verdict: Verdict

    public var errorDescription: String? { description }
}

/// The gateway that this library started has ended.
public struct GatewayDied: Error, CustomStringConvertible, GatewayProblem {
    /// Its exit code, or minus the signal's number.
    public let code: Int32
    /// What it wrote to standard error.
    public let stderr: String

    public var description: String {
        let lines = stderr.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        let words = String(lines.filter { !$0.isEmpty }.joined(separator: " / ").suffix(500))
        let last = words.isEmpty ? "it said nothing" : "its last words: \(words)"
        return "the mishap gateway has ended, exit code \(code); \(last)"
    }
}

/// What is no fault of the client: a test that ends by one needs no journal.
protocol GatewayProblem: LocalizedError, CustomStringConvertible {}

extension GatewayProblem {
    public var errorDescription: String? { description }
}
