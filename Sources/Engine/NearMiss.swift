internal import Catalogue
public import Scenario
public import Wire

/// The rule that an unmatched request came nearest to, and what kept it away: computed only when
/// somebody is told, and kept apart from matching.
public struct NearMiss: Sendable, Hashable {
    public let rule: String
    /// Such as `path is "/a/x", the rule wants "/a/{id}"`.
    public let differences: [String]

    /// The nearest rule; the first of several that are equally near. Nil where there are no rules.
    ///
    /// Of a scenario with very many rules only those of the request's own path and the first few
    /// thousand are compared: a 404 must not cost more than an answer is worth.
    public static func nearest(_ request: Request, _ scenario: CompiledScenario) -> NearMiss? {
        let call = scenario.hasSystem ? scenario.dialect.read(request).whole : Call()
        let content = scenario.content(of: request)?.of(call)
        var best: (rule: CompiledRule, differences: MatchDifferences)?
        func consider(_ rule: CompiledRule) {
            let differences = rule.match.differences(request, call, content)
            if let best, best.differences.distance <= differences.distance { return }
            best = (rule, differences)
        }
        for number in scenario.candidates(request) { consider(scenario.rules[number]) }
        for rule in scenario.rules.prefix(2000) { consider(rule) }
        return best.map { best in
            let possible = best.differences.perhaps.isEmpty ? ["the rule lets it pass"] : best.differences.perhaps
            return NearMiss(
                rule: best.rule.name,
                differences: best.differences.words.isEmpty ? possible : best.differences.words)
        }
    }
}
