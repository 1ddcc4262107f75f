internal import Bytes
internal import JSONText
internal import Rules

/// Value matchers for JSON, where a number is not its text and null is a value.
extension MatchReader {
    /// `ignoreCase` is what holds if the matcher itself does not say.
    func jsonMatcher(_ node: JSONNode, ignoreCase: Bool = false) -> JSONMatcher? {
        var matcher = JSONMatcher(sourceText: JSONWriter.bytes(node).text)
        matcher.comparison.ignoreCase = ignoreCase
        switch node.value {
        case .array:
            rejectList(node)
            return nil
        case .object: break
        default:
            warnOfComparison(node)
            guard let wanted = jsonWanted(node) else { return nil }
            var tests = ParsedTests<JSONMatcher.Test>()
            tests.add(wanted.map { .equals($0) })
            (matcher.tests, matcher.substitutedTests) = (tests.constant, tests.substituted)
            return matcher
        }
        var text = ParsedTests<ValueMatcher.Test>()
        var tests = ParsedTests<JSONMatcher.Test>()
        let options = valueTests(node, of: .json, ignoreCase: ignoreCase) { member, ignoreCase in
            switch member.name {
            case "contains", "startsWith", "endsWith", "matches", "search":
                if let test = test(member, ignoreCase) { text.add(test) }
            default:
                if let test = jsonTest(member, ignoreCase) { tests.add(test) }
            }
        }
        guard let options else { return nil }
        matcher.comparison.ignoreCase = options.ignoreCase
        matcher.comparison.anyOrder = options.anyOrder
        matcher.isAbsent = options.isAbsent
        (matcher.tests, matcher.substitutedTests) = (tests.constant, tests.substituted)
        if !text.constant.isEmpty || !text.substituted.isEmpty {
            matcher.text = ValueMatcher(
                text.constant, substitutedTests: text.substituted, ignoreCase: options.ignoreCase)
        }
        return matcher
    }

    /// A list may be meant as the value or as several values.
    private func rejectList(_ node: JSONNode) {
        let text = JSONWriter.bytes(node).text
        let list = text.utf8.count <= 40 ? text : "[…]"
        error(
            node.range, "a list is not a value matcher of JSON",
            hint: "use { \"in\": \(list.shown) } for one of these, { \"equals\": \(list.shown) } for this list")
    }

    private func jsonTest(_ member: JSONMember, _ ignoreCase: Bool) -> Substitutable<JSONMatcher.Test>? {
        let node = member.value
        switch member.name {
        case "equals": return jsonWanted(node)?.map { .equals($0) }
        case "not":
            rejectExists(node)
            guard let matcher = jsonMatcher(node, ignoreCase: ignoreCase) else { return nil }
            if !matcher.readsVariables { return .constant(.not(matcher)) }
            return .substituted { .not(matcher.wholeSubstituting($0)) }
        case "like": return jsonWanted(node)?.map { .like($0) }
        case "in": return list(node).map { Substitutable.all($0.compactMap { jsonWanted($0) }).map { .oneOf($0) } }
        case "above": return numberBound(node, "\"above\"").map { .constant(.above($0)) }
        case "below": return numberBound(node, "\"below\"").map { .constant(.below($0)) }
        case "atLeast": return numberBound(node, "\"atLeast\"").map { .constant(.atLeast($0)) }
        case "atMost": return numberBound(node, "\"atMost\"").map { .constant(.atMost($0)) }
        default: return nil
        }
    }

    private func numberBound(_ node: JSONNode, _ what: String) -> JSONNumber? {
        if let number = node.number { return number }
        wrongType(node, what, "a number")
        return nil
    }
}
