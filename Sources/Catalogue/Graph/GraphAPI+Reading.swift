internal import Bytes
internal import JSONText
public import Wire

extension GraphAPI {
    public func read(_ request: Request) -> Reading {
        guard let batch = GraphBatch(request) else { return .call(Self.call(request)) }
        let options = JSONParser.Options(maximumValues: 100_000, duplicateKeys: .lastWins)
        guard case .success(let node) = JSONParser.parse(batch.text, options: options), let elements = node.elements
        else { return .unreadable(Self.refusal("The batch parameter is not a JSON array.", request)) }
        guard elements.count <= Self.maximumBatch else {
            return .unreadable(
                Self.refusal(
                    "Too many requests in batch message. Maximum batch size is \(Self.maximumBatch)", request))
        }
        let path = GraphPath(request)
        var whole = GraphBatch.whole(batch.text)
        whole.fields["version"] = path.version.map { Array($0) }
        return .batch(whole, elements.map { Self.call($0, batch.text, in: path) })
    }

    /// What is said of a batch that is none has no code.
    private static func refusal(_ message: String, _ request: Request) -> Reply {
        let error = GraphError(code: nil, message: message, type: "GraphBatchException")
        return error.reply(status: 400, in: AnswerContext(request))
    }

    private static func call(_ request: Request) -> Call {
        let path = GraphPath(request)
        var fields = path.fields
        fields["batch"] = Array("false".utf8)
        fields["verb"] = GraphParameters.verb(request)
        return Call(fields: fields)
    }

    /// One request of a batch. What has no method or no relative URL has no fields: no rule that asks for any takes it.
    private static func call(_ node: JSONNode, _ text: [UInt8], in outer: GraphPath) -> Call {
        let own = Array(text[node.range])
        guard let method = node["method"]?.utf8, let url = node["relative_url"]?.utf8 else { return Call(text: own) }
        let path = GraphPath(relative: url)
        var fields = path.fields
        fields["version"] = (path.version ?? outer.version).map { Array($0) }
        fields["verb"] = method.text.uppercased().utf8.map { $0 }
        return Call(fields: fields, text: own)
    }
}
