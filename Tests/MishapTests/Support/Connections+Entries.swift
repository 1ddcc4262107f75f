import Rules
import Wire

@testable import Mishap
@testable import ScenarioFiles

extension LoadedScenarios {
    /// The same, with what becomes of connections in each scenario that is named.
    func with(connections: [String: [ConnectionEntry]]) -> LoadedScenarios {
        let scenarios = result.scenarios.map { scenario in
            guard let entries = connections[scenario.name] else { return scenario }
            return CompiledScenario(
                name: scenario.name, file: scenario.file, dialect: scenario.dialect, rules: scenario.rules,
                otherwise: scenario.otherwise, connections: entries, expectations: scenario.expectations)
        }
        return LoadedScenarios(
            result: LoadResult(scenarios: scenarios, diagnostics: result.diagnostics, sources: result.sources),
            numbering: numbering, fingerprints: fingerprints, filesRead: filesRead, files: files, overrides: overrides)
    }
}
