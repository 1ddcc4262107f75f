internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

extension Salesforce {
    /// A body with more JSON values is refused.
    static let maximumValues = 1_000_000

    func read(_ request: Request) -> Reading {
        guard let resource = SalesforceResource(request) else {
            return .call(
                Call(fields: CallFields([Field.batch: Self.notBatch, .verb: Self.method(of: request)])))
        }
        switch SalesforceBatch.read(request, resource) {
        case .batch(let batch):
            let whole = Call(
                fields: Self.fields(request, resource, batch: Array("true".utf8)), text: request.body,
                payload: Payload(batch), isWhole: true)
            return .batch(whole, batch.parts.map(\.call))
        // A request that cannot be read has no fields, so that only rules without fields of Salesforce match it.
        case .invalid(let error): return .call(Call(payload: Payload(error)))
        case .none:
            if Self.announcesJSON(request), case .failure(let error) = Self.parsed(request.body) {
                return .call(Call(payload: Payload(SalesforceReadError(error, in: request.body))))
            }
            return .call(Call(fields: Self.fields(request, resource, batch: Self.notBatch)))
        }
    }

    private static func fields(
        _ request: Request, _ resource: SalesforceResource, batch: [UInt8]
    ) -> CallFields {
        var fields = CallFields([Field.batch: batch, .verb: method(of: request)])
        setFields(of: resource, in: &fields)
        return fields
    }

    /// The method of a request: for a POST, that of the parameter `_HttpMethod`, which clients send that have no PATCH.
    static func method(of request: Request) -> [UInt8] {
        let method = request.head[request.method]
        guard method.elementsEqual("POST".utf8), let query = request.query,
            let other = FormFields.value(of: "_HttpMethod", in: request.head, query), !other.isEmpty
        else { return Array(method) }
        return other
    }

    /// Sets the match fields of a resource.
    static func setFields(of resource: SalesforceResource, in fields: inout CallFields) {
        fields[Field.resource] = resource.path
        if let object = resource.object { fields[Field.object] = Array(object) }
        if let id = resource.id { fields[Field.id] = Array(id) }
    }

    /// Whether there is a body whose Content-Type has `json` in it.
    static func announcesJSON(_ request: Request) -> Bool {
        guard !request.body.isEmpty, let type = request.first(contentType) else { return false }
        let name = request.head[type].prefix { $0 != UInt8(ascii: ";") }
        return json.isFound(in: Array(name)[...])
    }

    private static let json = ByteSearch(Array("json".utf8), ignoreCase: true)

    static func parse(_ body: [UInt8]) -> JSONNode? { try? parsed(body).get() }

    static func parsed(_ body: [UInt8]) -> Result<JSONNode, JSONSyntaxError> {
        let options = JSONParser.Options(maximumValues: maximumValues, duplicateKeys: .lastWins)
        return JSONParser.parse(body, options: options)
    }

    private static let contentType = Array("content-type".utf8)
    private static let notBatch = Array("false".utf8)
}

/// Why a request cannot be read.
struct SalesforceReadError: Sendable {
    /// The error code of the answer.
    let code: String
    /// Nil for the default message of the code.
    let message: String?

    init(code: String) {
        self.code = code
        message = nil
    }

    init(_ error: JSONSyntaxError, in body: [UInt8]) {
        code = "JSON_PARSER_ERROR"
        message = JSONParserWords.message(error, in: body)
    }

    var answer: SalesforceAnswer { SalesforceErrors.answer(code, message: message) }
}

extension Call {
    /// Set for a batch that is matched as one call.
    var salesforceBatch: SalesforceBatch? { (payload as? Payload<SalesforceBatch>)?.value }
    /// Where a subrequest goes, or the collection that a record is of.
    var salesforceResource: SalesforceResource? { (payload as? Payload<SalesforceResource>)?.value }
    /// Set for a request that could not be read.
    var salesforceReadError: SalesforceReadError? { (payload as? Payload<SalesforceReadError>)?.value }
}
