internal import Bytes
internal import Wire

/// PROPPATCH.
extension DocumentStore {
    /// All of its changes, in their order, or none of them (RFC 4918, 9.2).
    mutating func changeProperties(_ asked: DocumentRequest) throws(StoreRefusal) -> Reply {
        guard tree.has(asked.path) else { throw Self.notFound }
        let update = try StoreRefusal.unwrap(PropertyUpdate.read(asked.request.body, charset: asked.charset))
        let tokens = try meetConditions(asked)
        try needTokens(ofLocksOn: asked.path, tokens)
        var protected: [PropertyName] = []
        var others: [PropertyName] = []
        var properties = tree.properties(at: asked.path)
        let before = properties.bytes
        for change in update.changes {
            let name = change.name
            if LiveProperty(name) != nil {
                if !protected.contains(name) { protected.append(name) }
                continue
            }
            if !others.contains(name) { others.append(name) }
            switch change {
            case .set(_, let value): properties.set(name, value)
            case .remove: properties.remove(name)
            }
        }
        var list = DocumentList()
        list.begin(asked.path.href(behind: asked.prefix, isCollection: tree.isCollection(asked.path)))
        if protected.isEmpty {
            guard properties.all.count <= DeadProperties.most else {
                throw StoreRefusal(507, "there are at most \(DeadProperties.most) properties of clients at a path")
            }
            try needRoom(documents: 0, bytes: properties.bytes - before)
            tree.setProperties(properties, at: asked.path)
        } else {
            Self.write(protected, 403, condition: "cannot-modify-protected-property", &list)
        }
        if !others.isEmpty { Self.write(others, protected.isEmpty ? 200 : 424, &list) }
        list.endResponse()
        return StoreReply.xml(207, list.end())
    }

    private static func write(
        _ names: [PropertyName], _ status: Int, condition: String? = nil, _ list: inout DocumentList
    ) {
        list.beginProperties()
        for name in names { list.name(name) }
        list.endProperties(status, condition: condition)
    }
}

extension PropertyUpdate.Change {
    var name: PropertyName {
        switch self {
        case .set(let name, _), .remove(let name): name
        }
    }
}
