internal import JSONText
internal import Rules

/// Rules that are added to a scenario that there is.
extension FileReader {
    /// Takes over what the scenario declares.
    func declare(as scenario: CompiledScenario) {
        dialect = scenario.dialect
        hasCORS = scenario.hasCORS
        variables = scenario.variables
        for (number, variable) in variables.enumerated() { variableNumbers[variable.name] = number }
        keepsReplies = scenario.hasSystem
    }

    /// The journal keeps the names of added rules with each entry.
    private static let longestName = 200

    /// `isTaken`: whether there is a rule of that name.
    func addedRules(
        _ root: JSONNode, above scenario: CompiledScenario, lastUnnamed: Int, isTaken: (String) -> Bool
    ) -> (rules: [CompiledRule], lastUnnamed: Int) {
        let nodes = root.elements ?? [root]
        if nodes.isEmpty { error(root.range, "the list is empty", hint: "it has at least one rule") }
        var rules: [CompiledRule] = []
        var last = lastUnnamed
        let given = Set(nodes.compactMap { $0["name"]?.string })
        for (index, node) in nodes.enumerated() {
            let isUnnamed = node.members != nil && node["name"] == nil
            if isUnnamed {
                repeat { last += 1 } while given.contains("added \(last)") || isTaken("added \(last)")
            }
            if let name = node["name"], name.utf8?.count ?? 0 > Self.longestName {
                error(name.range, "a rule that is added has a name of at most \(Self.longestName) bytes")
            }
            guard let read = rule(node, number: index + 1, unnamed: isUnnamed ? "added \(last)" : nil) else { continue }
            addName(read.rule.name, read.range)
            if read.rule.changesAnswersBelow, !scenario.hasSystem {
                error(
                    read.range, "the answers below this rule were laid out when the scenario was loaded",
                    hint: "a rule that passes with \"pace\", \"cut\" or a spoiler stands in the scenario itself")
            }
            rules.append(read.rule)
        }
        return (rules, last)
    }
}
