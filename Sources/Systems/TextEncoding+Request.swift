internal import Wire
internal import XMLText

extension TextEncoding {
    /// The charset of the request's Content-Type, in lower case. It overrides the encoding that the document declares
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
