internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// A batch of requests: `batch=[{"method":"GET","relative_url":"me"}]` in the query or in the body of a POST.
struct GraphBatch {
    /// The value of the parameter, which may not be a list.
    let text: [UInt8]
    /// The parameters of the whole request.
    let parameters: GraphParameters
    /// False for `include_headers=false`: answers without their fields.
    let includesHeaders: Bool

    /// Nil for a request that is not a batch.
    init?(_ request: Request) {
        guard request.head[request.method].elementsEqual("POST".utf8), GraphParameters.mentions("batch", request)
        else { return nil }
        let parameters = GraphParameters(request)
        guard let text = parameters.value("batch") else { return nil }
        self.text = text
        self.parameters = parameters
        includesHeaders = parameters.value("include_headers").map { !["false", "0"].contains($0.text) } ?? true
    }

    /// Parameters of a batch that its answer depends on.
    struct Options: Sendable {
        let includesHeaders: Bool
    }

    /// The batch as one call, for rules that match a batch as a whole.
    static func whole(_ text: [UInt8], count: Int, includesHeaders: Bool) -> Call {
        Call(
            fields: CallFields([GraphAPI.Field.batch: Array("true".utf8)]), text: text,
            payload: Payload(Options(includesHeaders: includesHeaders)), isWhole: true, count: count)
    }

    /// The answers in order; null for a request without an answer.
    static func list(_ answers: [Reply?], withHeaders: Bool) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "[")]
        for (index, answer) in answers.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            if let answer { write(answer, withHeaders, into: &text) } else { text += "null".utf8 }
        }
        text.append(UInt8(ascii: "]"))
        return text
    }

    /// The body is written as a JSON string.
    private static func write(_ answer: Reply, _ withHeaders: Bool, into text: inout [UInt8]) {
        text += #"{"code":\#(answer.head.status),"#.utf8
        if withHeaders {
            text += #""headers":["#.utf8
            for (index, field) in answer.head.fields.enumerated() {
                text += (index > 0 ? #",{"name":"# : #"{"name":"#).utf8
                JSONWriter.string(field.name, into: &text)
                text += #","value":"#.utf8
                JSONWriter.string(field.value, into: &text)
                text.append(UInt8(ascii: "}"))
            }
            text += "],".utf8
        }
        text += #""body":"#.utf8
        JSONWriter.string(answer.content, into: &text)
        text.append(UInt8(ascii: "}"))
    }
}

extension Call {
    var isInGraphBatch: Bool { !isWhole && fields[GraphAPI.Field.batch] == nil }

    /// Set for a batch that is matched as one call.
    var graphBatch: GraphBatch.Options? { (payload as? Payload<GraphBatch.Options>)?.value }

    /// The access token of the batch that this call is in.
    var graphBatchToken: GraphToken.BatchToken? { (payload as? Payload<GraphToken.BatchToken>)?.value }
}
