internal import JSONText
public import Rules
internal import Wire

/// Expectations that were compiled for a scenario that there is, with the diagnostics.
public struct GivenExpectations: Sendable {
    /// Empty if there are errors.
    public let expectations: [Expectation]
    /// Without scenarios.
    public let result: LoadResult
}

extension ScenarioLoader {
    /// Compiles an expectation, or a list of them, about the requests of one session of a scenario. They are checked as
    /// those of the scenario itself, as far as added rules leave it certain what the session answers.
    ///
    /// `isTaken`: whether there is an expectation of that name.
    public func expectations(
        _ text: [UInt8], of scenario: CompiledScenario, beside rules: RulesOfSession = RulesOfSession(),
        isTaken: (String) -> Bool = { _ in false }
    ) -> GivenExpectations {
        let source = SourceText(name: "expect", bytes: text)
        switch JSONParser.parse(text) {
        case .failure(let error):
            var diagnostics = DiagnosticBag()
            diagnostics.add(error.diagnostic(in: source))
            return GivenExpectations(
                expectations: [], result: LoadResult(scenarios: [], diagnostics: diagnostics, sources: [source]))
        case .success(let root):
            // Expectations have no scripts to number.
            let fileReader = fileReader(source, ScenarioOverrides(seed: scenario.seed), ScriptNumbering())
            fileReader.declare(as: scenario)
            let expectations = fileReader.givenExpectations(root, of: scenario, beside: rules, isTaken: isTaken)
            return GivenExpectations(
                expectations: fileReader.diagnostics.hasErrors ? [] : expectations,
                result: LoadResult(scenarios: [], diagnostics: fileReader.diagnostics, sources: [source]))
        }
    }
}
