/// The parsed arguments and options of a command.
struct Values: Sendable {
    /// The positional arguments.
    var arguments: [String] = []
    /// The words after `--`, if the command passes them on.
    var verbatim: [[UInt8]] = []
    /// The values of options by name.
    private var given: [String: [String]] = [:]
    private let environment: Environment

    init(_ environment: Environment) { self.environment = environment }

    mutating func add(_ text: String, of option: OptionDescription) { given[option.name, default: []].append(text) }

    /// The value of an option: from the command line, otherwise from its variable, otherwise its default.
    subscript<Value>(option: Option<Value>) -> Value {
        get throws(UsageError) {
            let description = option.description
            if let texts = given[description.name] {
                return try option.read(texts.map { GivenText(text: $0, source: "--\(description.name)") })
            }
            if description.isSecret, let variable = description.variable, environment.isEmpty(variable) {
                throw .emptyValue(of: variable, takes: description.takes)
            }
            guard let variable = description.variable, let text = environment[variable] else {
                return try option.read([])
            }
            let texts =
                description.isRepeatable
                ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [text]
            return try option.read(texts.map { GivenText(text: $0, source: variable) })
        }
    }
}
