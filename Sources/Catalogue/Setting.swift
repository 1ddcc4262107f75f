/// Something that a scenario can say of its system as a whole: its name, its type, and what holds when it is not said.
///
///     Setting("strict", .flag, "Whether unknown fields of a request are refused.", standard: .flag(false))
public struct Setting: Sendable {
    public enum Kind: Sendable, Hashable {
        case flag
        /// One of these words.
        case word([String])
        case text
        /// A whole number within bounds.
        case number(ClosedRange<Int>)
        /// A JSON object.
        case object
        /// What sessions begin with, as the system's `stateSyntax` has it; with what that is in words.
        case state(String)
    }

    /// A value of the setting's kind.
    public enum Value: Sendable {
        case flag(Bool)
        /// A text, or one of the words.
        case text(String)
        case number(Int)
        /// The object's compact text.
        case object([UInt8])
        /// What makes of nothing the state that is meant.
        case state([any StateChange])
    }

    public let name: String
    public let kind: Kind
    /// What it is for, in one sentence.
    public let summary: String
    /// What holds when it is not given.
    public let standard: Value

    public init(_ name: String, _ kind: Kind, _ summary: String, standard: Value) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.standard = standard
    }
}
