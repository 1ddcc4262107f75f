public import Catalogue

extension MTOP: MatchableDialect {
    /// The API that is called, in lower case, and its version.
    public var matchFields: [String] { ["api", "v"] }
    public var indexedField: String? { "api" }
    public var lowercaseFields: [String] { ["api"] }

    public func words(ofMatchField name: String) -> String {
        name == "api" ? "The API that is called, in lower case." : "The version of the API."
    }
}
