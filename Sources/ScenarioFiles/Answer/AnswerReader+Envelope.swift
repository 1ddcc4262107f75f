internal import Catalogue
internal import JSONText
internal import Wire

/// Warns of replies that a client takes for no answer to its call.
extension AnswerReader {
    /// A `json` body is sent as it is: a call of a system with envelopes expects one around it.
    func warnOfMissingEnvelope(_ node: JSONNode, _ reply: Reply) {
        guard let success = dialect.successField, rule.matchesCalls, !rule.takesBatch, reply.head.status == 200,
            let json = node.member("json"), fileReader.showsMoreErrors, !hasEnvelope(json.value)
        else { return }
        warning(
            json.nameRange, "\"json\" goes out as it is, without the envelope that a call of \(dialect.name) gets",
            hint: "\"\(success)\" puts its value into the envelope")
    }

    /// Whether the JSON looks like an answer in the system's envelope, or has one in a list.
    private func hasEnvelope(_ json: JSONNode) -> Bool {
        let sample = dialect.wrap(dialect.stockSuccess, for: dialect.sample(ofBatch: false), in: .sample)
        guard let sample, case .success(let envelope) = JSONParser.parse(sample.content) else { return false }
        return (json.elements ?? [json]).contains { $0.isLike(envelope) }
    }
}

extension JSONNode {
    /// Whether it shares two names of members, or a whole member, with an answer to a sample call.
    fileprivate func isLike(_ envelope: JSONNode) -> Bool {
        let shared = (members ?? []).filter { envelope[$0.name] != nil }
        return shared.count > 1
            || shared.contains { member in envelope[member.name]?.isEquivalent(to: member.value) == true }
    }
}
