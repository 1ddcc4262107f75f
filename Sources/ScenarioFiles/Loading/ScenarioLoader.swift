public import Catalogue
internal import JSONText
public import Rules
public import Wire

/// Finds, parses, checks and compiles scenario files, and reports all errors in one run.
public struct ScenarioLoader: Sendable {
    private let source: any ScenarioSource
    private let patterns: any PatternCompiler
    private let encoder: any ContentEncoder
    private let certificates: (any CertificateChecker)?
    let failures: FailureIndex
    private let protocols: [TransportFeatures]

    /// `failures` also has the systems that a scenario may name; plain HTTP is always available. `protocols` is what each
    /// protocol of the server can carry: an answer that none of them can is an error. Without `certificates`, those that a
    /// scenario names are not read.
    public init(
        source: any ScenarioSource, patterns: any PatternCompiler, encoder: any ContentEncoder,
        certificates: (any CertificateChecker)? = nil, failures: FailureIndex, protocols: [TransportFeatures] = [.all]
    ) {
        self.source = source
        self.patterns = patterns
        self.encoder = encoder
        self.certificates = certificates
        self.failures = failures
        self.protocols = protocols
    }

    /// Loads every scenario at and below the paths. `numbering` numbers the scripts. The result is the same whatever `jobs`
    /// is, on which files are loaded.
    public func load(
        _ paths: [String], _ overrides: ScenarioOverrides = ScenarioOverrides(), numbering: inout ScriptNumbering,
        on jobs: JobRunner = .inOrder
    ) -> LoadResult {
        var finder = ScenarioFinder(source)
        finder.find(paths)
        let found = finder.files
        let loaded = numbered(&numbering, found.count, on: jobs) { number, numbering in
            load(found[number], overrides, numbering: &numbering)
        }
        var diagnostics = finder.diagnostics
        var scenarios: [CompiledScenario?] = Array(repeating: nil, count: found.count)
        var sources: [SourceText] = []
        var files = FileTable()
        var extending: [(index: Int, text: SourceText, root: JSONNode)] = []
        func record(_ result: LoadResult, _ index: Int) {
            scenarios[index] = result.scenarios.first
            diagnostics.add(contentsOf: result.diagnostics)
            // Only texts of files with diagnostics are needed to render them.
            if !result.diagnostics.isEmpty { sources += result.sources }
        }
        for (index, file) in found.enumerated() {
            var isValid = false
            switch loaded[index] {
            case .unreadable(let error): diagnostics.error(file.path, 0..<0, error.message)
            case .extending(let text, let root):
                let extends = root["extends"]?.string
                files.add(file.name, file.path, isValid: extends != nil, extends: extends)
                extending.append((index, text, root))
                continue
            case .result(let result):
                record(result, index)
                isValid = !result.hasErrors
            }
            files.add(file.name, file.path, isValid: isValid)
        }
        // Files that extend others come last, when it is known what can be extended.
        let results = numbered(&numbering, extending.count, on: jobs) { [extending, files] number, numbering in
            let (index, text, root) = extending[number]
            return read(root, text, found[index].name, among: files, overrides, numbering: &numbering)
        }
        for (number, result) in results.enumerated() { record(result, extending[number].index) }
        if numbering.isExhausted, let path = paths.first {
            diagnostics.error(path, 0..<0, "so many answers in so many files cannot be told apart; load fewer")
        }
        return LoadResult(
            scenarios: diagnostics.hasErrors ? [] : scenarios.compactMap(\.self), diagnostics: diagnostics,
            sources: sources)
    }

    /// What became of a file.
    private enum LoadedFile: Sendable {
        case unreadable(ScenarioSourceError)
        /// To be read when it is known what can be extended.
        case extending(SourceText, JSONNode)
        case result(LoadResult)
    }

    private func load(
        _ file: ScenarioFinder.File, _ overrides: ScenarioOverrides, numbering: inout ScriptNumbering
    ) -> LoadedFile {
        switch source.source(ofScenario: file.name).read(file.path) {
        case .failure(let error): return .unreadable(error)
        case .success(let bytes):
            let text = SourceText(name: file.path, bytes: bytes)
            switch JSONParser.parse(bytes) {
            case .failure(let error): return .result(Self.syntaxError(text, error))
            case .success(let root) where root["extends"] != nil: return .extending(text, root)
            case .success(let root):
                return .result(read(root, text, file.name, overrides, numbering: &numbering))
            }
        }
    }

    /// Runs jobs that number scripts, each with numbers of its own.
    private func numbered<Result: Sendable>(
        _ numbering: inout ScriptNumbering, _ count: Int, on jobs: JobRunner,
        _ job: @escaping @Sendable (_ number: Int, inout ScriptNumbering) -> Result
    ) -> [Result] {
        let start = numbering
        let results = jobs.results(count) { number in
            var own = start.part(number, of: count)
            let result = job(number, &own)
            return (result, own)
        }
        numbering = start.behind(results.map(\.1))
        return results.map(\.0)
    }

    /// Loads one scenario from its text; it has no other scenario to extend. Files that it names are read from the
    /// folder of `file`. `isForSession`: whether it is for one session, which calls may give rules: then it may have none,
    /// and may say by a member `name` what reports call it.
    public func load(
        _ bytes: [UInt8], name: String, file: String, _ overrides: ScenarioOverrides = ScenarioOverrides(),
        isForSession: Bool = false, numbering: inout ScriptNumbering
    ) -> LoadResult {
        let text = SourceText(name: file, bytes: bytes)
        switch JSONParser.parse(bytes) {
        case .failure(let error): return Self.syntaxError(text, error)
        case .success(let root):
            return read(root, text, name, overrides, isForSession: isForSession, numbering: &numbering)
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

    func fileReader(
        _ text: SourceText, _ overrides: ScenarioOverrides, _ numbering: ScriptNumbering,
        from source: (any ScenarioSource)? = nil
    ) -> FileReader {
        FileReader(
            text, source: source ?? self.source, patterns: patterns, encoder: encoder, certificates: certificates,
            failures: failures, protocols: protocols, overrides: overrides, numbering: numbering)
    }

    private func read(
        _ root: JSONNode, _ text: SourceText, _ name: String, among files: FileTable = FileTable(),
        _ overrides: ScenarioOverrides, isForSession: Bool = false, numbering: inout ScriptNumbering
    ) -> LoadResult {
        let fileReader = fileReader(text, overrides, numbering, from: source.source(ofScenario: name))
        fileReader.scenarioFiles = files
        fileReader.needsRules = !isForSession
        let scenario = fileReader.scenario(isForSession ? fileReader.withoutName(root) : root, name: name)
        numbering = fileReader.numbering
        let isGood = !fileReader.diagnostics.hasErrors
        return LoadResult(
            scenarios: isGood ? scenario.map { [$0] } ?? [] : [], diagnostics: fileReader.diagnostics,
            // Without a diagnostic nobody shows a line of it, and it would be kept until all files are loaded.
            sources: fileReader.diagnostics.isEmpty ? [] : [text])
    }
}
