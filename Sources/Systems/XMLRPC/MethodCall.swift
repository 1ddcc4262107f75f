internal import Wire
internal import XMLText

/// A call as it was read: the method, and what it says as JSON, for matchers and placeholders.
struct MethodCall {
    let method: [UInt8]
    /// `{"method":"…","params":[…]}`.
    let json: [UInt8]

    /// What a request calls, or the fault that a server has for it.
    static func read(_ request: Request, _ extensions: XMLRPCExtensions) -> Result<MethodCall, XMLRPCFault> {
        document(of: request).flatMap { document in
            var reader = MethodCallReader(document.bytes, from: document.start, extensions)
            return reader.read()
        }
    }

    private static func document(of request: Request) -> Result<XMLDocument, XMLRPCFault> {
        XMLDocument.read(request.body, charset: TextEncoding.charset(of: request)).mapError { problem in
            switch problem {
            case .notWellFormed: .notWellFormed
            case .unsupportedEncoding: .unsupportedEncoding
            case .invalidCharacter: .invalidCharacter
            }
        }
    }
}
