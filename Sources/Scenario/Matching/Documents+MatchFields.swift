internal import Bytes
public import Catalogue
internal import JSONText

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

    public func mistake(in value: String, isWhole: Bool, ofMatchField name: String) -> FieldMistake? {
        guard isWhole else { return nil }
        if name == "operation" {
            let names = DocumentOperation.allCases.map { String(decoding: $0.name, as: UTF8.self) }
            guard !names.contains(value) else { return nil }
            return FieldMistake("is never \"\(value.shown)\"", meant: EditDistance.nearest(to: value, among: names))
        }
        if !value.hasPrefix("/") { return FieldMistake("begins with \"/\"", meant: "/" + value) }
        guard value.hasSuffix("/"), value != "/" else { return nil }
        return FieldMistake("has no final slash", meant: String(value.dropLast()))
    }
}
