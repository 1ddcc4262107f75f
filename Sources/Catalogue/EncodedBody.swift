public import Wire

/// A body with a Content-Encoding, which no dialect decodes: said plainly, since what it holds would only be taken for
/// something broken.
public enum EncodedBody {
    /// What a dialect whose calls are in such a body and nowhere else answers; nil where something can be read.
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
