public import Catalogue

extension GraphAPI: MatchableDialect {
    /// What is asked for: of the request, or of one request in a batch. Last, whether it is a batch that is taken as one.
    public var matchFields: [String] { ["node", "edge", "relative_url", "verb", "version", "batch"] }
    public var partFields: [String] { ["node", "edge", "relative_url", "verb"] }
    public var indexedField: String? { "node" }

    public func words(ofMatchField name: String) -> String {
        switch name {
        case "node": "The first part of the path behind the version, such as me or a number."
        case "edge": "What follows the node in the path; missing where nothing does."
        case "relative_url": "Path and query behind the version, without a slash in front, as a batch writes it."
        case "verb": "The method in upper case, or that of the parameter method, which takes its place."
        case "version": "The version in the path, such as v20.0."
        default: "Takes a batch as one request (true), or only what is no batch (false)."
        }
    }
}
