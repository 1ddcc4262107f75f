internal import Bytes
internal import JSONText
internal import Rules

/// Expectations about a session of a scenario that there is.
extension FileReader {
    /// `isTaken`: whether there is an expectation of that name.
    func givenExpectations(
        _ root: JSONNode, of scenario: CompiledScenario, beside rules: RulesOfSession, isTaken: (String) -> Bool
    ) -> (expectations: [Expectation], taken: Int) {
        let nodes = root.elements ?? [root]
        var taken = 0
        for case let node? in nodes.map({ $0["name"] }) {
            if let name = node.string, isTaken(name) {
                taken += 1
                error(node.range, "there is an expectation \"\(name.shown)\" already")
            }
        }
        return (expectations(nodes, ExpectationSubjects(scenario.rules, scenario.otherwise, beside: rules)), taken)
    }
}
