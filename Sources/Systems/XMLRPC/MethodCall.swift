internal import Catalogue
internal import JSONText
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
    /// The method that is called; nil for what is no call.
    var method: [UInt8]? { isWhole ? Multicall.method : fields[XMLRPC.Field.rpc].map { Array($0) } }

    /// Its only parameter, where that is a string.
    var onlyText: [UInt8]? {
        guard let parameters, parameters.count == 1 else { return nil }
        return parameters[0].utf8
    }

    /// Its parameters; nil for what is no call.
    var parameters: [JSONNode]? {
        let options = JSONParser.Options(maximumDepth: 512, duplicateKeys: .lastWins)
        guard case .success(let node) = JSONParser.parse(text, options: options) else { return nil }
        return node["params"]?.elements
    }

    /// Whether it, or the multicall that it is in, declares Apache's extensions.
    var usesApacheExtensions: Bool {
        payload is Payload<ApacheExtensions> || multicall?.usesApacheExtensions == true
    }
}
