internal import JSONText
public import Rules
internal import Wire

/// A match that is given by itself, for requests of a journal.
public struct GivenMatch: Sendable {
    /// Nil if it has errors.
    public let match: MatchProgram?
    public let result: LoadResult
}

extension ScenarioLoader {
    /// Reads a match as a rule of the scenario has it. It reads no variables, whose values a journal does not tell.
    public func match(_ text: [UInt8], of scenario: CompiledScenario) -> GivenMatch {
        let source = SourceText(name: "match", bytes: text)
        var diagnostics = DiagnosticBag()
        var match: MatchProgram?
        switch JSONParser.parse(text) {
        case .failure(let error): diagnostics.add(error.diagnostic(in: source))
        case .success(let root):
            let fileReader = fileReader(source, ScenarioOverrides(seed: scenario.seed), ScriptNumbering())
            fileReader.declare(as: scenario)
            match = MatchReader(TemplateReader(fileReader), isOverJournal: true).match(root)
            diagnostics = fileReader.diagnostics
        }
        let result = LoadResult(scenarios: [], diagnostics: diagnostics, sources: [source])
        return GivenMatch(match: result.hasErrors ? nil : match, result: result)
    }
}
