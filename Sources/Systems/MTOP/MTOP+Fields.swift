internal import Catalogue

/// Match fields of an MTOP call.
extension MTOP {
    enum Field: Int, CaseIterable {
        case api, v

        var matchField: MatchField {
            switch self {
            case .api: MatchField("api", "The API that is called, in lower case.", problem: Self.capitals)
            case .v: MatchField("v", "The version of the API.")
            }
        }

        /// Names of APIs are in lower case: a capital letter would never match.
        @Sendable private static func capitals(_ value: String, isPart: Bool) -> MatchField.ValueProblem? {
            value.lowercased() == value ? nil : MatchField.ValueProblem("is in lower case", meant: value.lowercased())
        }
    }

    var matchFields: [MatchField] { Field.allCases.map(\.matchField) }
    var indexedField: Int? { Field.api.rawValue }
}
