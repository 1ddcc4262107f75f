public import Catalogue
internal import JSONText
public import Wire

/// Finds, parses, checks and compiles scenario files, and reports all errors in one run.
public struct ScenarioLoader: Sendable {
    private let source: any ScenarioSource
    private let patterns: any PatternCompiler
    private let encoder: any ContentEncoder
    let failures: FailureIndex
    private let transport: TransportFeatures

    /// `failures` also has the systems that a scenario may name; plain HTTP is always available. An answer that needs a
    /// feature missing in `transport` is an error.
    public init(
        source: any ScenarioSource, patterns: any PatternCompiler, encoder: any ContentEncoder, failures: FailureIndex,
        transport: TransportFeatures = .all
    ) {
        self.source = source
        self.patterns = patterns
        self.encoder = encoder
        self.failures = failures
        self.transport = transport
    }

    /// Loads every scenario at and below the paths. `numbering` numbers the scripts.
    public func load(
        _ paths: [String], _ overrides: ScenarioOverrides = ScenarioOverrides(), numbering: inout ScriptNumbering
    ) -> LoadResult {
        var finder = ScenarioFinder(source)
        finder.find(paths)
        var diagnostics = finder.diagnostics
        var scenarios: [CompiledScenario?] = Array(repeating: nil, count: finder.files.count)
        var sources: [SourceText] = []
        var files = ScenarioFiles()
        var extending: [(index: Int, text: SourceText, root: JSONNode)] = []
        func record(_ result: LoadResult, _ index: Int) {
            scenarios[index] = result.scenarios.first
            diagnostics.add(contentsOf: result.diagnostics)
            // Only texts of files with diagnostics are needed to render them.
            if !result.diagnostics.isEmpty { sources += result.sources }
        }
        for (index, file) in finder.files.enumerated() {
            source.willLoad(file.name)
            var isValid = false
            switch source.read(file.path) {
            case .failure(let error): diagnostics.error(file.path, 0..<0, error.message)
            case .success(let bytes):
                let text = SourceText(name: file.path, bytes: bytes)
                switch JSONParser.parse(bytes) {
                case .failure(let error): record(Self.syntaxError(text, error), index)
                case .success(let root) where root["extends"] != nil:
                    let extends = root["extends"]?.string
                    files.add(file.name, file.path, isValid: extends != nil, extends: extends)
                    extending.append((index, text, root))
                    continue
                case .success(let root):
                    let result = read(root, text, file.name, overrides, numbering: &numbering)
                    record(result, index)
                    isValid = !result.hasErrors
                }
            }
            files.add(file.name, file.path, isValid: isValid)
        }
        // Files that extend others come last, when it is known what can be extended.
        for (index, text, root) in extending {
            let name = finder.files[index].name
            source.willLoad(name)
            record(read(root, text, name, among: files, overrides, numbering: &numbering), index)
        }
        return LoadResult(
            scenarios: diagnostics.hasErrors ? [] : scenarios.compactMap(\.self), diagnostics: diagnostics,
            sources: sources)
    }

    /// Loads one scenario from its text; it has no other scenario to extend. Files that it names are read from the
    /// folder of `file`.
    public func load(
        _ bytes: [UInt8], name: String, file: String, _ overrides: ScenarioOverrides = ScenarioOverrides(),
        numbering: inout ScriptNumbering
    ) -> LoadResult {
        let text = SourceText(name: file, bytes: bytes)
        switch JSONParser.parse(bytes) {
        case .failure(let error): return Self.syntaxError(text, error)
        case .success(let root): return read(root, text, name, overrides, numbering: &numbering)
        }
    }

    private static func syntaxError(_ text: SourceText, _ error: JSONSyntaxError) -> LoadResult {
        var diagnostics = DiagnosticBag()
        if let range = YAMLText.start(of: text.bytes) ?? (YAMLText.isName(text.name) ? error.range : nil) {
            diagnostics.error(text.name, range, "this is YAML, and scenarios are JSON")
        } else if error.kind == .comment {
            diagnostics.error(
                text.name, error.range, error.message,
                hint: "a scenario, a rule, a step and an expectation have a \"description\"")
        } else {
            diagnostics.add(error.diagnostic(in: text))
        }
        return LoadResult(scenarios: [], diagnostics: diagnostics, sources: [text])
    }

    func fileReader(_ text: SourceText, _ overrides: ScenarioOverrides, _ numbering: ScriptNumbering) -> FileReader {
        FileReader(
            text, source: source, patterns: patterns, encoder: encoder, failures: failures,
            transport: transport, overrides: overrides, numbering: numbering)
    }

    private func read(
        _ root: JSONNode, _ text: SourceText, _ name: String, among files: ScenarioFiles = ScenarioFiles(),
        _ overrides: ScenarioOverrides, numbering: inout ScriptNumbering
    ) -> LoadResult {
        let fileReader = fileReader(text, overrides, numbering)
        fileReader.scenarioFiles = files
        let scenario = fileReader.scenario(root, name: name)
        numbering = fileReader.numbering
        let isGood = !fileReader.diagnostics.hasErrors
        return LoadResult(
            scenarios: isGood ? scenario.map { [$0] } ?? [] : [], diagnostics: fileReader.diagnostics, sources: [text])
    }
}
