public import Catalogue

/// A dialect whose calls have fields that a match can look at, beside those of plain HTTP.
public protocol MatchableDialect: Dialect {
    /// The names of `Call.fields`.
    var matchFields: [String] { get }
    /// Those whose values are always in lower case.
    var lowercaseFields: [String] { get }
}

extension MatchableDialect {
    public var lowercaseFields: [String] { [] }
}
