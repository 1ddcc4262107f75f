internal import Wire
internal import XMLText

/// A parsed `methodCall`: its method, and all of it as JSON for matchers and placeholders.
struct MethodCall {
    let method: [UInt8]
    /// `{"method":"…","params":[…]}`.
    let json: [UInt8]

    /// Parses the body of a request; a failure is the fault to answer with.
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
