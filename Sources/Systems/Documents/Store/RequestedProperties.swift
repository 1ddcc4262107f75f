/// What a PROPFIND asks for, sorted once for all that is listed.
struct RequestedProperties {
    /// Those of the store's own that are said.
    private let live: [LiveProperty]
    /// Those of them that are asked for by name.
    private let named: [LiveProperty]
    /// Those of clients that are asked for by name.
    private let dead: [PropertyName]
    /// Whether all of clients' are asked for.
    private let allDead: Bool
    /// Whether names are asked for, and no values.
    private let onlyNames: Bool

    init(_ request: PropertyRequest) {
        let names: [PropertyName]
        switch request {
        case .all(let more): (names, allDead, onlyNames) = (more, true, false)
        case .names: (names, allDead, onlyNames) = ([], true, true)
        case .these(let those): (names, allDead, onlyNames) = (those, false, false)
        }
        let (named, all, onlyNames) = (names.compactMap { LiveProperty($0) }, allDead, onlyNames)
        self.named = named
        live = all ? LiveProperty.allCases.filter { $0.isInAll || onlyNames || named.contains($0) } : named
        dead = names.filter { LiveProperty($0) == nil }
    }

    func write(_ resource: StoredResource, _ view: StoreView, _ list: inout DocumentList) {
        let missing = missing(from: resource)
        if allDead || missing.isEmpty || missing.count < live.count + dead.count {
            list.beginProperties()
            for property in live where property.isDefined(for: resource) {
                if onlyNames {
                    list.name(property.name)
                } else {
                    list.write { property.write(resource, view, into: &$0) }
                }
            }
            writeDead(resource.properties, &list)
            list.endProperties(200)
        }
        guard !missing.isEmpty else { return }
        list.beginProperties()
        for name in missing { list.name(name) }
        list.endProperties(404)
    }

    private func writeDead(_ properties: DeadProperties, _ list: inout DocumentList) {
        if allDead {
            for property in properties.all {
                if onlyNames { list.name(property.name) } else { list.write { $0 += property.value } }
            }
        } else {
            for name in dead {
                if let value = properties[name] { list.write { $0 += value } }
            }
        }
    }

    /// What is asked for by name and is not there: who asks for all asks for what there is.
    private func missing(from resource: StoredResource) -> [PropertyName] {
        named.filter { !$0.isDefined(for: resource) }.map(\.name) + dead.filter { resource.properties[$0] == nil }
    }
}
