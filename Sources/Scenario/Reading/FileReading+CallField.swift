internal import Bytes
internal import Catalogue
internal import JSONText

/// Fields of a system's calls: what they never are is an error.
extension FileReading {
    /// What every placeholder begins with.
    private static let opening = ByteSearch(Array("{{".utf8))

    func checkValues(of member: JSONMember) {
        guard let dialect = dialect as? any MatchableDialect else { return }
        if case .bool(true)? = member.value["ignoreCase"]?.value { return }
        for (node, isWhole) in literals(in: member.value) {
            guard let text = node.string, !Self.opening.isFound(in: Array(text.utf8)[...]),
                let mistake = dialect.mistake(in: text, isWhole: isWhole, ofMatchField: member.name)
            else { continue }
            error(
                node.range, "\"\(member.name)\" \(mistake.words) in \(dialect.name)",
                hint: mistake.meant.map { "did you mean \"\($0.shown)\"?" })
        }
    }

    /// What the value is compared with, and whether with all of it.
    private func literals(in matcher: JSONNode) -> [(node: JSONNode, isWhole: Bool)] {
        guard let tests = matcher.members else { return [(matcher, true)] }
        return tests.flatMap { test -> [(JSONNode, Bool)] in
            let nodes = test.value.elements ?? [test.value]
            switch test.name {
            case "equals", "not", "in": return nodes.map { ($0, true) }
            case "contains", "startsWith", "endsWith": return nodes.map { ($0, false) }
            default: return []
            }
        }
    }
}
