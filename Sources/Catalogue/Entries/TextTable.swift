/// A table that is written as text: a row in each line, its cells between bars, `-` in a cell that says nothing.
///
/// One literal of any length compiles at once, where a list of as many values takes minutes. A cell that is not what it
/// should be is a mistake in the program, which ends with the line that has it: no row is ever half right.
///
///     let rows = TextTable.rows("4 | file\n12 | folder") { row in (row.int(), row.word(of: Kind.self)) }
package enum TextTable {
    /// - Parameter read: Takes each cell of a row once, in their order.
    package static func rows<Row>(_ text: String, _ read: (inout TableRow) -> Row) -> [Row] {
        text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            var row = TableRow(line)
            let value = read(&row)
            row.end()
            return value
        }
    }
}

/// The cells of a line that were not read yet.
package struct TableRow {
    private let line: Substring.UTF8View
    private var cells: ArraySlice<Substring.UTF8View>

    fileprivate init(_ line: Substring.UTF8View) {
        self.line = line
        cells = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)[...]
    }

    /// What has to be there.
    package mutating func text() -> String {
        guard let text = optional() else { fail("a cell says nothing") }
        return text
    }

    /// Nil for `-`.
    package mutating func optional() -> String? {
        let text = next
        cells.removeFirst()
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

    /// One of the words that a type has.
    package mutating func word<Word: RawRepresentable<String>>(of type: Word.Type = Word.self) -> Word {
        word(text())
    }

    package mutating func optionalWord<Word: RawRepresentable<String>>(of type: Word.Type = Word.self) -> Word? {
        optional().map { word($0) }
    }

    /// Several words, between commas; none for `-`.
    package mutating func words<Word: RawRepresentable<String>>(of type: Word.Type = Word.self) -> [Word] {
        list(",").map { word($0) }
    }

    /// Texts between commas; none for `-`.
    package mutating func texts() -> [String] { list(",") }

    /// The cell's word if the type has it; otherwise nil, and the cell is still to be read.
    package mutating func mark<Word: RawRepresentable<String>>(of type: Word.Type = Word.self) -> Word? {
        guard let word = Word(rawValue: next) else { return nil }
        cells.removeFirst()
        return word
    }

    /// What follows the prefix; nil if the cell has another beginning, and it is still to be read.
    package mutating func text(after prefix: String) -> String? {
        let text = next
        guard text.hasPrefix(prefix) else { return nil }
        cells.removeFirst()
        return String(text.dropFirst(prefix.count))
    }

    /// Failures that lead to the row's, between semicolons; none for `-`.
    package mutating func causes() -> [Cause] { list(";").map { cause($0) } }

    package mutating func optionalCause() -> Cause? { optional().map { cause($0) } }

    // MARK: Mistakes

    fileprivate func end() {
        if !cells.isEmpty { fail("there are more cells than are read") }
    }

    /// The next cell, without the spaces around it.
    private var next: String {
        guard let cell = cells.first else { fail("a cell is missing") }
        let text = String(decoding: Self.trimmed(cell), as: UTF8.self)
        if text.isEmpty { fail("a cell is empty") }
        return text
    }

    private static func trimmed(_ cell: Substring.UTF8View) -> Substring.UTF8View {
        var cell = cell.drop { $0 == UInt8(ascii: " ") }
        while cell.last == UInt8(ascii: " ") { cell.removeLast() }
        return cell
    }

    private mutating func list(_ separator: Unicode.Scalar) -> [String] {
        guard let text = optional() else { return [] }
        return text.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map { part in
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

    /// Ends the program: tables are part of it, and a test reads every cell, so that no user meets a slip.
    package func fail(_ message: String) -> Never {
        fatalError("\(message): \(String(decoding: line, as: UTF8.self))")
    }
}
