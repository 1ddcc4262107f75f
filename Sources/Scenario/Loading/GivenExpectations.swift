internal import JSONText
internal import Wire

/// Expectations that were compiled for a scenario that there is, with the diagnostics.
public struct GivenExpectations: Sendable {
    /// Empty if there are errors.
    public let expectations: [Expectation]
    /// Without scenarios.
    public let result: LoadResult
}

extension ScenarioLoader {
    /// Compiles an expectation, or a list of them, about the client of a session of a scenario. `scenario` has the rules that
    /// were added to the session, if they can be named.
    public func expectations(_ text: [UInt8], of scenario: CompiledScenario) -> GivenExpectations {
        let source = SourceText(name: "expect", bytes: text)
        switch JSONParser.parse(text) {
        case .failure(let error):
            var diagnostics = DiagnosticBag()
            diagnostics.add(error.diagnostic(in: source))
            return GivenExpectations(
                expectations: [], result: LoadResult(scenarios: [], diagnostics: diagnostics, sources: [source]))
        case .success(let root):
            // No scripts are made.
            let fileReader = fileReader(source, seed: scenario.seed, ScriptNumbering(run: 0))
            fileReader.declare(as: scenario)
            let list = root.elements == nil ? JSONNode(range: root.range, value: .array([root])) : root
            let all = fileReader.expectations(list, ExpectationSubjects(scenario.rules, scenario.otherwise))
            return GivenExpectations(
                expectations: fileReader.diagnostics.hasErrors ? [] : all,
                result: LoadResult(scenarios: [], diagnostics: fileReader.diagnostics, sources: [source]))
        }
    }
}
