internal import Bytes

/// How the bytes of a request are text.
package enum TextEncoding {
    case utf8, ascii, latin1

    /// One of those that a small server knows, by its name in small letters.
    package init?(_ name: String) {
        switch name {
        case "utf-8", "utf8": self = .utf8
        case "us-ascii", "ascii": self = .ascii
        case "iso-8859-1", "latin1", "latin-1": self = .latin1
        default: return nil
        }
    }

    /// As UTF-8; nil where a byte stands for nothing.
    package func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .utf8: return UTF8Text.firstInvalid(in: bytes) == nil ? bytes : nil
        case .ascii: return bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
        case .latin1:
            var text: [UInt8] = []
            text.reserveCapacity(bytes.count)
            for byte in bytes {
                if byte < 0x80 { text.append(byte) } else { text += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
            }
            return text
        }
    }
}
