internal import Bytes
internal import Catalogue
internal import Wire

/// What a request wants to hold before it is done: conditions on what is there, and tokens of locks.
extension DocumentStore {
    /// What a request that changes or lists something wants to hold, and the tokens that it submits.
    func meetConditions(_ asked: DocumentRequest) throws(StoreRefusal) -> [[UInt8]] {
        guard asked.hasConditions else { return [] }
        guard try !isUnchanged(asked, isRead: false) else { throw Self.preconditionFailed }
        return try submittedTokens(asked)
    }

    /// Conditions in their order (RFC 9110, 13.2.2), and RFC 4918's `If`. True for a 304.
    func isUnchanged(_ asked: DocumentRequest, isRead: Bool) throws(StoreRefusal) -> Bool {
        let tag = conditionTag(asked.path, asked.context)
        if let tags = try Self.tags(asked, Self.ifMatch, "If-Match") {
            guard tags.matches(tag, weakly: false) else { throw Self.preconditionFailed }
        } else if let date = asked.field(Self.ifUnmodifiedSince).flatMap(Self.date),
            let modified = modified(asked.path),
            modified > date
        {
            throw Self.preconditionFailed
        }
        if let tags = try Self.tags(asked, Self.ifNoneMatch, "If-None-Match") {
            return tags.matches(tag, weakly: true)
        }
        guard isRead, let date = asked.field(Self.ifModifiedSince).flatMap(Self.date),
            let modified = modified(asked.path)
        else { return false }
        return modified <= date
    }

    /// The tokens in the `If` of a request, which holds (RFC 4918, 10.4).
    func submittedTokens(_ asked: DocumentRequest) throws(StoreRefusal) -> [[UInt8]] {
        switch IfHeader.read(asked.request) {
        case nil: return []
        case .failure: throw StoreRefusal(400, "If is no list of conditions (RFC 4918, 10.4.2)")
        case .success(let condition):
            let holds = condition.holds(for: asked.path) { path in
                (entityTag(path, asked.context), locks.covering(path).map(\.token))
            }
            guard holds else { throw Self.preconditionFailed }
            return condition.tokens
        }
    }

    private static let preconditionFailed = StoreRefusal(412, "a condition of the request does not hold")

    /// Nil where there is no document.
    func entityTag(_ path: DocumentPath, _ context: AnswerContext) -> [UInt8]? {
        tree.documents[path].map { Self.entityTag($0.number, in: context) }
    }

    /// A collection has no tag, but it is there: `*` takes it.
    private func conditionTag(_ path: DocumentPath, _ context: AnswerContext) -> [UInt8]? {
        entityTag(path, context) ?? (tree.isCollection(path) ? [] : nil)
    }

    /// Seconds since 1970, as Last-Modified tells.
    private func modified(_ path: DocumentPath) -> Int64? {
        (tree.documents[path]?.modified ?? tree.collections[path]?.modified).map { $0 / 1_000 }
    }

    private static func tags(
        _ asked: DocumentRequest, _ name: [UInt8], _ words: String
    ) throws(StoreRefusal) -> EntityTags? {
        switch EntityTags.read(name, of: asked.request) {
        case nil: return nil
        case .success(let tags): return tags
        case .failure: throw StoreRefusal(400, "\(words) is no list of entity tags (RFC 9110, 8.8.3)")
        }
    }

    /// What is no date is no condition (RFC 9110, 13.1.3 and 13.1.4).
    private static func date(_ field: ArraySlice<UInt8>) -> Int64? { HTTPDate.parse(field.trimmingSpaces()) }

    private static let ifMatch = Array(utf8: "if-match")
    private static let ifNoneMatch = Array(utf8: "if-none-match")
    private static let ifModifiedSince = Array(utf8: "if-modified-since")
    private static let ifUnmodifiedSince = Array(utf8: "if-unmodified-since")
}

// MARK: - Locks
extension DocumentStore {
    /// What is there is about to change: who does so submits a token of whoever locked it.
    func needTokens(ofLocksOn path: DocumentPath, _ tokens: [[UInt8]]) throws(StoreRefusal) {
        try needToken(ofOne: locks.covering(path), tokens)
    }

    /// What is there and all below it is about to go, or to come if it is not there yet.
    ///
    /// A lock on a collection is also one on which members it has (RFC 4918, 7.4).
    func needTokens(ofLocksOnAllOf path: DocumentPath, _ tokens: [[UInt8]]) throws(StoreRefusal) {
        guard !locks.isEmpty else { return }
        try needTokens(ofLocksOn: path, tokens)
        if let parent = path.parent { try needTokens(ofLocksOn: parent, tokens) }
        let below = locks.below(path)
        for lock in below { try needToken(ofOne: below.filter { $0.root == lock.root }, tokens) }
    }

    /// Any token of those who share a lock will do.
    private func needToken(ofOne locks: [DocumentLock], _ tokens: [[UInt8]]) throws(StoreRefusal) {
        guard let first = locks.first, !locks.contains(where: { tokens.contains($0.token) }) else { return }
        throw StoreRefusal(
            423, .lockTokenSubmitted, at: first.root, isCollection: tree.isCollection(first.root))
    }
}
