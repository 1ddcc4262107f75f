/// Compiles regular expressions for scenarios. Passed in, because the only engine with a bound on its
/// work is a C library, and this room has none.
public protocol PatternCompiler: Sendable {
    func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError>
}

/// A compiled expression. It works on bytes: what a client sends need not be UTF-8.
///
/// `steps` is how many it may take. What it takes is subtracted, the same number for the same bytes.
public protocol Pattern: Sendable {
    func matchesWhole(_ bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome
    func found(in bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome
}

public enum PatternOutcome: Sendable, Hashable {
    case matched
    case unmatched
    /// Given up: it would have taken more steps than it may.
    case overLimit
}

/// What is wrong with an expression, and where.
public struct PatternError: Error, Sendable, Hashable {
    public var message: String
    /// In bytes of the pattern's UTF-8, so that the diagnostic's caret stands under the mistake.
    public var offset: Int

    public init(_ message: String, offset: Int) {
        self.message = message
        self.offset = offset
    }
}
