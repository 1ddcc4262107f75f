internal import Systems
internal import Catalogue
internal import JSONText

/// The catalogue by system, with entries that no server can cause and planned ones, as text and as JSON.
struct CatalogueTable {
    private let sections: [Section]
    private let index: FailureIndex

    private struct Section {
        let system: String
        let entries: [CatalogueEntry]
        let planned: [FailureIndex.PlannedFailure]
        let settings: [Setting]
    }

    /// The systems that have entries, in the order of the catalogue.
    static var systems: [String] {
        var seen: Set<String> = []
        return (FailureIndex.all.chapters.map(\.system) + FailureIndex.planned.map { system($0.name) }).filter {
            seen.insert($0).inserted
        }
    }

    /// - Parameter only: A system; nil for all.
    init(_ only: String? = nil, in index: FailureIndex = .all) {
        self.index = index
        let entries = Dictionary(grouping: index.entries, by: \.system)
        sections = Self.systems.filter { only == nil || only == $0 }.map { system in
            Section(
                system: system, entries: entries[system] ?? [],
                planned: FailureIndex.planned.filter { Self.system($0.name) == system },
                settings: index.dialects.first { $0.name == system }?.settings ?? [])
        }
    }

    func text(_ style: Style) -> String {
        var lines: [String] = []
        for section in sections {
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

    private func counts(_ section: Section) -> String {
        CatalogueCounts(section.entries, index).text(section.planned.count)
    }

    var json: JSONValue {
        .array(
            sections.flatMap { section in
                section.entries.map(json) + section.planned.map(Self.json)
                    + section.settings.map { Self.json($0, of: section.system) }
            })
    }

    private func json(_ entry: CatalogueEntry) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("name", .string(entry.name)), ("system", .string(entry.system)),
            ("aliases", .array(entry.aliases.map { .string($0) })), ("summary", .string(entry.summary)),
            ("source", .string(entry.source)), ("evidence", .string(entry.evidence.rawValue)),
            ("built", .bool(index.canInduce(entry))),
        ]
        if case .causes(let causes) = entry.disposition {
            members.append(("causes", .array(causes.map { .string($0.name) })))
        }
        if case .notInducible(let reason) = entry.disposition {
            members += [("inducible", false), ("reason", .string(reason))]
            return .object(members)
        }
        members.append(("inducible", true))
        guard let failure = index[entry.name] else { return .object(members) }
        members += [
            ("kind", .string(failure.kind.rawValue)), ("phase", .string(failure.phase.rawValue)),
            ("wire", .string(failure.wire)),
            ("reports", .object(failure.reports.map { ($0.client, .string($0.report)) })),
            ("parameters", .array(failure.parameters.map(Self.json))),
        ]
        return .object(members)
    }

    private static func json(_ parameter: Parameter) -> JSONValue {
        [
            "name": .string(parameter.name), "summary": .string(parameter.summary),
            "takes": .string(ParameterText(parameter).bounds), "default": ParameterText(parameter).json ?? .null,
        ]
    }

    /// Has `setting` in place of `name`, so that it is not taken for a failure.
    private static func json(_ setting: Setting, of system: String) -> JSONValue {
        [
            "setting": .string(setting.name), "system": .string(system), "summary": .string(setting.summary),
            "takes": .string(SettingText(setting).type), "default": SettingText(setting).json,
        ]
    }

    private static func json(_ missing: FailureIndex.PlannedFailure) -> JSONValue {
        [
            "name": .string(missing.name), "system": .string(system(missing.name)), "built": false,
            "inducible": true, "reason": .string(missing.reason),
        ]
    }

    private static func system(_ name: String) -> String { String(name.prefix { $0 != "/" }) }
}
