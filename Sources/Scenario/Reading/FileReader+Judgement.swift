internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The judgements of an expectation.
extension FileReader {
    func judgement(_ member: JSONMember) -> Expectation.Judgement? {
        let node = member.value
        switch member.name {
        case "requests": return requests(node).map { .requests($0) }
        case "gap": return times(node, .gap).map { .gap($0) }
        case "gaveUp": return times(node, .gaveUp).map { .gaveUp($0) }
        case "backoff": return factor(node).map { .backoff(factorAtLeast: $0) }
        case "honours": return word(node, "\"honours\"", ["Retry-After"]).map { _ in .honoursRetryAfter }
        case "sameHeader": return headerName(node).map { .sameHeader($0) }
        case "newConnectionAfter": return lastingFailure(node).map { .newConnectionAfter(failure: $0) }
        case "atOnce": return atOnce(node).map { .atOnce(atMost: $0) }
        default: return nil
        }
    }

    private static let most = 1_000_000_000

    private func requests(_ node: JSONNode) -> Expectation.Bounds<Int>? {
        guard node.members != nil else {
            guard node.number != nil else {
                wrongType(node, "\"requests\"", "a number or an object")
                return nil
            }
            return count(node, "\"requests\"", 0...Self.most).map { Expectation.Bounds(atLeast: $0, atMost: $0) }
        }
        return bounds(node, .requests, zero: 0) { count($0, $1, 0...Self.most) }
    }

    private func times(_ node: JSONNode, _ vocabulary: Vocabulary) -> Expectation.Bounds<Nanoseconds>? {
        bounds(node, vocabulary, zero: 0) { node, what in
            guard let time = duration(node, what) else { return nil }
            guard time > 0 || what == "\"atLeast\"" else {
                error(node.range, "\(what) must be longer than nothing")
                return nil
            }
            return time
        }
    }

    /// `atLeast`, `atMost` or both. Reports bounds in the wrong order, and bounds that exclude nothing.
    private func bounds<Value: Comparable & Hashable & Sendable>(
        _ node: JSONNode, _ vocabulary: Vocabulary, zero: Value, _ read: (JSONNode, String) -> Value?
    ) -> Expectation.Bounds<Value>? {
        guard let members = object(node, vocabulary) else { return nil }
        let atLeast = node["atLeast"].map { read($0, "\"atLeast\"") }
        let atMost = node["atMost"].map { read($0, "\"atMost\"") }
        if members.isEmpty { error(node.range, "\(vocabulary.nounPhrase) needs \"atLeast\" or \"atMost\"") }
        if let least = atLeast ?? nil, let most = atMost ?? nil, least > most, let member = node.member("atLeast") {
            error(member.value.range, "\"atLeast\" is more than \"atMost\"")
            return nil
        }
        if atLeast == .some(zero), atMost == nil, let member = node.member("atLeast") {
            error(member.value.range, "\(vocabulary.nounPhrase) with an \"atLeast\" of zero excludes nothing")
            return nil
        }
        return Expectation.Bounds(atLeast: atLeast ?? nil, atMost: atMost ?? nil)
    }

    private func factor(_ node: JSONNode) -> Double? {
        guard object(node, .backoff) != nil else { return nil }
        guard let value = node["factorAtLeast"] else {
            if node.members?.isEmpty == true { error(node.range, "\"backoff\" needs \"factorAtLeast\"") }
            return nil
        }
        guard let number = value.number else {
            wrongType(value, "\"factorAtLeast\"", "a number")
            return nil
        }
        guard let factor = number.double, (1...1000).contains(factor) else {
            error(value.range, "\"factorAtLeast\" must be a number from 1 to 1000")
            return nil
        }
        return factor
    }

    private func headerName(_ node: JSONNode) -> [UInt8]? {
        guard let bytes = node.utf8 else {
            wrongType(node, "\"sameHeader\"", "the name of a header")
            return nil
        }
        guard !bytes.isEmpty, bytes.allSatisfy(\.isTokenByte) else {
            error(node.range, "\"\(bytes.text.shown)\" is not a header name")
            return nil
        }
        return bytes.map(\.asciiLowercased)
    }

    private func lastingFailure(_ node: JSONNode) -> String? {
        guard node.string != nil || node.number != nil else {
            wrongType(node, "\"newConnectionAfter\"", "the name of a failure, such as \"http/truncated-json\"")
            return nil
        }
        return failure(node, nil)?.name
    }

    private func atOnce(_ node: JSONNode) -> Int? {
        guard object(node, .atOnce) != nil else { return nil }
        guard let most = node["atMost"] else {
            if node.members?.isEmpty == true { error(node.range, "\"atOnce\" needs \"atMost\"") }
            return nil
        }
        return count(most, "\"atMost\"", 1...Self.most)
    }
}
