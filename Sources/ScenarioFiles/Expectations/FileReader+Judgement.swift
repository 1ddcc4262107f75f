internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// The judgements of an expectation.
extension FileReader {
    func judgement(_ member: JSONMember) -> Expectation.Judgement? {
        let node = member.value
        switch member.name {
        case "requests": return requests(node)
        case "gap": return gap(node).map { .gap($0) }
        case "backoff": return backoff(node)
        case "honours": return honours(node)
        case "every": return every(node)
        case "same": return requestParts(node, "\"same\"").map { .same($0) }
        case "distinct": return requestParts(node, "\"distinct\"").map { .distinct($0) }
        case "connections": return connections(node).map { .connections($0) }
        case "newConnection": return isTrue(member) ? .newConnection : nil
        case "gaveUp": return gaveUp(node)
        case "atOnce": return bounds(node, .atOnce) { count($0, $1, 1...Self.mostRequests) }.map { .atOnce($0) }
        default: return nil
        }
    }

    static let mostRequests = 1_000_000_000

    private func requests(_ node: JSONNode) -> Expectation.Judgement? {
        guard node.members != nil else {
            guard node.number != nil else {
                wrongType(node, "\"requests\"", "a number or an object")
                return nil
            }
            return count(node, "\"requests\"", 0...Self.mostRequests).map {
                .requests(Expectation.Bounds(atLeast: $0, atMost: $0), per: nil)
            }
        }
        let per = node["per"].map { longerThanNothing($0, "\"per\"") }
        let bounds = bounds(node, .requests, zero: 0) { count($0, $1, 0...Self.mostRequests) }
        guard let bounds, per != .some(nil) else { return nil }
        return .requests(bounds, per: per ?? nil)
    }

    /// A number of connections. Of those of requests it is one from 1: no connection is no request.
    func connections(_ node: JSONNode, from least: Int = 1) -> Expectation.Bounds<Int>? {
        func count(_ node: JSONNode, _ what: String) -> Int? {
            guard least > 0, node.number?.int == 0 else {
                return self.count(node, what, least...Self.mostRequests)
            }
            error(
                node.range, "\(what) must be a whole number from 1 to \(Self.mostRequests)",
                hint: "no connection at all is \"requests\": 0")
            return nil
        }
        guard node.members == nil else { return bounds(node, .connections, zero: 0, count) }
        guard node.number != nil else {
            wrongType(node, "\"connections\"", "a number or an object")
            return nil
        }
        return count(node, "\"connections\"").map { Expectation.Bounds(atLeast: $0, atMost: $0) }
    }

    /// Bounds of all gaps, or a list of those of the first, the second and so on.
    func gap(_ node: JSONNode) -> [Expectation.Bounds<Nanoseconds>]? {
        guard let nodes = node.elements else {
            guard node.members != nil else {
                wrongType(node, "\"gap\"", "an object or a list")
                return nil
            }
            return times(node, .gap).map { [$0] }
        }
        if nodes.isEmpty { error(node.range, "\"gap\" is empty", hint: "it has the bounds of at least one gap") }
        // Beside others, one that excludes nothing is for a gap of any length.
        let all = nodes.compactMap { times($0, .gap, what: "a gap", mayExcludeNothing: true) }
        guard !nodes.isEmpty, all.count == nodes.count else { return nil }
        guard all.contains(where: { $0.atLeast ?? 0 > 0 || $0.atMost != nil }) else {
            error(node.range, "\"gap\" with an \"atLeast\" of zero excludes nothing")
            return nil
        }
        return all
    }

    private func gaveUp(_ node: JSONNode) -> Expectation.Judgement? {
        let names = Expectation.Moment.allCases.map(\.rawValue)
        let from = node["from"].map { word($0, "\"from\"", names).flatMap(Expectation.Moment.init) }
        guard let bounds = times(node, .gaveUp), from != .some(nil) else { return nil }
        return .gaveUp(bounds, from: (from ?? nil) ?? .request)
    }

    private func times(
        _ node: JSONNode, _ vocabulary: Vocabulary, what: String? = nil, mayExcludeNothing: Bool = false
    ) -> Expectation.Bounds<Nanoseconds>? {
        bounds(node, vocabulary, what: what, zero: mayExcludeNothing ? nil : 0) { node, what in
            what == "\"atLeast\"" ? duration(node, what) : longerThanNothing(node, what)
        }
    }

    /// `atLeast`, `atMost` or both. Reports bounds in the wrong order, and an `atLeast` of `zero` alone, which excludes
    /// nothing.
    private func bounds<Value: Comparable & Hashable & Sendable>(
        _ node: JSONNode, _ vocabulary: Vocabulary, what: String? = nil, zero: Value? = nil,
        _ read: (JSONNode, String) -> Value?
    ) -> Expectation.Bounds<Value>? {
        guard let members = object(node, vocabulary, what: what) else { return nil }
        let atLeast = node["atLeast"].map { read($0, "\"atLeast\"") }
        let atMost = node["atMost"].map { read($0, "\"atMost\"") }
        if atLeast == nil, atMost == nil {
            if !["atLeast", "atMost"].contains(where: { isMisspelt($0, members, vocabulary) }) {
                error(node.range, "\(what ?? vocabulary.nounPhrase) needs \"atLeast\" or \"atMost\"")
            }
            return nil
        }
        if let least = atLeast ?? nil, let most = atMost ?? nil, least > most, let member = node.member("atLeast") {
            error(member.value.range, "\"atLeast\" is more than \"atMost\"")
            return nil
        }
        if let zero, atLeast == .some(zero), atMost == nil, let member = node.member("atLeast") {
            error(member.value.range, "\(vocabulary.nounPhrase) with an \"atLeast\" of zero excludes nothing")
            return nil
        }
        return Expectation.Bounds(atLeast: atLeast ?? nil, atMost: atMost ?? nil)
    }

    private func every(_ node: JSONNode) -> Expectation.Judgement? {
        let errors = errorCount
        let match = MatchReader(TemplateReader(self), isOverJournal: true).match(node, "\"every\"")
        guard errorCount == errors else { return nil }
        if match.isUnconditional {
            error(node.range, "this \"every\" excludes no request")
            return nil
        }
        return .every(Expectation.RequiredMatch(match))
    }

    private func backoff(_ node: JSONNode) -> Expectation.Judgement? {
        let (current, hasEarlier) = withoutEarlierFactor(node)
        guard let members = object(current, .backoff) else { return nil }
        guard let value = node["factor"] else {
            if !hasEarlier, !isMisspelt("factor", members, .backoff) {
                error(node.range, "\"backoff\" needs \"factor\"", hint: "such as \"factor\": 2")
            }
            return nil
        }
        let errors = errorCount
        let first = node["first"].flatMap { longerThanNothing($0, "\"first\"") }
        let cap = node["cap"].flatMap { longerThanNothing($0, "\"cap\"") }
        let tolerance = node["tolerance"].flatMap { self.tolerance($0) } ?? .time(0)
        if let first, let cap, cap < first, let member = node.member("cap") {
            error(member.value.range, "\"cap\" is less than \"first\"")
        }
        guard let factor = factor(value), errorCount == errors else { return nil }
        return .backoff(Expectation.Backoff(first: first, factor: factor, tolerance: tolerance, cap: cap))
    }

    /// A time, or a share of the gap that is expected.
    private func tolerance(_ node: JSONNode) -> Expectation.Backoff.Tolerance? {
        guard let text = node.string, text.hasSuffix("%") else {
            return duration(node, "\"tolerance\"").map { .time($0) }
        }
        guard let percent = Int(text.dropLast()), (0...99).contains(percent), text.first != "+" else {
            error(node.range, "\"tolerance\" is 0% to 99%, in whole percent, or a duration")
            return nil
        }
        return .share(Double(percent) / 100)
    }

    /// A number is the least factor.
    private func factor(_ node: JSONNode) -> Expectation.Bounds<Double>? {
        if node.members != nil { return bounds(node, .factor) { factor($0, $1) } }
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

    func longerThanNothing(_ node: JSONNode, _ what: String) -> Nanoseconds? {
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
}
