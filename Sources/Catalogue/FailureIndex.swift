public import Wire

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

    /// Looks up a failure by name. `by` selects one of the causes of the entry.
    public func resolve(_ name: String, by: String? = nil) -> Resolution {
        guard let entry = entry(name) else {
            return Self.planned[name].map { .planned($0) } ?? .unknown
        }
        switch entry.disposition {
        case .failure(let make): return .failure(make())
        case .notInducible(let reason): return .notInducible(entry, reason: reason)
        case .planned(let reason): return .planned(PlannedFailure(entry.name, reason))
        case .causes(let causes):
            let named = by.map { by in causes.filter { $0.name == by } } ?? causes
            if named.isEmpty { return .unknownCause(causes) }
            if let failure = named.lazy.compactMap({ failure(of: $0) }).first { return .failure(failure) }
            return .planned(PlannedFailure(entry.name, reason(named[0])))
        }
    }

    /// The failure of a cause, with the cause's values as its defaults.
    public func failure(of cause: Cause) -> Failure? {
        guard case .failure(let failure) = resolve(cause.failure) else { return nil }
        return failure.presetting(cause.given)
    }

    /// The failure with the defaults that the settings of its own system give it; any other failure as it is.
    public func failure(_ failure: Failure, of dialect: any Dialect) -> Failure {
        let defaults = dialect.parameterDefaults
        guard !defaults.isEmpty, self.dialect(of: failure)?.name == dialect.name else { return failure }
        let names = Set(failure.parameters.map(\.name))
        return failure.presetting(defaults.filter { names.contains($0.name) }) ?? failure
    }

    private func reason(_ cause: Cause) -> String {
        let missing = Self.planned[cause.failure]
        return "it happens by \(cause.name)" + (missing.map { ", and \($0.reason)" } ?? "")
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
    /// A failure that is planned for a later version.
    public struct PlannedFailure: Sendable, Hashable, CustomStringConvertible {
        public let name: String
        public let reason: String
        /// What it will need of the path to the client, as far as that is known.
        public let pathNeeds: [PathNeed]

        init(_ name: String, _ reason: String, pathNeeds: [PathNeed] = []) {
            self.name = name
            self.reason = reason
            self.pathNeeds = pathNeeds
        }

        public var description: String { "\(name) is not built yet: \(reason)" }
    }

    /// Planned failures, so that a scenario which uses one gets the reason.
    public static let planned = PlannedFailures()
}
