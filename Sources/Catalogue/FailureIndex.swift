/// The catalogue of failures, in which scenario files, `fail/…` routes and `explain` look up names.
public struct FailureIndex: Sendable {
    /// In the order of the catalogue.
    public let systems: [System]
    /// The systems that scenarios can name.
    public let dialects: [any Dialect]
    /// Failures that are defined one by one, in the order of the catalogue.
    public let failures: [Failure]
    private let byName: [String: Int]

    /// HTTP and TCP are systems like the others: `FailureIndex(System.network + [.jsonRPC])`.
    public init(_ systems: [System]) {
        self.systems = systems
        dialects = systems.compactMap(\.dialect)
        failures = systems.flatMap(\.chapter.failures)
        byName = Dictionary(
            failures.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A catalogue of only these failures.
    public init(_ failures: [Failure]) { self.init([System(FailureChapter("", failures))]) }

    public var chapters: [any Chapter] { systems.map(\.chapter) }

    /// The failure families of all systems.
    public var families: [FailureFamily] { systems.flatMap(\.families) }

    /// The dialect of the system that a failure's name begins with; nil for failures of HTTP and TCP.
    public func dialect(of failure: Failure) -> (any Dialect)? {
        let system = Self.system(of: failure.name)
        return dialects.first { $0.name == system }
    }

    /// The failure of that name; for an entry with causes, the first cause that is implemented.
    public subscript(name: String) -> Failure? {
        if let index = byName[name] { return failures[index] }
        if case .failure(let failure) = resolve(name) { return failure }
        return nil
    }

    /// The result of looking up a name.
    public enum Resolution: Sendable {
        case failure(Failure)
        /// The entry has several causes, and `by` names none of them.
        case unknownCause([Cause])
        /// No server can cause it.
        case notInducible(CatalogueEntry, reason: String)
        case planned(PlannedFailure)
        case unknown
    }

    /// Looks up a failure by name. `by` selects one of the causes of the entry; without it, the first cause that the place
    /// can carry is the default.
    public func resolve(_ name: String, by: String? = nil, in place: Failure.Place = .rule) -> Resolution {
        guard let entry = entry(name) else {
            return Self.planned[name].map { .planned($0) } ?? .unknown
        }
        return resolve(entry, by: by, in: place)
    }

    private func resolve(_ entry: CatalogueEntry, by: String? = nil, in place: Failure.Place = .rule) -> Resolution {
        switch entry.disposition {
        case .failure(let make): return .failure(make())
        case .notInducible(let reason): return .notInducible(entry, reason: reason)
        case .planned(let reason): return .planned(PlannedFailure(entry.name, reason))
        case .causes(let causes):
            guard let by else { return firstCause(causes, of: entry, in: place) }
            guard let named = causes.first(where: { $0.name == by }) else { return .unknownCause(causes) }
            return failure(of: named).map { .failure($0) } ?? .planned(waiting(entry, for: named, by: by))
        }
    }

    /// The first cause that the place carries and that is built; where there is none, that which it waits for.
    private func firstCause(_ causes: [Cause], of entry: CatalogueEntry, in place: Failure.Place) -> Resolution {
        let built = causes.lazy.compactMap { failure(of: $0) }
        if let failure = built.first(where: place.carries) { return .failure(failure) }
        let planned = causes.map { waiting(entry, for: $0) }
        if let missing = planned.first(where: { $0.kind.map(place.carries) ?? false }) { return .planned(missing) }
        // Nothing fits the place, whose reader says so.
        return built.first.map { .failure($0) } ?? .planned(planned[0])
    }

    /// The cause that a place takes if `by` names none; nil if none that it can carry is built.
    public func defaultCause(of causes: [Cause], in place: Failure.Place = .rule) -> Cause? {
        causes.first { failure(of: $0).map(place.carries) ?? false }
    }

    /// The failure of a cause, with the cause's values as its defaults.
    public func failure(of cause: Cause) -> Failure? {
        // Not by name: what is planned is not looked up for a scenario that names a row with other causes.
        guard let entry = entry(cause.failure), case .failure(let failure) = resolve(entry) else { return nil }
        return failure.presetting(cause.given)
    }

    /// An entry that waits for the failure of this cause.
    private func waiting(_ entry: CatalogueEntry, for cause: Cause, by: String? = nil) -> PlannedFailure {
        let missing = Self.planned[cause.failure]
        return PlannedFailure(
            entry.name, "it happens by \(cause.name)" + (missing.map { ", and \($0.reason)" } ?? ""), missing?.kind,
            pathNeeds: missing?.pathNeeds ?? [], by: by)
    }

    /// The kind of an entry, built or not; nil if no server can cause it, or if it is not decided. With several causes, it
    /// is that of the default.
    public func kind(of entry: CatalogueEntry) -> Failure.Kind? {
        switch resolve(entry) {
        case .failure(let failure): failure.kind
        case .planned(let missing): missing.kind
        case .unknownCause, .notInducible, .unknown: nil
        }
    }

    /// The failure with the defaults that the settings of its own system give it; any other failure as it is.
    public func failure(_ failure: Failure, of dialect: any Dialect) -> Failure {
        let defaults = dialect.parameterDefaults
        guard !defaults.isEmpty, self.dialect(of: failure)?.name == dialect.name else { return failure }
        let names = Set(failure.parameters.map(\.name))
        return failure.presetting(defaults.filter { names.contains($0.name) }) ?? failure
    }

    /// The entry with this full name.
    public func entry(_ name: String) -> CatalogueEntry? {
        if let index = byName[name] { return CatalogueEntry(failures[index]) }
        guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return chapter(of: name)?.entry(code: String(name[name.utf8.index(after: slash)...]))
    }

    /// All entries, in the order of the catalogue.
    public var entries: [CatalogueEntry] {
        chapters.flatMap { chapter in chapter.failures.map { CatalogueEntry($0) } + chapter.rows }
    }

    /// The names of all entries that a server can cause.
    public var names: [String] {
        failures.map(\.name)
            + chapters.flatMap(\.rows).filter { if case .notInducible = $0.disposition { false } else { true } }.map(
                \.name)
    }

    /// The chapter that a name belongs to by its system, whether the name is listed or not.
    public func chapter(of name: String) -> (any Chapter)? {
        let system = Self.system(of: name)
        for index in systems.indices where systems[index].name == system { return systems[index].chapter }
        return nil
    }

    /// What is before the first slash of a name.
    private static func system(of name: String) -> Substring {
        name[..<(name.utf8.firstIndex(of: UInt8(ascii: "/")) ?? name.endIndex)]
    }

    /// Whether this version can cause it.
    public func canInduce(_ entry: CatalogueEntry) -> Bool {
        switch entry.disposition {
        case .failure: true
        case .causes(let causes): causes.contains { failure(of: $0) != nil }
        case .notInducible, .planned: false
        }
    }
}

// MARK: - Planned
extension FailureIndex {
    /// Planned failures, so that a scenario which uses one gets the reason.
    public static let planned = PlannedFailures()
}
