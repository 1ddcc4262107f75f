public import Catalogue
internal import JSONText
public import Wire

/// Loads scenario files: finds, reads, checks and compiles them, and reports all that is wrong in one run.
public struct ScenarioLoader: Sendable {
    private let source: any ScenarioSource
    private let patterns: any PatternCompiler
    private let failures: FailureIndex
    private let dialects: [any Dialect]

    /// `dialects` are those that `system` may name; plain HTTP is always there.
    public init(
        source: any ScenarioSource, patterns: any PatternCompiler, failures: FailureIndex = .all,
        dialects: [any Dialect] = []
    ) {
        self.source = source
        self.patterns = patterns
        self.failures = failures
        self.dialects = dialects
    }

    /// Loads every scenario at and below the paths. `seed` holds in place of the files' own, for draws and
    /// for content alike. Scripts get their numbers from `numbering`.
    public func load(
        _ paths: [String], seed: Int64? = nil, numbering: inout ScriptNumbering
    ) -> LoadResult {
        var finder = ScenarioFinder(source)
        finder.find(paths)
        var diagnostics = finder.diagnostics
        var scenarios: [CompiledScenario] = []
        var sources: [SourceText] = []
        for file in finder.found {
            source.willLoad(file.name)
            switch source.read(file.path) {
            case .failure(let error): diagnostics.error(file.path, 0..<0, error.words)
            case .success(let bytes):
                let result = load(bytes, name: file.name, file: file.path, seed: seed, numbering: &numbering)
                scenarios += result.scenarios
                diagnostics.add(contentsOf: result.diagnostics)
                // A file without a word against it is not kept: none will be shown.
                if !result.diagnostics.isEmpty { sources += result.sources }
            }
        }
        return LoadResult(
            scenarios: diagnostics.hasErrors ? [] : scenarios, diagnostics: diagnostics, sources: sources)
    }

    /// Loads one scenario from its text. Files that it names are looked for beside `file`.
    public func load(
        _ bytes: [UInt8], name: String, file: String, seed: Int64? = nil, numbering: inout ScriptNumbering
    ) -> LoadResult {
        let text = SourceText(name: file, bytes: bytes)
        switch JSONParser.parse(bytes) {
        case .failure(let error):
            var diagnostics = DiagnosticBag()
            diagnostics.add(error.diagnostic(in: text))
            return LoadResult(scenarios: [], diagnostics: diagnostics, sources: [text])
        case .success(let root):
            let reading = FileReading(
                text, source: source, patterns: patterns, failures: failures, dialects: dialects,
                seed: seed, numbering: numbering)
            let scenario = reading.scenario(root, name: name)
            numbering = reading.numbering
            let isGood = !reading.diagnostics.hasErrors
            return LoadResult(
                scenarios: isGood ? scenario.map { [$0] } ?? [] : [], diagnostics: reading.diagnostics,
                sources: [text])
        }
    }
}
