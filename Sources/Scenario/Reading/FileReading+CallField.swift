internal import Catalogue
internal import JSONText

/// Fields of a system's calls whose values are in lower case: a capital would never match.
extension FileReading {
    func checkCase(of member: JSONMember) {
        guard (dialect as? any MatchableDialect)?.lowercaseFields.contains(member.name) == true else { return }
        if case .bool(true)? = member.value["ignoreCase"]?.value { return }
        let tests = member.value.members?.filter { Self.literalTests.contains($0.name) }.map(\.value) ?? [member.value]
        for node in tests.flatMap({ $0.elements ?? [$0] }) {
            guard let text = node.string, text.lowercased() != text else { continue }
            error(
                node.range, "\"\(member.name)\" is in lower case in \(dialect.name)",
                hint: "did you mean \"\(text.lowercased().shown)\"?")
        }
    }

    private static let literalTests = ["equals", "not", "contains", "startsWith", "endsWith", "in"]
}
