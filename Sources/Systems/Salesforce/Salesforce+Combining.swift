internal import Catalogue
internal import JSONText
internal import Wire

extension Salesforce {
    /// The single answer; for a batch the list of the results of its parts, always with status 200.
    ///
    /// If every part is answered with 401, the whole response is a 401: a session expires for the whole request.
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        let replies = answers.map { $0 ?? Reply(ResponseHead(status: 204)) }
        guard case .batch(let whole, _) = reading, let batch = whole.salesforceBatch, let first = replies.first else {
            return replies.first ?? stockSuccess
        }
        if replies.allSatisfy({ $0.head.status == 401 }) { return first }
        let text =
            batch.form == .composite
            ? Self.compositeText(batch, replies) : Self.text(batch, Self.propagatingFailure(replies, batch))
        var reply = Self.success(200, text)
        // The API usage is that of the user, not of a part, so that it goes into the response's head.
        if let usage = replies.lazy.compactMap({ $0.head.first("sforce-limit-info") }).first {
            reply.head.set(HeaderField(name: Array("Sforce-Limit-Info".utf8), value: usage))
        }
        return reply
    }

    /// The results of the parts if one failure makes others fail (`failsTogether`).
    private static func propagatingFailure(_ replies: [Reply], _ batch: SalesforceBatch) -> [Reply] {
        guard batch.failsTogether, let first = replies.firstIndex(where: \.isFailure) else { return replies }
        switch batch.form {
        case .composite:
            let halted = SalesforceErrors.part("PROCESSING_HALTED")
            return replies.enumerated().map { $0 == first ? $1 : halted }
        case .records:
            let rolledBack = SalesforceErrors.part("ALL_OR_NONE_OPERATION_ROLLED_BACK")
            return replies.map { $0.isFailure ? $0 : rolledBack }
        case .batch:
            let halted = SalesforceErrors.part("BATCH_PROCESSING_HALTED")
            return replies.enumerated().map { $0 > first ? halted : $1 }
        }
    }

    /// The results of a composite: a collection of records inside of it is one, with status 200.
    private static func compositeText(_ batch: SalesforceBatch, _ replies: [Reply]) -> [UInt8] {
        var results: [(reference: [UInt8]?, reply: Reply)] = []
        var collections = batch.collections[...]
        var place = 0
        while place < batch.parts.count {
            guard let collection = collections.first, collection.places.lowerBound == place else {
                results.append((batch.parts[place].reference, replies[place]))
                place += 1
                continue
            }
            collections.removeFirst()
            let records = SalesforceBatch(
                form: .records, failsTogether: collection.failsTogether, parts: Array(batch.parts[collection.places]))
            let answers = propagatingFailure(Array(replies[collection.places]), records)
            results.append((collection.reference, json(200, text(records, answers))))
            place = collection.places.upperBound
        }
        let texts = zip(results, propagatingFailure(results.map(\.reply), batch)).map { result, reply in
            Array(#"{"body":"#.utf8) + embedded(reply) + Array(#","httpHeaders":"#.utf8) + headers(reply)
                + Array(#","httpStatusCode":\#(reply.head.status),"referenceId":"#.utf8)
                + (result.reference ?? Array("null".utf8)) + Array("}".utf8)
        }
        return Array(#"{"compositeResponse":"#.utf8) + list(texts) + Array("}".utf8)
    }

    private static func text(_ batch: SalesforceBatch, _ replies: [Reply]) -> [UInt8] {
        switch batch.form {
        case .composite: return compositeText(batch, replies)
        case .batch:
            let results = replies.map { reply in
                Array(#"{"statusCode":\#(reply.head.status),"result":"#.utf8) + embedded(reply) + Array("}".utf8)
            }
            let hasErrors = replies.contains(where: \.isFailure)
            return Array(#"{"hasErrors":\#(hasErrors),"results":"#.utf8) + list(results) + Array("}".utf8)
        case .records: return list(zip(batch.parts, replies).map(record))
        }
    }

    /// The result of one record; a success without a body gets the stock result with the record's ID.
    private static func record(_ part: SalesforceBatch.Part, _ reply: Reply) -> [UInt8] {
        guard reply.isFailure else {
            guard reply.contentCount == 0 else { return embedded(reply) }
            var text = Array(#"{"id":"#.utf8)
            if let id = part.fields[Field.id] { JSONWriter.string(id, into: &text) } else { text += "null".utf8 }
            return text + Array(#","success":true,"errors":[]}"#.utf8)
        }
        let errors = list(errors(in: reply).map(\.recordText))
        return Array(#"{"success":false,"errors":"#.utf8) + errors + Array("}".utf8)
    }

    /// The errors in a response; if it has none that can be read, the meaning of its status.
    private static func errors(in reply: Reply) -> [SalesforceError] {
        let content = reply.content
        let nodes = parse(content)?.elements ?? []
        let errors = nodes.compactMap { node -> SalesforceError? in
            guard let code = node["errorCode"]?.string else { return nil }
            return SalesforceError(
                code: code, message: node["message"]?.string ?? "",
                fields: node["fields"].map { Array(content[$0.range]) })
        }
        return errors.isEmpty ? [SalesforceErrors.meaning(of: reply.head.status)] : errors
    }

    /// A body as JSON: JSON as it is, text as a string, an empty body as null.
    private static func embedded(_ reply: Reply) -> [UInt8] {
        let content = reply.content
        if content.isEmpty { return Array("null".utf8) }
        if parse(content) != nil { return content }
        var text: [UInt8] = []
        JSONWriter.string(content, into: &text)
        return text
    }

    /// A JSON object of the fields that do not describe the body, such as Location.
    private static func headers(_ reply: Reply) -> [UInt8] {
        let fields = reply.head.fields.filter { field in
            !field.isNamed("content-type") && !field.isNamed("content-length") && !field.isNamed("sforce-limit-info")
        }
        let members = fields.map { field -> [UInt8] in
            var text: [UInt8] = []
            JSONWriter.string(field.name, into: &text)
            text.append(UInt8(ascii: ":"))
            JSONWriter.string(field.value, into: &text)
            return text
        }
        return Array("{".utf8) + members.joined(separator: ",".utf8) + Array("}".utf8)
    }

    private static func list(_ elements: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + elements.joined(separator: ",".utf8) + Array("]".utf8)
    }
}

extension Reply {
    fileprivate var isFailure: Bool { head.status >= 300 }
}
