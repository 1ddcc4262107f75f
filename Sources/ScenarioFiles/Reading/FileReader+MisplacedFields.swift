internal import Catalogue
internal import JSONText

/// Hints for fields that no object of their place has.
extension FileReader {
    /// What to write in place of an unknown field, if it has its place elsewhere or is a word of another tool.
    func foreignWord(_ member: JSONMember, among members: [JSONMember], _ vocabulary: Vocabulary) -> String? {
        if isSuccess(member, in: vocabulary) { return ForeignWord.partOfReply(member.name)(member, members) }
        let fail = Self.isStep(vocabulary) ? members.first { $0.name == "fail" } : nil
        let failure = fail.flatMap { known($0.value) }
        if fail != nil, isParameter(member.name, of: failure) {
            return "it belongs in \"with\": { \(ForeignWord.pair(member.name, member.value)) }"
        }
        if let failure, failure.kind == .ending, Self.ofAnswers.contains(member.name) {
            return "\"\(failure.name)\" sends no response"
        }
        // A failure that changes a reply leaves the rest to that.
        let others = failure?.kind == .spoiler ? members.filter { $0.name != "fail" } : members
        return ForeignWord.find(member.name, in: vocabulary)?.answer(member, others)
    }

    /// Fields of replies, and parameters of failures that are answers, in our words and in those of other tools.
    private static let ofAnswers = Set(
        Vocabulary.reply.names + ["statusCode", "code", "body", "message", "location", "jsonBody", "bodyFileName"])

    /// Whether it is the system's field for a success, in a step or a rule.
    func isSuccess(_ member: JSONMember, in vocabulary: Vocabulary) -> Bool {
        Self.isStep(vocabulary) && dialect.successField == member.name
    }

    private static func isStep(_ vocabulary: Vocabulary) -> Bool {
        [Vocabulary.step, .rule].contains { $0.nounPhrase == vocabulary.nounPhrase }
    }

    /// The failure of that name, if there is one; reports nothing.
    private func known(_ node: JSONNode) -> Failure? {
        guard let name = node.string ?? node.number?.text else { return nil }
        return failures[name] ?? failures["\(dialect.isSystem ? dialect.name : "http/status")/\(name)"]
    }

    /// Whether the failure has a parameter of that name; for an unknown failure, whether any has.
    private func isParameter(_ name: String, of failure: Failure?) -> Bool {
        let all = failure?.parameters ?? failures.failures.flatMap(\.parameters)
        return name == "by" || all.contains { $0.name == name }
    }
}
