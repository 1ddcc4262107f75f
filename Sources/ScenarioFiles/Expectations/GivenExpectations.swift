internal import JSONText
public import Rules
internal import Wire

/// Expectations that were compiled for a scenario that there is, with the diagnostics.
public struct GivenExpectations: Sendable {
    /// Empty if there are errors.
    public let expectations: [Expectation]
    /// Without scenarios.
    public let result: LoadResult
    /// Whether nothing is wrong but that names are taken.
    public let onlyLacksNames: Bool
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
        // They have no scripts to number.
        var numbering = ScriptNumbering()
        var (taken, errors) = (0, 0)
        let (expectations, result) = added(text, named: "expect", to: scenario, &numbering) { fileReader, root in
            let given = fileReader.givenExpectations(root, of: scenario, beside: rules, isTaken: isTaken)
            (taken, errors) = (given.taken, fileReader.diagnostics.errorCount)
            return given.expectations
        }
        return GivenExpectations(
            expectations: expectations ?? [], result: result, onlyLacksNames: taken > 0 && taken == errors)
    }
}
