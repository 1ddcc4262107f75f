internal import Catalogue

/// Match fields of a request to the Graph API, or of one request in a batch.
extension GraphAPI {
    enum Field: Int, CaseIterable {
        case node, edge, relativeURL, verb, version, batch

        var matchField: MatchField {
            switch self {
            case .node:
                MatchField(
                    "node", "The first part of the path behind the version, such as me or a number.", isOfElement: true)
            case .edge:
                MatchField(
                    "edge", "What follows the node in the path; missing where nothing does.", isOfElement: true)
            case .relativeURL:
                MatchField(
                    "relative_url",
                    "Path and query behind the version, without a slash in front, as a batch writes it.",
                    isOfElement: true)
            case .verb:
                MatchField(
                    "verb", "The method in upper case, or that of the parameter method, which takes its place.",
                    isOfElement: true)
            case .version: MatchField("version", "The version in the path, such as v20.0.")
            case .batch:
                MatchField(
                    "batch", "Takes a batch as one request (true), or only what is not a batch (false).", kind: .batch)
            }
        }
    }

    var matchFields: [MatchField] { Field.allCases.map(\.matchField) }
    var indexedField: Int? { Field.node.rawValue }
}
