extension String {
    /// A name as messages quote it: at most 80 scalars, so that a message stays one line.
    package var shown: String {
        let scalars = unicodeScalars
        guard scalars.count > 80 else { return self }
        return String(String.UnicodeScalarView(scalars.prefix(79))) + "…"
    }
}

/// One error or warning in a file, as data; `DiagnosticRenderer` makes the text.
public struct Diagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable, Hashable {
        case error
        case warning
    }

    public let severity: Severity
    /// The name of its `SourceText`.
    public let file: String
    /// The bytes that are wrong; empty for a position between two bytes.
    public let byteRange: Range<Int>
    /// One clause, lower case, without a full stop.
    public let message: String
    /// What was probably meant, or how to correct it: a clause that is shown after a semicolon.
    public let hint: String?

    public init(
        _ severity: Severity, file: String, range: Range<Int>, _ message: String, hint: String? = nil
    ) {
        self.severity = severity
        self.file = file
        byteRange = range
        self.message = message
        self.hint = hint
    }

    /// Message and hint in one line.
    public var text: String { hint.map { "\(message); \($0)" } ?? message }
}
