internal import Bytes
internal import Wire

/// PUT, MKCOL and DELETE.
extension DocumentStore {
    mutating func save(_ request: DocumentRequest) throws(StoreRefusal) -> Reply {
        let path = request.path
        guard !tree.isCollection(path) else {
            throw StoreRefusal(405, "a collection has no content that could be saved", fields: [StoreReply.allow])
        }
        try requireDocumentPath(path)
        let type = try Self.type(request)
        let tokens = try checkConditions(request)
        let old = tree.documents[path]
        if old == nil {
            try requireTokens(forLocksInTreeAt: path, tokens)
        } else {
            try requireTokens(forLocksOn: path, tokens)
        }
        let content = Self.trimmed(request.http.receivedBody)
        try requireSpace(documents: old == nil ? 1 : 0, bytes: content.count - (old?.content.count ?? 0))
        let document = Document(
            content: content, type: type, number: nextNumber(), created: old?.created ?? request.now,
            modified: request.now, properties: old?.properties ?? DeadProperties())
        tree.put(document, at: path, request.now)
        return StoreReply.empty(
            old == nil ? 201 : 204,
            fields: [HeaderField(name: Self.etag, value: Self.entityTag(document.number, in: request.context))])
    }

    mutating func makeCollection(_ request: DocumentRequest) throws(StoreRefusal) -> Reply {
        if options.errors == .nginx, !request.path.endsWithSlash {
            throw StoreRefusal(409, "the path of a collection ends with a slash")
        }
        guard !tree.has(request.path) else {
            throw StoreRefusal(405, "there is something at this path", fields: [StoreReply.allow])
        }
        try requireParent(of: request.path)
        guard request.http.bodyCount == 0 else {
            throw StoreRefusal(415, "a body of MKCOL means nothing here (RFC 4918, 9.3)")
        }
        let tokens = try checkConditions(request)
        try requireTokens(forLocksInTreeAt: request.path, tokens)
        try requireSpace(documents: 1, bytes: 0)
        tree.put(DocumentCollection(created: request.now), at: request.path, request.now)
        return StoreReply.empty(201)
    }

    mutating func delete(_ request: DocumentRequest) throws(StoreRefusal) -> Reply {
        guard tree.has(request.path) else { throw Self.notFound }
        guard !request.path.isRoot else { throw StoreRefusal(403, "the root cannot be deleted") }
        if tree.isCollection(request.path), let depth = try request.depth(), depth != .infinity {
            throw StoreRefusal(400, "a collection is deleted whole, with Depth infinity (RFC 4918, 9.6.1)")
        }
        let tokens = try checkConditions(request)
        try requireTokens(forLocksInTreeAt: request.path, tokens)
        remove(request.path, request.now)
        return StoreReply.empty(204)
    }

    // MARK: Requirements

    /// Requires a path without a final slash whose parent is a collection.
    func requireDocumentPath(_ path: DocumentPath) throws(StoreRefusal) {
        guard !path.endsWithSlash else { throw Self.documentWithSlash }
        try requireParent(of: path)
    }

    static let documentWithSlash = StoreRefusal(409, "the path of a document has no final slash")

    func requireParent(of path: DocumentPath) throws(StoreRefusal) {
        guard path.parent.map({ tree.isCollection($0) }) ?? true else {
            throw StoreRefusal(409, "there is no collection for it to be in")
        }
    }

    /// Requires that the options are kept; otherwise nothing is changed (RFC 4331, 6).
    func requireSpace(documents: Int, bytes: Int) throws(StoreRefusal) {
        let isOver =
            documents > 0 && tree.count + documents > options.maximumDocuments
            || bytes > 0 && usedBytes + bytes > options.maximumBytes
        if isOver { throw StoreRefusal(507, .quotaNotExceeded) }
    }

    var usedBytes: Int { tree.bytes + locks.bytes }

    /// The Content-Type to store. Requests whose body is a part of the document are refused; one with a Content-Encoding is
    /// kept as it came.
    private static func type(_ request: DocumentRequest) throws(StoreRefusal) -> [UInt8] {
        guard request.field(contentRange) == nil else {
            throw StoreRefusal(
                400, "a part of a document cannot be saved: Content-Range (RFC 9110, 14.5)", as: .partialContent)
        }
        guard let type = request.field(contentTypeField), !type.isEmpty else { return unknownType }
        guard type.count <= maximumTypeBytes else {
            throw StoreRefusal(400, "Content-Type is over \(maximumTypeBytes) bytes")
        }
        let copy = Array(type)
        guard UTF8Text.firstInvalid(in: copy) == nil else {
            throw StoreRefusal(400, "Content-Type is not UTF-8, as the XML that tells it is")
        }
        return copy
    }

    private static let maximumTypeBytes = 1_024
    private static let contentRange = Array(utf8: "content-range")
    private static let contentTypeField = Array(utf8: "content-type")

    /// The body without its spare capacity.
    ///
    /// A large body is not copied for that: the system has not backed its unwritten pages with memory.
    private static func trimmed(_ body: [UInt8]) -> [UInt8] {
        guard body.count < largeBody, body.capacity > body.count + body.count / 4 + 64 else { return body }
        var trimmed: [UInt8] = []
        trimmed.reserveCapacity(body.count)
        trimmed += body
        return trimmed
    }

    private static let largeBody = 1 << 20
}
