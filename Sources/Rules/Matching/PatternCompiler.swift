/// Compiles regular expressions. Passed in, because the only engine with a bound on its work is a C library, and this
/// module links none.
public protocol PatternCompiler: Sendable {
    func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError>
}

/// A compiled regular expression. It works on bytes, since requests need not be UTF-8.
///
/// `steps` is the number of steps that it may take. It subtracts those taken, always the same number for the same
/// bytes.
public protocol Pattern: Sendable {
    func matchesWhole(_ bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome
    func found(in bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome
}

public enum PatternOutcome: Sendable, Hashable {
    case matched
    case unmatched
    /// Aborted: it would have taken more steps than allowed.
    case overLimit
}

/// An error in a regular expression.
public struct PatternError: Error, Sendable, Hashable {
    public var message: String
    /// Offset in bytes of the pattern's UTF-8, so that the caret of the diagnostic is under the mistake.
    public var offset: Int

    public init(_ message: String, offset: Int) {
        self.message = message
        self.offset = offset
    }
}
