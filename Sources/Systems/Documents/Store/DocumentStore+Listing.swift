internal import Bytes
internal import Catalogue
internal import Wire

/// PROPFIND.
extension DocumentStore {
    func list(_ request: DocumentRequest) throws(StoreRefusal) -> Reply {
        guard tree.has(request.path) else { throw Self.notFound }
        let depth = try request.depth() ?? .infinity
        guard depth != .infinity || options.listsDeeply || tree.documents.contains(request.path) else {
            throw StoreRefusal(403, .propfindFiniteDepth)
        }
        let requested = RequestedProperties(
            try StoreRefusal.unwrap(PropertyRequest.read(request.http.body, charset: request.charset)))
        _ = try checkConditions(request)
        let view = view(request)
        let members = depth == .infinity ? below(request.path) : depth == .one ? self.members(of: request.path) : []
        var list = DocumentList(expecting: members.count + 1)
        write(request.path, locks: locks.covering(request.path), requested, view, &list)
        let shared = members.isEmpty ? [] : locks.covering(request.path).filter(\.isDeep)
        let roots = Set(members.isEmpty ? [] : locks.below(request.path).map(\.root))
        for path in members {
            guard list.count <= Self.maximumListBytes else { throw Self.listTooLong }
            write(path, locks: roots.contains(path) ? locks.covering(path) : shared, requested, view, &list)
        }
        return StoreReply.xml(207, list.end())
    }

    private func members(of path: DocumentPath) -> [DocumentPath] {
        Array(tree.collections[path]?.members ?? PathList())
    }

    /// All below a path, each collection in front of what is in it.
    private func below(_ path: DocumentPath) -> [DocumentPath] {
        var found: [DocumentPath] = []
        var rest = Array(members(of: path).reversed())
        while let next = rest.popLast() {
            found.append(next)
            rest += members(of: next).reversed()
        }
        return found
    }

    /// Maximum bytes of a list: locks and long names, repeated for each member, could make gigabytes out of a small
    /// request.
    static let maximumListBytes = 64 << 20
    static let listTooLong = StoreRefusal(
        507, "the list would be over \(maximumListBytes >> 20) MiB; ask for fewer properties")

    func view(_ request: DocumentRequest) -> StoreView {
        StoreView(
            context: request.context, prefix: request.prefix, usedBytes: usedBytes,
            availableBytes: max(0, options.maximumBytes - usedBytes), isCollection: tree.isCollection)
    }

    private func write(
        _ path: DocumentPath, locks: [DocumentLock], _ requested: RequestedProperties, _ view: StoreView,
        _ list: inout DocumentList
    ) {
        let resource: StoredResource
        if let document = tree.documents[path] {
            resource = StoredResource(path, document, locks: locks)
        } else if let collection = tree.collections[path] {
            resource = StoredResource(path, collection, locks: locks)
        } else {
            return
        }
        list.begin(path.href(afterPrefix: view.prefix, isCollection: resource.document == nil))
        requested.write(resource, view, &list)
        list.endResponse()
    }
}
