internal import Catalogue
internal import JSONText
internal import HTTP1
internal import Wire

/// Reports expectations that can never be judged, whatever the client does.
extension FileReader {
    typealias ParsedJudgement = (member: JSONMember, value: Expectation.Judgement)

    func check(
        _ judgements: [ParsedJudgement], _ scope: Expectation.Scope, _ members: [JSONMember],
        _ subjects: ExpectationSubjects
    ) {
        let most = mostRequests(judgements, scope, subjects)
        for (member, value) in judgements {
            if let most, let needed = value.neededRequests(isAfter: scope.after != nil), needed > most.count {
                let allowed = most.count == 0 ? "none" : "\(most.count) at most"
                error(
                    member.nameRange, "\"\(member.name)\" needs \(Self.requests(needed))",
                    hint: "\(most.reason) allows \(allowed)\(most.condition)")
                continue
            }
            switch value {
            case .honours(let header, _): check(header: header, member, scope.subject, subjects)
            case .newConnection:
                if case .failure(let names)? = scope.after,
                    let node = members.first(where: { $0.name == "after" })?.value["failure"]
                {
                    check(failures: names, node, subjects)
                }
            case .gaveUp: checkTime(member, scope.subject, subjects)
            case .requests, .gap, .backoff, .every, .same, .distinct, .connections, .atOnce: break
            }
        }
    }

    /// The largest possible number of requests, and the reason.
    private func mostRequests(
        _ judgements: [ParsedJudgement], _ scope: Expectation.Scope, _ subjects: ExpectationSubjects
    ) -> (count: Int, reason: String, condition: String)? {
        var most: (count: Int, reason: String, condition: String)?
        if case .rule(let number) = scope.subject, let rule = subjects[number], let last = rule.lastHit {
            let reason = "rule \"\(rule.name.shown)\""
            if case .hit(number, let hit)? = scope.after {
                most = (Int(clamping: last) - hit, reason, " after hit \(hit)")
            } else {
                most = (Int(clamping: last), reason, "")
            }
        }
        for case (_, .requests(let bounds, nil)) in judgements {
            if let atMost = bounds.atMost, atMost < most?.count ?? .max { most = (atMost, "\"requests\"", "") }
        }
        return most
    }

    private static func requests(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }

    private func check(
        header: [UInt8], _ member: JSONMember, _ subject: Expectation.Subject, _ subjects: ExpectationSubjects
    ) {
        let rules = subjects.rules(subject)
        guard !rules.contains(where: { $0.mayHave(header: header) }) else { return }
        let node = member.value["header"] ?? member.value
        let overRate =
            header == CompiledRule.retryAfter ? ", and an answer over a \"rateLimit\" gets it by itself" : ""
        error(
            node.range, "no answer \(Self.description(of: subject, rules)) has a \"\(node.string?.shown ?? "")\"",
            hint: "a reply sets it in its \"headers\"\(overRate)")
    }

    private func check(failures names: [String], _ node: JSONNode, _ subjects: ExpectationSubjects) {
        let answers = names.flatMap { name in subjects.answers(that: name).map { (name, $0) } }
        guard !answers.isEmpty, answers.allSatisfy({ closes($1, $0) }) else { return }
        error(
            node.range,
            "\(names.quotedList(last: "and")) \(names.count == 1 ? "does" : "do") not leave the connection open",
            hint: "the next request is on a new one in any case")
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

    func checkTime(_ member: JSONMember, _ subject: Expectation.Subject, _ subjects: ExpectationSubjects) {
        let rules = subjects.rules(subject)
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
    ///
    /// With `after`, the exchange that it names comes before them: the first gap begins there.
    fileprivate func neededRequests(isAfter: Bool) -> Int? {
        switch self {
        case .requests(let bounds, _): bounds.atLeast
        case .same, .distinct: 2
        case .connections(let bounds): bounds.atLeast
        case .gap, .honours, .newConnection: isAfter ? 1 : 2
        case .backoff: isAfter ? 2 : 3
        case .every, .gaveUp, .atOnce: 1
        }
    }
}
