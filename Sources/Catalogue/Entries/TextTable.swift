/// A table in a string literal: one row per line, cells separated by `|`, and `-` for an empty cell.
///
/// A long string literal compiles quickly, whereas an array literal of as many values takes minutes. A malformed cell
/// is a programming error, and ends the program with a message that has the line.
///
///     let rows = TextTable.rows("4 | file\n12 | folder") { row in (row.int(), row.word(of: Kind.self)) }
package enum TextTable {
    /// - Parameter read: Reads all cells of a row in their order.
    package static func rows<Row>(_ text: String, _ read: (inout TableRow) -> Row) -> [Row] {
        // Bytes of an array are divided in a fraction of the time that a string takes.
        Array(text.utf8).split(separator: UInt8(ascii: "\n")).map { line in
            var row = TableRow(line)
            let value = read(&row)
            row.end()
            return value
        }
    }
}

/// A row of a table, whose cells are read one after the other.
package struct TableRow {
    private let line: ArraySlice<UInt8>
    /// The next cell with the blanks around it; nil behind the last one.
    private var cell: Range<Int>?

    init(_ line: ArraySlice<UInt8>) {
        self.line = line
        cell = cell(from: line.startIndex)
    }

    private func cell(from start: Int) -> Range<Int> {
        start..<(line[start...].firstIndex(of: UInt8(ascii: "|")) ?? line.endIndex)
    }

    /// Goes on to the cell behind the next one.
    private mutating func consume() {
        guard let end = cell?.upperBound else { return }
        cell = end < line.endIndex ? cell(from: end + 1) : nil
    }

    /// A cell that must not be empty.
    package mutating func text() -> String {
        guard let text = optional() else { fail("a cell says nothing") }
        return text
    }

    /// A cell that may be empty: nil for `-`.
    package mutating func optional() -> String? {
        let text = next
        consume()
        return text == "-" ? nil : text
    }

    package mutating func int() -> Int {
        guard let number = optionalInt() else { fail("a number is missing") }
        return number
    }

    package mutating func optionalInt() -> Int? {
        optional().map { text in
            guard let number = Int(text) else { fail("\"\(text)\" is not a number") }
            return number
        }
    }

    /// A raw value of an enumeration.
    package mutating func word<Word: RawRepresentable<String>>(of type: Word.Type = Word.self) -> Word {
        word(text())
    }

    package mutating func optionalWord<Word: RawRepresentable<String>>(of type: Word.Type = Word.self) -> Word? {
        optional().map { word($0) }
    }

    /// A list of raw values, separated by commas; empty for `-`.
    package mutating func words<Word: RawRepresentable<String>>(of type: Word.Type = Word.self) -> [Word] {
        list(",").map { word($0) }
    }

    /// A list of texts, separated by commas; empty for `-`.
    package mutating func texts() -> [String] { list(",") }

    /// A raw value of an enumeration; nil if the cell has another text, in which case it is not consumed.
    package mutating func mark<Word: RawRepresentable<String>>(of type: Word.Type = Word.self) -> Word? {
        guard let word = Word(rawValue: next) else { return nil }
        consume()
        return word
    }

    /// The text after a prefix; nil if the cell does not begin with it, in which case it is not consumed.
    package mutating func text(after prefix: String) -> String? {
        let text = next
        guard text.hasPrefix(prefix) else { return nil }
        consume()
        return String(text.dropFirst(prefix.count))
    }

    /// A list of causes, separated by semicolons; empty for `-`.
    package mutating func causes() -> [Cause] { list(";").map { cause($0) } }

    package mutating func optionalCause() -> Cause? { optional().map { cause($0) } }

    // MARK: Mistakes

    func end() {
        if cell != nil { fail("there are more cells than are read") }
    }

    /// The next cell, trimmed; it is not consumed.
    private var next: String {
        guard let cell else { fail("a cell is missing") }
        let text = String(decoding: Self.trimmed(line[cell]), as: UTF8.self)
        if text.isEmpty { fail("a cell is empty") }
        return text
    }

    private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (start, end) = (cell.startIndex, cell.endIndex)
        while start < end, cell[start] == UInt8(ascii: " ") { start += 1 }
        while start < end, cell[end - 1] == UInt8(ascii: " ") { end -= 1 }
        return cell[start..<end]
    }

    private mutating func list(_ separator: Unicode.Scalar) -> [String] {
        guard let text = optional() else { return [] }
        return Array(text.utf8).split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map {
            part in
            let part = String(decoding: Self.trimmed(part), as: UTF8.self)
            if part.isEmpty { fail("an element of a list is empty") }
            return part
        }
    }

    private func word<Word: RawRepresentable<String>>(_ text: String) -> Word {
        guard let word = Word(rawValue: text) else { fail("\"\(text)\" is not one of \(Word.self)") }
        return word
    }

    private func cause(_ text: String) -> Cause {
        guard let cause = Cause(reading: text) else { fail("\"\(text)\" is not a failure and its values") }
        return cause
    }

    /// Ends the program. Tables are part of its code, and a test reads every cell, so that this never happens to a
    /// user.
    package func fail(_ message: String) -> Never {
        fatalError("\(message): \(String(decoding: line, as: UTF8.self))")
    }
}
