/// A setting of a system that a scenario can change: its name, type and default.
///
///     Setting("strict", .flag, "Whether unknown fields of a request are refused.", standard: .flag(false))
public struct Setting: Sendable {
    public enum Kind: Sendable, Hashable {
        case flag
        /// One of these values.
        case word([String])
        case text
        /// A whole number within bounds.
        case number(ClosedRange<Int>)
        /// A number of bytes within bounds, or a size such as `"10MB"`.
        case bytes(ClosedRange<Int>)
        /// A JSON object.
        case object
        /// Any JSON.
        case json
        /// The initial state of sessions, in the system's `stateSyntax`; the text describes it for help.
        case state(String)
    }

    /// A value of the setting's kind.
    public enum Value: Sendable {
        case flag(Bool)
        /// A text, or one of the values of `word`.
        case text(String)
        /// A number, also of bytes.
        case number(Int)
        /// The compact text of the object.
        case object([UInt8])
        /// The compact text of any JSON.
        case json([UInt8])
        /// The changes that make the initial state out of an empty one.
        case state([any StateChange])
    }

    public let name: String
    public let kind: Kind
    /// One sentence.
    public let summary: String
    /// The default.
    public let standard: Value

    public init(_ name: String, _ kind: Kind, _ summary: String, standard: Value) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.standard = standard
    }
}
