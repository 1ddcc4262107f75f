internal import Systems
internal import Catalogue
internal import JSONText

/// The catalogue by system, with entries that no server can cause and planned ones, as text and as JSON.
struct CatalogueTable {
    private let list: CatalogueList
    private let index: FailureIndex

    /// The systems that have entries, in the order of the catalogue.
    static var systems: [String] { CatalogueList.systems(in: .all) }

    /// - Parameter only: A system; nil for all.
    init(_ only: String? = nil, in index: FailureIndex = .all) {
        self.index = index
        list = CatalogueList(only, in: index)
    }

    var json: JSONValue { list.json }

    func text(_ style: Style) -> String {
        var lines: [String] = []
        for section in list.sections {
            let width = (section.entries.map(\.name) + section.planned.map(\.name)).map(\.count).max() ?? 0
            lines.append(style.bold("\(section.system)") + ": \(counts(section))")
            for entry in section.entries {
                let line = "  \(Columns.pad(entry.name, to: width + 2))"
                let (word, text) = columns(entry)
                let rest = Columns.pad(word, to: 11)
                lines.append(
                    index.canInduce(entry) ? line + style.faint(rest) + text : style.faint(line + rest + text))
            }
            for missing in section.planned {
                lines.append(style.faint("  \(Columns.pad(missing.name, to: width + 2))not yet    \(missing.reason)"))
            }
            if !section.settings.isEmpty {
                lines.append("  \"settings\" of a scenario:")
                lines += Columns.rows(
                    section.settings.map { ("  " + $0.name, "\($0.summary) \(SettingText($0).bounds).") })
            }
            lines.append("")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func columns(_ entry: CatalogueEntry) -> (String, String) {
        switch entry.disposition {
        case .failure(let make): return (make().kind.rawValue, entry.summary)
        case .causes(let causes):
            let names = causes.map(\.name).joined(separator: ", ")
            return (index[entry.name]?.kind.rawValue ?? "not yet", "\(Self.title(entry)) by \(names)")
        case .notInducible(let reason): return ("no server", "\(Self.title(entry)): \(reason)")
        case .planned(let reason): return ("not yet", reason)
        }
    }

    /// A readable name: its last alias, or its code.
    private static func title(_ entry: CatalogueEntry) -> String { entry.aliases.last ?? entry.code }

    private func counts(_ section: CatalogueList.Section) -> String {
        CatalogueCounts(section.entries, index).text(section.planned.count)
    }
}
