internal import Bytes
internal import Catalogue
internal import Wire

/// Answers to unscripted requests: tokens are handed out, and every object that is asked for is missing. The errors are
/// those of the failures.
extension GraphAPI {
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        GraphTokenEndpoints.reply(to: call, in: context).flatMap { wrap($0, for: call, in: context) }
            ?? Self.unscriptedError(call, context.request).reply(to: call, in: context)
    }

    private static func unscriptedError(_ call: Call, _ request: Request) -> GraphErrorTemplate {
        guard call.fields[Field.relativeURL] != nil else { return noURL }
        guard let node = call.fields[Field.node] else { return missingObject }
        if node.elementsEqual("me".utf8) {
            if !GraphToken.isPresent(in: call, request) { return GraphToken.missing }
        } else if isObject(node), call.fields[Field.edge] == nil, !GraphToken.isPresent(in: call, request) {
            return tokenNeeded
        }
        if call.fields[Field.edge] != nil { return unknownPath }
        return isObject(node) ? missingObject : missingAlias
    }

    private static let noURL = GraphErrorTemplate(
        GraphError(
            code: 100,
            message: GraphMessage(exactly: "(#100) A request of a batch needs a method and a relative_url.")),
        status: 400)
    private static let tokenNeeded = listed(GraphCode(104))
    private static let unknownPath = listed(GraphCode(2500))
    private static let missingObject = listed(GraphCode(100, 33))
    private static let missingAlias = listed(GraphCode(803))

    private static func listed(_ code: GraphCode) -> GraphErrorTemplate {
        GraphErrorTemplate(GraphError(code), status: code.status)
    }

    /// Whether the node is the id of an object, such as `123` or `123_456` (a post of a page), or `me`.
    private static func isObject(_ node: [UInt8]) -> Bool {
        node.elementsEqual("me".utf8)
            || node.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_") }
    }
}
