public import Catalogue

/// A dialect whose calls have fields that a match can look at, beside those of plain HTTP.
public protocol MatchableDialect: Dialect {
    /// The names of `Call.fields`.
    var matchFields: [String] { get }
}
