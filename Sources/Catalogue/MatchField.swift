/// A field of a system's calls that rules can match, beside those of plain HTTP.
public struct MatchField: Sendable {
    public enum Kind: Sendable {
        /// Text, for any value matcher.
        case text
        /// `true` matches whole batches, `false` only requests that are not batches.
        case batch
    }

    /// Why no call can have the value that a rule matches.
    public struct ValueProblem: Sendable {
        /// The message without the field's name, with which it begins: "is in lower case".
        public let message: String
        /// The value that was probably meant; nil if unknown.
        public let meant: String?

        public init(_ message: String, meant: String?) {
            self.message = message
            self.meant = meant
        }
    }

    public let name: String
    public let kind: Kind
    /// One sentence for authors of scenarios.
    public let summary: String
    /// Whether only single calls have it, and never a whole batch.
    public let isOfElement: Bool
    /// Checks a value, or a part of one, that a rule matches; nil if a call may have it.
    public let problem: @Sendable (_ value: String, _ isPart: Bool) -> ValueProblem?

    public init(
        _ name: String, _ summary: String, kind: Kind = .text, isOfElement: Bool = false,
        problem: @escaping @Sendable (_ value: String, _ isPart: Bool) -> ValueProblem? = { _, _ in nil }
    ) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isOfElement = isOfElement
        self.problem = problem
    }
}
