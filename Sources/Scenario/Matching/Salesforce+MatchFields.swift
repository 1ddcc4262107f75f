public import Catalogue

extension Salesforce: MatchableDialect {
    /// Where in the API a request, or one of several inside of it, goes, and whether it carries several.
    public var matchFields: [String] { ["resource", "verb", "object", "id", "reference", "position", "batch"] }
    public var partFields: [String] { ["object", "id", "reference", "position"] }
}
