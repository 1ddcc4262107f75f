public import JSONText

/// A dialect whose successes are written as JSON and go out as something else: the same for every call, but for a batch
/// that is taken whole, so that it is made where a scenario is loaded.
public protocol TranslatingDialect: Dialect {
    /// The Content-Type of a success that says no other.
    var successContentType: String { get }
    /// Why a success cannot be said; nil where it can. Placeholders are still in it.
    func objection(to success: JSONNode) -> TranslationObjection?
}

/// What of a success cannot be said, and where it stands.
public struct TranslationObjection: Sendable {
    public let message: String
    public let range: Range<Int>
    public let hint: String?

    package init(_ message: String, at range: Range<Int>, hint: String? = nil) {
        self.message = message
        self.range = range
        self.hint = hint
    }
}
