internal import Bytes
internal import Catalogue
internal import Wire

/// Preconditions of a request: conditional fields, and tokens of locks.
extension DocumentStore {
    /// Checks the conditions of a request that changes or lists something, and returns the lock tokens that it submits.
    func checkConditions(_ request: DocumentRequest) throws(StoreRefusal) -> [[UInt8]] {
        guard request.hasConditions else { return [] }
        guard try !isUnchanged(request, isRead: false) else { throw Self.preconditionFailed }
        return try submittedTokens(request)
    }

    /// Checks the conditions of RFC 9110 in their order (13.2.2). True if the answer is a 304, or for a change a 412.
    func isUnchanged(_ request: DocumentRequest, isRead: Bool) throws(StoreRefusal) -> Bool {
        let tag = conditionTag(request.path, request.context)
        if let tags = try Self.tags(request, Self.ifMatch, "If-Match") {
            guard tags.matches(tag, weakly: false) else { throw Self.preconditionFailed }
        } else if let date = request.field(Self.ifUnmodifiedSince).flatMap(Self.date),
            let modified = modified(request.path),
            modified > date
        {
            throw Self.preconditionFailed
        }
        if let tags = try Self.tags(request, Self.ifNoneMatch, "If-None-Match") {
            return tags.matches(tag, weakly: true)
        }
        guard isRead, let date = request.field(Self.ifModifiedSince).flatMap(Self.date),
            let modified = modified(request.path)
        else { return false }
        return modified <= date
    }

    /// Checks the field `If` (RFC 4918, 10.4), and returns the tokens in it.
    func submittedTokens(_ request: DocumentRequest) throws(StoreRefusal) -> [[UInt8]] {
        switch IfHeader.read(request.http) {
        case nil: return []
        case .failure: throw StoreRefusal(400, "If is not a list of conditions (RFC 4918, 10.4.2)")
        case .success(let condition):
            let holds = condition.holds(for: request.path) { path in
                (entityTag(path, request.context), locks.covering(path).map(\.token))
            }
            guard holds else { throw Self.preconditionFailed }
            return condition.tokens
        }
    }

    private static let preconditionFailed = StoreRefusal(412, "a condition of the request does not hold")

    /// Nil if there is no document.
    func entityTag(_ path: DocumentPath, _ context: AnswerContext) -> [UInt8]? {
        tree.documents[path].map { Self.entityTag($0.number, in: context) }
    }

    /// A collection has no tag, but exists: the empty tag matches only `*`.
    private func conditionTag(_ path: DocumentPath, _ context: AnswerContext) -> [UInt8]? {
        entityTag(path, context) ?? (tree.isCollection(path) ? [] : nil)
    }

    /// Seconds since 1970, as in Last-Modified.
    private func modified(_ path: DocumentPath) -> Int64? {
        (tree.documents[path]?.modified ?? tree.collections[path]?.modified).map { $0 / 1_000 }
    }

    private static func tags(
        _ request: DocumentRequest, _ name: [UInt8], _ fieldName: String
    ) throws(StoreRefusal) -> EntityTags? {
        switch EntityTags.read(name, of: request.http) {
        case nil: return nil
        case .success(let tags): return tags
        case .failure: throw StoreRefusal(400, "\(fieldName) is not a list of entity tags (RFC 9110, 8.8.3)")
        }
    }

    /// A field that is not a date is ignored (RFC 9110, 13.1.3 and 13.1.4).
    private static func date(_ field: ArraySlice<UInt8>) -> Int64? { HTTPDate.parse(field.trimmingSpaces()) }

    private static let ifMatch = Array(utf8: "if-match")
    private static let ifNoneMatch = Array(utf8: "if-none-match")
    private static let ifModifiedSince = Array(utf8: "if-modified-since")
    private static let ifUnmodifiedSince = Array(utf8: "if-unmodified-since")
}

// MARK: - Locks
extension DocumentStore {
    /// For a change of a resource: requires a token of a lock that covers it.
    func requireTokens(forLocksOn path: DocumentPath, _ tokens: [[UInt8]]) throws(StoreRefusal) {
        try requireToken(forOneOf: locks.covering(path), tokens)
    }

    /// For the creation or removal of a resource with all below it: requires a token of each lock on any of it.
    ///
    /// A lock on the collection above counts too, because it covers the list of its members (RFC 4918, 7.4).
    func requireTokens(forLocksInTreeAt path: DocumentPath, _ tokens: [[UInt8]]) throws(StoreRefusal) {
        guard !locks.isEmpty else { return }
        try requireTokens(forLocksOn: path, tokens)
        if let parent = path.parent { try requireTokens(forLocksOn: parent, tokens) }
        let below = locks.below(path)
        for lock in below { try requireToken(forOneOf: below.filter { $0.root == lock.root }, tokens) }
    }

    /// Of shared locks, any one token is enough.
    private func requireToken(forOneOf locks: [DocumentLock], _ tokens: [[UInt8]]) throws(StoreRefusal) {
        guard let first = locks.first, !locks.contains(where: { tokens.contains($0.token) }) else { return }
        throw StoreRefusal(
            423, .lockTokenSubmitted, at: first.root, isCollection: tree.isCollection(first.root))
    }
}
