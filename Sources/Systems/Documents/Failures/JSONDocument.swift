internal import Catalogue
internal import JSONText
internal import Wire

/// Edits the JSON of a document, for failures whose values are wrong and whose bytes are valid.
enum JSONDocument {
    /// Used if a body is not JSON, or has no values to change.
    static let sample = Reply(
        status: 200, contentType: "application/json",
        text: #"{"title":"Plan","pages":3,"changed":"2026-01-01T00:00:00Z"}"#)

    /// Replaces values, children before their parents; if nothing changes, the sample is changed and sent instead.
    static func rewrite(_ reply: inout Reply, _ change: (JSONNode.Value) -> JSONNode.Value) {
        let content = reply.content
        if let node = parse(content) {
            let bytes = JSONWriter.bytes(changed(node, change))
            if bytes != JSONWriter.bytes(node) {
                reply.replaceBody(bytes)
                return
            }
        }
        guard let node = parse(sample.content) else { return }
        reply.head.set("Content-Type", "application/json")
        reply.replaceBody(JSONWriter.bytes(changed(node, change)))
    }

    private static func parse(_ content: [UInt8]) -> JSONNode? {
        try? JSONParser.parse(content, options: JSONParser.Options(duplicateKeys: .lastWins)).get()
    }

    private static func changed(_ node: JSONNode, _ change: (JSONNode.Value) -> JSONNode.Value) -> JSONNode {
        let value: JSONNode.Value =
            switch node.value {
            case .array(let elements): .array(elements.map { changed($0, change) })
            case .object(let members):
                .object(
                    members.map { member in
                        JSONMember(
                            name: member.name, nameRange: member.nameRange, value: changed(member.value, change))
                    })
            default: node.value
            }
        return JSONNode(range: node.range, value: change(value))
    }
}
