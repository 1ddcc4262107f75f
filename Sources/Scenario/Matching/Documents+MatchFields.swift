public import Catalogue

extension Documents: MatchableDialect {
    /// What is done, and to which document.
    public var matchFields: [String] { ["operation", "document", "destination"] }
    public var indexedField: String? { "document" }

    public func words(ofMatchField name: String) -> String {
        switch name {
        case "operation":
            "What is done: open, list, save, make-collection, properties, delete, move, copy, lock, unlock, options or other."
        case "document": "The path, decoded and without a final slash, such as /notes/plan.txt."
        default: "Where COPY and MOVE go, decoded and without a final slash."
        }
    }
}
