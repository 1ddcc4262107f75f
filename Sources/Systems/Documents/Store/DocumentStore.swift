internal import Bytes
internal import Catalogue
internal import Wire
internal import XMLText

/// The state of a session's store: documents, collections, locks, and the number of changes.
///
/// A value type: each session starts with a copy of the scenario's store. Copies share the content of documents, and
/// changing a document changes one entry of a table.
struct DocumentStore: DialectState {
    var tree: DocumentTree
    var locks = DocumentLocks()
    let options: StoreOptions
    /// Number of changes so far. Each change draws its entity tag or lock token by its number.
    private var changes: UInt64 = 0
    /// Whether the initial locks have their tokens.
    private var hasActivatedLocks = false

    /// Modification date of a scenario's documents, in milliseconds since 1970: 2026-01-01T00:00:00Z.
    static let initialModificationDate: Int64 = 1_767_225_600_000

    init(_ changes: [StoreChange] = [], _ options: StoreOptions = StoreOptions()) {
        self.options = options
        tree = DocumentTree(created: Self.initialModificationDate)
        for change in changes { apply(change, at: Self.initialModificationDate, nil) }
    }

    mutating func answer(_ call: Call, in context: AnswerContext) -> StateAnswer {
        activateLocks(in: context)
        let call = call.document ?? DocumentCall(context.request)
        do throws(StoreRefusal) {
            return try answer(call, context)
        } catch {
            return .ready(error.reply(to: context.request, options.errors))
        }
    }

    private mutating func answer(_ call: DocumentCall, _ context: AnswerContext) throws(StoreRefusal) -> StateAnswer {
        switch call.operation {
        case .options: return .ready(options.isReadOnly ? Self.readOnlyOptions : Self.options)
        case .other:
            throw StoreRefusal(
                405, "the store does not know this method",
                fields: [options.isReadOnly ? StoreReply.allowReading : StoreReply.allow])
        default: break
        }
        let request: DocumentRequest
        switch call.path {
        case .success(let path): request = DocumentRequest(path: path, context: context)
        case .failure(let problem): throw StoreRefusal(problem.status, problem.message)
        }
        if options.isReadOnly, call.operation.isChange { throw StoreRefusal(403, "this volume is read-only") }
        try requireMatchingSlash(of: request.path, call.operation)
        switch call.operation {
        case .open: return try open(request)
        case .list: return later(request.path) { store, request throws(StoreRefusal) in try store.list(request) }
        case .save: return .ready(try save(request))
        case .makeCollection: return .ready(try makeCollection(request))
        case .properties: return try changeProperties(request, call.propertyUpdate(of: context.request))
        case .delete: return .ready(try delete(request))
        case .move: return .ready(try transfer(request, isMove: true))
        case .copy: return .ready(try transfer(request, isMove: false))
        case .lock: return .ready(try lock(request, call.lockRequest(of: context.request)))
        case .unlock: return .ready(try unlock(request))
        case .options, .other: preconditionFailure("answered above")
        }
    }

    /// An answer that changes nothing, built from a copy of the store after the session's lock was released.
    func later(
        _ path: DocumentPath,
        _ answer: @escaping @Sendable (DocumentStore, DocumentRequest) throws(StoreRefusal) -> Reply
    ) -> StateAnswer {
        .later { [self] context in
            do throws(StoreRefusal) {
                return try answer(self, DocumentRequest(path: path, context: context))
            } catch {
                return error.reply(to: context.request, options.errors)
            }
        }
    }

    /// A document is not found by a path with a final slash, though it is in the way of a new collection. A Destination
    /// may be written either way: what is put there decides.
    private func requireMatchingSlash(of path: DocumentPath, _ operation: DocumentOperation) throws(StoreRefusal) {
        guard path.endsWithSlash, tree.documents.contains(path) else { return }
        switch operation {
        case .makeCollection: return
        case .save, .lock: throw Self.documentWithSlash
        default: throw Self.notFound
        }
    }

    /// Compliance classes 1 and 2 (RFC 4918, 10.1 and 18). Microsoft Office looks for MS-Author-Via.
    private static let options = options(StoreReply.allow)
    private static let readOnlyOptions = options(StoreReply.allowReading)

    private static func options(_ allow: HeaderField) -> Reply {
        StoreReply.empty(200, fields: [HeaderField("DAV", "1, 2"), allow, HeaderField("MS-Author-Via", "DAV")])
    }

    // MARK: Numbers

    mutating func nextNumber() -> UInt64 {
        changes += 1
        return changes
    }

    static func entityTag(_ number: UInt64, in context: AnswerContext) -> [UInt8] {
        var draw = context.draw(number: number)
        return Array(utf8: "\"") + draw.hex(count: 16) + Array(utf8: "\"")
    }

    static func token(_ number: UInt64, in context: AnswerContext) -> [UInt8] {
        var draw = context.draw(number: number)
        return Array(utf8: "opaquelocktoken:") + draw.uuid()
    }

    /// Draws the tokens of the scenario's locks and starts them with the first request, which has the session's seed
    /// and clock. Later, removes expired locks.
    mutating func activateLocks(in context: AnswerContext) {
        guard !hasActivatedLocks else {
            locks.expire(at: context.monotonic)
            return
        }
        hasActivatedLocks = true
        var number = changes
        locks.change { lock in
            number += 1
            lock.token = Self.token(number, in: context)
            lock.since = context.monotonic
        }
        changes = number
    }
}

// MARK: - Changes by the scenario
extension DocumentStore {
    mutating func apply(_ changes: [any StateChange], in context: AnswerContext) {
        activateLocks(in: context)
        for case let change as StoreChange in changes { apply(change, at: context.wallMilliseconds, context) }
    }

    /// Applies a change of the scenario, which ignores options and locks. `context` is nil before there is a session.
    private mutating func apply(_ change: StoreChange, at milliseconds: Int64, _ context: AnswerContext?) {
        switch change {
        case .document(let path, let content, let type):
            guard let path = DocumentPath(decoded: path), !path.isRoot else { return }
            put(content, Array(utf8: type), at: path, milliseconds)
        case .collection(let path):
            guard let path = DocumentPath(decoded: path) else { return }
            makeCollections(through: path, milliseconds)
        case .removal(let path):
            guard let path = DocumentPath(decoded: path) else { return }
            let removed = path.isRoot ? Array(tree.collections[path]?.members ?? PathList()) : [path]
            for path in removed { remove(path, milliseconds) }
        case .lock(let path, let owner, let seconds):
            guard let path = DocumentPath(decoded: path) else { return }
            if !tree.has(path) { put([], Self.unknownType, at: path, milliseconds) }
            locks.remove { $0.covers(path) }
            locks.add(
                DocumentLock(
                    token: context.map { Self.token(nextNumber(), in: $0) } ?? [], root: path, isShared: false,
                    isDeep: tree.isCollection(path), owner: Self.ownerXML(owner), seconds: seconds,
                    since: context?.monotonic ?? 0))
        case .unlock(let path):
            guard let path = DocumentPath(decoded: path) else { return }
            locks.remove { $0.covers(path) }
        }
    }

    private mutating func put(_ content: [UInt8], _ type: [UInt8], at path: DocumentPath, _ milliseconds: Int64) {
        if tree.isCollection(path) { remove(path, milliseconds) }
        if let parent = path.parent { makeCollections(through: parent, milliseconds) }
        let old = tree.documents[path]
        tree.put(
            Document(
                content: content, type: type, number: nextNumber(), created: old?.created ?? milliseconds,
                modified: milliseconds, properties: old?.properties ?? DeadProperties()),
            at: path, milliseconds)
    }

    /// Creates the collection and those above it; documents in the way are removed.
    private mutating func makeCollections(through path: DocumentPath, _ milliseconds: Int64) {
        var missing: [DocumentPath] = []
        var next: DocumentPath? = path
        while let path = next, !tree.isCollection(path) {
            missing.append(path)
            next = path.parent
        }
        for path in missing.reversed() {
            if tree.documents.contains(path) { remove(path, milliseconds) }
            tree.put(DocumentCollection(created: milliseconds), at: path, milliseconds)
        }
    }

    /// Removes the resource and all below it, with their locks.
    mutating func remove(_ path: DocumentPath, _ milliseconds: Int64) {
        tree.remove(path, at: milliseconds)
        locks.remove { $0.root == path || $0.root.isInside(path) }
    }

    private static func ownerXML(_ name: [UInt8]) -> [UInt8] {
        var element = Array(utf8: #"<D:owner xmlns:D="DAV:">"#)
        XMLWriter.escape(name, into: &element)
        return element + Array(utf8: "</D:owner>")
    }

    static let unknownType = Array(utf8: "application/octet-stream")
}

/// What a scenario sets of a store.
struct StoreOptions: Sendable {
    var isReadOnly = false
    var errors = ErrorBody.text
    /// Whether PROPFIND of a collection is answered with Depth infinity.
    var listsDeeply = false
    /// Documents and collections together.
    var maximumDocuments = 20_000
    /// Bytes of content, dead properties and `owner` elements of locks.
    var maximumBytes = 128 << 20
}
