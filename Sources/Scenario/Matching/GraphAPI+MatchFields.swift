public import Catalogue

extension GraphAPI: MatchableDialect {
    /// What is asked for: of the request, or of one request in a batch. Last, whether it is a batch that is taken as one.
    public var matchFields: [String] { ["node", "edge", "relative_url", "verb", "version", "batch"] }
    public var indexedField: String? { "node" }
}
