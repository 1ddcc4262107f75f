internal import Synchronization

/// The entries of a chapter by code and by alias. Each is made when it is first asked for, and kept.
package final class RowIndex: Sendable {
    /// A part of a chapter's entries: a table, or entries that are defined one by one.
    package struct Part: Sendable {
        fileprivate let number: @Sendable (_ code: String) -> Int?
        fileprivate let codes: @Sendable () -> [String]
        fileprivate let aliases: @Sendable () -> [(alias: String, number: Int)]
        fileprivate let entry: @Sendable (Int) -> CatalogueEntry
        fileprivate let all: @Sendable () -> [CatalogueEntry]

        /// The entries of a table whose keys are their codes, or what follows `prefix` in their codes.
        ///
        /// - Parameter aliases: Reads the aliases of an entry, and all cells before them; nil if none has any.
        package static func table<Row>(
            _ table: RowTable<Row>, behind prefix: String = "",
            aliases: (@Sendable (inout TableRow) -> [String])? = nil,
            _ entry: @escaping @Sendable (Row) -> CatalogueEntry
        ) -> Part {
            Part(
                number: { code in
                    guard code.utf8.starts(with: prefix.utf8) else { return nil }
                    return table.number(
                        of: prefix.isEmpty ? code : String(code.utf8.dropFirst(prefix.utf8.count)) ?? "")
                },
                codes: { table.keys.map { prefix + $0 } },
                aliases: {
                    guard let aliases else { return [] }
                    return (0..<table.count).flatMap { number in table.read(number, aliases).map { ($0, number) } }
                },
                entry: { entry(table[$0]) }, all: { table.rows.map(entry) })
        }

        package static func table(
            _ table: RowTable<CatalogueEntry>, aliases: (@Sendable (inout TableRow) -> [String])? = nil
        ) -> Part {
            Self.table(table, aliases: aliases) { $0 }
        }

        package static func entries(_ entries: [CatalogueEntry]) -> Part {
            Part(
                number: { code in entries.firstIndex { $0.code == code } },
                codes: { entries.map(\.code) },
                aliases: { entries.enumerated().flatMap { number, entry in entry.aliases.map { ($0, number) } } },
                entry: { entries[$0] }, all: { entries })
        }
    }

    private struct Made {
        /// By the codes and aliases by which they were asked for.
        var entries: [String: CatalogueEntry] = [:]
        var aliases: [String: Place]?
        var rows: [CatalogueEntry]?
    }

    private struct Place {
        let part: Int
        let number: Int
    }

    private let parts: [Part]
    private let made = Mutex(Made())

    package init(_ parts: [Part]) { self.parts = parts }

    /// The entry of that code, or else of that alias; the first one, if several have it.
    package subscript(code: String) -> CatalogueEntry? {
        if let entry = made.withLock({ $0.entries[code] }) { return entry }
        guard let place = place(code: code) ?? aliases[code] else { return nil }
        let entry = parts[place.part].entry(place.number)
        made.withLock { $0.entries[code] = entry }
        return entry
    }

    /// All entries in their order.
    package var rows: [CatalogueEntry] {
        if let rows = made.withLock({ $0.rows }) { return rows }
        let rows = parts.flatMap { $0.all() }
        made.withLock { $0.rows = rows }
        return rows
    }

    /// The codes of all entries in their order.
    package var codes: [String] { parts.flatMap { $0.codes() } }

    package func hasEntry(ofCode code: String) -> Bool { place(code: code) != nil }

    private func place(code: String) -> Place? {
        for (index, part) in parts.enumerated() {
            if let number = part.number(code) { return Place(part: index, number: number) }
        }
        return nil
    }

    /// Read when a name is asked for that is no code.
    private var aliases: [String: Place] {
        if let aliases = made.withLock({ $0.aliases }) { return aliases }
        var aliases: [String: Place] = [:]
        for (index, part) in parts.enumerated() {
            for (alias, number) in part.aliases() where aliases[alias] == nil {
                aliases[alias] = Place(part: index, number: number)
            }
        }
        made.withLock { [aliases] in $0.aliases = aliases }
        return aliases
    }
}
