internal import Bytes
internal import JSONText

/// Value matchers on JSON, where numbers are numbers and null is a value.
extension FileReading {
    func jsonMatcher(_ node: JSONNode) -> JSONMatcher? {
        var matcher = JSONMatcher(words: JSONWriter.bytes(node).text)
        switch node.value {
        case .array:
            error(node.range, "a value matcher is never a list", hint: "to compare lists, use \"equals\" or \"like\"")
            return nil
        case .object: break
        default:
            guard let wanted = jsonLiteral(node) else { return nil }
            matcher.tests = [.equals(wanted)]
            return matcher
        }
        var text: [ValueMatcher.Test] = []
        let frame = valueTests(node) { member, ignoreCase in
            switch member.name {
            case "contains", "startsWith", "endsWith", "matches", "search":
                if let test = test(member, ignoreCase) { text.append(test) }
            default:
                if let test = jsonTest(member) { matcher.tests.append(test) }
            }
        }
        guard let frame else { return nil }
        matcher.comparison.ignoreCase = frame.ignoreCase
        matcher.isAbsent = frame.isAbsent
        if !text.isEmpty { matcher.text = ValueMatcher(text, ignoreCase: frame.ignoreCase) }
        return matcher
    }

    private func jsonTest(_ member: JSONMember) -> JSONMatcher.Test? {
        let node = member.value
        switch member.name {
        case "equals": return jsonLiteral(node).map { .equals($0) }
        case "not": return jsonLiteral(node).map { .differs($0) }
        case "like": return jsonLiteral(node).map { .like($0) }
        case "in": return list(node).map { .oneOf($0.compactMap { jsonLiteral($0) }) }
        case "above": return numberBound(node, "\"above\"").map { .above($0) }
        case "below": return numberBound(node, "\"below\"").map { .below($0) }
        default: return nil
        }
    }

    private func numberBound(_ node: JSONNode, _ what: String) -> JSONNumber? {
        if let number = node.number { return number }
        wrongType(node, what, "a number")
        return nil
    }

    /// The value, its strings as they are meant.
    func jsonLiteral(_ node: JSONNode) -> JSONNode? {
        switch node.value {
        case .null, .bool, .number: return node
        case .string(let bytes):
            return literal(bytes, node.range).map { JSONNode(range: node.range, value: .string($0)) }
        case .array(let elements):
            let literals = elements.map { jsonLiteral($0) }
            let good = literals.compactMap(\.self)
            return good.count == literals.count ? JSONNode(range: node.range, value: .array(good)) : nil
        case .object(let members):
            let literals = members.map { jsonLiteral($0) }
            let good = literals.compactMap(\.self)
            return good.count == literals.count ? JSONNode(range: node.range, value: .object(good)) : nil
        }
    }

    private func jsonLiteral(_ member: JSONMember) -> JSONMember? {
        guard let name = literal(Array(member.name.utf8), member.nameRange), let value = jsonLiteral(member.value)
        else {
            return nil
        }
        return JSONMember(name: name.text, nameRange: member.nameRange, value: value)
    }
}
