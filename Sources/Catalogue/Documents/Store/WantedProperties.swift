/// What a PROPFIND asks for, sorted once for all that is listed.
struct WantedProperties {
    /// Those of the store's own that are asked for.
    private let live: [LiveProperty]
    /// Those of clients that are asked for by name.
    private let dead: [PropertyName]
    /// Whether all of clients' are asked for.
    private let allDead: Bool
    /// Whether names are asked for, and no values.
    private let onlyNames: Bool
    /// Whether what is not there is said to be missing: who asks for all asks for what there is.
    private let isByName: Bool

    init(_ request: PropertyRequest) {
        let named: [PropertyName]
        switch request {
        case .all(let more): named = more
        case .names: named = []
        case .these(let names): named = names
        }
        let asked = named.compactMap { LiveProperty($0) }
        if case .these = request { isByName = true } else { isByName = false }
        if case .names = request { onlyNames = true } else { onlyNames = false }
        let onlyNames = onlyNames
        live = isByName ? asked : LiveProperty.allCases.filter { $0.isInAll || onlyNames || asked.contains($0) }
        dead = named.filter { LiveProperty($0) == nil }
        allDead = !isByName
    }

    func write(_ place: StoredPlace, _ view: StoreView, _ list: inout DocumentList) {
        let missing = isByName ? missing(at: place) : []
        if !isByName || missing.isEmpty || missing.count < live.count + dead.count {
            list.beginProperties()
            for property in live where property.isThere(place) {
                if onlyNames {
                    list.name(property.name)
                } else {
                    list.write { property.write(place, view, into: &$0) }
                }
            }
            writeDead(place.properties, &list)
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

    private func missing(at place: StoredPlace) -> [PropertyName] {
        live.filter { !$0.isThere(place) }.map(\.name) + dead.filter { place.properties[$0] == nil }
    }
}
