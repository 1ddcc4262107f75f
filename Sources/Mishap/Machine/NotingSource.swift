internal import Scenario
internal import Synchronization

/// Passes on what another source reads, and notes for which scenario it was: so that loading anew can tell which
/// scenarios are no longer what they were, files that they name included.
final class NotingSource: ScenarioSource {
    private let source: any ScenarioSource
    private let seed: Int64?
    private let notes = Mutex(Notes())

    private struct Notes {
        var current: String?
        var hashers: [String: Hasher] = [:]
        var paths: Set<String> = []
    }

    /// `seed` is a part of what a scenario is.
    init(_ source: any ScenarioSource, seed: Int64?) {
        self.source = source
        self.seed = seed
    }

    func willLoad(_ name: String) { notes.withLock { $0.current = name } }

    func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> { source.list(path) }

    func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> {
        let result = source.read(path)
        notes.withLock { notes in
            notes.paths.insert(path)
            guard let current = notes.current else { return }
            var hasher = notes.hashers[current] ?? Hasher()
            hasher.combine(path)
            if case .success(let bytes) = result { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
            notes.hashers[current] = hasher
        }
        return result
    }

    /// What each scenario was made of, by its name, as a number that is another one for anything else.
    var fingerprints: [String: Int] {
        notes.withLock { notes in
            notes.hashers.mapValues { hasher in
                var hasher = hasher
                hasher.combine(seed)
                return hasher.finalize()
            }
        }
    }

    /// All that was read, or should have been.
    var paths: Set<String> { notes.withLock { $0.paths } }
}
