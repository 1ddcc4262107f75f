/// A field of a system's calls that a match can ask for, beside those of plain HTTP.
public struct MatchField: Sendable {
    public enum Kind: Sendable {
        /// A text, for any value matcher.
        case text
        /// True takes a batch as one request, false only what is no batch.
        case batch
    }

    /// Why a call never has a value that a match asks for.
    public struct ValueProblem: Sendable {
        /// What the field is or has instead, as it follows the field's name.
        public let message: String
        /// What was probably meant; nil where nobody can tell.
        public let meant: String?

        public init(_ message: String, meant: String?) {
            self.message = message
            self.meant = meant
        }
    }

    public let name: String
    public let kind: Kind
    /// What it is, in a sentence for whoever writes a scenario.
    public let summary: String
    /// Whether only an element of a batch has it, and never a batch that is taken as one request.
    public let isOfElement: Bool
    /// Why a call never has a value, or a part of a value; nil where it may have it.
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
