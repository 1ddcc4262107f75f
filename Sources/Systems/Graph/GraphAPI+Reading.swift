internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

extension GraphAPI {
    func read(_ request: Request) -> Reading {
        let batch = GraphBatch(request)
        let token = isStrict || batch != nil ? GraphToken.token(of: request, batch?.parameters) : nil
        if isStrict,
            let refusal = GraphToken.refusal(request, token, publishedStatuses: hasPublishedStatuses)
        {
            return .unreadable(refusal.reply(to: nil, in: AnswerContext(request)))
        }
        guard let batch else { return .call(Self.call(request)) }
        let elements: [JSONNode]
        switch Self.elements(batch.text) {
        case .success(let found): elements = found
        case .failure(let refusal): return .unreadable(Self.reply(to: refusal, request))
        }
        let path = GraphPath(request)
        var whole = GraphBatch.whole(batch.text, count: elements.count, includesHeaders: batch.includesHeaders)
        whole.fields[Field.version] = path.version.map { Array($0) }
        return .batch(whole, elements.map { Self.call($0, batch.text, in: path, token) })
    }

    /// Why a batch is refused.
    private enum Refusal: Error {
        case noList, tooMany, tooLarge
    }

    private static func elements(_ text: [UInt8]) -> Result<[JSONNode], Refusal> {
        let options = JSONParser.Options(maximumValues: GraphParameters.maximumValues, duplicateKeys: .lastWins)
        switch JSONParser.parse(text, options: options) {
        case .failure(let mistake):
            if case .tooMany = mistake.kind { return .failure(.tooLarge) }
            return .failure(.noList)
        case .success(let node):
            guard let elements = node.elements else { return .failure(.noList) }
            return elements.count <= maximumBatch ? .success(elements) : .failure(.tooMany)
        }
    }

    /// One error without a code for the whole batch. The one for too many requests was observed; its status, and the
    /// other messages, are our assumption.
    private static func reply(to refusal: Refusal, _ request: Request) -> Reply {
        let message =
            switch refusal {
            case .noList: "The batch parameter is not a JSON array."
            case .tooMany: "Too many requests in batch message. Maximum batch size is \(maximumBatch)"
            case .tooLarge: "The batch parameter has more than \(GraphParameters.maximumValues) values."
            }
        let error = GraphError(code: nil, message: GraphMessage(exactly: message), type: "GraphBatchException")
        return GraphErrorTemplate(error, status: 400).reply(to: nil, in: AnswerContext(request))
    }

    private static func call(_ request: Request) -> Call {
        let path = GraphPath(request)
        var fields = path.fields
        fields[Field.batch] = Array("false".utf8)
        fields[Field.verb] = GraphParameters.verb(request)
        return Call(fields: fields)
    }

    /// One request of a batch. Without a method and a relative URL it has no fields, so that only rules without fields
    /// match it.
    private static func call(_ node: JSONNode, _ text: [UInt8], in outer: GraphPath, _ token: [UInt8]?) -> Call {
        let elementText = Array(text[node.range])
        guard let method = node["method"]?.utf8, let url = node["relative_url"]?.utf8 else {
            return Call(text: elementText)
        }
        let path = GraphPath(relative: url)
        var fields = path.fields
        fields[Field.version] = (path.version ?? outer.version).map { Array($0) }
        fields[Field.verb] = method.text.uppercased().utf8.map { $0 }
        return Call(fields: fields, text: elementText, payload: token.map { Payload(GraphToken.BatchToken(text: $0)) })
    }
}
