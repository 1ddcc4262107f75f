internal import Rules
internal import ScenarioFiles
internal import Synchronization

/// Holds the scenarios of a gateway, those of files and those that the control API was given; nothing else keeps them.
///
/// One that was given stands in the place of the file's of the same name, until it is deleted; then neither is there. A
/// reload does not change that.
final class ScenarioStore: Sendable {
    /// The difference that a change makes for sessions.
    struct Change: Sendable {
        /// New and changed scenarios.
        var put: [CompiledScenario] = []
        /// Whether `put` was given, and has no file of that name.
        var isGiven = false
        var changed: [String] = []
        var added: [String] = []
        /// Sorted.
        var removed: [String] = []
        var isEmpty: Bool { put.isEmpty && removed.isEmpty }
    }

    /// The text of a scenario.
    enum Source: Sendable {
        case file(ScenarioFile)
        case given([UInt8], TextTag)

        var tag: TextTag {
            switch self {
            case .file(let file): file.tag
            case .given(_, let tag): tag
            }
        }
    }

    /// Scenarios of files, as they were loaded last.
    struct Files: Sendable {
        /// In the order in which they were loaded.
        fileprivate(set) var names: [String] = []
        /// Fingerprint of each, by name.
        var fingerprints: [String: Int] = [:]
        var sources: [String: ScenarioFile] = [:]
    }

    private struct State: Sendable {
        var files = Files()
        var given: [String: (text: [UInt8], tag: TextTag)] = [:]
        /// Names of files' scenarios that were deleted.
        var deleted: Set<String> = []
        /// Names of given ones that were deleted, the latest last.
        var gone: [String] = []
        /// Those of files, in their order, then given ones, in theirs.
        private(set) var names: [String] = []

        mutating func updateNames() {
            let known = Set(files.names)
            names =
                files.names.filter { !deleted.contains($0) || given[$0] != nil }
                + given.keys.filter { !known.contains($0) }.sorted()
        }

        /// Names of files' scenarios that requests can reach.
        var served: Set<String> { Set(files.names.filter { !deleted.contains($0) && given[$0] == nil }) }
    }

    /// The most that are given at once.
    static let mostGiven = 1_000
    /// Deleted ones of which it is known that they were there.
    private static let mostGone = 1_000

    /// Held for a lookup only, since shards ask for names.
    private let state = Mutex(State())
    /// Held during a change.
    private let changing = Mutex(())
    /// In place of what scenarios that are given say.
    let overrides: ScenarioOverrides

    init(overriding overrides: ScenarioOverrides = ScenarioOverrides()) { self.overrides = overrides }

    /// All that there are: those of files in the order in which they were loaded, then given ones.
    var names: [String] { state.withLock { $0.names } }

    // MARK: Files

    /// Replaces all scenarios of files. `apply` gets the difference before another change can begin.
    @discardableResult
    func replaceAll(_ scenarios: [CompiledScenario], _ files: Files, apply: (Change) -> Void) -> Change {
        changing.withLock { _ in
            let old = state.withLock { $0 }
            var new = old
            new.files = files
            new.files.names = scenarios.map(\.name)
            new.updateNames()
            let change = Self.change(from: old, to: new, scenarios)
            apply(change)
            state.withLock { $0 = new }
            return change
        }
    }

    private static func change(from old: State, to new: State, _ scenarios: [CompiledScenario]) -> Change {
        var change = Change()
        let (known, served) = (old.served, new.served)
        for scenario in scenarios where served.contains(scenario.name) {
            let name = scenario.name
            if known.contains(name) {
                if old.files.fingerprints[name] == new.files.fingerprints[name] { continue }
                change.changed.append(name)
            } else {
                change.added.append(name)
            }
            change.put.append(scenario)
        }
        change.removed = known.subtracting(served).sorted()
        return change
    }

    // MARK: Single ones

    /// Where the text of a scenario is; nil if there is none of that name.
    func source(of name: String) -> Source? { state.withLock { Self.source(of: name, $0) } }

    private static func source(of name: String, _ state: borrowing State) -> Source? {
        if let given = state.given[name] { return .given(given.text, given.tag) }
        guard !state.deleted.contains(name) else { return nil }
        return state.files.sources[name].map { .file($0) }
    }

    enum PutResult {
        case added, replaced
        /// It has this text already.
        case same
        /// `condition` was false.
        case refused
        /// There are as many given ones as may be.
        case full
    }

    /// Puts a scenario that was given in the place of one, or beside the others. `condition` is asked for the tag of the
    /// one that there is.
    func put(
        _ scenario: CompiledScenario, _ text: [UInt8], if condition: (TextTag?) -> Bool, apply: (Change) -> Void
    ) -> PutResult {
        changing.withLock { _ in
            let old = state.withLock { $0 }
            let (name, tag) = (scenario.name, TextTag(of: text))
            let known = Self.source(of: name, old)
            guard condition(known?.tag) else { return .refused }
            if known?.tag == tag { return .same }
            guard old.given[name] != nil || old.given.count < Self.mostGiven else { return .full }
            var new = old
            new.given[name] = (text, tag)
            new.gone.removeAll { $0 == name }
            new.updateNames()
            var change = Change(put: [scenario], isGiven: !new.files.names.contains(name))
            if known == nil { change.added = [name] } else { change.changed = [name] }
            apply(change)
            state.withLock { $0 = new }
            return known == nil ? .added : .replaced
        }
    }

    enum DeleteResult {
        case deleted
        case refused
        /// It is not there; whether it was.
        case missing(wasThere: Bool)
    }

    /// Deletes a scenario, whether it was given or is a file's, which stays where it is.
    func delete(_ name: String, if condition: (TextTag?) -> Bool, apply: (Change) -> Void) -> DeleteResult {
        changing.withLock { _ in
            let old = state.withLock { $0 }
            guard let known = Self.source(of: name, old) else {
                return .missing(wasThere: old.deleted.contains(name) || old.gone.contains(name))
            }
            guard condition(known.tag) else { return .refused }
            var new = old
            new.given[name] = nil
            if new.files.names.contains(name) {
                new.deleted.insert(name)
            } else {
                new.gone = new.gone.suffix(Self.mostGone - 1) + [name]
            }
            new.updateNames()
            apply(Change(removed: [name]))
            state.withLock { $0 = new }
            return .deleted
        }
    }
}
