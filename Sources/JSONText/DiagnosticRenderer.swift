/// Formats diagnostics as compilers do: the position, the message, the source line and a caret under it.
///
///     scenarios/pay.json:12:9: error: unknown field "staus" in a reply; did you mean "status"?
///      12 |         "staus": 500
///         |         ^~~~~~~
public struct DiagnosticRenderer: Sendable {
    private let sources: [String: SourceText]

    /// Diagnostics of files that are not among the sources are shown without position and source line.
    public init(_ sources: some Sequence<SourceText>) {
        self.sources = Dictionary(sources.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// Three lines, each ended by a line feed; only the first if the source is not known.
    public func render(_ diagnostic: Diagnostic) -> String {
        let file = Terminal.safe(diagnostic.file)
        let message = "\(diagnostic.severity.rawValue): \(Terminal.safe(diagnostic.text))\n"
        guard let source = sources[diagnostic.file] else { return "\(file): \(message)" }
        let range = Self.shown(diagnostic.byteRange, in: source)
        let (line, column) = source.position(of: range.lowerBound)
        let excerpt = SourceExcerpt(range, in: source)
        let number = String(line)
        let margin = String(repeating: " ", count: number.utf8.count)
        return "\(file):\(line):\(column): \(message)"
            + " \(number) | \(excerpt.text)\n"
            + " \(margin) | \(excerpt.marks)\n"
    }

    /// All diagnostics of a bag by file and position. A file over its limit has a last line with the number of further
    /// ones.
    public func render(_ bag: DiagnosticBag) -> String {
        var text = ""
        for file in bag.fileNames {
            for diagnostic in bag.diagnostics(of: file) { text += render(diagnostic) }
            let more = bag.droppedCount(of: file)
            if more > 0 { text += "\(Terminal.safe(file)): and \(more) more\n" }
        }
        return text
    }

    /// One object for `check --json`: `file`, `line`, `column`, `endLine`, `endColumn` (behind the last character),
    /// `severity`, `message`.
    public func json(_ diagnostic: Diagnostic) -> JSONValue {
        var members: [(String, JSONValue)] = [("file", .string(diagnostic.file))]
        if let source = sources[diagnostic.file] {
            let range = Self.shown(diagnostic.byteRange, in: source)
            let start = source.position(of: range.lowerBound)
            let end = source.position(of: range.upperBound)
            members += [
                ("line", .int(Int64(start.line))), ("column", .int(Int64(start.column))),
                ("endLine", .int(Int64(end.line))), ("endColumn", .int(Int64(end.column))),
            ]
        }
        members += [
            ("severity", .string(diagnostic.severity.rawValue)), ("message", .string(diagnostic.text)),
        ]
        return .object(members)
    }

    public func json(_ bag: DiagnosticBag) -> JSONValue { .array(bag.all.map { json($0) }) }

    /// The range clamped to the file. The end of a file that ends with a line feed is shown behind the last character
    /// of the line before: the line after it is empty.
    private static func shown(_ range: Range<Int>, in source: SourceText) -> Range<Int> {
        let range = range.clamped(to: 0..<source.bytes.count)
        guard range.lowerBound == source.bytes.count, source.bytes.last == UInt8(ascii: "\n")
        else { return range }
        let end = source.line(containing: source.bytes.count - 1).upperBound
        return end..<end
    }
}
