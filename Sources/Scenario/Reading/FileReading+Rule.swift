internal import JSONText

/// A rule: its match and its steps.
extension FileReading {
    /// A rule, and where messages about it point: at its name, or at its opening brace.
    func rule(_ node: JSONNode, number: Int) -> ReadRule? {
        guard let members = object(node, .rule) else { return nil }
        var place = node.range.lowerBound..<node.range.lowerBound + 1
        var description: String?
        var match = MatchProgram()
        var stepNodes: JSONNode?
        var countByNode: JSONNode?
        var limitNode: JSONNode?
        var atEnd = CompiledRule.End.stay
        ruleName = "rule \(number)"
        uploadFailures = []
        for member in members {
            switch member.name {
            case "name":
                place = member.value.range
                guard let name = string(member.value, "\"name\"") else { break }
                if name.isEmpty { error(member.value.range, "a rule's name cannot be empty") }
                ruleName = name
            case "description": description = string(member.value, "\"description\"")
            case "match": match = self.match(member.value)
            case "steps": stepNodes = member.value
            case "countBy": countByNode = member.value
            case "rateLimit": limitNode = member.value
            case "atEnd":
                let words = CompiledRule.End.allCases.map(\.rawValue)
                atEnd = word(member.value, "\"atEnd\"", words).flatMap(CompiledRule.End.init) ?? .stay
            default: break
            }
        }
        guard let stepNodes else {
            if !isMisspelt("steps", members, .rule) { error(place, "rule \"\(ruleName.shown)\" needs \"steps\"") }
            return nil
        }
        readsBody = false
        pathNames = match.pathNames
        takesBatch = match.takesBatch
        let countBy = countByNode.flatMap { self.countBy($0) }
        let limit = limitNode.flatMap { self.rateLimit($0) }
        guard let steps = steps(stepNodes, atEnd) else { return nil }
        let rule = CompiledRule(
            name: ruleName, description: description, match: match, steps: steps.map(\.step),
            times: steps.map(\.times), atEnd: atEnd, seed: seed,
            needsBody: readsBody, lasting: steps.map(\.lasting), limit: limit, countBy: countBy)
        return (rule, place)
    }

    private func steps(_ node: JSONNode, _ atEnd: CompiledRule.End) -> [ReadStep]? {
        guard let nodes = node.elements else {
            wrongType(node, "\"steps\"", "a list")
            return nil
        }
        guard !nodes.isEmpty else {
            error(node.range, "\"steps\" is empty", hint: "a rule has at least one step")
            return nil
        }
        var steps: [ReadStep] = []
        steps.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            stepNumber = index
            let staysForEver = atEnd == .stay && index == nodes.count - 1
            if let step = step(node, staysForEver ? .last : .step) { steps.append(step) }
        }
        // A rule with steps missing would be judged for what it is not.
        return steps.count == nodes.count ? steps : nil
    }
}
