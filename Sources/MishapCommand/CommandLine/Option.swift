/// A typed option of a command.
///
///     static let port = Option("port", PortNumber.self, value: "number", standard: PortNumber(8080), help: "…")
///     let port = try values[Self.port].number
///
/// `Value` is the type that a command reads: an optional for an option without a default, an array for a repeatable
/// option, `Bool` for a switch.
struct Option<Value: Sendable>: Sendable {
    let description: OptionDescription
    /// Converts the given texts, in their order; without any, returns the default.
    let read: @Sendable ([GivenText]) throws(UsageError) -> Value

    var name: String { description.name }

    /// An option with a default.
    init(
        _ name: String, _ type: Value.Type, value: String, variable: String? = nil, standard: Value,
        completion: Completion = .nothing, help: String
    ) where Value: OptionValue {
        description = OptionDescription(
            name: name, value: value, takes: Value.takes, variable: variable, standard: standard.text,
            completion: completion.or(Value.choices), help: help)
        read = { (given) throws(UsageError) in try given.last.map(Value.init(given:)) ?? standard }
    }

    /// An option without a default: nil if it is not given.
    init<Read: OptionValue>(
        _ name: String, _ type: Read.Type, value: String, variable: String? = nil, completion: Completion = .nothing,
        help: String
    ) where Value == Read? {
        description = OptionDescription(
            name: name, value: value, takes: Read.takes, isSecret: Read.isSecret, variable: variable,
            completion: completion.or(Read.choices), help: help)
        read = { (given) throws(UsageError) in try given.last.map(Read.init(given:)) }
    }

    /// An option that may be repeated; its variable has the values separated by commas.
    init<Read: OptionValue>(
        repeatable name: String, _ type: Read.Type, value: String, variable: String? = nil,
        completion: Completion = .nothing, help: String
    ) where Value == [Read] {
        description = OptionDescription(
            name: name, value: value, takes: Read.takes, isRepeatable: true, variable: variable,
            completion: completion.or(Read.choices), help: help)
        read = { (given) throws(UsageError) in
            var values: [Read] = []
            for text in given { values.append(try Read(given: text)) }
            return values
        }
    }

    /// A switch, which has no value on the command line. Its variable is true or false.
    init(switch name: String, variable: String? = nil, help: String) where Value == Bool {
        description = OptionDescription(
            name: name, takes: Switch.takes, variable: variable, standard: variable == nil ? nil : "off", help: help)
        read = { (given) throws(UsageError) in try given.last.map(Switch.init(given:))?.isOn ?? false }
    }
}

/// An option without its type, for help, completion and documentation.
struct OptionDescription: Sendable {
    /// Without dashes: `max-head`.
    let name: String
    /// The name of its value, such as `size`; nil for a switch.
    var value: String?
    /// The valid values, such as "a number from 0 to 65535".
    let takes: String
    var isRepeatable = false
    /// Whether its variable may not be set to nothing, since a secret that is missing would go unnoticed.
    var isSecret = false
    /// The environment variable that can be used instead, such as `MISHAP_MAX_HEAD`.
    var variable: String?
    /// The default, as it would be written on the command line.
    var standard: String?
    var completion = Completion.nothing
    let help: String

    /// `--port NUMBER`.
    var usage: String { "--\(name)" + (value.map { " " + $0.uppercased() } ?? "") }

    /// Notes after its help text, such as `default 8080; MISHAP_PORT`; may be empty.
    var notes: String {
        let parts: [String?] = [isRepeatable ? "repeatable" : nil, standard.map { "default \($0)" }, variable]
        return parts.compactMap(\.self).joined(separator: "; ")
    }
}

/// The text of a value and its source: an option or a variable.
struct GivenText: Sendable {
    let text: String
    /// For messages: `--port` or `MISHAP_PORT`.
    let source: String
}

extension OptionValue {
    fileprivate init(given: GivenText) throws(UsageError) {
        guard let value = Self(text: given.text) else {
            if let meant = Self.meant(by: given.text) {
                throw .wrongValue(of: given.source, given.text, takes: Self.takes, near: meant)
            }
            throw .wrongValue(
                of: given.source, Self.isSecret ? "…" : given.text, takes: Self.takes, choices: Self.choices)
        }
        self = value
    }
}
