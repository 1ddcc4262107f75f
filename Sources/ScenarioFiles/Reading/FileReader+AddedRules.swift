internal import JSONText
internal import Rules

/// What the control API gives: rules, answers and expectations for a scenario that there is, and whole scenarios.
extension FileReader {
    /// Takes over what the scenario declares.
    func declare(as scenario: CompiledScenario) {
        dialect = scenario.dialect
        hasCORS = scenario.hasCORS
        variables = scenario.variables
        for (number, variable) in variables.enumerated() { variableNumbers[variable.name] = number }
        // What passes requests on with a pace, a cut or a spoiler changes what is below it.
        keepsReplies = scenario.hasSystem || scenario.rules.contains { $0.changesAnswersBelow }
    }

    /// The journal keeps the names of added rules with each entry.
    private static let longestName = 200

    func addedRules(
        _ root: JSONNode, beside scenario: CompiledScenario, _ names: AddedRuleNames
    ) -> (rules: [CompiledRule], lastUnnamed: Int, taken: Int) {
        let nodes = names.only == nil ? root.elements ?? [root] : [root]
        if nodes.isEmpty { error(root.range, "the list is empty", hint: "it has at least one rule") }
        var rules: [CompiledRule] = []
        var (last, taken) = (names.lastUnnamed, 0)
        var uploadChecks = UploadFailureChecks(below: names.above)
        let given = Set(nodes.compactMap { $0["name"]?.string })
        for (index, node) in nodes.enumerated() {
            let isUnnamed = node.members != nil && node["name"] == nil
            if isUnnamed, names.only == nil {
                repeat { last += 1 } while given.contains("added \(last)") || names.isTaken("added \(last)")
            }
            if names.only?.utf8.count ?? node["name"]?.utf8?.count ?? 0 > Self.longestName {
                error(
                    node["name"]?.range ?? node.range.lowerBound..<node.range.lowerBound + 1,
                    "a rule that is added has a name of at most \(Self.longestName) bytes")
            }
            if let only = names.only, let name = node["name"], let given = name.string, given != only {
                error(name.range, "the rule that is replaced is \"\(only.shown)\"")
            }
            let unnamed = isUnnamed ? names.only ?? "added \(last)" : nil
            guard let read = rule(node, number: index + 1, unnamed: unnamed) else { continue }
            addName(read.rule.name, read.range)
            if names.only == nil, names.isTaken(read.rule.name) {
                taken += 1
                error(read.range, "the session has a rule \"\(read.rule.name.shown)\" already")
            }
            if read.rule.changesAnswersBelow, !scenario.hasSystem {
                error(
                    read.range, "the answers below this rule were laid out when the scenario was loaded",
                    hint: "a rule that passes with \"pace\", \"cut\" or a spoiler stands in the scenario itself")
            }
            checkUploads(read.rule, read.uploadFailures, &uploadChecks)
            uploadChecks.add(read.rule)
            rules.append(read.rule)
        }
        return (rules, last, taken)
    }

    /// A rule that gives each of the answers to one request. `above`: the rules that requests pass before; `taken`: how many
    /// answers were taken from the queue by rules before it.
    func queue(_ root: JSONNode, below above: [CompiledRule], behind taken: UInt64) -> CompiledRule? {
        let nodes = root.elements ?? [root]
        if nodes.isEmpty { error(root.range, "the list is empty", hint: "it has at least one answer") }
        let reader = RuleReader(self, name: CompiledRule.queueName)
        var steps: [ParsedStep] = []
        for (number, node) in nodes.enumerated() {
            guard let read = StepReader(reader, number: number, .queued).read(node) else { continue }
            if read.step.mayPass { error(node.range, "an answer of the queue passes no request on") }
            steps.append(read)
        }
        guard steps.count == nodes.count, !steps.isEmpty else { return nil }
        let rule = CompiledRule(
            name: reader.name, steps: steps.map(\.step), times: steps.map(\.times), atEnd: .pass, behind: taken,
            seed: seed, needsBody: reader.readsBody, strikesUploads: !reader.uploadFailures.isEmpty)
        var uploadChecks = UploadFailureChecks(below: above)
        checkUploads(rule, reader.uploadFailures, &uploadChecks)
        return rule
    }

    /// A scenario without the name that it has in reports.
    func withoutName(_ root: JSONNode) -> JSONNode {
        guard let members = root.members, let name = root["name"] else { return root }
        if let text = string(name, "\"name\""), text.isEmpty || text.utf8.count > Self.longestName {
            error(name.range, "the name of a scenario has 1 to \(Self.longestName) bytes")
        }
        return JSONNode(range: root.range, value: .object(members.filter { $0.name != "name" }))
    }
}
