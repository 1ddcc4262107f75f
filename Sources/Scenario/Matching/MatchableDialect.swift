public import Catalogue

/// A dialect whose calls have fields that a match can look at, beside those of plain HTTP.
public protocol MatchableDialect: Dialect {
    /// The names of `Call.fields`.
    var matchFields: [String] { get }
    /// Those that a batch which is taken as one request never has.
    var partFields: [String] { get }
    /// What a field is, in a sentence for whoever writes a scenario.
    func words(ofMatchField name: String) -> String
    /// The one of them by which rules are told apart soonest: what the call asks for. Rules that want a value of it
    /// are found by that value, however many there are.
    var indexedField: String? { get }
    /// Why a field never has this value, or this part of a value; nil where it may.
    func mistake(in value: String, isWhole: Bool, ofMatchField name: String) -> FieldMistake?
}

extension MatchableDialect {
    public func words(ofMatchField name: String) -> String { "What the \(name) of the call must be." }
    public var indexedField: String? { nil }
    public func mistake(in value: String, isWhole: Bool, ofMatchField name: String) -> FieldMistake? { nil }
    public var partFields: [String] { [] }
}
