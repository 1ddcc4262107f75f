internal import Systems
internal import Bytes
internal import Catalogue

/// Finds the entries that a user's query means: a name, a number, a symbol or a mapping code, or a part of one.
enum FailureLookup {
    case one(CatalogueEntry)
    /// Several systems have it, or several names contain it.
    case several([CatalogueEntry])
    case planned(FailureIndex.PlannedFailure)
    /// The name that clients or other tools have for something that is not a failure of a server.
    case foreign(String)
    case none(nearest: String?)

    init(_ name: String, in index: FailureIndex = .all) {
        if let entry = index.entry(name) {
            self = .one(entry)
            return
        }
        let found = Self.find(name, index)
        if found.count == 1 {
            self = .one(found[0])
        } else if !found.isEmpty {
            self = .several(found)
        } else if let missing = FailureIndex.planned.first(where: { $0.name == name || $0.name.hasSuffix("/" + name) })
        {
            self = .planned(missing)
        } else if let meaning = FailureIndex.foreign[name] {
            switch meaning {
            case .other(let reason): self = .foreign(reason)
            case .failures(let names):
                self =
                    names.lazy.compactMap { FailureIndex.planned[$0] }.first.map { .planned($0) }
                    ?? .none(nearest: names.first)
            }
        } else {
            self = .none(nearest: Self.nearest(name, index))
        }
    }

    /// The entries of that name in any system; if there are none, those whose name contains it.
    private static func find(_ words: String, _ index: FailureIndex) -> [CatalogueEntry] {
        guard !words.isEmpty else { return [] }
        let entries = index.entries
        let asked = words.lowercased()
        let called = entries.filter { entry in
            entry.name.lowercased() == asked || entry.name.lowercased().hasSuffix("/" + asked)
                || entry.aliases.contains { $0.lowercased() == asked }
        }
        let others = numbered(asked, entries, index).filter { other in !called.contains { $0.name == other.name } }
        if !called.isEmpty { return called + others }
        let unlisted = index.chapters.compactMap { $0.unlisted(words) }
        if !unlisted.isEmpty || !others.isEmpty { return unlisted + others }
        if let meaning = FailureIndex.foreign[words] {
            guard case .failures(let names) = meaning else { return [] }
            return names.compactMap { index.entry($0) }
        }
        guard words.count >= 3 else { return [] }
        let part = ByteSearch(Array(words.utf8), ignoreCase: true)
        return entries.filter { entry in
            ([entry.name] + entry.aliases).contains { part.isFound(in: Array($0.utf8)[...]) }
        }
    }

    /// The entries for a number in a client's own error domain, such as `com.facebook.sdk.core/8`, and for ranges of
    /// numbers that contain it.
    private static func numbered(
        _ asked: String, _ entries: [CatalogueEntry], _ index: FailureIndex
    ) -> [CatalogueEntry] {
        guard let number = Int(asked) else { return [] }
        let found = entries.filter { entry in entry.aliases.contains { $0.hasSuffix("/" + asked) } }
        return found + index.chapters.compactMap { $0.range(of: number) }
    }

    /// The nearest name: the part before the last slash if that is a name, otherwise by edit distance among full names,
    /// then codes, then aliases.
    private static func nearest(_ name: String, _ index: FailureIndex) -> String? {
        if let slash = name.lastIndex(of: "/"), let entry = index.entry(String(name[..<slash])) { return entry.name }
        let names = index.entries.map(\.name) + FailureIndex.planned.map(\.name)
        if let name = EditDistance.nearest(to: name, among: names) { return name }
        let codes = names.map { String($0.drop { $0 != "/" }.dropFirst()) }
        let asked = name.split(separator: "/").last.map(String.init) ?? name
        if let code = EditDistance.nearest(to: asked, among: codes) { return names.first { $0.hasSuffix("/" + code) } }
        return EditDistance.nearest(to: name, among: index.entries.flatMap(\.aliases))
    }
}
