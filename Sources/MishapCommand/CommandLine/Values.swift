/// What a command was given: its arguments, and its options wherever they came from.
struct Values: Sendable {
    /// In their order, options taken out.
    var arguments: [String] = []
    /// What stands behind `--`, of a command that takes it as it is.
    var verbatim: [[UInt8]] = []
    /// Texts of options by name.
    private var given: [String: [String]] = [:]
    private let environment: Environment

    init(_ environment: Environment) { self.environment = environment }

    mutating func add(_ text: String, of option: OptionDescription) { given[option.name, default: []].append(text) }

    /// The option where it was given, else its variable, else its default.
    subscript<Value>(option: Option<Value>) -> Value {
        get throws(UsageError) {
            let description = option.description
            if let texts = given[description.name] {
                return try option.read(texts.map { GivenText(text: $0, source: "--\(description.name)") })
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
