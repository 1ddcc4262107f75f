internal import Systems
internal import Bytes
internal import Catalogue
internal import Wire

/// Finds the entries that a user's query means: a name, a number, a symbol or a mapping code, or a part of one.
enum FailureLookup {
    case one(CatalogueEntry)
    /// Several systems have it, or several names contain it.
    case several([CatalogueEntry])
    /// Clients print it at these.
    case printed([CatalogueEntry])
    case planned(PlannedFailure)
    /// The name that clients or other tools have for something that is not a failure of a server.
    case foreign(String)
    case none(nearest: String?)

    init(_ query: String, in index: FailureIndex = .all) {
        if let entry = index.entry(query) {
            self = .one(entry)
            return
        }
        let name = Self.name(in: query, index)
        let found = Self.find(name, index)
        if found.isEmpty, let printed = Self.printed(name, index) {
            self = printed
        } else if found.count == 1 {
            self = .one(found[0])
        } else if !found.isEmpty {
            self = .several(found)
        } else if let missing = FailureIndex.planned.first(where: { $0.name == name || $0.name.hasSuffix("/" + name) })
        {
            self = .planned(missing)
        } else if let meaning = index.meaning(of: name) {
            switch meaning {
            case .other(let reason): self = .foreign(reason)
            case .failures(let names):
                self =
                    names.lazy.compactMap { FailureIndex.planned[$0] }.first.map { .planned($0) }
                    ?? .none(nearest: names.first)
            }
        } else if let entry = Self.causing(name, index) {
            self = .one(entry)
        } else if let entries = TextSearch(query, in: index)?.entries, !entries.isEmpty {
            self = entries.count == 1 ? .one(entries[0]) : .printed(entries)
        } else {
            self = .none(nearest: Self.nearest(name, index))
        }
    }

    /// The name or the number in what was pasted: `FAIL_SYS_TRAFFIC_LIMIT::…`, `error 190`, `account disabled`. The query itself
    /// if there is none.
    private static func name(in query: String, _ index: FailureIndex) -> String {
        let parts = query.split(separator: " ").map(String.init)
        if parts.count == 2, ["error", "code", "errno", "status", "subcode"].contains(parts[0].lowercased()),
            Int(parts[1].drop { $0 == "#" }) != nil
        {
            return parts[1]
        }
        if let end = query.indices.first(where: { query[$0...].hasPrefix("::") }) {
            let code = String(query[..<end])
            if index.entry(code) != nil || index.meaning(of: code) != nil || !find(code, index).isEmpty { return code }
        }
        let joined = parts.joined(separator: "-")
        let isJoined = parts.count > 1 && index.meaning(of: query) == nil && index.meaning(of: joined) != nil
        return isJoined ? joined : parts.count == 1 ? parts[0] : query
    }

    /// The failure of a cause with its variant, such as `documents/out-of-space/disk`, as the causes of an entry are listed.
    private static func causing(_ name: String, _ index: FailureIndex) -> CatalogueEntry? {
        index.entries.lazy.compactMap { entry -> CatalogueEntry? in
            guard case .causes(let causes) = entry.disposition else { return nil }
            return causes.first { $0.name == name }.flatMap { index.entry($0.failure) }
        }.first
    }

    /// The entries of that name in any system; if there are none, those whose name contains it.
    private static func find(_ words: String, _ index: FailureIndex) -> [CatalogueEntry] {
        guard !words.isEmpty else { return [] }
        let entries = index.entries
        // As the Graph API writes a code: `(#200)`.
        if let code = words.code(behind: "#") {
            return entries.filter { $0.name.hasSuffix("/" + code) && !$0.name.hasPrefix("http/status/") }
        }
        let asked = words.lowercased()
        let called = entries.filter { entry in
            entry.name.lowercased() == asked || entry.name.lowercased().hasSuffix("/" + asked)
                || entry.aliases.contains { $0.lowercased() == asked }
        }
        let others = numbered(asked, entries, index).filter { other in !called.contains { $0.name == other.name } }
        if let status = Int(asked), (100...599).contains(status) { return having(status, called + others, index) }
        if !called.isEmpty { return called + others }
        let sharing = index.chapters.flatMap { $0.entries(sharing: words) }
        if !sharing.isEmpty { return sharing }
        let unlisted = index.chapters.compactMap { $0.unlisted(words) }
        if !unlisted.isEmpty || !others.isEmpty { return unlisted + others }
        guard index.meaning(of: words) == nil, reporting(words, index).isEmpty else { return [] }
        guard words.count >= 3 else { return [] }
        return entries.filter { entry in ([entry.name] + entry.aliases).contains { NamePart(words).isIn($0) } }
    }

    /// The entries for a status: that of HTTP, those with its number in the systems, and of systems without such a number
    /// the first that answer with it.
    private static func having(
        _ status: Int, _ called: [CatalogueEntry], _ index: FailureIndex
    ) -> [CatalogueEntry] {
        let plain = index.entry("http/status/\(status)").map { [$0] } ?? []
        let found = plain + called.filter { $0.name != plain.first?.name }
        guard status != 200 else { return found }
        let others = index.chapters.filter { chapter in
            !["http", "tcp"].contains(chapter.system) && !found.contains { $0.name.hasPrefix(chapter.system + "/") }
        }
        return found
            + others.flatMap { chapter in
                let listed = chapter.failures.map { CatalogueEntry($0) } + chapter.rows
                return listed.lazy.filter { answers($0, with: status, index) }.prefix(mostOfASystem)
            }
    }

    /// Whether the entry's own answer has this status.
    private static func answers(_ entry: CatalogueEntry, with status: Int, _ index: FailureIndex) -> Bool {
        guard case .failure(let make) = entry.disposition else { return false }
        let failure = make()
        guard failure.kind == .answer, let dialect = index.dialect(of: failure) else { return false }
        let request = Request.make("GET", dialect.samplePath)
        let script = failure.script(
            Arguments(of: failure), for: request, in: dialect, beside: failure.stock ?? dialect.stockSuccess)
        return script.status == status
    }

    private static let mostOfASystem = 5
    /// Longer ones are none that was misspelt.
    private static let longestName = 200

    /// What clients print, by the table of their names, or else by the reports of single failures.
    private static func printed(_ words: String, _ index: FailureIndex) -> FailureLookup? {
        if case .failures(let names) = index.meaning(of: words) {
            let entries = names.compactMap { index.entry($0) }
            // The first may be planned.
            guard let first = entries.first, first.name == names.first else { return nil }
            return entries.count == 1 ? .one(first) : .printed(entries)
        }
        guard index.meaning(of: words) == nil else { return nil }
        let reporting = reporting(words, index)
        return reporting.isEmpty ? nil : reporting.count == 1 ? .one(reporting[0]) : .printed(reporting)
    }

    /// The failures of HTTP and TCP that a client reports with this word, such as `ChunkedEncodingError`.
    private static func reporting(_ word: String, _ index: FailureIndex) -> [CatalogueEntry] {
        // Shorter words, and those that are no name, are found in too many reports.
        guard word.count >= 6, word.contains(where: \.isUppercase) else { return [] }
        let search = ByteSearch(Array(word.utf8), ignoreCase: true)
        return index.failures.filter { failure in
            failure.allReports.contains { search.isFound(in: Array($0.report.utf8)[...]) }
        }.map { CatalogueEntry($0) }
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
        guard name.utf8.count <= longestName else { return nil }
        if let slash = name.lastIndex(of: "/"), let entry = index.entry(String(name[..<slash])) { return entry.name }
        let names = index.entries.map(\.name) + FailureIndex.planned.map(\.name)
        if let name = EditDistance.nearest(to: name, among: names) { return name }
        let codes = names.map { String($0.drop { $0 != "/" }.dropFirst()) }
        let asked = name.split(separator: "/").last.map(String.init) ?? name
        if let code = EditDistance.nearest(to: asked, among: codes) { return names.first { $0.hasSuffix("/" + code) } }
        return EditDistance.nearest(to: name, among: index.entries.flatMap(\.aliases))
    }
}
