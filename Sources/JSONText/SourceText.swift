import Bytes

/// The name and bytes of a file with an index of its lines, which gives diagnostics their line and column.
public struct SourceText: Sendable, Hashable {
    /// The name as diagnostics print it.
    public let name: String
    public let bytes: [UInt8]
    /// The offset at which each line begins; a file that ends with a line feed has an empty last line.
    let lineStarts: [Int]
    private let isASCII: Bool

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        var starts = [0]
        var all: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            all |= byte
            if byte == UInt8(ascii: "\n") { starts.append(index + 1) }
        }
        lineStarts = starts
        isASCII = all < 0x80
    }

    /// The 1-based line and column of a byte; an offset outside the file is clamped to it.
    ///
    /// Columns count Unicode scalars, a tab being one; a byte that is not UTF-8 counts as one.
    public func position(of offset: Int) -> (line: Int, column: Int) {
        let offset = min(max(0, offset), bytes.count)
        let index = lineIndex(of: offset)
        let start = lineStarts[index]
        if isASCII { return (index + 1, offset - start + 1) }
        var column = 1
        var at = start
        while at < offset {
            at += UTF8Text.sequenceLength(at: at, end: bytes.count, in: bytes) ?? 1
            if at <= offset { column += 1 }
        }
        return (index + 1, column)
    }

    /// The range of the line that contains this offset, without its LF or CRLF.
    public func line(containing offset: Int) -> Range<Int> {
        let index = lineIndex(of: min(max(0, offset), bytes.count))
        let start = lineStarts[index]
        guard index + 1 < lineStarts.count else { return start..<bytes.count }
        var end = lineStarts[index + 1] - 1
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    /// The last line that begins at or before the offset.
    private func lineIndex(of offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
