internal import Bytes
internal import Catalogue
internal import Wire

/// PROPFIND.
extension DocumentStore {
    func list(_ asked: DocumentRequest) throws(StoreRefusal) -> Reply {
        guard tree.has(asked.path) else { throw Self.notFound }
        let depth = try asked.depth() ?? .infinity
        guard depth != .infinity else { throw StoreRefusal(403, .propfindFiniteDepth) }
        let wanted = WantedProperties(
            try StoreRefusal.unwrap(PropertyRequest.read(asked.request.body, charset: asked.charset)))
        _ = try meetConditions(asked)
        let view = view(asked)
        let members = depth == .one ? tree.collections[asked.path]?.members ?? PathList() : PathList()
        var list = DocumentList(expecting: members.count + 1)
        write(asked.path, locks: locks.covering(asked.path), wanted, view, &list)
        let shared = members.isEmpty ? [] : locks.covering(asked.path).filter(\.isDeep)
        let roots = Set(members.isEmpty ? [] : locks.below(asked.path).map(\.root))
        for path in members {
            guard list.count <= Self.longestList else { throw Self.listTooLong }
            write(path, locks: roots.contains(path) ? locks.covering(path) : shared, wanted, view, &list)
        }
        return StoreReply.xml(207, list.end())
    }

    /// Bytes of an answer: locks and long names, said of each member, make gigabytes out of small requests.
    static let longestList = 64 << 20
    static let listTooLong = StoreRefusal(
        507, "the list would be over \(longestList >> 20) MiB; ask for fewer properties")

    func view(_ asked: DocumentRequest) -> StoreView {
        StoreView(
            context: asked.context, prefix: asked.prefix, usedBytes: usedBytes,
            availableBytes: max(0, limits.maximumBytes - usedBytes), isCollection: tree.isCollection)
    }

    private func write(
        _ path: DocumentPath, locks: [DocumentLock], _ wanted: WantedProperties, _ view: StoreView,
        _ list: inout DocumentList
    ) {
        let place: StoredPlace
        if let document = tree.documents[path] {
            place = StoredPlace(path, document, locks: locks)
        } else if let collection = tree.collections[path] {
            place = StoredPlace(path, collection, locks: locks)
        } else {
            return
        }
        list.begin(path.href(behind: view.prefix, isCollection: place.document == nil))
        wanted.write(place, view, &list)
        list.endResponse()
    }
}
