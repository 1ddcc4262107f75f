internal import Wire

/// A call as it was read: the method, and what it says as JSON, for matchers and placeholders.
struct MethodCall {
    let method: [UInt8]
    /// `{"method":"…","params":[…]}`.
    let json: [UInt8]

    /// What a request calls, or the fault that a server has for it.
    static func read(_ request: Request, _ extensions: XMLRPCExtensions) -> Result<MethodCall, XMLRPCFault> {
        document(of: request).flatMap { bytes, start in
            var reader = MethodCallReader(bytes, from: start, extensions)
            return reader.read()
        }
    }

    /// The method alone, where the request is known to be a call.
    static func method(of request: Request) -> [UInt8]? {
        guard case .success(let (bytes, start)) = document(of: request) else { return nil }
        var reader = MethodCallReader(bytes, from: start)
        return reader.readMethod()
    }

    /// The body as UTF-8, and where the document begins in it, behind mark and declaration.
    private static func document(of request: Request) -> Result<([UInt8], Int), XMLRPCFault> {
        let body = request.body
        if body.isEmpty { return .failure(.notWellFormed) }
        // UTF-16 and UTF-32, with their marks or without.
        let isWide = body.count > 1 && (body[0] >= 0xFE && body[1] == body[0] ^ 1 || body.prefix(2).contains(0))
        if isWide { return .failure(.unsupportedEncoding) }
        let start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let declaration = XMLDeclaration(body, from: start) else { return .failure(.notWellFormed) }
        let charset = start > 0 ? "utf-8" : TextEncoding.charset(of: request) ?? declaration.encoding ?? "utf-8"
        guard let encoding = TextEncoding(charset) else { return .failure(.unsupportedEncoding) }
        guard let text = encoding.utf8(body) else { return .failure(.invalidCharacter) }
        // Declarations are ASCII, which is the same in all of them.
        return .success((text, declaration.end))
    }
}
