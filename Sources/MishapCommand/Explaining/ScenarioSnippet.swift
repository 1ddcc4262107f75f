internal import Catalogue
internal import JSONText

/// A minimal scenario with a failure and the defaults of its parameters, as a starting point.
struct ScenarioSnippet {
    private let failure: Failure
    private let dialect: (any Dialect)?
    private let name: String
    private let cause: Cause?

    /// - Parameters:
    ///   - dialect: The dialect of the failure's system.
    ///   - name: The name of the entry, if the failure is one of its causes.
    ///   - cause: That cause.
    init(_ failure: Failure, in dialect: (any Dialect)?, named name: String? = nil, by cause: Cause? = nil) {
        self.failure = failure
        self.dialect = dialect
        self.name = name ?? failure.name
        self.cause = cause
    }

    var text: String {
        if failure.kind == .connection { return "{\n  \(OwnPort(name).member)\n}" }
        let own = failure.ownParameters.filter { cause == nil || $0.name != "by" }.compactMap { parameter in
            ParameterText(parameter).json.map { "\(Self.json(.string(parameter.name))): \(Self.json($0))" }
        }
        let with = (cause.map { ["\"by\": \(Self.json(.string($0.name)))"] } ?? []) + own
        let fail = "\"fail\": \(Self.json(.string(name)))"
        let step = with.isEmpty ? fail : "\(fail), \"with\": { \(with.joined(separator: ", ")) }"
        let system = dialect.map { "\n  \"system\": \(Self.json(.string($0.name)))," } ?? ""
        let batch = failure.needsBatch ? dialect?.batchField?.name : nil
        let match = batch.map { "\"match\": { \(Self.json(.string($0))): true }, " } ?? ""
        // A failure that needs a parameter shows how it is given.
        let rule = failure.ownParameters.lazy.compactMap(\.form).first ?? "{ \(match)\(step) }"
        return """
            {\(system)
              "rules": [
                \(rule)
              ]
            }
            """
    }

    private static func json(_ value: JSONValue) -> String { String(decoding: value.bytes(), as: UTF8.self) }
}
