internal import Bytes
internal import Catalogue
internal import JSONText

/// The top of a scenario file.
extension FileReading {
    func scenario(_ root: JSONNode, name: String) -> CompiledScenario? {
        guard let members = object(root, .scenario) else { return nil }
        var description: String?
        var variables: [CompiledVariable] = []
        var hasManualClock = false
        var hasCORS = false
        var ruleNodes: JSONMember?
        var otherwiseNode: JSONMember?
        for member in members {
            switch member.name {
            case "$schema": _ = string(member.value, "\"$schema\"")
            case "description": description = string(member.value, "\"description\"")
            case "seed":
                let own = Int64(count(member.value, "\"seed\"", Int.min...Int.max) ?? 0)
                seed = givenSeed ?? own
            case "clock": hasManualClock = word(member.value, "\"clock\"", ["real", "manual"]) == "manual"
            case "cors": hasCORS = isTrue(member)
            case "system": system(member)
            case "variables": variables = self.variables(member.value)
            case "rules": ruleNodes = member
            case "otherwise": otherwiseNode = member
            default: break
            }
        }
        if ruleNodes == nil, otherwiseNode == nil,
            !["rules", "otherwise"].contains(where: { isMisspelt($0, members, .scenario) })
        {
            error(root.range.lowerBound..<root.range.lowerBound + 1, "a scenario needs \"rules\"")
        }
        keepsReplies = !(dialect is PlainHTTP)
        var reachability = Reachability()
        var uploads = UploadDecisions()
        let rules = ruleNodes.map { self.rules($0.value, &reachability, &uploads) } ?? []
        let otherwise = otherwiseNode.flatMap { self.otherwise($0, reachability, uploads) }
        return CompiledScenario(
            name: name, file: text.name, description: description, seed: seed, dialect: dialect,
            rules: rules, otherwise: otherwise, variables: variables, hasManualClock: hasManualClock,
            hasCORS: hasCORS)
    }

    private func system(_ member: JSONMember) {
        guard let name = string(member.value, "\"system\"") else {
            wasSystemRefused = true
            return
        }
        if let known = dialects.first(where: { $0.name == name && !($0 is PlainHTTP) }) {
            dialect = known
            return
        }
        wasSystemRefused = true
        if FailureIndex.laterSystems.contains(name) {
            later(member.value.range, "the system \"\(name)\"")
        } else {
            let names = dialects.filter { !($0 is PlainHTTP) }.map(\.name) + FailureIndex.laterSystems
            error(
                member.value.range, "unknown system \"\(name.shown)\"",
                hint: name == PlainHTTP().name ? "plain HTTP has no \"system\"" : didYouMean(name, names))
        }
    }

    private func rules(
        _ node: JSONNode, _ reachability: inout Reachability, _ uploads: inout UploadDecisions
    ) -> [CompiledRule] {
        guard let nodes = node.elements else {
            wrongType(node, "\"rules\"", "a list")
            return []
        }
        if nodes.isEmpty { error(node.range, "\"rules\" is empty", hint: "a scenario has at least one rule") }
        var names = ByteTable<Range<Int>>()
        var rules: [CompiledRule] = []
        rules.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            let errors = diagnostics.errorCount
            guard let read = rule(node, number: index + 1) else { continue }
            // Read with a mistake in it, a rule may take more than it was meant to.
            let isWhole = diagnostics.errorCount == errors
            if let first = names.find(Array(read.rule.name.utf8)) {
                error(
                    read.place, "duplicate rule name \"\(read.rule.name.shown)\"",
                    hint: "it was first given in line \(line(first))")
            } else {
                names.insert(read.rule.name.utf8, read.place)
            }
            if isWhole, let reason = reachability.add(read.rule) {
                error(read.place, "rule \"\(read.rule.name.shown)\" can never match", hint: reason)
            }
            checkUploads(read.rule, uploads)
            uploads.add(read.rule)
            rules.append(read.rule)
        }
        return rules
    }

    private func otherwise(
        _ member: JSONMember, _ reachability: Reachability, _ uploads: UploadDecisions
    ) -> CompiledRule? {
        if let name = reachability.takesAll {
            error(
                member.nameRange, "\"otherwise\" can never answer",
                hint: "rule \"\(name.shown)\" takes every request before it")
        }
        ruleName = "otherwise"
        takesBatch = false
        stepNumber = 0
        uploadFailures = []
        readsBody = false
        pathNames = [:]
        guard let read = step(member.value, .otherwise) else { return nil }
        let rule = CompiledRule(name: ruleName, steps: [read.step], times: [1], seed: seed, needsBody: readsBody)
        checkUploads(rule, uploads)
        return rule
    }
}
