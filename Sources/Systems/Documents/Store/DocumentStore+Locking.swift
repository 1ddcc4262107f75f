internal import Bytes
internal import Catalogue
internal import Wire

/// LOCK and UNLOCK.
extension DocumentStore {
    /// - Parameter reading: What its body says; nil where it has none.
    mutating func lock(
        _ asked: DocumentRequest, _ reading: Result<LockRequest, BodyProblem>?
    ) throws(StoreRefusal) -> Reply {
        guard let reading else { return try refresh(asked) }
        let wanted = try StoreRefusal.unwrap(reading)
        let depth = try asked.depth() ?? .infinity
        guard depth != .one else { throw StoreRefusal(400, "a lock has Depth 0 or infinity (RFC 4918, 9.10.3)") }
        let isNew = !tree.has(asked.path)
        if isNew { try needPlace(for: asked.path) }
        let tokens = try meetConditions(asked)
        let isDeep = depth == .infinity
        if let conflict = locks.covering(asked.path).first(where: { $0.conflicts(with: wanted) }) {
            throw StoreRefusal(
                423, .noConflictingLock, at: conflict.root, isCollection: tree.isCollection(conflict.root))
        }
        if isDeep, let conflict = locks.below(asked.path).first(where: { $0.conflicts(with: wanted) }) {
            return conflicting(conflict, asked)
        }
        if isNew { try needTokens(ofLocksOnAllOf: asked.path, tokens) }
        guard locks.all.count < DocumentLocks.most else {
            throw StoreRefusal(507, "there are \(DocumentLocks.most) locks, and no room for one more")
        }
        try needRoom(documents: isNew ? 1 : 0, bytes: wanted.owner?.count ?? 0)
        if isNew { makeEmpty(asked) }
        let lock = DocumentLock(
            token: Self.token(nextNumber(), in: asked.context), root: asked.path, isShared: wanted.isShared,
            isDeep: isDeep, owner: wanted.owner, seconds: LockTimeout.seconds(asked.field(Self.timeout)),
            since: asked.context.monotonic)
        locks.add(lock)
        let field = HeaderField(name: Self.lockToken, value: Array(utf8: "<") + lock.token + Array(utf8: ">"))
        return granted([lock], isNew ? 201 : 200, [field], asked)
    }

    /// What is locked before it is there, is an empty document from then on (RFC 4918, 7.3).
    private mutating func makeEmpty(_ asked: DocumentRequest) {
        tree.put(
            Document(
                content: [], type: Self.unknownType, number: nextNumber(), created: asked.now, modified: asked.now),
            at: asked.path, asked.now)
    }

    /// A LOCK without a body asks for more time for the lock whose token is in its `If` (RFC 4918, 9.10.2).
    private mutating func refresh(_ asked: DocumentRequest) throws(StoreRefusal) -> Reply {
        guard tree.has(asked.path) else { throw Self.notFound }
        let tokens = try meetConditions(asked)
        guard let token = tokens.first, tokens.count == 1 else {
            throw StoreRefusal(
                400, "a LOCK without a body refreshes the lock whose one token is in If (RFC 4918, 9.10.2)")
        }
        guard locks.covering(asked.path).contains(where: { $0.token == token }) else {
            throw StoreRefusal(412, .lockTokenMatchesRequestURI)
        }
        let seconds = LockTimeout.seconds(asked.field(Self.timeout))
        locks.change { lock in
            guard lock.token == token else { return }
            lock.seconds = seconds
            lock.since = asked.context.monotonic
        }
        return granted(locks.all.filter { $0.token == token }, 200, [], asked)
    }

    /// Whoever knows the token may take the lock away, at any path that it locks (RFC 4918, 9.11).
    mutating func unlock(_ asked: DocumentRequest) throws(StoreRefusal) -> Reply {
        guard let field = asked.field(Self.lockTokenField)?.trimmingSpaces(), field.count > 2,
            field.first == UInt8(ascii: "<"), field.last == UInt8(ascii: ">")
        else { throw StoreRefusal(400, "UNLOCK needs the token in Lock-Token, between < and > (RFC 4918, 10.5)") }
        let token = Array(field.dropFirst().dropLast())
        guard locks.covering(asked.path).contains(where: { $0.token == token }) else {
            throw StoreRefusal(409, .lockTokenMatchesRequestURI)
        }
        locks.remove { $0.token == token }
        return StoreReply.empty(204)
    }

    /// The locks as they are now.
    private func granted(
        _ locks: [DocumentLock], _ status: Int, _ fields: [HeaderField], _ asked: DocumentRequest
    ) -> Reply {
        var body = Array(utf8: #"<?xml version="1.0" encoding="utf-8"?>"# + "\n")
        body += #"<D:prop xmlns:D="DAV:"><D:lockdiscovery>"#.utf8
        view(asked).write(locks, into: &body)
        body += "</D:lockdiscovery></D:prop>\n".utf8
        return StoreReply.xml(status, body, fields: fields)
    }

    /// What is in the way of a lock on a collection lies below it (RFC 4918, 9.10.3).
    private func conflicting(_ lock: DocumentLock, _ asked: DocumentRequest) -> Reply {
        var list = DocumentList()
        for (path, status) in [(lock.root, 423), (asked.path, 424)] {
            list.begin(path.href(behind: asked.prefix, isCollection: tree.isCollection(path)))
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
    /// Only those who share a lock can have one at the same time.
    func conflicts(with wanted: LockRequest) -> Bool { !isShared || !wanted.isShared }
}
