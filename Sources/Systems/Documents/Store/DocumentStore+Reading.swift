internal import Bytes
internal import Catalogue
internal import Wire

/// GET and HEAD.
extension DocumentStore {
    /// A document's content is shared with its answer, not copied.
    mutating func open(_ request: DocumentRequest) throws(StoreRefusal) -> StateAnswer {
        guard let document = tree.documents[request.path], !request.path.endsWithSlash else {
            return later(request.path) { store, request throws(StoreRefusal) in try store.openCollection(request) }
        }
        return .ready(try open(document, request))
    }

    private mutating func open(_ document: Document, _ request: DocumentRequest) throws(StoreRefusal) -> Reply {
        let served = document.served ?? serve(document, at: request.path, in: request.context)
        if request.hasConditions {
            let isUnchanged = try isUnchanged(request, isRead: true)
            _ = try submittedTokens(request)
            if isUnchanged {
                let tag = Self.entityTag(document.number, in: request.context)
                return StoreReply.empty(304, fields: [HeaderField(name: Self.etag, value: tag)])
            }
        }
        return served.reply.ranged(for: request.http) {
            var draw = request.context.draw(number: document.number)
            _ = draw.next()
            return draw.hex(count: 32)
        }
    }

    /// The script of a document, for a GET without ranges and conditions.
    mutating func kept(_ call: Call, in context: AnswerContext, number: () -> UInt64) -> WireScript? {
        guard let call = call.document, call.operation == .open, case .success(let path) = call.path,
            !path.endsWithSlash, let document = tree.documents[path],
            document.content.count <= Self.maximumScriptedBytes
        else { return nil }
        activateLocks(in: context)
        let request = DocumentRequest(path: path, context: context)
        guard !request.hasConditions, request.field(Self.range) == nil else { return nil }
        return document.served?.script ?? serve(document, at: path, in: context, number: number()).script
    }

    /// Larger documents have no script: shards keep rendered scripts, even after the session is gone.
    private static let maximumScriptedBytes = 16 << 10

    private mutating func serve(
        _ document: Document, at path: DocumentPath, in context: AnswerContext, number: UInt64? = nil
    ) -> ServedDocument {
        let head = ResponseHead(
            status: 200,
            fields: [
                HeaderField(name: Self.contentType, value: document.type),
                HeaderField(name: Self.etag, value: Self.entityTag(document.number, in: context)),
                HeaderField(name: Self.lastModified, value: HTTPDate.format(milliseconds: document.modified)),
                Self.acceptRanges,
            ])
        var reply = Reply(head, body: [Reply.Part(.bytes(document.content))])
        reply.hasRanges = true
        let served = ServedDocument(reply, number: number)
        tree.cache(served, at: path)
        return served
    }

    /// A plain-text list of a collection's members, one per line.
    private func openCollection(_ request: DocumentRequest) throws(StoreRefusal) -> Reply {
        guard let collection = tree.collections[request.path] else { throw Self.notFound }
        _ = try checkConditions(request)
        var text: [UInt8] = []
        for member in collection.members {
            guard text.count <= Self.maximumListBytes else { throw Self.listTooLong }
            text += member.href(afterPrefix: request.prefix, isCollection: tree.isCollection(member))
            text.append(UInt8(ascii: "\n"))
        }
        return StoreReply.plain(text)
    }

    static let notFound = StoreRefusal(404, "there is nothing at this path", as: .missing)
    static let etag = Array(utf8: "ETag")
    static let lastModified = Array(utf8: "Last-Modified")
    private static let range = Array(utf8: "range")
    private static let contentType = Array(utf8: "Content-Type")
    private static let acceptRanges = HeaderField("Accept-Ranges", "bytes")
}

extension HTTPDate {
    static func format(milliseconds: Int64) -> [UInt8] { format(epochSeconds: milliseconds / 1_000) }
}
