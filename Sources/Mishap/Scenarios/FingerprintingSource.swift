internal import ScenarioFiles
internal import Synchronization

/// Reads through another source and computes a fingerprint of all files that each scenario reads, so that a reload can
/// tell which scenarios changed.
final class FingerprintingSource: ScenarioSource {
    private let source: any ScenarioSource
    private let overrides: ScenarioOverrides
    private let notes = Mutex(Notes())

    private struct Notes {
        var hashers: [String: Hasher] = [:]
        var paths: Set<String> = []
        /// The file of each scenario: the first that is read for it.
        var files: [String: ScenarioFile] = [:]
    }

    /// `overrides` are a part of every fingerprint.
    init(_ source: any ScenarioSource, overriding overrides: ScenarioOverrides) {
        self.source = source
        self.overrides = overrides
    }

    /// Reads the files of one scenario.
    private struct OfScenario: ScenarioSource {
        let name: String
        let all: FingerprintingSource

        func realPath(_ path: String) -> String? { all.realPath(path) }
        func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> { all.list(path) }
        func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> { all.read(path, of: name) }
    }

    func source(ofScenario name: String) -> any ScenarioSource { OfScenario(name: name, all: self) }

    func realPath(_ path: String) -> String? { source.realPath(path) }

    func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> { source.list(path) }

    func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> {
        let result = source.read(path)
        notes.withLock { _ = $0.paths.insert(path) }
        return result
    }

    private func read(_ path: String, of scenario: String) -> Result<[UInt8], ScenarioSourceError> {
        let result = source.read(path)
        notes.withLock { notes in
            notes.paths.insert(path)
            var hasher = notes.hashers[scenario] ?? Hasher()
            hasher.combine(path)
            if case .success(let bytes) = result {
                bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
                if notes.files[scenario] == nil { notes.files[scenario] = ScenarioFile(path: path, bytes) }
            }
            notes.hashers[scenario] = hasher
        }
        return result
    }

    /// Fingerprint of each scenario, by its name; different if anything it was made of differs.
    var fingerprints: [String: Int] {
        notes.withLock { notes in
            notes.hashers.mapValues { hasher in
                var hasher = hasher
                hasher.combine(overrides)
                return hasher.finalize()
            }
        }
    }

    /// The file of each scenario, by its name.
    var files: [String: ScenarioFile] { notes.withLock { $0.files } }

    /// All paths that were read, or that could not be read.
    var paths: Set<String> { notes.withLock { $0.paths } }
}
