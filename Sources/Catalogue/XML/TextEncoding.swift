internal import Bytes
internal import Wire

/// How the bytes of a request are text.
enum TextEncoding {
    case utf8, ascii, latin1

    /// One of those that a small server knows, by its name in small letters.
    init?(_ name: String) {
        switch name {
        case "utf-8", "utf8": self = .utf8
        case "us-ascii", "ascii": self = .ascii
        case "iso-8859-1", "latin1", "latin-1": self = .latin1
        default: return nil
        }
    }

    /// As UTF-8; nil where a byte stands for nothing.
    func utf8(_ bytes: [UInt8]) -> [UInt8]? {
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

    /// The charset that the request's Content-Type names, in small letters: it goes before what the document says
    /// (RFC 7303, 3).
    static func charset(of request: Request) -> String? {
        guard let field = request.first(contentType) else { return nil }
        for parameter in request.head[field].split(separator: UInt8(ascii: ";")).dropFirst() {
            let trimmed = parameter.drop(while: XMLReader.isSpace)
            guard let equals = trimmed.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: trimmed[..<equals], as: UTF8.self).lowercased()
            guard name == "charset" else { continue }
            let value = trimmed[(equals + 1)...].filter { $0 != UInt8(ascii: "\"") && !XMLReader.isSpace($0) }
            return String(decoding: value, as: UTF8.self).lowercased()
        }
        return nil
    }

    private static let contentType = Array("content-type".utf8)
}
