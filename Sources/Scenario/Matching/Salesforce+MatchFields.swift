public import Catalogue

extension Salesforce: MatchableDialect {
    /// Where in the API a request, or one of several inside of it, goes, and whether it carries several.
    public var matchFields: [String] { ["resource", "verb", "object", "id", "reference", "position", "batch"] }
    public var partFields: [String] { ["object", "id", "reference", "position"] }
    public var indexedField: String? { "object" }

    public func words(ofMatchField name: String) -> String {
        switch name {
        case "resource": "The path behind the version, decoded, such as /sobjects/Account."
        case "verb": "The method of the request, or of the request inside of one."
        case "object": "The object that it is about, such as Account."
        case "id": "The ID of the record: 15 or 18 letters and digits behind the object."
        case "reference": "The referenceId of a request inside of one."
        case "position": "Which of several it is; 1 for the first."
        default: "Takes several in one as one request (true), or only what carries none (false)."
        }
    }
}
