/// A body that is read as XML: its bytes converted to UTF-8, and the offset behind the byte order mark and the XML
/// declaration.
package struct XMLDocument {
    package let bytes: [UInt8]
    package let start: Int

    package enum Problem: Error {
        case notWellFormed, unsupportedEncoding, invalidCharacter
    }

    /// - Parameter charset: The charset of the Content-Type, in lower case.
    package static func read(_ body: [UInt8], charset: String?) -> Result<XMLDocument, Problem> {
        if body.isEmpty { return .failure(.notWellFormed) }
        // UTF-16 and UTF-32, with or without a byte order mark.
        let isWide = body.count > 1 && (body[0] >= 0xFE && body[1] == body[0] ^ 1 || body.prefix(2).contains(0))
        if isWide { return .failure(.unsupportedEncoding) }
        let start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let declaration = XMLDeclaration(body, from: start) else { return .failure(.notWellFormed) }
        let name = start > 0 ? "utf-8" : charset ?? declaration.encoding ?? "utf-8"
        guard let encoding = TextEncoding(name) else { return .failure(.unsupportedEncoding) }
        guard let text = encoding.utf8(body) else { return .failure(.invalidCharacter) }
        // The offset is valid after conversion: declarations are ASCII, which is the same in all supported encodings.
        return .success(XMLDocument(bytes: text, start: declaration.end))
    }
}
