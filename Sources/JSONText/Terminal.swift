internal import Bytes

/// Makes untrusted text safe to print: no control or format characters that would move the cursor, change the writing
/// direction or hide text.
public enum Terminal {
    /// The scalar if it is safe. Control characters become their symbols from U+2400 on, others that are not safe
    /// U+FFFD.
    static func safe(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09: return scalar
        case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: return "\u{2421}"
        case ..<0x7F: return scalar
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                return "\u{FFFD}"
            default: return scalar
            }
        }
    }

    /// A text on one line: tabs and line feeds become symbols too.
    public static func safe(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(scalar == "\t" ? "\u{2409}" : safe(scalar))
        }
        return String(result)
    }

    /// The same for bytes; those that are not UTF-8 become escapes such as `\xFF`.
    public static func safe(bytes: [UInt8]) -> String {
        var result = ""
        var index = 0
        while index < bytes.count {
            if let length = UTF8Text.sequenceLength(at: index, end: bytes.count, in: bytes) {
                result += safe(String(UTF8Text.scalar(at: index, length: length, in: bytes)))
                index += length
            } else {
                let digits = String(bytes[index], radix: 16, uppercase: true)
                result += "\\x" + (digits.count < 2 ? "0" : "") + digits
                index += 1
            }
        }
        return result
    }

    /// The number of terminal columns: 0 for combining marks, 2 for East Asian wide characters and emoji (by the blocks
    /// of Unicode Standard Annex 11), otherwise 1.
    static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x300: return 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default:
            let category = scalar.properties.generalCategory
            return category == .nonspacingMark || category == .enclosingMark ? 0 : 1
        }
    }
}
