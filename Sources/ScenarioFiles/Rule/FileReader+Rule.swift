internal import Catalogue
internal import JSONText
internal import Rules

extension FileReader {
    /// `unnamed` is the name of a rule that has none of its own; "rule N" by default.
    func rule(_ node: JSONNode, number: Int, unnamed: String? = nil) -> ParsedRule? {
        guard let members = object(node, vocabularies.rule) else { return nil }
        var name = unnamed ?? "rule \(number)"
        var range = node.range.lowerBound..<node.range.lowerBound + 1
        var description: String?
        var match = MatchProgram()
        var steps: JSONMember?
        var ofStep: [JSONMember] = []
        var countByNode: JSONNode?
        var limitNode: JSONNode?
        var atOnceNode: JSONNode?
        var atEnd = CompiledRule.End.stay
        for member in members {
            switch member.name {
            case "name":
                range = member.value.range
                guard let given = string(member.value, "\"name\"") else { break }
                if given.isEmpty { error(member.value.range, "a rule's name cannot be empty") }
                if given == CompiledRule.queueName {
                    error(
                        member.value.range, "no rule is called \"queue\"",
                        hint: "these are the answers that the control API adds to a session with \"enqueue\"")
                }
                name = given
            case "description": description = string(member.value, "\"description\"")
            case "match": match = MatchReader(TemplateReader(self)).match(member.value)
            case "steps": steps = member
            case "countBy": countByNode = member.value
            case "rateLimit": limitNode = member.value
            case "atOnce": atOnceNode = member.value
            case "atEnd":
                let names = CompiledRule.End.allCases.map(\.rawValue)
                atEnd = word(member.value, "\"atEnd\"", names).flatMap(CompiledRule.End.init) ?? .stay
            default: ofStep.append(member)
            }
        }
        guard let stepNodes = stepNodes(steps, ofStep, of: node, name, range) else { return nil }
        let reader = RuleReader(self, name: name, match)
        let countBy = countByNode.flatMap { reader.countBy($0) }
        let limit = limitNode.flatMap { reader.rateLimit($0) }
        let atOnce = atOnceNode.flatMap { reader.atOnce($0) }
        guard let steps = reader.steps(stepNodes, atEnd) else { return nil }
        let rule = CompiledRule(
            name: name, description: description, match: match, steps: steps.map(\.step),
            times: steps.map(\.times), atEnd: atEnd, seed: seed,
            needsBody: reader.readsBody, lasting: steps.map(\.lasting), limit: limit, atOnce: atOnce,
            countBy: countBy, strikesUploads: !reader.uploadFailures.isEmpty)
        return ParsedRule(
            rule: rule, range: range, uploadFailures: reader.uploadFailures, loneSpoilers: reader.loneSpoilers)
    }
}

extension FileReader {
    /// The steps of a rule: those of its list, or the rule itself with the fields of its only step.
    private func stepNodes(
        _ steps: JSONMember?, _ ofStep: [JSONMember], of node: JSONNode, _ name: String, _ range: Range<Int>
    ) -> [JSONNode]? {
        let fields = ofStep.filter { vocabularies.rule.names.contains($0.name) }
        guard let steps else {
            let acts = ["steps", "reply", "fail", "choose", "pass"]
            let hasAct = fields.contains { acts.contains($0.name) }
            // A misspelt one is reported already.
            if !hasAct, acts.contains(where: { isMisspelt($0, ofStep, .rule) }) { return nil }
            if !fields.isEmpty { return [JSONNode(range: node.range, value: .object(fields))] }
            error(range, "rule \"\(name.shown)\" needs \"reply\", \"fail\", \"choose\", \"pass\" or \"steps\"")
            return nil
        }
        if let field = fields.first {
            error(
                field.nameRange, "\"\(field.name)\" cannot stand beside \"steps\"",
                hint: "a rule has a list of steps, or itself the fields of its only step")
            return nil
        }
        guard let nodes = steps.value.elements else {
            wrongType(steps.value, "\"steps\"", "a list")
            return nil
        }
        if nodes.isEmpty { error(steps.value.range, "\"steps\" is empty", hint: "a rule has at least one step") }
        return nodes.isEmpty ? nil : nodes
    }
}

extension RuleReader {
    fileprivate func steps(_ nodes: [JSONNode], _ atEnd: CompiledRule.End) -> [ParsedStep]? {
        var steps: [ParsedStep] = []
        steps.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            let staysForEver = atEnd == .stay && index == nodes.count - 1
            let reader = StepReader(self, number: index, staysForEver ? .last : .step)
            if let step = reader.read(node) { steps.append(step) }
        }
        // With a step missing, the rule would be checked as something that it is not.
        return steps.count == nodes.count ? steps : nil
    }
}
