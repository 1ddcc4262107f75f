/// The XML declaration at the beginning of a document, which names its encoding.
package struct XMLDeclaration {
    /// In lower case; nil if the declaration has none.
    package var encoding: String?
    /// The offset behind the declaration.
    package var end: Int

    /// Reads the declaration at `start`. A document without one has an empty declaration; nil if it is malformed.
    package init?(_ bytes: [UInt8], from start: Int) {
        end = start
        let opening = Array("<?xml".utf8)
        guard bytes[start...].starts(with: opening), start + 5 < bytes.count, XMLReader.isSpace(bytes[start + 5])
        else { return }
        guard let close = Self.end(in: bytes, from: start + 5) else { return nil }
        end = close + 2
        guard let fields = Self.fields(bytes[start + 5..<close]) else { return nil }
        guard let version = fields.first, version.name == "version", version.value.hasPrefix("1.") else { return nil }
        var rest = fields.dropFirst()
        if let field = rest.first, field.name == "encoding" {
            encoding = field.value.lowercased()
            rest = rest.dropFirst()
        }
        if let field = rest.first, field.name == "standalone", ["yes", "no"].contains(field.value) {
            rest = rest.dropFirst()
        }
        guard rest.isEmpty else { return nil }
    }

    /// The offset of `?>`, within 200 bytes.
    private static func end(in bytes: [UInt8], from start: Int) -> Int? {
        let end = min(bytes.count, start + 200)
        return (start..<max(start, end - 1)).first {
            bytes[$0] == UInt8(ascii: "?") && bytes[$0 + 1] == UInt8(ascii: ">")
        }
    }

    /// Reads `version="1.0" encoding='UTF-8'`: names, and values of letters, digits, dots and hyphens.
    private static func fields(_ bytes: ArraySlice<UInt8>) -> [(name: String, value: String)]? {
        var fields: [(String, String)] = []
        var rest = bytes
        while true {
            let trimmed = rest.drop(while: XMLReader.isSpace)
            guard let first = trimmed.first else { return fields }
            guard trimmed.startIndex > rest.startIndex, isWordByte(first) else { return nil }
            let name = trimmed.prefix(while: isWordByte)
            let behind = trimmed[name.endIndex...].drop(while: XMLReader.isSpace)
            guard behind.first == UInt8(ascii: "=") else { return nil }
            let quoted = behind.dropFirst().drop(while: XMLReader.isSpace)
            guard let quote = quoted.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return nil
            }
            let value = quoted.dropFirst().prefix(while: isWordByte)
            guard !value.isEmpty, value.endIndex < quoted.endIndex, quoted[value.endIndex] == quote else { return nil }
            fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
            rest = quoted[(value.endIndex + 1)...]
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
