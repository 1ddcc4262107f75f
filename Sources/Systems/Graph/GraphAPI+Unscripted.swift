internal import Bytes
internal import Catalogue
internal import Wire

/// Answers to unscripted requests: every object that they ask for is missing.
extension GraphAPI {
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        guard call.fields[Field.relativeURL] != nil else {
            return GraphError(code: 100, message: "(#100) A request of a batch needs a method and a relative_url.")
                .reply(status: 400, in: context)
        }
        guard let node = call.fields[Field.node] else {
            return Self.unsupported(call, "").reply(status: 400, in: context)
        }
        if node.elementsEqual("me".utf8), !GraphToken.isPresent(in: call, context.request) {
            return GraphToken.missing.reply(status: 400, in: context)
        }
        if let edge = call.fields[Field.edge] {
            return GraphError(code: 2500, message: "Unknown path components: /\(edge.text)")
                .reply(status: 400, in: context)
        }
        if Self.isObject(node) { return Self.unsupported(call, node.text).reply(status: 400, in: context) }
        return GraphError(code: 803, message: "(#803) Some of the aliases you requested do not exist: \(node.text)")
            .reply(status: 404, in: context)
    }

    private static func unsupported(_ call: Call, _ node: String) -> GraphError {
        let verb = call.fields[Field.verb].map { $0.text.lowercased() } ?? "get"
        let object =
            node.isEmpty
            ? ""
            : " Object with ID '\(node)' does not exist, cannot be loaded due to missing permissions, or does not "
                + "support this operation."
        return GraphError(
            code: 100, message: "Unsupported \(verb) request.\(object)", type: GraphError.method, subcode: 33)
    }

    /// Whether the node is the id of an object, such as `123` or `123_456` (a post of a page), or `me`.
    private static func isObject(_ node: [UInt8]) -> Bool {
        node.elementsEqual("me".utf8)
            || node.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_") }
    }
}
