internal import Wire

/// COPY and MOVE.
extension DocumentStore {
    mutating func transfer(_ request: DocumentRequest, isMove: Bool) throws(StoreRefusal) -> Reply {
        let source = request.path
        guard tree.has(source) else { throw Self.notFound }
        guard !(isMove && source.isRoot) else { throw StoreRefusal(403, "the root cannot be moved") }
        let target = try Self.destination(request)
        let isDeep = try reachesBelow(request, isMove: isMove)
        try requireDisjoint(source, target, isDeep: isDeep)
        try requireParent(of: target)
        let overwrites = try request.overwrites()
        let tokens = try checkConditions(request)
        let isNew = !tree.has(target)
        guard isNew || overwrites else {
            throw StoreRefusal(412, "there is something at the Destination, and Overwrite is F")
        }
        if isMove { try requireTokens(forLocksInTreeAt: source, tokens) }
        try requireTokens(forLocksInTreeAt: target, tokens)
        let transfers = try transfers(source, target, isDeep: isDeep)
        if !isMove { try requireSpace(toCopy: transfers.map(\.from), to: target) }
        clear(target, request.now)
        if isMove {
            tree.move(transfers, at: request.now)
            locks.remove { $0.root == source || $0.root.isInside(source) }
        } else {
            copy(transfers, request.now)
        }
        return StoreReply.empty(isNew ? 201 : 204)
    }

    /// Copies share the content of their originals, but are new documents with tags of their own.
    private mutating func copy(_ transfers: [(from: DocumentPath, to: DocumentPath)], _ now: Int64) {
        for transfer in transfers {
            if let old = tree.documents[transfer.from] {
                tree.put(
                    Document(
                        content: old.content, type: old.type, number: nextNumber(), created: now, modified: now,
                        properties: old.properties),
                    at: transfer.to, now)
            } else if let old = tree.collections[transfer.from] {
                var collection = DocumentCollection(created: now)
                collection.properties = old.properties
                tree.put(collection, at: transfer.to, now)
            }
        }
    }

    /// Removes what is replaced. A lock on the path itself stays, and covers what comes there (RFC 4918, 7.7).
    private mutating func clear(_ target: DocumentPath, _ now: Int64) {
        guard tree.has(target) else { return }
        tree.remove(target, at: now)
        locks.remove { $0.root.isInside(target) }
    }

    // MARK: Requirements

    private static func destination(_ request: DocumentRequest) throws(StoreRefusal) -> DocumentPath {
        switch Destination.read(request.http) {
        case .success(let destination): return destination.path
        case .failure(let problem): throw StoreRefusal(problem.status, problem.message)
        }
    }

    /// Whether the members of a collection are transferred too (RFC 4918, 9.8.3 and 9.9.2).
    private func reachesBelow(_ request: DocumentRequest, isMove: Bool) throws(StoreRefusal) -> Bool {
        let depth = try request.depth() ?? .infinity
        guard tree.isCollection(request.path), depth != .infinity else { return true }
        guard depth == .zero, !isMove else {
            throw StoreRefusal(
                400,
                isMove
                    ? "a collection is moved whole, with Depth infinity (RFC 4918, 9.9.2)"
                    : "a collection is copied with Depth 0 or infinity (RFC 4918, 9.8.3)")
        }
        return false
    }

    private func requireDisjoint(
        _ source: DocumentPath, _ target: DocumentPath, isDeep: Bool
    ) throws(StoreRefusal) {
        guard source != target else { throw StoreRefusal(403, "source and Destination are the same") }
        guard !(isDeep && target.isInside(source)) else {
            throw StoreRefusal(403, "the Destination is inside of the source")
        }
        guard !source.isInside(target) else { throw StoreRefusal(403, "the source is inside of the Destination") }
    }

    /// Source and target of each resource, a collection before its members.
    private func transfers(
        _ source: DocumentPath, _ target: DocumentPath, isDeep: Bool
    ) throws(StoreRefusal) -> [(from: DocumentPath, to: DocumentPath)] {
        var transfers: [(from: DocumentPath, to: DocumentPath)] = []
        for path in [source] + (isDeep ? tree.below(source) : []) {
            guard let moved = path.moved(from: source, to: target) else {
                throw StoreRefusal(403, "a path below the Destination would be over \(DocumentPath.maximumCount) bytes")
            }
            transfers.append((path, moved))
        }
        return transfers
    }

    /// Space for the copies, less what they replace.
    private func requireSpace(toCopy sources: [DocumentPath], to target: DocumentPath) throws(StoreRefusal) {
        let replaced = tree.has(target) ? 1 + tree.below(target).count : 0
        let bytes = sources.reduce(0) { sum, path in
            sum + (tree.documents[path]?.bytes ?? tree.collections[path]?.properties.bytes ?? 0)
        }
        try requireSpace(documents: sources.count - replaced, bytes: bytes - tree.bytes(at: target))
    }
}
