internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules

/// Tests of variables, and strings of value matchers, which may contain variables.
extension MatchReader {
    func variableTests(_ member: JSONMember) -> [MatchProgram.VariableTest] {
        if isOverJournal {
            error(member.nameRange, "the journal does not tell what \"variables\" were when a request came")
            return []
        }
        let node = member.value
        guard let members = node.members else {
            wrongType(node, "\"variables\"", "an object")
            return []
        }
        return members.compactMap { member in
            let number = variable(member.name, { member.nameRange })
            guard let matcher = matcher(member.value), let number else { return nil }
            return MatchProgram.VariableTest(variable: number, name: member.name, matcher: matcher)
        }
    }

    /// The unescaped string, or its substitution.
    func matcherText(_ bytes: [UInt8], _ range: Range<Int>) -> Substitutable<[UInt8]>? {
        guard let template = matcherTemplate(bytes, range) else { return nil }
        if let constant = template.constant { return .constant(constant) }
        return .substituted { template.bytes(variables: $0) }
    }

    private func matcherTemplate(_ bytes: [UInt8], _ range: Range<Int>) -> TextTemplate? {
        templates.template(bytes, range, isOverJournal ? .journalMatcher : .matcher)
    }

    /// JSON to compare with, its strings unescaped. A string that is exactly one placeholder has the type of its
    /// variable.
    func jsonWanted(_ node: JSONNode) -> Substitutable<JSONNode>? {
        let range = node.range
        switch node.value {
        case .null, .bool, .number: return .constant(node)
        case .string(let bytes):
            guard let template = matcherTemplate(bytes, range) else { return nil }
            if let constant = template.constant { return .constant(JSONNode(range: range, value: .string(constant))) }
            guard template.solePlaceholder != nil else {
                return .substituted { JSONNode(range: range, value: .string(template.bytes(variables: $0))) }
            }
            return .substituted { template.node(variables: $0, range) }
        case .array(let elements):
            let wanted = elements.map { jsonWanted($0) }
            let good = wanted.compactMap(\.self)
            guard good.count == wanted.count else { return nil }
            return Substitutable.all(good).map { JSONNode(range: range, value: .array($0)) }
        case .object(let members):
            let wanted = members.map { jsonWanted($0) }
            let good = wanted.compactMap(\.self)
            guard good.count == wanted.count else { return nil }
            return Substitutable.all(good).map { JSONNode(range: range, value: .object($0)) }
        }
    }

    private func jsonWanted(_ member: JSONMember) -> Substitutable<JSONMember>? {
        let name = fileReader.literal(
            Array(member.name.utf8), member.nameRange, otherwise: "the name of a member has no placeholders in a match")
        guard let name, let value = jsonWanted(member.value) else { return nil }
        return value.map { JSONMember(name: name.text, nameRange: member.nameRange, value: $0) }
    }
}
