internal import Bytes
internal import Catalogue
internal import JSONText

/// Answers that have the given value in another form.
extension ForeignWord {
    /// The answer to all other requests: a step, or the parts of a reply.
    static func otherwise(_ member: JSONMember, _: [JSONMember]) -> String {
        guard let members = member.value.members, !members.isEmpty else { return "it is \"otherwise\"" }
        if let reply = members.first(where: { ["response", "reply"].contains($0.name) }) {
            return "it is \"otherwise\": { \(pair("reply", reply.value)) }"
        }
        let isReply = members.allSatisfy { Vocabulary.reply.names.contains($0.name) }
        return "it is \"otherwise\": \(isReply ? "{ \(pair("reply", member.value)) }" : "{ … }")"
    }

    /// The delay between two bounds.
    static func bounds(_: JSONMember, _ members: [JSONMember]) -> String {
        "it is \(uniform(members) ?? "\"uniform\": [\"10ms\", \"50ms\"]")"
    }

    /// `"uniform": ["100ms", "2s"]`, if both bounds are given.
    static func uniform(_ members: [JSONMember]) -> String? {
        func bound(_ names: [String]) -> String? {
            members.first { names.contains($0.name) }.flatMap { duration($0.value) }
        }
        guard let from = bound(["min", "lower", "from"]), let to = bound(["max", "upper", "to"]) else { return nil }
        return "\"uniform\": [\"\(from)\", \"\(to)\"]"
    }

    /// A rate that is one already.
    static func paceField(_ member: JSONMember) -> String {
        var pace = "5KB/s"
        if let text = member.value.string, text.hasSuffix("/s"),
            case .success(1...) = SizeText.bytes(String(text.dropLast(2)))
        {
            pace = text
        }
        return "\"pace\": \"\(pace)\""
    }

    /// What requests are counted by: `header:X-User`, `headers.x-user`.
    static func countBy(_ member: JSONMember, _: [JSONMember]) -> String {
        let parts = member.value.string?.split(maxSplits: 1) { $0 == ":" || $0 == "." } ?? []
        let kinds = ["header": "headers", "cookie": "cookies", "query": "query", "path": "path"]
        guard parts.count == 2, let name = parts.last, name.utf8.allSatisfy({ PercentCoding.isUnreserved($0) }),
            let kind = kinds[String(parts[0])] ?? kinds.values.first(where: { $0 == parts[0] })
        else { return "it is \"countBy\", such as \"countBy\": \"{{request.headers.x-user}}\"" }
        return "it is \"countBy\": \"{{request.\(kind).\(name)}}\""
    }

    /// How long a connection waits for a request: a small number is of seconds, as in the field `Keep-Alive`.
    static func idle(_ node: JSONNode) -> String {
        if let count = node.number?.int, (1...75).contains(count) { return "\(count)s" }
        return duration(node) ?? "5s"
    }

    /// The time between chunks.
    static func chunkDelay(_ member: JSONMember, _: [JSONMember]) -> String {
        "a chunk has its own: \"chunks\": [{ \"text\": \"…\", \(delayField(member)) }]"
    }

    /// A redirection, with the status that is given.
    static func redirect(_ member: JSONMember, _ members: [JSONMember]) -> String {
        let status = members.contains { $0.name == "status" } ? "" : "\"status\": 302, "
        let value = member.value.string == nil ? "\"location\": \"…\"" : pair("location", member.value)
        return "it is \(status)\"headers\": { \(value) }"
    }
}
