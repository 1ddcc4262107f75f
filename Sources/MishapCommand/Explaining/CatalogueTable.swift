internal import Catalogue
internal import JSONText

/// The catalogue by system: what there is, and what is promised for later.
struct CatalogueTable {
    private let sections: [Section]

    private struct Section {
        let system: String
        let failures: [Failure]
        let notYet: [FailureIndex.NotYet]
        let settings: [Setting]
    }

    /// Every system that has any failure, in the catalogue's order.
    static var systems: [String] {
        var seen: Set<String> = []
        return (FailureIndex.all.names + FailureIndex.notYet.map(\.name)).map(system).filter {
            seen.insert($0).inserted
        }
    }

    /// All systems, or one of them.
    init(_ only: String? = nil, dialects: [any Dialect] = Dialects.all) {
        sections = Self.systems.filter { only == nil || only == $0 }.map { system in
            Section(
                system: system, failures: FailureIndex.all.failures.filter { Self.system($0.name) == system },
                notYet: FailureIndex.notYet.filter { Self.system($0.name) == system },
                settings: dialects.first { $0.name == system }?.settings ?? [])
        }
    }

    func text(_ style: Style) -> String {
        let width = sections.flatMap { $0.failures.map(\.name) + $0.notYet.map(\.name) }.map(\.count).max() ?? 0
        var lines: [String] = []
        for section in sections {
            lines.append(style.bold("\(section.system)") + ": \(counts(section))")
            for failure in section.failures {
                let kind = Columns.pad(failure.kind.rawValue, to: 9)
                lines.append("  \(Columns.pad(failure.name, to: width + 2))\(style.faint(kind))\(failure.summary)")
            }
            for missing in section.notYet {
                lines.append(style.faint("  \(Columns.pad(missing.name, to: width + 2))not yet  \(missing.reason)"))
            }
            if !section.settings.isEmpty {
                lines.append("  \"settings\" of a scenario:")
                lines += Columns.rows(
                    section.settings.map { ("  " + $0.name, "\($0.summary) \(SettingWords($0).bounds).") })
            }
            lines.append("")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func counts(_ section: Section) -> String {
        LoadSummary.many(section.failures.count, "failure")
            + (section.notYet.isEmpty ? "" : ", \(section.notYet.count) not built yet")
    }

    var json: JSONValue {
        .array(
            sections.flatMap { section in
                section.failures.map(Self.json) + section.notYet.map(Self.json)
                    + section.settings.map { Self.json($0, of: section.system) }
            })
    }

    private static func json(_ failure: Failure) -> JSONValue {
        [
            "name": .string(failure.name), "system": .string(system(failure.name)), "built": true,
            "kind": .string(failure.kind.rawValue), "phase": .string(failure.phase.rawValue),
            "summary": .string(failure.summary), "wire": .string(failure.wire),
            "reports": .object(failure.reports.map { ($0.client, .string($0.report)) }),
            "parameters": .array(failure.parameters.map(json)), "source": .string(failure.source),
            "evidence": .string(failure.evidence.rawValue),
        ]
    }

    private static func json(_ parameter: Parameter) -> JSONValue {
        [
            "name": .string(parameter.name), "summary": .string(parameter.summary),
            "takes": .string(ParameterWords(parameter).bounds), "default": ParameterWords(parameter).json ?? .null,
        ]
    }

    /// Without a name of its own: nobody shall take it for a failure.
    private static func json(_ setting: Setting, of system: String) -> JSONValue {
        [
            "setting": .string(setting.name), "system": .string(system), "summary": .string(setting.summary),
            "takes": .string(SettingWords(setting).type), "default": SettingWords(setting).json,
        ]
    }

    private static func json(_ missing: FailureIndex.NotYet) -> JSONValue {
        [
            "name": .string(missing.name), "system": .string(system(missing.name)), "built": false,
            "reason": .string(missing.reason),
        ]
    }

    private static func system(_ name: String) -> String { String(name.prefix { $0 != "/" }) }
}
