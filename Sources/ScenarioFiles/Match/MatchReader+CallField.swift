internal import Bytes
internal import Catalogue
internal import JSONText

/// Fields of a system's calls: reports values that they can never have.
extension MatchReader {
    private static let placeholderStart = ByteSearch(Array("{{".utf8))

    func checkValues(of member: JSONMember, _ field: MatchField) {
        if case .bool(true)? = member.value["ignoreCase"]?.value { return }
        for (node, isPart) in literals(in: member.value) {
            guard let text = node.string, !Self.placeholderStart.isFound(in: Array(text.utf8)[...]),
                let problem = field.problem(text, isPart)
            else { continue }
            error(
                node.range, "\"\(member.name)\" \(problem.message) in \(dialect.name)",
                hint: problem.meant.map { "did you mean \"\($0.shown)\"?" })
        }
    }

    /// The values that the matcher compares with, and whether each is only a part of the value.
    func literals(in matcher: JSONNode) -> [(node: JSONNode, isPart: Bool)] {
        guard let tests = matcher.members else { return (matcher.elements ?? [matcher]).map { ($0, false) } }
        return tests.flatMap { test -> [(JSONNode, Bool)] in
            switch test.name {
            case "equals": return [(test.value, false)]
            case "in": return (test.value.elements ?? []).map { ($0, false) }
            case "not": return literals(in: test.value)
            case "contains", "startsWith", "endsWith": return [(test.value, true)]
            default: return []
            }
        }
    }
}
