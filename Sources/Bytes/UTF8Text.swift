/// Validation of UTF-8 by index (RFC 3629), for readers that report where text becomes invalid.
public enum UTF8Text {
    /// The length of the well-formed sequence that begins at `index`; nil if there is none.
    ///
    /// Overlong forms, surrogates and values above U+10FFFF are not well-formed (RFC 3629, section 4).
    @inlinable
    public static func sequenceLength(
        at index: Int, end: Int, in bytes: borrowing [UInt8]
    ) -> Int? {
        let first = bytes[index]
        if first < 0x80 { return 1 }
        let length: Int
        var lowest: UInt8 = 0x80
        var highest: UInt8 = 0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, lowest) = (3, 0xA0)
        case 0xED: (length, highest) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, lowest) = (4, 0x90)
        case 0xF4: (length, highest) = (4, 0x8F)
        case 0xF1...0xF3: length = 4
        default: return nil
        }
        guard index + length <= end, bytes[index + 1] >= lowest, bytes[index + 1] <= highest
        else { return nil }
        for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// The scalar of a well-formed sequence of this length.
    public static func scalar(at index: Int, length: Int, in bytes: borrowing [UInt8]) -> Unicode.Scalar {
        var value = UInt32(bytes[index])
        guard length > 1 else { return Unicode.Scalar(value) ?? "\u{FFFD}" }
        value &= 0xFF >> UInt32(length + 1)
        for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// The offset of the first byte that is not part of well-formed UTF-8; nil if all are.
    public static func firstInvalid(in bytes: borrowing [UInt8]) -> Int? {
        // The standard library is faster, and says less.
        if (try? UTF8Span(validating: bytes.span)) != nil { return nil }
        var index = 0
        while index < bytes.count {
            guard let length = sequenceLength(at: index, end: bytes.count, in: bytes) else {
                return index
            }
            index += length
        }
        return nil
    }
}
