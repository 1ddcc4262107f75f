/// The catalogue: what scenario files, `fail/…` routes and `explain` look names up in.
public struct FailureIndex: Sendable {
    /// In the order in which they are listed.
    public let systems: [System]
    /// The systems that scenarios can name.
    public let dialects: [any Dialect]
    /// Failures that are written out, in the order in which they are listed.
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

    /// A catalogue of these failures alone.
    public init(_ failures: [Failure]) { self.init([System(FailureChapter("", failures))]) }

    public var chapters: [any Chapter] { systems.map(\.chapter) }

    /// Failures that stand behind a number, of all systems.
    public var families: [FailureFamily] { systems.flatMap(\.families) }

    /// The system that a failure belongs to by its name; nil for the failures of HTTP and of the network.
    public func dialect(of failure: Failure) -> (any Dialect)? {
        dialects.first {
            failure.name.utf8.starts(with: $0.name.utf8) && failure.name.dropFirst($0.name.count).first == "/"
        }
    }

    /// The failure of that name: its own, or the first of those that lead to it and are there.
    public subscript(name: String) -> Failure? {
        if let index = byName[name] { return failures[index] }
        if case .failure(let failure) = resolve(name) { return failure }
        return nil
    }

    /// What a name stands for.
    public enum Resolution: Sendable {
        case failure(Failure)
        /// Several failures lead to it, and none of them is called so.
        case unknownCause([Cause])
        /// No server can cause it.
        case notInducible(CatalogueEntry, reason: String)
        case planned(PlannedFailure)
        case unknown
    }

    /// The failure of that name; `by` says which of those that lead to it.
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

    /// The failure that a cause names, with what it is given in place of what holds otherwise.
    public func failure(of cause: Cause) -> Failure? {
        guard case .failure(let failure) = resolve(cause.failure) else { return nil }
        return failure.presetting(cause.given)
    }

    private func reason(_ cause: Cause) -> String {
        let missing = Self.planned[cause.failure]
        return "it happens by \(cause.name)" + (missing.map { ", and \($0.reason)" } ?? "")
    }

    /// The entry of a full name.
    public func entry(_ name: String) -> CatalogueEntry? {
        if let index = byName[name] { return CatalogueEntry(failures[index]) }
        guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let system = name[..<slash]
        let code = String(name[name.utf8.index(after: slash)...])
        return systems.first { $0.name == system }?.chapter.entry(code: code)
    }

    /// Everything that is listed, in its order.
    public var entries: [CatalogueEntry] {
        chapters.flatMap { chapter in chapter.failures.map { CatalogueEntry($0) } + chapter.rows }
    }

    /// The names of all that can be made to happen.
    public var names: [String] {
        failures.map(\.name)
            + chapters.flatMap(\.rows).filter { if case .notInducible = $0.disposition { false } else { true } }.map(
                \.name)
    }

    /// The part of the catalogue that a name is in, listed or not.
    public func chapter(of name: String) -> (any Chapter)? {
        let system = name.prefix { $0 != "/" }
        return systems.first { $0.name == system }?.chapter
    }

    /// Whether this version makes it happen.
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
    /// A failure that a later version brings.
    public struct PlannedFailure: Sendable, Hashable, CustomStringConvertible {
        public let name: String
        public let reason: String

        init(_ name: String, _ reason: String) {
            self.name = name
            self.reason = reason
        }

        public var description: String { "\(name) is not built yet: \(reason)" }
    }

    /// Names that are promised and not there yet, so that a scenario which uses one learns why.
    public static let planned = PlannedFailures()
}
