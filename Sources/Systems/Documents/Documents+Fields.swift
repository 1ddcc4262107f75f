internal import Bytes
internal import Catalogue
internal import JSONText

/// Match fields of a request to the store.
extension Documents {
    enum Field: Int, CaseIterable {
        case operation, document, destination

        var matchField: MatchField {
            switch self {
            case .operation:
                MatchField(
                    "operation",
                    "What is done: open, list, save, make-collection, properties, delete, move, copy, lock, unlock, options or other.",
                    problem: Self.unknownOperation)
            case .document:
                MatchField(
                    "document", "The path, decoded and without a final slash, such as /notes/plan.txt.",
                    problem: Self.badPath)
            case .destination:
                MatchField(
                    "destination", "Where COPY and MOVE go, decoded and without a final slash.", problem: Self.badPath)
            }
        }

        @Sendable private static func unknownOperation(_ value: String, isPart: Bool) -> MatchField.ValueProblem? {
            let names = DocumentOperation.allCases.map { String(decoding: $0.name, as: UTF8.self) }
            guard !isPart, !names.contains(value) else { return nil }
            return MatchField.ValueProblem(
                "is never \"\(value.shown)\"", meant: EditDistance.nearest(to: value, among: names))
        }

        @Sendable private static func badPath(_ value: String, isPart: Bool) -> MatchField.ValueProblem? {
            if isPart { return nil }
            if !value.hasPrefix("/") { return MatchField.ValueProblem("begins with \"/\"", meant: "/" + value) }
            guard value.hasSuffix("/"), value != "/" else { return nil }
            return MatchField.ValueProblem("has no final slash", meant: String(value.dropLast()))
        }
    }

    var matchFields: [MatchField] { Field.allCases.map(\.matchField) }
    var indexedField: Int? { Field.document.rawValue }
}
