public import JSONText
internal import Wire

/// The tests of the session's variables that remain once everything else of a match has been evaluated.
///
/// Made before the session's lock is taken, so that parsing bodies and matching patterns happens outside of it.
public indirect enum ResidualCondition {
    case decided(Bool)
    case variable(MatchProgram.VariableTest)
    /// One of these values must pass; all of them have passed the tests that do not depend on variables.
    case values(ValueMatcher, [ArraySlice<UInt8>])
    case body(ValueMatcher, RequestContent)
    case json(JSONMatcher, [JSONNode])
    case all([ResidualCondition])
    case any([ResidualCondition])
    case not(ResidualCondition)
    /// Shared by the calls of a request.
    case cached(any SharedCondition)

    public func holds(_ variables: [TemplateValue], _ budget: inout MatchBudget) -> Bool {
        switch self {
        case .decided(let holds): return holds
        case .variable(let test): return test.holds(variables, &budget)
        case .values(let matcher, let values):
            let substituted = matcher.substituting(variables)
            for value in values where substituted.holds(value, &budget) { return true }
            return false
        case .body(let matcher, let content):
            return matcher.substituting(variables).holds(content.request.body[...], of: content, &budget)
        case .json(let matcher, let nodes):
            let substituted = matcher.substituting(variables)
            for node in nodes where substituted.holds(node, &budget) { return true }
            return false
        case .all(let parts):
            for part in parts where !part.holds(variables, &budget) { return false }
            return true
        case .any(let parts):
            for part in parts where part.holds(variables, &budget) { return true }
            return false
        case .cached(let condition): return condition.holds(variables, &budget)
        case .not(let part): return budget.insideNot { !part.holds(variables, &$0) }
        }
    }
}
