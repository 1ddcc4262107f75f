/// Finds the ends of runs of plain ASCII, eight bytes at a time: most of the text in large bodies is such, as base64 is.
public enum PlainText {
    /// The offset of the first byte from `start` that is no printable ASCII, or is one of three others; the number of
    /// bytes if there is none. DEL counts as printable.
    ///
    ///     PlainText.end(in: json, from: 1, except: 0x22, 0x5C)  // the end of a JSON string without escapes
    public static func end(
        in bytes: borrowing [UInt8], from start: Int, except first: UInt8, _ second: UInt8, _ third: UInt8? = nil
    ) -> Int {
        let (span, raw) = (bytes.span, unsafe bytes.span.bytes)
        let third = third ?? second
        let (firsts, seconds, thirds) = (ones &* UInt64(first), ones &* UInt64(second), ones &* UInt64(third))
        var index = start
        while index &+ 8 <= span.count {
            let word = unsafe UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            // The highest bit of each byte that ends the run. Borrows reach only bytes behind such a one.
            let controls = (word &- ones &* 0x20) & ~word
            let ends =
                (word | controls | zeros(word ^ firsts) | zeros(word ^ seconds) | zeros(word ^ thirds)) & highest
            if ends != 0 { return index + ends.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < span.count {
            let byte = span[index]
            if byte < 0x20 || byte >= 0x80 || byte == first || byte == second || byte == third { break }
            index &+= 1
        }
        return index
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highest: UInt64 = 0x8080_8080_8080_8080

    /// The highest bit of the first byte that is 0, and perhaps of bytes behind it.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}
