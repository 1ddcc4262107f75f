internal import Catalogue
internal import JSONText
internal import HTTP1
internal import Wire

/// Reports expectations that can never be judged, whatever the client does.
extension FileReader {
    typealias ParsedJudgement = (member: JSONMember, value: Expectation.Judgement)

    func check(_ judgements: [ParsedJudgement], _ subject: Expectation.Subject, _ subjects: ExpectationSubjects) {
        let rules = subjects.rules(subject)
        let most = mostRequests(judgements, subject, subjects)
        for (member, value) in judgements {
            if let most, let needed = value.neededRequests, needed > most.count {
                error(
                    member.nameRange, "\"\(member.name)\" needs \(Self.requests(needed))",
                    hint: "\(most.reason) allows \(most.count == 0 ? "none" : "\(most.count) at most")")
                continue
            }
            switch value {
            case .honoursRetryAfter: checkRetry(member, subject, rules)
            case .newConnectionAfter(let name): check(failure: name, member, subject, rules)
            case .gaveUp: checkTime(member, subject, rules, subjects)
            case .requests, .gap, .backoff, .sameHeader, .atOnce: break
            }
        }
    }

    /// The largest possible number of requests, and the reason.
    private func mostRequests(
        _ judgements: [ParsedJudgement], _ subject: Expectation.Subject, _ subjects: ExpectationSubjects
    ) -> (count: Int, reason: String)? {
        var most: (count: Int, reason: String)?
        if case .rule(let number) = subject, let rule = subjects[number], let last = rule.lastHit {
            most = (Int(clamping: last), "rule \"\(rule.name.shown)\"")
        }
        for case (_, .requests(let bounds)) in judgements {
            if let atMost = bounds.atMost, atMost < most?.count ?? .max { most = (atMost, "\"requests\"") }
        }
        return most
    }

    private static func requests(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }

    private func checkRetry(_ member: JSONMember, _ subject: Expectation.Subject, _ rules: [CompiledRule]) {
        guard !rules.contains(where: { $0.mayHaveRetryAfter }) else { return }
        error(
            member.value.range, "no answer \(Self.description(of: subject, rules)) has a \"Retry-After\"",
            hint: "a reply sets it in its \"headers\", and an answer over a \"rateLimit\" gets it by itself")
    }

    private func check(
        failure name: String, _ member: JSONMember, _ subject: Expectation.Subject, _ rules: [CompiledRule]
    ) {
        let answers = rules.flatMap(\.answers).map(\.answer).filter { $0.failure == name }
        if answers.isEmpty {
            error(member.value.range, "no answer \(Self.description(of: subject, rules)) is \"\(name)\"")
        } else if answers.allSatisfy({ closes($0, name) }) {
            error(
                member.value.range, "\"\(name)\" does not leave the connection open",
                hint: "the next request is on a new one in any case")
        }
    }

    /// Whether the connection ends with the answer; for an answer made per request, whether it does so with the failure
    /// alone.
    private func closes(_ answer: CompiledAnswer, _ name: String) -> Bool {
        guard let failure = failures[name] else { return false }
        let stock = failure.stock ?? dialect.stockSuccess
        let script =
            answer.script
            ?? failure.script(Arguments(of: failure), for: Request(), in: failures.dialect(of: failure), beside: stock)
        return script.ending.act == .reset
            || script.ending.act == .finish && ConnectionEnd.follows(script, minorVersion: 1)
    }

    private func checkTime(
        _ member: JSONMember, _ subject: Expectation.Subject, _ rules: [CompiledRule], _ subjects: ExpectationSubjects
    ) {
        guard !subjects.mayDelay, !rules.contains(where: { $0.mayTakeTime }) else { return }
        error(
            member.nameRange,
            "every answer \(Self.description(of: subject, rules)) comes at once: nobody can give up on it",
            hint: "a client gives up on a \"delay\", or on a failure such as \"http/timeout\"")
    }

    private static func description(of subject: Expectation.Subject, _ rules: [CompiledRule]) -> String {
        switch subject {
        case .rule: "of rule \"\(rules.first?.name.shown ?? "")\""
        case .match: "of this scenario"
        case .unmatched: "to what no rule takes"
        }
    }
}

extension Expectation.Judgement {
    /// The fewest requests with which it can hold or is judged at all; nil for a number of requests without `atLeast`.
    fileprivate var neededRequests: Int? {
        switch self {
        case .requests(let bounds): bounds.atLeast
        case .gap, .honoursRetryAfter, .sameHeader, .newConnectionAfter: 2
        case .backoff: 3
        case .gaveUp, .atOnce: 1
        }
    }
}
