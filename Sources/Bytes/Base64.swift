/// Base64 (RFC 4648, section 4), strict: a malformed body in a scenario must be an error when the scenario is loaded,
/// and not other bytes on the wire.
public enum Base64 {
    private static let alphabet = [UInt8](
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Padded, without line breaks.
    public static func encode(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = alphabet
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            let second = count > 1 ? bytes[start + 1] : 0
            let third = count > 2 ? bytes[start + 2] : 0
            let group = UInt32(bytes[start]) << 16 | UInt32(second) << 8 | UInt32(third)
            result.append(alphabet[Int(group >> 18 & 63)])
            result.append(alphabet[Int(group >> 12 & 63)])
            result.append(count > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            result.append(count > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
        }
        return result
    }

    /// The decoded bytes; nil unless the text is in canonical form: no white space, padding complete, no other
    /// alphabet, no bits left over in the last digit (RFC 4648, sections 3.2, 3.3 and 3.5).
    public static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var padding = 0
        while padding < 2, padding < text.count,
            text[text.endIndex - 1 - padding] == UInt8(ascii: "=")
        { padding += 1 }
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        for digit in text.dropLast(padding) {
            guard let value = value(digit) else { return nil }
            group = group << 6 | UInt32(value)
            digits += 1
            if digits == 4 {
                result.append(UInt8(truncatingIfNeeded: group >> 16))
                result.append(UInt8(truncatingIfNeeded: group >> 8))
                result.append(UInt8(truncatingIfNeeded: group))
                (group, digits) = (0, 0)
            }
        }
        switch digits {
        case 0: return result
        case 2 where group & 15 == 0: result.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3 where group & 3 == 0:
            result.append(UInt8(truncatingIfNeeded: group >> 10))
            result.append(UInt8(truncatingIfNeeded: group >> 2))
        default: return nil
        }
        return result
    }

    public static func decode(_ text: [UInt8]) -> [UInt8]? { decode(text[...]) }

    /// Whether `decode` would return bytes; in a fraction of its time.
    public static func isCanonical(_ text: [UInt8]) -> Bool {
        guard text.count % 4 == 0 else { return false }
        guard text.count > 4 else { return decode(text) != nil }
        // Only the last group can have padding.
        let start = text.count - 4
        return areDigits(text, upTo: start) && decode(text[start...]) != nil
    }

    private static func areDigits(_ text: borrowing [UInt8], upTo end: Int) -> Bool {
        let (isDigit, span) = (isDigit, text.span.extracting(0..<end))
        var areAll = true
        for index in span.indices where !isDigit[Int(span[index])] { areAll = false }
        return areAll
    }

    private static let isDigit = (UInt8.min...UInt8.max).map { value($0) != nil }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x41...0x5A: digit - 0x41
        case 0x61...0x7A: digit - 0x61 + 26
        case 0x30...0x39: digit - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
