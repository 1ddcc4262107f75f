/// A table that is written as text: a row in each line, its cells between bars.
///
/// One literal of any length compiles at once, where a list of as many values takes minutes.
package struct TextTable {
    package let rows: [[String]]

    /// - Parameter columns: How many cells each row has. A row that has another number of them is a mistake
    ///   in the program.
    package init(_ text: String, columns: Int) {
        rows = text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            let cells = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            precondition(cells.count == columns, String(decoding: line, as: UTF8.self))
            return cells.map { Self.text($0) }
        }
    }

    /// Without the spaces around it.
    private static func text(_ cell: Substring.UTF8View) -> String {
        var cell = cell
        while cell.last == UInt8(ascii: " ") { cell.removeLast() }
        return String(decoding: cell.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    }
}
