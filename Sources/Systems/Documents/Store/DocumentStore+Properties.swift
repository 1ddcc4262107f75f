internal import Bytes
internal import Catalogue
internal import Wire

/// PROPPATCH.
extension DocumentStore {
    /// Makes all changes in order, or none (RFC 4918, 9.2).
    mutating func changeProperties(
        _ request: DocumentRequest, _ reading: Result<PropertyUpdate, BodyProblem>
    ) throws(StoreRefusal) -> StateAnswer {
        guard tree.has(request.path) else { throw Self.notFound }
        let update = try StoreRefusal.unwrap(reading)
        let tokens = try checkConditions(request)
        try requireTokens(forLocksOn: request.path, tokens)
        var protected: [PropertyName] = []
        var others: [PropertyName] = []
        var properties = tree.properties(at: request.path)
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
        if protected.isEmpty {
            guard properties.all.count <= DeadProperties.maximumCount else {
                throw StoreRefusal(
                    507, "there are at most \(DeadProperties.maximumCount) properties of clients at a path")
            }
            try requireSpace(documents: 0, bytes: properties.bytes - before)
            tree.setProperties(properties, at: request.path)
        }
        return changed(protected, others, request.path)
    }

    /// The status of each property. If one is protected, no property was changed.
    private func changed(
        _ protected: [PropertyName], _ others: [PropertyName], _ path: DocumentPath
    ) -> StateAnswer {
        let isCollection = tree.isCollection(path)
        return .later { context in
            let request = DocumentRequest(path: path, context: context)
            var list = DocumentList()
            list.begin(path.href(afterPrefix: request.prefix, isCollection: isCollection))
            if !protected.isEmpty {
                Self.write(protected, 403, condition: "cannot-modify-protected-property", &list)
            }
            if !others.isEmpty { Self.write(others, protected.isEmpty ? 200 : 424, &list) }
            list.endResponse()
            return StoreReply.xml(207, list.end())
        }
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
