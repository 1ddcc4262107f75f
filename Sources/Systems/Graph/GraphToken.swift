internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// Reads the access token of a request: the parameter `access_token`, or the field Authorization.
enum GraphToken {
    static let missing = GraphErrorTemplate(
        GraphError(
            code: 2500,
            message: GraphMessage(
                exactly: "An active access token must be used to query information about the current user.")),
        status: GraphCode(2500).status)

    /// The error of a call that is about something else than the user.
    static let needed = GraphErrorTemplate(GraphCode(104))

    /// The token of a batch, read once and passed to each of its calls.
    struct BatchToken: Sendable {
        let text: [UInt8]
    }

    /// Whether a call has a token that is not empty: its own, or for a call in a batch that of the batch.
    static func isPresent(in call: Call, _ request: Request) -> Bool {
        if let url = call.fields[GraphAPI.Field.relativeURL], value(inQuery: url)?.isEmpty == false { return true }
        return (call.isInGraphBatch ? call.graphBatchToken?.text : token(of: request))?.isEmpty == false
    }

    /// The error of a strict gateway if the token is missing or malformed; nil if the request is accepted. Requests
    /// that ask for a token need none.
    static func refusal(_ request: Request, _ token: [UInt8]?, publishedStatuses: Bool) -> GraphErrorTemplate? {
        let node = GraphPath(request).node?.text
        if let node, ["oauth", "dialog"].contains(node) { return nil }
        guard let token, !token.isEmpty else {
            return node.map { $0 == "me" } ?? true ? missing : needed
        }
        if token.allSatisfy(isTokenCharacter) { return nil }
        return publishedStatuses ? publishedMalformed : malformed
    }

    private static let malformed = GraphErrorTemplate(GraphCode(190))
    private static let publishedMalformed = GraphErrorTemplate(
        GraphError(GraphCode(190)), status: GraphCode(190).publishedStatus ?? GraphCode(190).status)

    /// Letters, digits, and the characters that join the parts of an app's token. The format of tokens is not
    /// published.
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "|-_.".utf8.contains(byte)
        }
    }

    /// Nil if there is none; an empty parameter counts as none.
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
