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
    ///
    ///     try environment.value("max-head", maxHead, else: ByteCount(16_384))  // --max-head, MISHAP_MAX_HEAD
    func value<Value: OptionValue>(
        _ option: String, _ given: String?, else standard: Value
    ) throws(UsageError) -> Value {
        try value(option, given) ?? standard
    }

    func value<Value: OptionValue>(_ option: String, _ given: String?) throws(UsageError) -> Value? {
        let variable = Self.variable(of: option)
        guard let text = given ?? self[variable] else { return nil }
        guard let value = Value(text: text) else {
            throw UsageError("\(given == nil ? variable : "--\(option)") is \"\(text)\", and it takes \(Value.words)")
        }
        return value
    }

    /// `MISHAP_MAX_HEAD` for `max-head`.
    static func variable(of option: String) -> String {
        "MISHAP_" + option.uppercased().split(separator: "-").joined(separator: "_")
    }

    /// That of this process.
    static var process: [String: String] { ProcessInfo.processInfo.environment }
}
