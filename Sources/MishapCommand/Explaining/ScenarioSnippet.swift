internal import Catalogue
internal import JSONText

/// The smallest scenario in which a failure happens, with its parameters as they stand, to begin one's own from.
struct ScenarioSnippet {
    let failure: Failure

    init(_ failure: Failure) { self.failure = failure }

    var text: String {
        let with = failure.ownParameters.compactMap { parameter in
            ParameterWords(parameter).json.map { "\(Self.json(.string(parameter.name))): \(Self.json($0))" }
        }
        let fail = "\"fail\": \(Self.json(.string(failure.name)))"
        let step = with.isEmpty ? fail : "\(fail), \"with\": { \(with.joined(separator: ", ")) }"
        let system = Dialects.dialect(of: failure).map { "\n  \"system\": \(Self.json(.string($0.name)))," } ?? ""
        let match = failure.needsBatch ? "\"match\": { \"batch\": true }, " : ""
        return """
            {\(system)
              "rules": [
                { \(match)"steps": [{ \(step) }] }
              ]
            }
            """
    }

    private static func json(_ value: JSONValue) -> String { String(decoding: value.bytes(), as: UTF8.self) }
}
