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

    struct Part: Sendable {
        let fields: CallFields
        let text: [UInt8]
        /// The referenceId as JSON.
        var reference: [UInt8]?
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

    static func read(_ request: Request, _ resource: SalesforceResource) -> Reading {
        guard resource.segments.first?.elementsEqual("composite".utf8) == true else { return .none }
        let method = request.head[request.method]
        if method.elementsEqual("DELETE".utf8), resource.has("composite", "sobjects") { return deletion(request) }
        let isUpsert = method.elementsEqual("PATCH".utf8)
        let isPost = method.elementsEqual("POST".utf8)
        let form: Form? =
            if isPost, resource.has("composite") {
                .composite
            } else if isPost, resource.has("composite", "batch") {
                .batch
            } else if isPost || isUpsert, resource.has("composite", "sobjects") {
                .records
            } else if isUpsert, resource.has("composite", "sobjects", "*", "*") {
                .records
            } else {
                nil
            }
        guard let form else { return .none }
        switch Salesforce.parsed(request.body) {
        case .success(let root): return read(form, root, request, resource)
        case .failure(let error): return .invalid(SalesforceReadError(error, in: request.body))
        }
    }

    private static func read(
        _ form: Form, _ root: JSONNode, _ request: Request, _ resource: SalesforceResource
    ) -> Reading {
        let (list, flag, maximum, overflow) =
            switch form {
            case .composite: ("compositeRequest", "allOrNone", maximumRequests, "INVALID_BATCH_SIZE")
            case .batch: ("batchRequests", "haltOnError", maximumRequests, "INVALID_BATCH_SIZE")
            case .records: ("records", "allOrNone", maximumRecords, "EXCEEDED_ID_LIMIT")
            }
        guard let nodes = root[list]?.elements, !nodes.isEmpty else { return .invalid("POST_BODY_PARSE_ERROR") }
        guard nodes.count <= maximum else { return .invalid(overflow) }
        let verb = Array(request.head[request.method])
        // An object in the path applies to every record.
        let object = resource.segments.count > 2 ? Array(resource.segments[2]) : nil
        var parts: [Part] = []
        for (index, node) in nodes.enumerated() {
            let position = Array(String(index + 1).utf8)
            let part =
                form == .records
                ? record(node, request.body, position, verb, object)
                : subrequest(node, request.body, position, named: form == .composite)
            guard let part else { return .invalid("POST_BODY_PARSE_ERROR") }
            parts.append(part)
        }
        return .batch(SalesforceBatch(form: form, failsTogether: root[flag]?.bool ?? false, parts: parts))
    }

    private static func subrequest(
        _ node: JSONNode, _ body: [UInt8], _ position: [UInt8], named isNamed: Bool
    ) -> Part? {
        guard let verb = node["method"]?.utf8, let url = node["url"]?.utf8 else { return nil }
        var fields = CallFields([Field.position: position, .verb: verb])
        if let resource = SalesforceResource(url: url) { Salesforce.setFields(of: resource, in: &fields) }
        var reference: [UInt8]?
        if isNamed {
            guard let name = node["referenceId"], let text = name.utf8 else { return nil }
            fields[Field.reference] = text
            reference = Array(body[name.range])
        }
        return Part(fields: fields, text: Array(body[node.range]), reference: reference)
    }

    private static func record(
        _ node: JSONNode, _ body: [UInt8], _ position: [UInt8], _ verb: [UInt8], _ object: [UInt8]?
    ) -> Part? {
        guard node.members != nil else { return nil }
        var fields = CallFields([Field.position: position, .verb: verb])
        fields[Field.object] = node["attributes"]?["type"]?.utf8 ?? object
        fields[Field.id] = (node["id"] ?? node["Id"])?.utf8
        return Part(fields: fields, text: Array(body[node.range]))
    }

    /// A deletion has the IDs of its records in the query.
    private static func deletion(_ request: Request) -> Reading {
        let query = request.query ?? 0..<0
        guard let ids = FormFields.value(of: "ids", in: request.head, query) else {
            return .invalid("MISSING_ARGUMENT")
        }
        let list = ids.split(separator: UInt8(ascii: ","), maxSplits: maximumRecords)
        guard !list.isEmpty else { return .invalid("MISSING_ARGUMENT") }
        guard list.count <= maximumRecords else { return .invalid("EXCEEDED_ID_LIMIT") }
        let parts = list.enumerated().map { index, id in
            Part(
                fields: CallFields([
                    Field.position: Array(String(index + 1).utf8), .verb: Array("DELETE".utf8), .id: Array(id),
                ]), text: [])
        }
        let flag = FormFields.value(of: "allOrNone", in: request.head, query)
        return .batch(
            SalesforceBatch(
                form: .records, failsTogether: flag.map { $0.elementsEqual("true".utf8) } ?? false, parts: parts))
    }
}
