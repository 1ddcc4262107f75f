internal import Bytes
internal import JSONText

/// Value matchers for JSON, where a number is not its text and null is a value.
extension MatchReader {
    func jsonMatcher(_ node: JSONNode) -> JSONMatcher? {
        var matcher = JSONMatcher(sourceText: JSONWriter.bytes(node).text)
        switch node.value {
        case .array:
            error(node.range, "a value matcher is never a list", hint: "to compare lists, use \"equals\" or \"like\"")
            return nil
        case .object: break
        default:
            guard let wanted = jsonWanted(node) else { return nil }
            var tests = ParsedTests<JSONMatcher.Test>()
            tests.add(wanted.map { .equals($0) })
            (matcher.tests, matcher.substitutedTests) = (tests.constant, tests.substituted)
            return matcher
        }
        var text = ParsedTests<ValueMatcher.Test>()
        var tests = ParsedTests<JSONMatcher.Test>()
        let options = valueTests(node) { member, ignoreCase in
            switch member.name {
            case "contains", "startsWith", "endsWith", "matches", "search":
                if let test = test(member, ignoreCase) { text.add(test) }
            default:
                if let test = jsonTest(member) { tests.add(test) }
            }
        }
        guard let options else { return nil }
        matcher.comparison.ignoreCase = options.ignoreCase
        matcher.isAbsent = options.isAbsent
        (matcher.tests, matcher.substitutedTests) = (tests.constant, tests.substituted)
        if !text.constant.isEmpty || !text.substituted.isEmpty {
            matcher.text = ValueMatcher(
                text.constant, substitutedTests: text.substituted, ignoreCase: options.ignoreCase)
        }
        return matcher
    }

    private func jsonTest(_ member: JSONMember) -> Substitutable<JSONMatcher.Test>? {
        let node = member.value
        switch member.name {
        case "equals": return jsonWanted(node)?.map { .equals($0) }
        case "not": return jsonWanted(node)?.map { .differs($0) }
        case "like": return jsonWanted(node)?.map { .like($0) }
        case "in": return list(node).map { Substitutable.all($0.compactMap { jsonWanted($0) }).map { .oneOf($0) } }
        case "above": return numberBound(node, "\"above\"").map { .constant(.above($0)) }
        case "below": return numberBound(node, "\"below\"").map { .constant(.below($0)) }
        default: return nil
        }
    }

    private func numberBound(_ node: JSONNode, _ what: String) -> JSONNumber? {
        if let number = node.number { return number }
        wrongType(node, what, "a number")
        return nil
    }
}
