internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The access token of a request: a parameter, or an Authorization field.
enum GraphToken {
    static let missing = GraphError(
        code: 2500, message: "An active access token must be used to query information about the current user.")

    /// What a request of a batch knows of the token of that batch, which is worked out once.
    struct BatchToken: Sendable {
        let text: [UInt8]
    }

    /// The token of a call: for one in a batch its own, or else that of the batch. The text may be empty.
    static func isPresent(in call: Call, _ request: Request) -> Bool {
        if let own = call.fields[GraphAPI.Field.relativeURL], value(inQuery: own)?.isEmpty == false { return true }
        return (call.isInGraphBatch ? call.graphBatchToken?.text : token(of: request))?.isEmpty == false
    }

    /// Why a strict gateway refuses a request: it has no token, or one that cannot be one. Whoever asks for a token
    /// needs none.
    static func refusal(_ request: Request, _ token: [UInt8]?) -> (error: GraphError, status: Int)? {
        if let node = GraphPath(request).node?.text, ["oauth", "dialog"].contains(node) { return nil }
        guard let token, !token.isEmpty else { return (missing, 400) }
        return token.allSatisfy(isTokenCharacter) ? nil : (malformed, 401)
    }

    private static let malformed = GraphError(
        code: 190, message: "Invalid OAuth access token - Cannot parse access token")

    /// Letters, digits, and what joins the parts of an app's token. Nobody publishes what a token is made of.
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "|-_.".utf8.contains(byte)
        }
    }

    /// An empty parameter is none.
    static func token(of request: Request, _ parameters: GraphParameters? = nil) -> [UInt8]? {
        if GraphParameters.mentions("access_token", request),
            let token = (parameters ?? GraphParameters(request)).value("access_token"), !token.isEmpty
        {
            return token
        }
        guard let field = request.first(Array("authorization".utf8)) else { return nil }
        let parts = request.head[field].split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2, ["bearer", "oauth"].contains(parts[0].text.lowercased()) else { return nil }
        return Array(parts[1].trimmingBlanks)
    }

    private static func value(inQuery url: [UInt8]) -> ArraySlice<UInt8>? {
        guard let mark = url.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        var fields = QueryFields(url, mark + 1..<url.endIndex)
        while let field = fields.next() {
            if QueryFields.decode(url[field.name]).elementsEqual("access_token".utf8) {
                return QueryFields.decode(url[field.value])
            }
        }
        return nil
    }
}
