internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The judgements of an expectation.
extension FileReader {
    func judgement(_ member: JSONMember) -> Expectation.Judgement? {
        let node = member.value
        switch member.name {
        case "requests": return requests(node).map { .requests($0, per: nil) }
        case "gap": return times(node, .gap).map { .gap([$0]) }
        case "gaveUp": return times(node, .gaveUp).map { .gaveUp($0, from: .request) }
        case "backoff": return backoff(node)
        case "honours": return honours(node)
        case "same": return requestParts(node, "\"same\"").map { .same($0) }
        case "newConnection": return isTrue(member) ? .newConnection : nil
        case "atOnce": return atOnce(node).map { .atOnce(Expectation.Bounds(atLeast: nil, atMost: $0)) }
        default: return nil
        }
    }

    static let mostRequests = 1_000_000_000

    private func requests(_ node: JSONNode) -> Expectation.Bounds<Int>? {
        guard node.members != nil else {
            guard node.number != nil else {
                wrongType(node, "\"requests\"", "a number or an object")
                return nil
            }
            return count(node, "\"requests\"", 0...Self.mostRequests).map {
                Expectation.Bounds(atLeast: $0, atMost: $0)
            }
        }
        return bounds(node, .requests, zero: 0) { count($0, $1, 0...Self.mostRequests) }
    }

    private func times(_ node: JSONNode, _ vocabulary: Vocabulary) -> Expectation.Bounds<Nanoseconds>? {
        bounds(node, vocabulary, zero: 0) { node, what in
            what == "\"atLeast\"" ? duration(node, what) : longerThanNothing(node, what)
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

    private func backoff(_ node: JSONNode) -> Expectation.Judgement? {
        let (current, hasEarlier) = withoutEarlierFactor(node)
        guard let members = object(current, .backoff) else { return nil }
        let cap = node["cap"].map { longerThanNothing($0, "\"cap\"") }
        guard let value = node["factor"] else {
            if !hasEarlier, !isMisspelt("factor", members, .backoff) {
                error(node.range, "\"backoff\" needs \"factor\"", hint: "such as \"factor\": 2")
            }
            return nil
        }
        guard let factor = factor(value) else { return nil }
        switch cap {
        case nil: return .backoff(factor: factor, cap: nil)
        case .some(let cap): return cap.map { .backoff(factor: factor, cap: $0) }
        }
    }

    /// A number is the least factor.
    private func factor(_ node: JSONNode) -> Expectation.Bounds<Double>? {
        if node.members != nil { return bounds(node, .factor, zero: 0) { factor($0, $1) } }
        guard node.number != nil else {
            wrongType(node, "\"factor\"", "a number or an object")
            return nil
        }
        return factor(node, "\"factor\"").map { Expectation.Bounds(atLeast: $0, atMost: nil) }
    }

    private func factor(_ node: JSONNode, _ what: String) -> Double? {
        guard let number = node.number else {
            wrongType(node, what, "a number")
            return nil
        }
        guard let factor = number.double, (1...1000).contains(factor) else {
            error(node.range, "\(what) must be a number from 1 to 1000")
            return nil
        }
        return factor
    }

    private func longerThanNothing(_ node: JSONNode, _ what: String) -> Nanoseconds? {
        guard let time = duration(node, what) else { return nil }
        if time > 0 { return time }
        error(node.range, "\(what) must be longer than nothing")
        return nil
    }

    private func honours(_ node: JSONNode) -> Expectation.Judgement? {
        guard node.members != nil else {
            guard node.string != nil else {
                wrongType(node, "\"honours\"", "the name of a header or an object")
                return nil
            }
            return headerName(node, "\"honours\"").map { .honours(header: $0, late: nil) }
        }
        guard let members = object(node, .honours) else { return nil }
        let header = node["header"].map { headerName($0, "\"header\"") }
        if header == nil, !isMisspelt("header", members, .honours) {
            error(node.range, "\"honours\" needs \"header\"", hint: "such as \"header\": \"Retry-After\"")
        }
        let late = node["late"].map { lateness($0) }
        guard let header = header ?? nil else { return nil }
        switch late {
        case nil: return .honours(header: header, late: nil)
        case .some(let late): return late.map { .honours(header: header, late: $0) }
        }
    }

    private func lateness(_ node: JSONNode) -> Nanoseconds? {
        guard let members = object(node, .late) else { return nil }
        if let most = node["atMost"] { return longerThanNothing(most, "\"atMost\"") }
        if !isMisspelt("atMost", members, .late) {
            error(node.range, "\"late\" needs \"atMost\"", hint: "such as \"atMost\": \"2s\"")
        }
        return nil
    }

    private func headerName(_ node: JSONNode, _ what: String) -> [UInt8]? {
        guard let bytes = node.utf8 else {
            wrongType(node, what, "the name of a header")
            return nil
        }
        guard !bytes.isEmpty, bytes.allSatisfy(\.isTokenByte) else {
            error(node.range, "\"\(bytes.text.shown)\" is not a header name")
            return nil
        }
        return bytes.map(\.asciiLowercased)
    }

    private func atOnce(_ node: JSONNode) -> Int? {
        guard object(node, .atOnce) != nil else { return nil }
        guard let most = node["atMost"] else {
            if node.members?.isEmpty == true { error(node.range, "\"atOnce\" needs \"atMost\"") }
            return nil
        }
        return count(most, "\"atMost\"", 1...Self.mostRequests)
    }
}
