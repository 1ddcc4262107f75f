internal import Bytes
internal import Catalogue
internal import Wire

/// LOCK and UNLOCK.
extension DocumentStore {
    /// - Parameter reading: The parsed body; nil if there is none.
    mutating func lock(
        _ request: DocumentRequest, _ reading: Result<LockRequest, BodyProblem>?
    ) throws(StoreRefusal) -> Reply {
        guard let reading else { return try refresh(request) }
        let requested = try StoreRefusal.unwrap(reading)
        let depth = try request.depth() ?? .infinity
        guard depth != .one else { throw StoreRefusal(400, "a lock has Depth 0 or infinity (RFC 4918, 9.10.3)") }
        let isNew = !tree.has(request.path)
        if isNew { try requireDocumentPath(request.path) }
        let tokens = try checkConditions(request)
        let isDeep = depth == .infinity
        if let conflict = locks.covering(request.path).first(where: { $0.conflicts(with: requested) }) {
            throw StoreRefusal(
                423, .noConflictingLock, at: conflict.root, isCollection: tree.isCollection(conflict.root))
        }
        if isDeep, let conflict = locks.below(request.path).first(where: { $0.conflicts(with: requested) }) {
            return conflicting(conflict, request)
        }
        if isNew { try requireTokens(forLocksInTreeAt: request.path, tokens) }
        guard locks.all.count < DocumentLocks.maximumCount else {
            throw StoreRefusal(507, "there are \(DocumentLocks.maximumCount) locks, and no room for one more")
        }
        try requireSpace(documents: isNew ? 1 : 0, bytes: requested.owner?.count ?? 0)
        if isNew { makeEmpty(request) }
        let lock = DocumentLock(
            token: Self.token(nextNumber(), in: request.context), root: request.path, isShared: requested.isShared,
            isDeep: isDeep, owner: requested.owner, seconds: LockTimeout.seconds(request.field(Self.timeout)),
            since: request.context.monotonic)
        locks.add(lock)
        let field = HeaderField(name: Self.lockToken, value: Array(utf8: "<") + lock.token + Array(utf8: ">"))
        return granted([lock], isNew ? 201 : 200, [field], request)
    }

    /// A lock on an unused path creates an empty document (RFC 4918, 7.3).
    private mutating func makeEmpty(_ request: DocumentRequest) {
        tree.put(
            Document(
                content: [], type: Self.unknownType, number: nextNumber(), created: request.now, modified: request.now),
            at: request.path, request.now)
    }

    /// A LOCK without a body refreshes the lock whose token is in `If` (RFC 4918, 9.10.2).
    private mutating func refresh(_ request: DocumentRequest) throws(StoreRefusal) -> Reply {
        guard tree.has(request.path) else { throw Self.notFound }
        let tokens = try checkConditions(request)
        guard let token = tokens.first, tokens.count == 1 else {
            throw StoreRefusal(
                400, "a LOCK without a body refreshes the lock whose one token is in If (RFC 4918, 9.10.2)")
        }
        guard locks.covering(request.path).contains(where: { $0.token == token }) else {
            throw StoreRefusal(412, .lockTokenMatchesRequestURI)
        }
        let seconds = LockTimeout.seconds(request.field(Self.timeout))
        locks.change { lock in
            guard lock.token == token else { return }
            lock.seconds = seconds
            lock.since = request.context.monotonic
        }
        return granted(locks.all.filter { $0.token == token }, 200, [], request)
    }

    /// Removes the lock with this token, which must cover the path (RFC 4918, 9.11). The token is enough: owners are
    /// not checked.
    mutating func unlock(_ request: DocumentRequest) throws(StoreRefusal) -> Reply {
        guard let field = request.field(Self.lockTokenField)?.trimmingSpaces(), field.count > 2,
            field.first == UInt8(ascii: "<"), field.last == UInt8(ascii: ">")
        else { throw StoreRefusal(400, "UNLOCK needs the token in Lock-Token, between < and > (RFC 4918, 10.5)") }
        let token = Array(field.dropFirst().dropLast())
        guard locks.covering(request.path).contains(where: { $0.token == token }) else {
            throw StoreRefusal(409, .lockTokenMatchesRequestURI)
        }
        locks.remove { $0.token == token }
        return StoreReply.empty(204)
    }

    /// The answer with the `lockdiscovery` of these locks.
    private func granted(
        _ locks: [DocumentLock], _ status: Int, _ fields: [HeaderField], _ request: DocumentRequest
    ) -> Reply {
        var body = Array(utf8: #"<?xml version="1.0" encoding="utf-8"?>"# + "\n")
        body += #"<D:prop xmlns:D="DAV:"><D:lockdiscovery>"#.utf8
        view(request).write(locks, into: &body)
        body += "</D:lockdiscovery></D:prop>\n".utf8
        return StoreReply.xml(status, body, fields: fields)
    }

    /// The answer if a resource below a collection is locked already (RFC 4918, 9.10.3).
    private func conflicting(_ lock: DocumentLock, _ request: DocumentRequest) -> Reply {
        var list = DocumentList()
        for (path, status) in [(lock.root, 423), (request.path, 424)] {
            list.begin(path.href(afterPrefix: request.prefix, isCollection: tree.isCollection(path)))
            list.status(status)
            list.endResponse()
        }
        return StoreReply.xml(207, list.end())
    }

    private static let timeout = Array(utf8: "timeout")
    private static let lockToken = Array(utf8: "Lock-Token")
    private static let lockTokenField = Array(utf8: "lock-token")
}

extension DocumentLock {
    /// Two locks conflict unless both are shared.
    func conflicts(with requested: LockRequest) -> Bool { !isShared || !requested.isShared }
}
