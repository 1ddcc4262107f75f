/// Formats diagnostics as compilers do: the position, the message, the source line and a caret under it.
///
///     scenarios/pay.json:12:9: error: unknown field "staus" in a reply; did you mean "status"?
///      12 |         "staus": 500
///         |         ^~~~~~~
public struct DiagnosticRenderer: Sendable {
    /// What the text is printed on.
    public struct Page: Sendable {
        /// Columns of a line; a line of a source is cut to them, and to 120 on a wider page.
        public var columns: Int
        /// Whether it has colours.
        public var isColoured: Bool

        public init(columns: Int = .max, isColoured: Bool = false) {
            self.columns = columns
            self.isColoured = isColoured
        }

        fileprivate func style(_ text: String, _ code: String) -> String {
            isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
        }
    }

    private let sources: [String: SourceText]
    private let page: Page

    /// Diagnostics of files that are not among the sources are shown without position and source line.
    public init(_ sources: some Sequence<SourceText>, on page: Page = Page()) {
        self.sources = Dictionary(sources.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        self.page = page
    }

    /// Three lines, each ended by a line feed; only the first if the source is not known.
    public func render(_ diagnostic: Diagnostic) -> String {
        let file = Terminal.safe(diagnostic.file)
        let colour = diagnostic.severity == .error ? "1;31" : "1;33"
        let severity = page.style("\(diagnostic.severity.rawValue):", colour)
        let message = "\(severity) \(page.style(Terminal.safe(diagnostic.text), "1"))\n"
        guard let source = sources[diagnostic.file] else { return "\(page.style("\(file):", "1")) \(message)" }
        let range = Self.shown(diagnostic.byteRange, in: source)
        let (line, column) = source.position(of: range.lowerBound)
        let number = String(line)
        let margin = String(repeating: " ", count: number.utf8.count)
        let excerpt = SourceExcerpt(range, in: source, columns: page.columns - margin.utf8.count - 4)
        return "\(page.style("\(file):\(line):\(column):", "1")) \(message)"
            + " \(number) | \(excerpt.text)\n"
            + " \(margin) | \(page.style(excerpt.marks, "1;32"))\n"
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

    /// One object for `check --json`: `file`, `line`, `column`, `endLine`, `endColumn` (behind the last character), `pointer`
    /// (RFC 6901, if the file is JSON), `severity`, `message`.
    public func json(_ diagnostic: Diagnostic) -> JSONValue {
        json(diagnostic, in: sources[diagnostic.file].flatMap { try? JSONParser.parse($0.bytes).get() }, "")
    }

    private func json(_ diagnostic: Diagnostic, in root: JSONNode?, _ prefix: String) -> JSONValue {
        var members: [(String, JSONValue)] = [("file", .string(diagnostic.file))]
        if let source = sources[diagnostic.file] {
            let range = Self.shown(diagnostic.byteRange, in: source)
            let start = source.position(of: range.lowerBound)
            let end = source.position(of: range.upperBound)
            members += [
                ("line", .int(Int64(start.line))), ("column", .int(Int64(start.column))),
                ("endLine", .int(Int64(end.line))), ("endColumn", .int(Int64(end.column))),
            ]
            if let root { members.append(("pointer", .string(prefix + root.pointer(to: range.lowerBound).text))) }
        }
        members += [
            ("severity", .string(diagnostic.severity.rawValue)), ("message", .string(diagnostic.text)),
        ]
        return .object(members)
    }

    /// `prefix`: the pointer to where the text stands, if it is a part of another.
    public func json(_ bag: DiagnosticBag, under prefix: String = "") -> JSONValue {
        var roots: [String: JSONNode?] = [:]
        return .array(
            bag.all.map { diagnostic in
                let root =
                    roots[diagnostic.file] ?? sources[diagnostic.file].flatMap { try? JSONParser.parse($0.bytes).get() }
                roots[diagnostic.file] = .some(root)
                return json(diagnostic, in: root, prefix)
            })
    }

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
