/// An option of a command: what it is called and takes, and what a command reads of it.
///
///     static let port = Option("port", PortNumber.self, value: "number", standard: PortNumber(8080), help: "…")
///     let port = try values[Self.port].number
///
/// `Value` is what is read: a value where there is a default, an optional one where there is none, a list where the
/// option may be repeated, a `Bool` of a switch.
struct Option<Value: Sendable>: Sendable {
    let description: OptionDescription
    /// What comes of the texts that were given, in their order; of none, the default.
    let read: @Sendable ([GivenText]) throws(UsageError) -> Value

    var name: String { description.name }

    /// One with a default.
    init(
        _ name: String, _ type: Value.Type, value: String, variable: String? = nil, standard: Value,
        completion: Completion = .nothing, help: String
    ) where Value: OptionValue {
        description = OptionDescription(
            name: name, value: value, takes: Value.takes, variable: variable, standard: standard.text,
            completion: completion.or(Value.choices), help: help)
        read = { (given) throws(UsageError) in try given.last.map(Value.init(given:)) ?? standard }
    }

    /// One without a default: nil where it is not given.
    init<Read: OptionValue>(
        _ name: String, _ type: Read.Type, value: String, variable: String? = nil, completion: Completion = .nothing,
        help: String
    ) where Value == Read? {
        description = OptionDescription(
            name: name, value: value, takes: Read.takes, variable: variable, completion: completion.or(Read.choices),
            help: help)
        read = { (given) throws(UsageError) in try given.last.map(Read.init(given:)) }
    }

    /// One that may be given more than once; its variable has the values between commas.
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

    /// One without a value: it is on where it is given. Its variable says true or false.
    init(switch name: String, variable: String? = nil, help: String) where Value == Bool {
        description = OptionDescription(
            name: name, takes: Switch.takes, variable: variable, standard: variable == nil ? nil : "off", help: help)
        read = { (given) throws(UsageError) in try given.last.map(Switch.init(given:))?.isOn ?? false }
    }
}

/// What help, completion and the pages need to know of an option.
struct OptionDescription: Sendable {
    /// Without its dashes: `max-head`.
    let name: String
    /// What its value is called, `size`; nil for a switch.
    var value: String?
    /// As in "a number from 0 to 65535".
    let takes: String
    var isRepeatable = false
    /// The variable of the environment that stands in for it, as in `MISHAP_MAX_HEAD`.
    var variable: String?
    /// The default as somebody would write it.
    var standard: String?
    var completion = Completion.nothing
    let help: String

    /// `--port NUMBER`.
    var usage: String { "--\(name)" + (value.map { " " + $0.uppercased() } ?? "") }

    /// What help says behind its text, as in `default 8080; MISHAP_PORT`, or nothing.
    var notes: String {
        let parts: [String?] = [isRepeatable ? "repeatable" : nil, standard.map { "default \($0)" }, variable]
        return parts.compactMap(\.self).joined(separator: "; ")
    }
}

/// The text of a value, and where it was given: an option or a variable.
struct GivenText: Sendable {
    let text: String
    /// As in `--port` or `MISHAP_PORT`.
    let source: String
}

extension OptionValue {
    fileprivate init(given: GivenText) throws(UsageError) {
        guard let value = Self(text: given.text) else {
            throw .wrongValue(of: given.source, given.text, takes: Self.takes, choices: Self.choices)
        }
        self = value
    }
}
