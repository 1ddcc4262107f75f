internal import Bytes

/// A table in a string literal whose rows are found by their first cell, and are read when they are asked for: scenarios
/// name a few of the many errors of a system, and a start does not read the others.
///
///     let table = RowTable("4 | file\n12 | folder") { row in (number: row.int(), kind: row.text()) }
///     table["12"]?.kind  // "folder"
package struct RowTable<Row>: Sendable {
    private let text: String
    /// The offset of each row in the text.
    private let starts: [Int32]
    private let numbers: ByteTable<Int32>
    private let read: @Sendable (inout TableRow) -> Row

    /// - Parameter keyCells: The number of cells that are a row's key, with a slash between them.
    /// - Parameter read: Reads all cells of a row in their order.
    package init(_ text: String, keyCells: Int = 1, _ read: @escaping @Sendable (inout TableRow) -> Row) {
        self.text = text
        self.read = read
        var starts: [Int32] = []
        let bytes = text.utf8.span
        var lines = 1
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { lines += 1 }
        var numbers = ByteTable<Int32>(capacity: lines)
        var (start, key) = (0, [UInt8]())
        while start < bytes.count {
            let end = Self.end(of: start, in: bytes)
            if end > start {
                Self.readKey(of: bytes.extracting(start..<end), cells: keyCells, into: &key)
                // The first row of a key is found by it.
                numbers.update(key, default: Int32(starts.count)) { _ in }
                starts.append(Int32(start))
            }
            start = end + 1
        }
        self.starts = starts
        self.numbers = numbers
    }

    /// The row with this key.
    package subscript(key: String) -> Row? { number(of: key).map { self[$0] } }

    /// All rows in their order.
    package var rows: [Row] { starts.indices.map { self[$0] } }

    var count: Int { starts.count }

    var keys: [String] {
        var keys: [String] = []
        numbers.forEachEntry { key, _ in keys.append(String(decoding: key, as: UTF8.self)) }
        return keys
    }

    func number(of key: String) -> Int? { numbers.find(Array(key.utf8)).map { Int($0) } }

    subscript(number: Int) -> Row {
        read(number) { row in
            let value = read(&row)
            row.end()
            return value
        }
    }

    /// Reads some cells of a row.
    func read<Value>(_ number: Int, _ body: (inout TableRow) -> Value) -> Value {
        let bytes = text.utf8.span
        let start = Int(starts[number])
        let line = bytes.extracting(start..<Self.end(of: start, in: bytes))
        var row = TableRow(line.indices.map { line[$0] }[...])
        return body(&row)
    }

    /// The end of the line that begins here.
    private static func end(of start: Int, in bytes: Span<UInt8>) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        return end
    }

    private static func readKey(of line: Span<UInt8>, cells: Int, into key: inout [UInt8]) {
        key.removeAll(keepingCapacity: true)
        var (index, rest) = (0, cells)
        while index < line.count {
            if line[index] == UInt8(ascii: "|") {
                rest -= 1
                if rest == 0 { break }
                while key.last == UInt8(ascii: " ") { key.removeLast() }
                key.append(UInt8(ascii: "/"))
            } else if line[index] != UInt8(ascii: " ") || (!key.isEmpty && key.last != UInt8(ascii: "/")) {
                key.append(line[index])
            }
            index += 1
        }
        while key.last == UInt8(ascii: " ") { key.removeLast() }
    }
}
