internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// The top level of a scenario file.
extension FileReader {
    func scenario(_ root: JSONNode, name: String) -> CompiledScenario? {
        guard let members = object(root, .scenario) else { return nil }
        let base = members.first { $0.name == "extends" }.flatMap { self.base($0, of: name) }
        extendsAnother = members.contains { $0.name == "extends" }
        declarations(members, base)
        var description: String?
        var hasManualClock = false
        var keepAlive: KeepAlive?
        var connections: [ConnectionEntry]?
        var ruleNodes: JSONMember?
        var otherwiseNode: JSONMember?
        var expectNode: JSONMember?
        for member in members {
            switch member.name {
            case "$schema": _ = string(member.value, "\"$schema\"")
            case "description": description = string(member.value, "\"description\"")
            case "clock": hasManualClock = word(member.value, "\"clock\"", ["real", "manual"]) == "manual"
            case "cors": if isTrue(member) { hasCORS = true }
            case "keepAlive": keepAlive = self.keepAlive(member.value)
            case "connections": connections = self.connections(member)
            case "rules": ruleNodes = member
            case "otherwise": otherwiseNode = member
            case "expect": expectNode = member
            default: break
            }
        }
        if ruleNodes == nil, otherwiseNode == nil, connections?.contains(where: \.takesRequests) ?? true,
            !["rules", "otherwise", "extends", "system"].contains(where: {
                root[$0] != nil || isMisspelt($0, members, .scenario)
            })
        {
            error(
                root.range.lowerBound..<root.range.lowerBound + 1, "a scenario needs \"rules\"",
                hint: "\"otherwise\", \"extends\" or a \"system\" that answers by itself would do too")
        }
        keepsReplies = !(dialect is PlainHTTP)
        let errors = diagnostics.errorCount
        var reachability = Reachability()
        var uploadChecks = UploadFailureChecks()
        let own = ruleNodes.map { self.rules($0.value, &reachability, &uploadChecks) } ?? []
        let given = ruleNodes?.value.elements?.count ?? 0
        let inherited = base.map {
            self.inherited($0, behind: own, given, reachability, uploadChecks, otherwise: otherwiseNode == nil)
        }
        let catchAll = reachability.catchAll.map { "rule \"\($0.shown)\"" } ?? inherited?.catchAll
        let otherwise =
            otherwiseNode.flatMap { self.otherwise($0, catchAll, inherited?.uploadChecks ?? uploadChecks) }
            ?? inherited?.otherwise
        let rules = own.map(\.rule) + (inherited?.rules ?? [])
        var expectations: [Expectation] = []
        if let expectNode {
            let areRulesWhole =
                diagnostics.errorCount == errors && !wasBaseRefused && !wasSystemRefused && !wereVariablesRefused
            let subjects = ExpectationSubjects(rules, otherwise)
            expectations = self.expectations(expectNode.value, areRulesWhole ? subjects : nil)
        }
        return CompiledScenario(
            name: name, file: text.name, description: description, seed: seed, dialect: dialect,
            hasSettings: !settings.isEmpty, rules: rules, otherwise: otherwise, variables: variables,
            hasManualClock: hasManualClock, hasCORS: hasCORS, keepAlive: keepAlive, connections: connections ?? [],
            expectations: expectations)
    }

    /// Declarations for all rules. System, variables and settings come from the base if they are not given here; seed,
    /// clock, CORS and expectations are always the scenario's own.
    func declarations(_ members: [JSONMember], _ base: BaseScenario?) {
        var settings: JSONMember?
        var system: JSONMember?
        for member in members {
            switch member.name {
            case "seed":
                let own = Int64(count(member.value, "\"seed\"", Int.min...Int.max) ?? 0)
                seed = overrides.seed ?? own
            case "system":
                system = member
                self.system(member)
            case "variables": variables = self.variables(member.value)
            case "settings": settings = member
            default: break
            }
        }
        if let base { inherit(base, system) }
        if wasBaseRefused, base == nil {
            wereVariablesRefused = true
            if system == nil { wasSystemRefused = true }
        }
        if let settings {
            self.settings.merge(self.settings(settings)) { $1 }
            checkState(of: settings)
        }
        if !dialect.settings.isEmpty { dialect = dialect.with(Settings(of: dialect.settings, given: self.settings)) }
        if let settings { checkVariables(of: settings) }
    }

    /// Names that people give to plain HTTP.
    private static let plainHTTP = [PlainHTTP().name, "https", "rest", "web", "none", "plain", ""]

    private func system(_ member: JSONMember) {
        guard let name = string(member.value, "\"system\"") else {
            wasSystemRefused = true
            return
        }
        if let known = failures.dialects.first(where: { $0.name == name }) {
            dialect = known
            return
        }
        wasSystemRefused = true
        let names = failures.dialects.map(\.name)
        error(
            member.value.range, "unknown system \"\(name.shown)\"; it is \(names.quotedList(last: "or"))",
            hint: Self.plainHTTP.contains(name.lowercased())
                ? "plain HTTP has no \"system\"" : Self.otherSystems[name.lowercased()] ?? didYouMean(name, names))
    }

    /// What there is no system for.
    private static let otherSystems = [
        "graphql":
            "GraphQL goes without \"system\", and a match has \"json\": { \"/operationName\": \"…\" }",
        "soap": "SOAP goes without \"system\", and a match has \"body\": { \"contains\": \"…\" }",
        "grpc": "gRPC is not supported", "websocket": "WebSocket is not supported",
        "websockets": "WebSocket is not supported",
    ]

    /// The rules of a list; `first` is the number of rules before them.
    func rules(
        _ node: JSONNode, behind first: Int = 0, _ reachability: inout Reachability,
        _ uploadChecks: inout UploadFailureChecks
    ) -> [ParsedRule] {
        guard let nodes = node.elements else {
            wrongType(node, "\"rules\"", "a list")
            return []
        }
        if nodes.isEmpty, needsRules, !dialect.isSystem, !wasSystemRefused, !extendsAnother {
            error(node.range, "\"rules\" is empty", hint: "a scenario has at least one rule")
        }
        var rules: [ParsedRule] = []
        rules.reserveCapacity(nodes.count)
        var shadowed = ShadowedRules(count: nodes.count)
        var spoilers = LoneSpoilers()
        for (index, node) in nodes.enumerated() {
            let errors = diagnostics.errorCount
            let number = first + index + 1
            guard let read = rule(node, number: number) else {
                // It has errors, which are reported; its name counts all the same.
                if node.members != nil {
                    addName(node["name"]?.string ?? "rule \(number)", node["name"]?.range ?? node.openingBrace)
                }
                continue
            }
            // A rule with an error may take more requests than intended.
            let isWhole = diagnostics.errorCount == errors
            addName(read.rule.name, read.range)
            if isWhole {
                let key = read.rule.match.canonicalKey
                let isComparable = key.count <= ShadowedRules.mostBytes
                if let reason = reachability.add(read.rule, key) {
                    error(read.range, "rule \"\(read.rule.name.shown)\" can never match", hint: reason)
                } else if let above = shadowed.add(read.rule, behind: rules, mayHide: isComparable) {
                    warn(read, isShadowedBy: rules[above])
                }
                for above in spoilers.add(read, isComparable: isComparable) {
                    warn(ofLoneSpoilersIn: above, before: read)
                }
            }
            checkUploads(read.rule, read.uploadFailures, &uploadChecks)
            uploadChecks.add(read.rule)
            rules.append(read)
        }
        return rules
    }

    func addName(_ name: String, _ range: Range<Int>) {
        guard let first = ruleNames.insert(name.utf8, range) else { return }
        ruleNames.insert(name.utf8, first)
        error(
            range, "duplicate rule name \"\(name.shown)\"", hint: "it was first given in line \(line(first))")
    }

    /// The answer to all other requests; `catchAll` describes a rule that leaves none.
    func otherwise(_ member: JSONMember, _ catchAll: String?, _ uploadChecks: UploadFailureChecks) -> CompiledRule? {
        if let catchAll {
            error(
                member.nameRange, "\"otherwise\" can never answer", hint: "\(catchAll) takes every request before it")
        }
        let reader = RuleReader(self, name: "otherwise")
        guard let read = StepReader(reader, number: 0, .otherwise).read(member.value) else { return nil }
        let rule = CompiledRule(
            name: reader.name, steps: [read.step], times: [1], seed: seed, needsBody: reader.readsBody,
            strikesUploads: !reader.uploadFailures.isEmpty)
        var uploadChecks = uploadChecks
        checkUploads(rule, reader.uploadFailures, &uploadChecks)
        uploadChecks.checkUndecided(rule)
        return rule
    }
}

extension ConnectionEntry {
    fileprivate var takesRequests: Bool {
        if case .connection(let plan, _, _) = self { plan.act == .serve } else { false }
    }
}

extension JSONNode {
    /// The range of the first byte, for what is wrong with all of an object.
    fileprivate var openingBrace: Range<Int> { range.lowerBound..<range.lowerBound + 1 }
}
