internal import JSONText
public import Rules
public import Wire

/// Rules that were compiled for a scenario that there is, with the diagnostics.
public struct AddedRules: Sendable {
    /// Empty if there are errors.
    public let rules: [CompiledRule]
    /// The last number that was given to a rule without a name.
    public let lastUnnamed: Int
    /// Without scenarios.
    public let result: LoadResult
}

extension ScenarioLoader {
    /// Compiles a rule, or a list of them, to stand above the rules of a scenario, for one session of it. A rule without a
    /// name is called `added N`, with the next N behind `lastUnnamed` for which that name is not taken. What the rules
    /// shadow is no error.
    public func rules(
        _ text: [UInt8], above scenario: CompiledScenario, lastUnnamed: Int, isTaken: (String) -> Bool,
        numbering: inout ScriptNumbering
    ) -> AddedRules {
        let source = SourceText(name: "rules", bytes: text)
        switch JSONParser.parse(text) {
        case .failure(let error):
            var diagnostics = DiagnosticBag()
            diagnostics.add(error.diagnostic(in: source))
            return AddedRules(
                rules: [], lastUnnamed: lastUnnamed,
                result: LoadResult(scenarios: [], diagnostics: diagnostics, sources: [source]))
        case .success(let root):
            let fileReader = fileReader(source, ScenarioOverrides(seed: scenario.seed), numbering)
            fileReader.declare(as: scenario)
            let (rules, last) = fileReader.addedRules(
                root, above: scenario, lastUnnamed: lastUnnamed, isTaken: isTaken)
            numbering = fileReader.numbering
            return AddedRules(
                rules: fileReader.diagnostics.hasErrors ? [] : rules, lastUnnamed: last,
                result: LoadResult(scenarios: [], diagnostics: fileReader.diagnostics, sources: [source]))
        }
    }
}
