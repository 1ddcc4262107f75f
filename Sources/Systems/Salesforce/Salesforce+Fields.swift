internal import Catalogue

/// Match fields of a request to Salesforce, of a subrequest or a record in a batch, and whether a request is a batch.
extension Salesforce {
    enum Field: Int, CaseIterable {
        case resource, verb, object, id, reference, position, batch

        var matchField: MatchField {
            switch self {
            case .resource:
                MatchField("resource", "The path behind the version, decoded, such as /sobjects/Account.")
            case .verb: MatchField("verb", "The method of the request, or of the subrequest in a batch.")
            case .object:
                MatchField("object", "The object that it is about, such as Account.", isOfElement: true)
            case .id:
                MatchField(
                    "id", "The ID of the record: 15 or 18 letters and digits behind the object.", isOfElement: true)
            case .reference: MatchField("reference", "The referenceId of a subrequest in a batch.", isOfElement: true)
            case .position: MatchField("position", "The position in a batch; 1 for the first.", isOfElement: true)
            case .batch:
                MatchField(
                    "batch", "Takes a batch as one request (true), or only what is not a batch (false).",
                    kind: .batch)
            }
        }
    }

    var matchFields: [MatchField] { Field.allCases.map(\.matchField) }
    var indexedField: Int? { Field.object.rawValue }
}
