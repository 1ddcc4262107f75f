internal import Bytes
internal import Catalogue
internal import Rules

/// Judgements on what the requests say.
extension Judge {
    func every(_ required: Expectation.RequiredMatch, _ group: Group) -> Finding {
        guard !group.members.isEmpty else { return .vacuous("not exercised: no request came") }
        var unsure: Finding?
        for index in group.members {
            switch takes(required.match, index) {
            case .success(true): continue
            case .success(false): return Finding(.failedForGood, "\(differences(required.match, index))", on: [index])
            case .failure(let unknown): unsure = unsure ?? unknown.finding
            }
        }
        return unsure ?? Finding(.met, "\(Self.requests(group.members.count)) matched (\(names(group.members)))")
    }

    private func differences(_ match: MatchProgram, _ index: Int) -> String {
        let content = RequestContent(journal.request(index, readsBody: true))
        guard var budget = patterns.budget else { return "\(name(index)) does not match" }
        let call = scenario.hasSystem ? scenario.dialect.read(content.request).whole : nil
        let found = match.differences(content.request, call, content.of(call), &budget).messages
        guard !found.isEmpty else { return "\(name(index)) does not match" }
        // They are worded for rules.
        let shown = found.prefix(3).map {
            Self.withoutSecrets($0).replacing(each: "the rule wants", by: "expected was")
        }
        return "\(name(index)): " + shown.joined(separator: "; ")
    }

    /// A difference without the values of what is named like a secret.
    private static func withoutSecrets(_ difference: String) -> String {
        guard SecretNames.occur(in: difference) else { return difference }
        var shown = Substring(difference)
        while let end = shown.lastIndex(of: " ") {
            shown = shown[..<end]
            if shown.hasSuffix(" is"), difference[end...].hasPrefix(" \"") { return shown + " one that is not shown" }
        }
        return difference
    }

    // MARK: Parts of requests

    /// A part's value, as far as it is told.
    private enum Value: Equatable {
        case missing
        case bytes([UInt8])
        case body(count: UInt64, digest: UInt64)
        /// The journal has only a part of the body.
        case unknown

        /// Secrets are not shown: what is said of a client lands in the logs of CI.
        func text(of part: RequestPart) -> String {
            switch self {
            case .bytes where SecretNames.occur(in: part.text): "one that is not shown"
            case .missing: "none"
            case .bytes(let bytes): bytes.count > 60 ? "\"\(bytes.prefix(60).text)…\"" : "\"\(bytes.text)\""
            case .body(let count, _): "one of \(count) bytes"
            case .unknown: "one that is not known"
            }
        }
    }

    /// `content` is made for the parts that need it.
    private func value(_ part: RequestPart, _ index: Int, _ content: inout RequestContent?) -> Value {
        switch part {
        case .body:
            let body = journal.body(index)
            return body.isComplete ? .body(count: body.count, digest: body.digest) : .unknown
        case .header(let name): return RequestPart.joined(journal.headers(name, index)).map { .bytes($0) } ?? .missing
        default:
            if part.isInBody, !journal.body(index).isWhole { return .unknown }
            let known = content ?? RequestContent(journal.request(index, readsBody: part.isInBody))
            content = known
            return part.value(in: known).map { .bytes($0) } ?? .missing
        }
    }

    /// Where the first request is, from a place on, of which only `value` can tell whether the part is the same: all but those
    /// with a header field that came once, with exactly the wanted value.
    private func firstToCompare(_ part: RequestPart, _ wanted: Value, _ members: [Int], from place: Int) -> Int {
        guard case .header(let name) = part, case .bytes(let bytes) = wanted else { return place }
        return journal.firstWithout(name, bytes, among: members[place...])
    }

    func same(_ parts: [RequestPart], _ group: Group) -> Finding {
        let members = group.members
        guard let first = members.first else { return .vacuous("not exercised: no request came") }
        var content: RequestContent?
        let expected = parts.map { value($0, first, &content) }
        var next = parts.indices.map { firstToCompare(parts[$0], expected[$0], members, from: 0) }
        var unsure: Finding?
        while let place = next.min(), place < members.count {
            let index = members[place]
            var content: RequestContent?
            for number in parts.indices where next[number] == place {
                let (part, wanted) = (parts[number], expected[number])
                let value = value(part, index, &content)
                switch (value, wanted) {
                case (.missing, _):
                    return Finding(.failedForGood, "\(name(index)) has no \(part.text)", on: [index])
                case (.unknown, _), (_, .unknown):
                    unsure =
                        unsure ?? Finding(.unknowable, "the journal has only a part of the body of \(name(index))")
                case _ where value != wanted:
                    return Finding(
                        .failedForGood,
                        "\(part.text) of \(name(index)) is \(value.text(of: part)), and of \(name(first)) \(wanted.text(of: part))",
                        on: [first, index])
                default: break
                }
                next[number] = firstToCompare(part, wanted, members, from: place + 1)
            }
        }
        if let unsure { return unsure }
        guard group.members.count > 1 else {
            return .vacuous("not exercised: \"same\" compares two requests, and 1 came")
        }
        let told = parts.map(\.text).joined(separator: " and ")
        return Finding(
            .met, "\(told) \(parts.count == 1 ? "was" : "were") the same in \(Self.requests(group.members.count))")
    }

    func distinct(_ parts: [RequestPart], _ group: Group) -> Finding {
        guard group.members.count > 1 else {
            return .vacuous("not exercised: \"distinct\" compares two requests, and \(group.members.count) came")
        }
        var unsure: Finding?
        for part in parts {
            var seen: [[UInt8]: Int] = [:]
            for index in group.members {
                var content: RequestContent?
                let value = value(part, index, &content)
                let key: [UInt8]
                switch value {
                case .missing:
                    return Finding(.failedForGood, "\(name(index)) has no \(part.text)", on: [index])
                case .unknown:
                    unsure =
                        unsure ?? Finding(.unknowable, "the journal has only a part of the body of \(name(index))")
                    continue
                case .bytes(let bytes): key = bytes
                case .body(let count, let digest): key = Array("\(count) \(digest)".utf8)
                }
                if let other = seen.updateValue(index, forKey: key) {
                    return Finding(
                        .failedForGood,
                        "\(part.text) of \(name(index)) is \(value.text(of: part)), as of \(name(other))",
                        on: [other, index])
                }
            }
        }
        let told = parts.map(\.text).joined(separator: " and ")
        return unsure
            ?? Finding(
                .met,
                "\(told) \(parts.count == 1 ? "was" : "were") another in each of \(Self.requests(group.members.count))")
    }

    // MARK: Connections

    func newConnection(_ group: Group) -> Finding {
        guard let event = group.event else { return .vacuous("not exercised") }
        guard let next = group.members.first else {
            return .vacuous("not exercised: no request came after \(name(event))")
        }
        let isNew = entries[next].connection != entries[event].connection
        // Another connection's request may have come before it.
        let rival = group.members.dropFirst().first { index in
            entries[index].connection != entries[next].connection
                && (entries[index].connection != entries[event].connection) != isNew
                && entries[index].arrived - entries[next].arrived <= age(next, index)
        }
        if let rival { return unsureOf("which request came first after \(name(event))", rival) }
        return Finding(
            isNew ? .metForGood : .failedForGood,
            "\(name(next)) came by \(isNew ? "another" : "the same") connection \(isNew ? "than" : "as") \(name(event))",
            on: [event, next])
    }

    // MARK: Order

    /// The first hits of the rules come in their order.
    func order(_ rules: [Int32]) -> Finding {
        let firsts = rules.map { rule in
            entries.indices.first { isOf(rule, $0) }
        }
        for place in 1..<max(1, rules.count) {
            guard let later = firsts[place] else { continue }
            let (before, after) = (ruleName(rules[place - 1]), ruleName(rules[place]))
            guard let earlier = firsts[place - 1] else {
                return Finding(
                    .failedForGood, "\(after) came first with \(name(later)), before \(before)",
                    on: [later])
            }
            // A batch may have calls of both.
            guard earlier != later else { continue }
            let isUnsure =
                entries[max(earlier, later)].arrived - entries[min(earlier, later)].arrived <= age(earlier, later)
                && entries[earlier].connection != entries[later].connection
            if isUnsure { return unsureOf("which of \(before) and \(after) came first", later) }
            if earlier > later {
                return Finding(
                    .failedForGood, "\(after) came first with \(name(later)), before \(before) with \(name(earlier))",
                    on: [later, earlier])
            }
        }
        if let missing = firsts.firstIndex(of: nil) {
            return Finding(
                .lacking, "\(ruleName(rules[missing])) did not come", on: firsts.compactMap(\.self))
        }
        return Finding(
            .metForGood, "they came in this order: \(names(firsts.compactMap { $0 }))",
            on: firsts.compactMap(\.self))
    }
}
