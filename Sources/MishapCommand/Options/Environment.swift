internal import ArgumentParser
internal import FoundationEssentials

/// The environment as a second command line: each option is a variable too, and the option wins.
struct Environment: Sendable {
    private let variables: [String: String]

    init(_ variables: [String: String]) { self.variables = variables }

    /// What is set to nothing is not set: that is how container files turn a variable off.
    subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `NO_COLOR`, whatever it says (no-color.org).
    var forbidsColour: Bool { self["NO_COLOR"] != nil || self["TERM"] == "dumb" }

    /// The option where it was given, else its variable, else what holds anyway.
    func value<Value: WordedArgument>(_ option: Value?, _ name: String, else standard: Value) throws(UsageError) -> Value {
        try value(option, name) ?? standard
    }

    func value<Value: WordedArgument>(_ option: Value?, _ name: String) throws(UsageError) -> Value? {
        if let option { return option }
        guard let text = self[name] else { return nil }
        guard let value = Value(argument: text) else {
            throw UsageError("\(name) is \"\(text)\", and it takes \(Value.words)")
        }
        return value
    }

    /// That of this process.
    static var process: [String: String] { ProcessInfo.processInfo.environment }
}
