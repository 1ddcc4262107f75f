public import JSONText

/// A dialect whose results are written as JSON in scenarios and sent in another format. The translation does not depend
/// on the call, except for whole batches, and is done when a scenario is loaded.
public protocol TranslatingDialect: Dialect {
    /// The default Content-Type of a success.
    var successContentType: String { get }
    /// Why a result cannot be translated; nil if it can. Its placeholders are not filled in yet.
    func objection(to success: JSONNode) -> TranslationObjection?
}

/// The part of a result that cannot be translated, with its position in the scenario.
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
