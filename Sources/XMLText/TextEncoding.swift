internal import Bytes

/// The character encodings that are supported for bodies of requests.
package enum TextEncoding {
    case utf8, ascii, latin1

    /// - Parameter name: In lower case, as in `charset=utf-8`; nil if it is not supported.
    package init?(_ name: String) {
        switch name {
        case "utf-8", "utf8": self = .utf8
        case "us-ascii", "ascii": self = .ascii
        case "iso-8859-1", "latin1", "latin-1": self = .latin1
        default: return nil
        }
    }

    /// The text as UTF-8; nil if a byte is not valid in this encoding.
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
