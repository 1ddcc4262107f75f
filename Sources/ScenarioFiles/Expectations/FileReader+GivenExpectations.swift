internal import Bytes
internal import JSONText
internal import Rules

/// Expectations about a session of a scenario that there is.
extension FileReader {
    /// `isTaken`: whether there is an expectation of that name.
    func givenExpectations(
        _ root: JSONNode, of scenario: CompiledScenario, beside rules: RulesOfSession, isTaken: (String) -> Bool
    ) -> [Expectation] {
        let nodes = root.elements ?? [root]
        for case let node? in nodes.map({ $0["name"] }) {
            if let name = node.string, isTaken(name) {
                error(node.range, "there is an expectation \"\(name.shown)\" already")
            }
        }
        return expectations(nodes, ExpectationSubjects(scenario.rules, scenario.otherwise, beside: rules))
    }
}
