public import Wire

/// Refuses bodies with a Content-Encoding, which no dialect decodes. Otherwise they would be reported as malformed.
public enum EncodedBody {
    /// The answer of a dialect whose calls are only in the body; nil if the body can be read.
    public static func refusal(of request: Request, by dialect: some Dialect) -> Reply? {
        guard !request.body.isEmpty, let field = request.first(name), !isIdentity(request.head[field]),
            dialect.hasAllInBody
        else { return nil }
        return .problem(415, detail: "Mishap decodes no Content-Encoding: the calls in this body cannot be read.")
    }

    private static let name = Array("content-encoding".utf8)

    private static func isIdentity(_ value: ArraySlice<UInt8>) -> Bool {
        value.isEmpty || String(decoding: value, as: UTF8.self).lowercased() == "identity"
    }
}
