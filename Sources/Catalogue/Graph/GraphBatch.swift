internal import Bytes
internal import JSONText
internal import Wire

/// Several requests in one: `batch=[{"method":"GET","relative_url":"me"}]` in the query or in the body of a POST.
struct GraphBatch {
    /// The text of the list, which may not be one.
    let text: [UInt8]
    /// What the request says beside its path.
    let parameters: GraphParameters
    /// `include_headers=false` wants answers without their fields.
    let includesHeaders: Bool

    /// Nil for a request that is no batch.
    init?(_ request: Request) {
        guard request.head[request.method].elementsEqual("POST".utf8), GraphParameters.mentions("batch", request)
        else { return nil }
        let parameters = GraphParameters(request)
        guard let text = parameters.value("batch") else { return nil }
        self.text = text
        self.parameters = parameters
        includesHeaders = Self.includesHeaders(parameters)
    }

    private static func includesHeaders(_ parameters: GraphParameters) -> Bool {
        parameters.value("include_headers").map { !["false", "0"].contains($0.text) } ?? true
    }

    /// Of a request that is known to be a batch: its body is taken apart only where it says anything of that.
    static func includesHeaders(_ request: Request) -> Bool {
        guard GraphParameters.mentions("include_headers", request) else { return true }
        return includesHeaders(GraphParameters(request))
    }

    /// A batch as one request.
    static func whole(_ text: [UInt8]) -> Call {
        Call(fields: ["batch": Array("true".utf8)], text: text, isWhole: true)
    }

    /// How many requests there are in one that was taken whole.
    static func count(_ call: Call) -> Int {
        let options = JSONParser.Options(maximumValues: 100_000, duplicateKeys: .lastWins)
        return (try? JSONParser.parse(call.text, options: options).get())?.elements?.count ?? 0
    }

    /// The answers in their order; null for one that there is none to.
    static func list(_ answers: [Reply?], withHeaders: Bool) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "[")]
        for (place, answer) in answers.enumerated() {
            if place > 0 { text.append(UInt8(ascii: ",")) }
            if let answer { write(answer, withHeaders, into: &text) } else { text += "null".utf8 }
        }
        text.append(UInt8(ascii: "]"))
        return text
    }

    /// The body is JSON inside of a string.
    private static func write(_ answer: Reply, _ withHeaders: Bool, into text: inout [UInt8]) {
        text += #"{"code":\#(answer.head.status),"#.utf8
        if withHeaders {
            text += #""headers":["#.utf8
            for (place, field) in answer.head.fields.enumerated() {
                text += (place > 0 ? #",{"name":"# : #"{"name":"#).utf8
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
    /// Whether it is one request of a batch.
    var isInGraphBatch: Bool { !isWhole && fields["batch"] == nil }
}
