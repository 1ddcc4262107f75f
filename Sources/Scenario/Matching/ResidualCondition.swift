public import JSONText
internal import Wire

/// What is left to ask once all that the request says by itself has been judged: tests of the session's variables.
///
/// Made before the session's lock is taken, so that bodies and patterns take their time outside of it.
public indirect enum ResidualCondition {
    case decided(Bool)
    case variable(MatchProgram.VariableTest)
    /// Whether any of the values will do; all of them passed the tests that need no variables.
    case values(ValueMatcher, [ArraySlice<UInt8>])
    case body(ValueMatcher, RequestContent)
    case json(JSONMatcher, [JSONNode])
    case all([ResidualCondition])
    case any([ResidualCondition])
    case not(ResidualCondition)
    /// The same for each call of a request.
    case cached(CachedResidualCondition)

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
