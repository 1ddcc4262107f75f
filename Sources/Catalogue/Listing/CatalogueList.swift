internal import Wire
package import JSONText

/// The catalogue by system, with entries that no server can cause, planned ones and settings: what `mishap catalogue` and
/// the control API list.
package struct CatalogueList {
    package let sections: [Section]
    private let index: FailureIndex

    package struct Section {
        package let system: String
        package let entries: [CatalogueEntry]
        package let planned: [PlannedFailure]
        package let settings: [Setting]
    }

    /// The systems that have entries, in the order of the catalogue.
    package static func systems(in index: FailureIndex) -> [String] {
        var seen: Set<String> = []
        return (index.chapters.map(\.system) + FailureIndex.planned.map { system($0.name) }).filter {
            seen.insert($0).inserted
        }
    }

    /// - Parameter only: A system; nil for all.
    package init(_ only: String? = nil, in index: FailureIndex) {
        self.index = index
        let entries = Dictionary(grouping: index.entries, by: \.system)
        sections = Self.systems(in: index).filter { only == nil || only == $0 }.map { system in
            Section(
                system: system, entries: entries[system] ?? [],
                planned: FailureIndex.planned.filter { Self.system($0.name) == system },
                settings: index.dialects.first { $0.name == system }?.settings ?? [])
        }
    }

    // MARK: As JSON

    /// All that is known about each.
    package var json: JSONValue {
        .array(
            sections.flatMap { section in
                section.entries.map { Self.json($0, in: index) } + section.planned.map(Self.json)
                    + section.settings.map { Self.json($0, of: section.system) }
            })
    }

    /// All that is known about the failure of that name; nil if there is none.
    package static func json(of name: String, in index: FailureIndex) -> JSONValue? {
        if let entry = index.entry(name) { return json(entry, in: index) }
        guard let planned = FailureIndex.planned[name] else { return nil }
        return json(planned)
    }

    private static func json(_ entry: CatalogueEntry, in index: FailureIndex) -> JSONValue {
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
        if let kind = index.kind(of: entry) { members.append(("kind", .string(kind.rawValue))) }
        guard let failure = index[entry.name] else { return .object(members) }
        members += [
            ("phase", .string(failure.phase.rawValue)),
            ("needs", .array(index.pathNeeds(of: failure).map { .string($0.rawValue) })),
            ("wire", .string(failure.wire)),
            ("reports", .object(failure.allReports.map { ($0.client, .string($0.report)) })),
            ("repeats", .array(failure.repeats.map(json))),
            ("parameters", .array(failure.parameters.map(json))),
        ]
        return .object(members)
    }

    private static func json(_ one: ClientRepeat) -> JSONValue {
        [
            "client": .string(one.client), "requests": .int(Int64(one.requests)),
            "condition": .string(one.condition.rawValue),
        ]
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

    private static func json(_ missing: PlannedFailure) -> JSONValue {
        [
            "name": .string(missing.name), "system": .string(system(missing.name)), "built": false,
            "inducible": true, "kind": missing.kind.map { .string($0.rawValue) } ?? .null,
            "reason": .string(missing.reason),
        ]
    }

    private static func system(_ name: String) -> String { String(name.prefix { $0 != "/" }) }
}
