internal import Bytes

/// Maps offsets in the value of a JSON string to offsets in the file, which differ by escapes, for carets inside
/// strings.
enum StringOffsets {
    /// The offset in `source` of byte `offset` of the value; `range` is the string with its quotes.
    static func sourceOffset(of offset: Int, in source: [UInt8], string range: Range<Int>) -> Int {
        var position = range.lowerBound + 1
        let end = max(position, range.upperBound - 1)
        var decoded = 0
        while decoded < offset, position < end {
            guard source[position] == UInt8(ascii: "\\"), position + 1 < end else {
                position += 1
                decoded += 1
                continue
            }
            guard source[position + 1] == UInt8(ascii: "u"), position + 6 <= end else {
                position += 2
                decoded += 1
                continue
            }
            let unit = source[position + 2..<position + 6].reduce(0) { $0 << 4 | Int(HexDigits.value($1) ?? 0) }
            switch unit {
            case 0xD800..<0xDC00: (position, decoded) = (position + 12, decoded + 4)
            case ..<0x80: (position, decoded) = (position + 6, decoded + 1)
            case ..<0x800: (position, decoded) = (position + 6, decoded + 2)
            default: (position, decoded) = (position + 6, decoded + 3)
            }
        }
        return min(position, end)
    }
}
