internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// What an organization without records answers: empty lists, and an ID for each record that is created.
extension Salesforce {
    /// The answer to a request or a subrequest.
    ///
    /// - Parameters:
    ///   - query: What is behind the `?` of its URL.
    ///   - isOfComposite: Whether it may name the ID of another subrequest: `@{reference.id}`.
    func answer(
        _ verb: [UInt8], _ resource: SalesforceResource, asking query: ArraySlice<UInt8>?, isOfComposite: Bool = false,
        in context: AnswerContext
    ) -> SalesforceAnswer {
        let knows = { (id: ArraySlice<UInt8>, object: ArraySlice<UInt8>) in
            isOfComposite && id.starts(with: "@{".utf8) || SalesforceIDs(context).know(id, of: object)
        }
        if verb.elementsEqual("GET".utf8) || verb.elementsEqual("HEAD".utf8) {
            return fixed(resource, context.request).map { SalesforceAnswer($0) }
                ?? found(resource, asking: query, knows)
        }
        guard let object = resource.object, (2...4).contains(resource.segments.count) else {
            return resource.has(.parameterizedSearch) ? Self.nothingFound : missing(resource)
        }
        if verb.elementsEqual("POST".utf8), resource.segments.count == 2 {
            return SalesforceAnswer(Self.created(object, resource, in: context))
        }
        if verb.elementsEqual("PATCH".utf8), resource.segments.count == 4 {
            return SalesforceAnswer(Self.created(object, resource, in: context, isUpsert: true))
        }
        guard verb.elementsEqual("PATCH".utf8) || verb.elementsEqual("DELETE".utf8), resource.segments.count > 2 else {
            return SalesforceErrors.answer("NOT_FOUND")
        }
        guard resource.segments.count == 3 else { return Self.noSuchRecord(resource.segments[3]) }
        return knows(resource.segments[2], object)
            ? Self.changed : SalesforceErrors.answer("INVALID_CROSS_REFERENCE_KEY")
    }

    /// The answer to a GET of what differs from organization to organization.
    private func found(
        _ resource: SalesforceResource, asking query: ArraySlice<UInt8>?,
        _ knows: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
    ) -> SalesforceAnswer {
        if resource.has(.query) || resource.has(.queryAll) {
            return Self.asksForOrganization(query) ? Self.ownOrganization : Self.noRecords
        }
        if resource.has(.queryPage) || resource.has(.queryAllPage) {
            return SalesforceErrors.answer("INVALID_QUERY_LOCATOR")
        }
        if resource.has(.search) || resource.has(.parameterizedSearch) || resource.has(.toolingSearch) {
            return Self.nothingFound
        }
        if resource.has(.recent) { return Self.noRecentItems }
        if resource.has(.toolingQuery) || resource.has(.toolingQueryAll) { return Self.noTools }
        guard let object = resource.object, (3...4).contains(resource.segments.count) else { return missing(resource) }
        if Self.ofObjects.contains(where: { resource.segments[2].elementsEqual($0.utf8) }) { return missing(resource) }
        let key = resource.segments[resource.segments.count - 1]
        guard resource.segments.count == 3, knows(key, object) else {
            return Self.noSuchRecord(key)
        }
        let url = "/services/data/\(resource.version)/sobjects/\(Self.text(object))/\(Self.text(key))"
        let record = JSONValue.object([
            ("attributes", .object([("type", .string(Self.text(object))), ("url", .string(url))])),
            ("Id", .string(Self.text(key))),
        ])
        return SalesforceAnswer(Self.success(200, record.bytes()))
    }

    /// The answer where there is no such resource, or none that is emulated.
    private func missing(_ resource: SalesforceResource) -> SalesforceAnswer {
        resource.segments.first?.elementsEqual("jobs".utf8) == true
            ? Self.notEmulated("the Bulk API 2.0") : SalesforceErrors.answer("NOT_FOUND")
    }

    /// The answer to a record of a collection, which has no resource of its own.
    func answer(toRecord call: Call, of resource: SalesforceResource, in context: AnswerContext) -> Reply {
        let verb = call.fields[Field.verb] ?? []
        if verb.elementsEqual("POST".utf8) || resource.has(.upserts) {
            guard let object = call.fields[Field.object] else {
                return SalesforceErrors.answer("INVALID_TYPE", message: "sObject type '' is not supported.").part
            }
            return Self.created(object[...], nil, in: context, isUpsert: !verb.elementsEqual("POST".utf8))
        }
        guard let id = call.fields[Field.id] else { return SalesforceErrors.part("MISSING_ARGUMENT") }
        return SalesforceIDs(context).know(id[...], of: call.fields[Field.object]?[...])
            ? Self.changed.part : SalesforceErrors.part("INVALID_CROSS_REFERENCE_KEY")
    }

    /// The answer to a creation. Where the record has a resource, its URL is the Location.
    private static func created(
        _ object: ArraySlice<UInt8>, _ resource: SalesforceResource?, in context: AnswerContext, isUpsert: Bool = false
    ) -> Reply {
        let id = SalesforceIDs(context).next(of: object)
        var reply = success(
            201,
            Array(#"{"id":""#.utf8) + id + Array(#"","success":true,"errors":[]"#.utf8)
                + Array((isUpsert ? #","created":true}"# : "}").utf8))
        if let resource { reply.head.set(location(of: id, object, resource.version)) }
        return reply
    }

    static func location(of id: some Sequence<UInt8>, _ object: some Sequence<UInt8>, _ version: String) -> HeaderField
    {
        HeaderField(
            name: Array("Location".utf8),
            value: Array("/services/data/\(version)/sobjects/".utf8) + PercentCoding.encode(object) + Array("/".utf8)
                + id)
    }

    private static func noSuchRecord(_ key: ArraySlice<UInt8>) -> SalesforceAnswer {
        SalesforceErrors.answer("NOT_FOUND", message: noSuchID + text(key), usage: standardUsage)
    }

    static let noSuchID = "Provided external ID field does not exist or is not accessible: "

    private static let changed = SalesforceAnswer(Reply(ResponseHead(status: 204)))
    private static let noRecords = list(#"{"totalSize":0,"done":true,"records":[]}"#)
    /// The record that every organization has, by which clients find out whether it is a sandbox.
    private static let ownOrganization = list(
        #"{"totalSize":1,"done":true,"records":[{"attributes":{"type":"Organization","#
            + #""url":"/services/data/v62.0/sobjects/Organization/\#(organization)"},"Id":"\#(organization)","#
            + #""Name":"Ada Lovelace","IsSandbox":false}]}"#)

    /// Whether a query is about `Organization`.
    private static func asksForOrganization(_ query: ArraySlice<UInt8>?) -> Bool {
        guard let query, let text = FormFields.value(of: "q", in: Array(query), 0..<query.count) else { return false }
        let words = text.split { $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) }
        return zip(words, words.dropFirst()).contains { word, next in
            word.elementsEqual("from".utf8, by: { $0.asciiLowercased == $1 })
                && next.elementsEqual("organization".utf8, by: { $0.asciiLowercased == $1 })
        }
    }

    /// Resources of an object that are no records of it.
    private static let ofObjects = [
        "approvalLayouts", "compactLayouts", "defaultValues", "deleted", "describe", "listviews", "quickActions",
        "updated",
    ]

    private static let nothingFound = list(#"{"searchRecords":[]}"#)
    private static let noRecentItems = list("[]")
    private static let noTools = list(
        #"{"size":0,"totalSize":0,"done":true,"queryLocator":null,"entityTypeName":null,"records":[]}"#)

    private static func list(_ text: String) -> SalesforceAnswer { SalesforceAnswer(success(200, Array(text.utf8))) }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
