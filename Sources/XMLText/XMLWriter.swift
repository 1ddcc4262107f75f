/// Escapes text for XML.
package enum XMLWriter {
    /// Appends text as content of an element. Characters that XML 1.0 does not allow, not even as references, become
    /// U+FFFD. A CR is written as a reference, since readers would turn it into LF.
    package static func escape(_ text: [UInt8], into output: inout [UInt8]) {
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "&"): output += "&amp;".utf8
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: ">"): output += "&gt;".utf8
            case UInt8(ascii: "\r"): output += "&#13;".utf8
            case ..<0x20 where !XMLReader.isAllowed(at: index, in: text): output += "\u{FFFD}".utf8
            // U+FFFE and U+FFFF differ from U+FFFD only in their last byte.
            case 0xBE... where index > 1 && !XMLReader.isAllowed(at: index - 2, in: text) && text[index - 1] == 0xBF:
                output.append(text[index - 2] == 0xEF ? 0xBD : byte)
            default: output.append(byte)
            }
        }
    }

    /// Appends text as an attribute value in double quotes, so that a reader gets the same text back.
    package static func escapeValue(_ text: [UInt8], into output: inout [UInt8]) {
        var escaped: [UInt8] = []
        escape(text, into: &escaped)
        for byte in escaped {
            switch byte {
            case UInt8(ascii: "\""): output += "&quot;".utf8
            case UInt8(ascii: "\t"): output += "&#9;".utf8
            case UInt8(ascii: "\n"): output += "&#10;".utf8
            default: output.append(byte)
            }
        }
    }

    /// Whether XML 1.0 allows all characters of the text.
    package static func canRepresent(_ text: [UInt8]) -> Bool {
        text.indices.allSatisfy { XMLReader.isAllowed(at: $0, in: text) }
    }
}
