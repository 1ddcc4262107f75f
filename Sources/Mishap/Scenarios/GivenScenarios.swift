internal import Catalogue
internal import GatewayServer
internal import JSONText
internal import Rules
internal import ScenarioFiles
internal import Systems
internal import Wire

/// Compiles scenarios that come as text, by the control API. They have no files.
enum GivenScenarios {
    /// Their name in messages, since they have none.
    static let name = "given"

    private struct NoFiles: ScenarioSource {
        private static let error = ScenarioSourceError.unreadable("a scenario that is given whole has no files")
        func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> { .failure(Self.error) }
        func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> { .failure(Self.error) }
    }

    /// On any thread; it may take long. Without a name it is for a session: it may have a member `name`, and no rules.
    static func compile(_ text: [UInt8], name: String? = nil, _ overrides: ScenarioOverrides) -> LoadResult {
        var numbering = ScriptNumbering(run: ScenarioLoads.next)
        return loader.load(
            text, name: name ?? Self.name, file: "scenario", overrides, isForSession: name == nil,
            numbering: &numbering)
    }

    /// Rules for one session of a scenario.
    static func compileRules(
        _ text: [UInt8], beside scenario: CompiledScenario, _ names: AddedRuleNames
    ) -> AddedRules {
        var numbering = ScriptNumbering(run: ScenarioLoads.next)
        return loader.rules(text, beside: scenario, names, numbering: &numbering)
    }

    /// Answers for the queue of a session of a scenario.
    static func compileQueue(
        _ text: [UInt8], of scenario: CompiledScenario, below above: [CompiledRule], behind taken: UInt64
    ) -> (rule: CompiledRule?, result: LoadResult) {
        var numbering = ScriptNumbering(run: ScenarioLoads.next)
        return loader.queue(text, of: scenario, below: above, behind: taken, numbering: &numbering)
    }

    /// A failure with parameters, as a step of a scenario has them in `with`.
    static func failure(
        _ name: String, with parameters: JSONValue, in dialect: (any Dialect)? = nil
    ) -> (failure: GivenFailure?, diagnostics: DiagnosticBag) {
        loader.failure(name, with: parameters, in: dialect)
    }

    /// Expectations about the client of a session of a scenario: one, or a list of them.
    static func compileExpectations(
        _ text: [UInt8], of scenario: CompiledScenario, beside rules: RulesOfSession, isTaken: (String) -> Bool
    ) -> GivenExpectations {
        loader.expectations(text, of: scenario, beside: rules, isTaken: isTaken)
    }

    static func compileMatch(_ text: [UInt8], of scenario: CompiledScenario) -> GivenMatch {
        loader.match(text, of: scenario)
    }

    private static var loader: ScenarioLoader {
        ScenarioLoader(
            source: NoFiles(), patterns: PCRE2Compiler(), encoder: ZlibEncoder(),
            certificates: GnuTLSChecker(isForServing: true), failures: .all, protocols: Server.protocols)
    }

    /// As `check --json` has them. `prefix`: the pointer to the text in the body of a call.
    static func diagnostics(_ result: LoadResult, under prefix: String = "") -> JSONValue {
        DiagnosticRenderer(result.sources).json(result.diagnostics, under: prefix)
    }
}
