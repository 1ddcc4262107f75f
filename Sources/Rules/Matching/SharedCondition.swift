/// A condition on variables that all calls of a request share.
public protocol SharedCondition: AnyObject {
    func holds(_ variables: [TemplateValue], _ budget: inout MatchBudget) -> Bool
}
