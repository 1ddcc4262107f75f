import Bytes

/// A source line and the marks under it, cut to the width of a terminal and safe to print, whatever bytes the line has.
struct SourceExcerpt: Sendable, Hashable {
    private(set) var text = ""
    /// Spaces (tabs under tabs), then a caret, then tildes.
    private(set) var marks = ""

    /// One character of the line, as it is printed.
    private struct Cell {
        let offset: Int
        let scalar: Unicode.Scalar
        let width: Int
        /// What it may take on the terminal: a tab, up to eight.
        var columns: Int { scalar == "\t" ? 8 : width }
    }

    /// The columns that are shown of a line at most, the marks of what is left out apart.
    private static let most = 120
    /// As much is shown in the narrowest terminal.
    private static let least = 16
    /// The columns that are shown of this line.
    private let width: Int
    /// How many of them are before the caret in a longer line, at most.
    private var before: Int { width / 3 }

    /// - Parameter columns: What a line of the terminal has room for.
    init(_ range: Range<Int>, in source: SourceText, columns: Int = .max) {
        // Both ends may have an ellipsis.
        width = min(Self.most, max(Self.least, columns - 2))
        let line = source.line(containing: range.lowerBound)
        let start = min(range.lowerBound, line.upperBound)
        let end = min(max(range.upperBound, start), line.upperBound)
        var cells = cells(around: start, line, in: source.bytes)
        let cutBefore = cutFront(&cells, line: line, caret: start)
        let isRead = start + 4 * width >= line.upperBound
        let cutAfter = cutBack(&cells) || !isRead
        if cutBefore {
            text += "…"
            marks += " "
        }
        var hasCaret = false
        for cell in cells {
            text.unicodeScalars.append(cell.scalar)
            guard cell.offset < end else { continue }
            if cell.offset < start {
                marks += cell.scalar == "\t" ? "\t" : String(repeating: " ", count: cell.width)
            } else {
                marks += hasCaret ? "" : "^"
                marks += String(repeating: "~", count: max(0, cell.width - (hasCaret ? 0 : 1)))
                hasCaret = true
            }
        }
        if !hasCaret { marks += "^" }
        if cutAfter { text += "…" }
    }

    /// The cells near the range: at most 480 bytes before and after its start.
    private func cells(around start: Int, _ line: Range<Int>, in bytes: [UInt8]) -> [Cell] {
        var at = max(line.lowerBound, start - 4 * width)
        while at > line.lowerBound, at < start, bytes[at] & 0xC0 == 0x80 { at += 1 }
        let stop = min(line.upperBound, start + 4 * width)
        var cells: [Cell] = []
        while at < stop {
            let length = UTF8Text.sequenceLength(at: at, end: bytes.count, in: bytes)
            let scalar = length.map { UTF8Text.scalar(at: at, length: $0, in: bytes) } ?? "\u{FFFD}"
            let shown = Terminal.safe(scalar)
            cells.append(Cell(offset: at, scalar: shown, width: Terminal.width(shown)))
            at += length ?? 1
        }
        return cells
    }

    /// Removes cells that are far before the caret if the line is too long; returns whether any were.
    private func cutFront(_ cells: inout [Cell], line: Range<Int>, caret: Int) -> Bool {
        let total = cells.reduce(0) { $0 + $1.width }
        let caretIndex = cells.firstIndex { $0.offset >= caret } ?? cells.count
        let isWhole = cells.first.map { $0.offset == line.lowerBound } ?? true
        if isWhole, total <= width { return false }
        var columns = cells[..<caretIndex].reduce(0) { $0 + $1.width }
        if isWhole, columns <= width - before { return false }
        var drop = 0
        while drop < caretIndex, columns > before {
            columns -= cells[drop].columns
            drop += 1
        }
        cells.removeFirst(drop)
        return true
    }

    private func cutBack(_ cells: inout [Cell]) -> Bool {
        var columns = 0
        var keep = 0
        while keep < cells.count, columns + cells[keep].columns <= width {
            columns += cells[keep].columns
            keep += 1
        }
        let isCut = keep < cells.count
        cells.removeLast(cells.count - keep)
        return isCut
    }
}
