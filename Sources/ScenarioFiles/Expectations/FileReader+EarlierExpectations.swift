internal import Bytes
internal import Catalogue
internal import JSONText

/// Fields of expectations that were replaced: each is an error that shows today's form with the value that was given.
extension FileReader {
    /// The expectation without its earlier fields, and whether it had any.
    func withoutEarlierForms(_ node: JSONNode) -> (current: JSONNode, hadAny: Bool) {
        without(node) { member in
            let value = member.value
            switch member.name {
            case "sameHeader":
                let name = value.string.flatMap { $0.isEmpty ? nil : $0 } ?? "X-Id"
                return ("same", "\"same\": [\(Self.quoted("headers." + name))]")
            case "newConnectionAfter":
                let isName = value.string != nil || value.number != nil
                let failure = isName ? JSONWriter.bytes(value).text : "\"http/truncated-json\""
                return ("newConnection", "\"after\": { \"failure\": \(failure.shown) }, \"newConnection\": true")
            default: return nil
            }
        }
    }

    /// The object of `backoff` without its earlier field, and whether it had that.
    func withoutEarlierFactor(_ node: JSONNode) -> (current: JSONNode, hadAny: Bool) {
        without(node) { member in
            guard member.name == "factorAtLeast" else { return nil }
            let factor = member.value.number.map(\.text) ?? "2"
            return ("factor", "\"factor\": \(factor.shown)")
        }
    }

    /// `replacement` is the name of today's field, and that field as it is to be written.
    private func without(
        _ node: JSONNode, _ replacement: (JSONMember) -> (name: String, form: String)?
    ) -> (current: JSONNode, hadAny: Bool) {
        guard let members = node.members else { return (node, false) }
        var kept: [JSONMember] = []
        for member in members {
            if let replacement = replacement(member) {
                error(
                    member.nameRange, "\"\(member.name)\" is an earlier form of \"\(replacement.name)\"",
                    hint: replacement.form)
            } else {
                kept.append(member)
            }
        }
        return kept.count == members.count ? (node, false) : (JSONNode(range: node.range, value: .object(kept)), true)
    }

    private static func quoted(_ text: String) -> String { JSONWriter.bytes(.string(text)).text.shown }
}
