internal import Catalogue
internal import JSONText
internal import Wire

/// A request with several subrequests or several records, and whether they fail together.
struct SalesforceBatch: Sendable {
    enum Form: Sendable {
        /// Subrequests with a referenceId, by which later ones refer to them.
        case composite
        /// Independent subrequests.
        case batch
        case records
    }

    private typealias Field = Salesforce.Field

    let form: Form
    /// Whether one failure makes the others fail: all of them, or in a `batch` only those behind it.
    let failsTogether: Bool
    let parts: [Part]
    /// The subrequests of a composite that are collections of records, by the places of their parts.
    var collections: [Collection] = []

    struct Collection: Sendable {
        let places: Range<Int>
        let failsTogether: Bool
        /// The referenceId as JSON.
        let reference: [UInt8]?
    }

    struct Part: Sendable {
        let fields: CallFields
        let text: [UInt8]
        /// Where a subrequest goes, or the collection that a record is of; nil for a URL that is not one of the API's.
        let resource: SalesforceResource?
        /// The referenceId as JSON.
        var reference: [UInt8]?

        var call: Call { Call(fields: fields, text: text, payload: resource.map { Payload($0) }) }

        var isQuery: Bool {
            guard let resource = fields[Salesforce.Field.resource] else { return false }
            return resource.starts(with: "/query".utf8)
        }
    }

    /// How a request was read.
    enum Reading: Sendable {
        case none
        case batch(SalesforceBatch)
        /// A batch that cannot be read.
        case invalid(SalesforceReadError)

        static func invalid(_ code: String) -> Reading { .invalid(SalesforceReadError(code: code)) }
    }

    /// Maximum of subrequests in `composite` and `batch`, and of records in a collection.
    static let maximumRequests = 25
    static let maximumRecords = 200
    /// Maximum of subrequests of a composite that are collections or queries.
    static let maximumCollections = 5

    static func read(_ request: Request, _ resource: SalesforceResource) -> Reading {
        guard resource.segments.first?.elementsEqual("composite".utf8) == true else { return .none }
        let method = Salesforce.method(of: request)
        if method.elementsEqual("DELETE".utf8), resource.has(.collection) {
            return deletion(request.head, request.query ?? 0..<0, resource)
        }
        let isUpsert = method.elementsEqual("PATCH".utf8)
        let isPost = method.elementsEqual("POST".utf8)
        let form: Form? =
            if isPost, resource.has(.composite) {
                .composite
            } else if isPost, resource.has(.batch) {
                .batch
            } else if isPost || isUpsert, resource.has(.collection) {
                .records
            } else if isUpsert, resource.has(.upserts) {
                .records
            } else {
                nil
            }
        guard let form else { return .none }
        switch Salesforce.parsed(request.body) {
        case .success(let root):
            if form == .composite { return composite(root, request.body) }
            return read(form, root, request.body, Salesforce.method(of: request), resource)
        case .failure(let error): return .invalid(SalesforceReadError(error, in: request.body))
        }
    }

    private static func read(
        _ form: Form, _ root: JSONNode, _ body: [UInt8], _ verb: [UInt8], _ resource: SalesforceResource
    ) -> Reading {
        let (list, flag, maximum, overflow) =
            switch form {
            case .composite, .batch: ("batchRequests", "haltOnError", maximumRequests, "INVALID_BATCH_SIZE")
            case .records: ("records", "allOrNone", maximumRecords, "EXCEEDED_ID_LIMIT")
            }
        guard let nodes = root[list]?.elements, !nodes.isEmpty else { return .invalid("POST_BODY_PARSE_ERROR") }
        guard nodes.count <= maximum else { return .invalid(overflow) }
        // An object in the path applies to every record.
        let object = resource.segments.count > 2 ? Array(resource.segments[2]) : nil
        var parts: [Part] = []
        for (index, node) in nodes.enumerated() {
            let position = Array(String(index + 1).utf8)
            let part =
                form == .records
                ? record(node, body, position, verb, object, resource) : subrequest(node, body, position, named: false)
            guard let part else { return .invalid("POST_BODY_PARSE_ERROR") }
            parts.append(part)
        }
        return .batch(SalesforceBatch(form: form, failsTogether: root[flag]?.bool ?? false, parts: parts))
    }

    /// A collection inside of a composite is answered record by record, as outside of it.
    private static func composite(_ root: JSONNode, _ body: [UInt8]) -> Reading {
        guard let nodes = root["compositeRequest"]?.elements, !nodes.isEmpty else {
            return .invalid("POST_BODY_PARSE_ERROR")
        }
        guard nodes.count <= maximumRequests else { return .invalid("INVALID_BATCH_SIZE") }
        var parts: [Part] = []
        var collections: [Collection] = []
        var queries = 0
        for (index, node) in nodes.enumerated() {
            guard let part = subrequest(node, body, Array(String(index + 1).utf8), named: true) else {
                return .invalid("POST_BODY_PARSE_ERROR")
            }
            if let collection = self.collection(node, body) {
                let records = collection.parts.map { record in
                    var fields = record.fields
                    fields[Field.reference] = part.fields[Field.reference]
                    return Part(fields: fields, text: record.text, resource: record.resource)
                }
                collections.append(
                    Collection(
                        places: parts.count..<parts.count + records.count, failsTogether: collection.failsTogether,
                        reference: part.reference))
                parts += records
            } else {
                queries += part.isQuery ? 1 : 0
                parts.append(part)
            }
        }
        guard collections.count + queries <= maximumCollections else { return .invalid("INVALID_BATCH_SIZE") }
        return .batch(
            SalesforceBatch(
                form: .composite, failsTogether: root["allOrNone"]?.bool ?? false, parts: parts,
                collections: collections))
    }

    /// The records of a subrequest; nil if it is not a collection that can be read.
    private static func collection(_ node: JSONNode, _ body: [UInt8]) -> SalesforceBatch? {
        guard let verb = node["method"]?.utf8, let url = node["url"]?.utf8,
            let resource = SalesforceResource(url: url), resource.isOfRecords
        else { return nil }
        let reading: Reading
        if verb.elementsEqual("DELETE".utf8), resource.has(.collection) {
            let mark = url.firstIndex(of: UInt8(ascii: "?")) ?? url.endIndex - 1
            reading = deletion(url, mark + 1..<url.endIndex, resource)
        } else if let root = node["body"],
            verb.elementsEqual("PATCH".utf8) || verb.elementsEqual("POST".utf8) && resource.has(.collection)
        {
            reading = read(.records, root, body, verb, resource)
        } else {
            return nil
        }
        guard case .batch(let batch) = reading else { return nil }
        return batch
    }

    private static func subrequest(
        _ node: JSONNode, _ body: [UInt8], _ position: [UInt8], named isNamed: Bool
    ) -> Part? {
        guard let verb = node["method"]?.utf8, let url = node["url"]?.utf8 else { return nil }
        var fields = CallFields([Field.position: position, .verb: verb])
        let resource = SalesforceResource(url: url)
        if let resource { Salesforce.setFields(of: resource, in: &fields) }
        var reference: [UInt8]?
        if isNamed {
            guard let name = node["referenceId"], let text = name.utf8 else { return nil }
            fields[Field.reference] = text
            reference = Array(body[name.range])
        }
        return Part(fields: fields, text: Array(body[node.range]), resource: resource, reference: reference)
    }

    private static func record(
        _ node: JSONNode, _ body: [UInt8], _ position: [UInt8], _ verb: [UInt8], _ object: [UInt8]?,
        _ resource: SalesforceResource
    ) -> Part? {
        guard node.members != nil else { return nil }
        var fields = CallFields([Field.position: position, .verb: verb])
        fields[Field.object] = node["attributes"]?["type"]?.utf8 ?? object
        fields[Field.id] = (node["id"] ?? node["Id"])?.utf8
        return Part(fields: fields, text: Array(body[node.range]), resource: resource)
    }

    /// A deletion has the IDs of its records in the query.
    private static func deletion(_ text: [UInt8], _ query: Range<Int>, _ resource: SalesforceResource) -> Reading {
        guard let ids = FormFields.value(of: "ids", in: text, query) else {
            return .invalid("MISSING_ARGUMENT")
        }
        let list = ids.split(separator: UInt8(ascii: ","), maxSplits: maximumRecords)
        guard !list.isEmpty else { return .invalid("MISSING_ARGUMENT") }
        guard list.count <= maximumRecords else { return .invalid("EXCEEDED_ID_LIMIT") }
        let parts = list.enumerated().map { index, id in
            Part(
                fields: CallFields([
                    Field.position: Array(String(index + 1).utf8), .verb: Array("DELETE".utf8), .id: Array(id),
                ]), text: [], resource: resource)
        }
        let flag = FormFields.value(of: "allOrNone", in: text, query)
        return .batch(
            SalesforceBatch(
                form: .records, failsTogether: flag.map { $0.elementsEqual("true".utf8) } ?? false, parts: parts))
    }
}
