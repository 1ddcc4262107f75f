public import JSONText
public import Wire

/// A dialect whose results are written as JSON in scenarios and sent in another format. The translation is
/// done when a scenario is loaded, but for whole batches and for what depends on the call.
public protocol TranslatingDialect: Dialect {
    /// The default Content-Type of a success.
    var successContentType: String { get }
    /// Why a result cannot be translated; nil if it can. Its placeholders are not filled in yet.
    func objection(to success: JSONNode) -> TranslationObjection?
    /// Whether a result without placeholders is not translated alike for all calls.
    func dependsOnCall(_ success: Reply) -> Bool
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
