/// The properties that a PROPFIND asks for, classified once for all listed resources.
struct RequestedProperties {
    /// Live properties to return.
    private let live: [LiveProperty]
    /// Live properties that are asked for by name.
    private let named: [LiveProperty]
    /// Dead properties that are asked for by name.
    private let dead: [PropertyName]
    /// Whether all dead properties are asked for.
    private let allDead: Bool
    /// Whether only names are asked for (`propname`).
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

    /// Properties that are asked for by name and that the resource does not have.
    private func missing(from resource: StoredResource) -> [PropertyName] {
        named.filter { !$0.isDefined(for: resource) }.map(\.name) + dead.filter { resource.properties[$0] == nil }
    }
}
