internal import Catalogue
internal import Wire
internal import XMLText

/// A parsed `methodCall`: its method, and all of it as JSON for matchers and placeholders.
struct MethodCall {
    let method: [UInt8]
    /// `{"method":"…","params":[…]}`.
    let json: [UInt8]
    /// Whether it declares Apache's extensions.
    let isApache: Bool

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

/// Marks a call that declares Apache's extensions, which its answer uses too.
struct ApacheExtensions: Sendable {}

extension Call {
    /// Whether it, or the multicall that it is in, declares Apache's extensions.
    var usesApacheExtensions: Bool {
        payload is Payload<ApacheExtensions> || multicall?.usesApacheExtensions == true
    }
}
