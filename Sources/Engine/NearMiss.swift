internal import Catalogue
public import Rules
public import Wire

/// The rule that an unmatched request came nearest to, and why it did not match. Computed only for a report, apart from
/// matching.
public struct NearMiss: Sendable, Hashable {
    public let rule: String
    /// All of them, such as `path is "/a/x", the rule wants "/a/{id}"`.
    public let differences: [String]
    /// Whether the rule compares the body, of which not everything has come yet: there may be more differences.
    public let lacksBody: Bool

    /// The nearest rule, the first of several that are equally near. A rule that matches is not one of them: it has let
    /// the request pass. Nil if there are no others.
    ///
    /// Without its body a request has no more differences than with it, so that a rule which compares no body and is
    /// the nearest stays the nearest.
    ///
    /// Bounded, since every 404 computes it: of a large scenario only the rules of the request's own path and the first
    /// 2,000 are ranked by path and method, and only the nearest of these compared in full. `budget` is for all
    /// patterns together.
    public static func nearest(
        _ request: Request, _ scenario: CompiledScenario, _ budget: MatchBudget = MatchBudget()
    ) -> NearMiss? {
        let call = scenario.hasSystem ? scenario.dialect.read(request).whole : Call()
        let content = scenario.content(of: request) ?? RequestContent(request)
        return nearest(request, call, content.of(call), scenario, budget)
    }

    /// The same for a request that was parsed before.
    static func nearest(
        _ request: Request, _ call: Call?, _ content: RequestContent?, _ scenario: CompiledScenario,
        _ budget: MatchBudget
    ) -> NearMiss? {
        var best: (rule: CompiledRule, differences: MatchDifferences)?
        var budget = budget
        for rule in nearestByPlace(request, scenario) where !rule.neverAnswers {
            let differences = rule.match.differences(request, call, content, &budget)
            if differences.isEmpty { continue }
            if let best, best.differences.distance <= differences.distance { continue }
            best = (rule, differences)
        }
        return best.map { rule, differences in
            NearMiss(
                rule: rule.name,
                differences: differences.messages.isEmpty ? differences.possibleMessages : differences.messages,
                lacksBody: rule.match.readsBody && !request.isBodyComplete)
        }
    }

    private static let mostCompared = 20

    /// The rules whose path and method are nearest, those of the request's own path first.
    private static func nearestByPlace(_ request: Request, _ scenario: CompiledScenario) -> [CompiledRule] {
        let own = scenario.candidates(request)
        let known = Set(own)
        let numbers = own + (0..<min(scenario.rules.count, 2000)).filter { !known.contains($0) }
        guard numbers.count > mostCompared else { return numbers.map { scenario.rules[$0] } }
        let ranked = numbers.enumerated().map { place, number in
            (distance: scenario.rules[number].match.distanceOfPathAndMethod(request), place: place, number: number)
        }
        return ranked.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.prefix(mostCompared)
            .map { scenario.rules[$0.number] }
    }
}
