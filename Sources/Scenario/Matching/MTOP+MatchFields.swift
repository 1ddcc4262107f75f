public import Catalogue

extension MTOP: MatchableDialect {
    /// The API that is called, in lower case, and its version.
    public var matchFields: [String] { ["api", "v"] }
    public var indexedField: String? { "api" }

    /// Names of APIs are in lower case: a capital would never match.
    public func mistake(in value: String, isWhole: Bool, ofMatchField name: String) -> FieldMistake? {
        guard name == "api", value.lowercased() != value else { return nil }
        return FieldMistake("is in lower case", meant: value.lowercased())
    }

    public func words(ofMatchField name: String) -> String {
        name == "api" ? "The API that is called, in lower case." : "The version of the API."
    }
}
