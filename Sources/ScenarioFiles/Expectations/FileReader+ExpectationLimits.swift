internal import Catalogue
internal import HTTP1
internal import JSONText
internal import Rules
internal import Wire

/// Reports expectations that can never be met, never fail or never be judged, whatever the client does.
extension FileReader {
    typealias ParsedJudgement = (member: JSONMember, value: Expectation.Judgement)

    func check(
        _ judgements: [ParsedJudgement], _ scope: Expectation.Scope, _ members: [JSONMember],
        _ subjects: ExpectationSubjects
    ) {
        let most = mostRequests(judgements, scope, subjects)
        let ofRule = mostRequests([], scope, subjects)
        checkWithin(judgements, scope)
        for (member, value) in judgements {
            if let most, let needed = value.neededRequests(isAfter: scope.after != nil), needed > most.count {
                error(
                    member.nameRange, "\"\(member.name)\" needs \(Self.requests(needed))", hint: most.words)
                continue
            }
            // A number of requests is no bound of itself.
            if let most = value.isNumberOfRequests ? ofRule : most, value.neverFails(upTo: most.count) {
                error(member.nameRange, "\"\(member.name)\" can never fail", hint: most.words)
                continue
            }
            switch value {
            case .gap(let bounds):
                if let most { check(bounds.count, member, isAfter: scope.after != nil, most) }
            case .every(let required): check(required, member, scope.subject, subjects)
            case .honours(let header, _): check(header: header, member, scope.subject, subjects)
            case .newConnection:
                if case .failure(let names)? = scope.after,
                    let node = members.first(where: { $0.name == "after" })?.value["failure"]
                {
                    check(failures: names, node, subjects)
                }
            case .same(let parts): check(same: parts, member, scope.subject, subjects)
            case .distinct(let parts): check(distinct: parts, member, scope, subjects)
            case .gaveUp(let bounds, let from):
                if checkTime(member, scope.subject, subjects, from: from) {
                    check(bounds, member, scope.subject, subjects, from: from)
                }
            case .requests, .backoff, .connections, .atOnce: break
            }
        }
    }

    /// The largest possible number of requests.
    private struct MostRequests {
        let count: Int
        /// What allows no more.
        let reason: String
        let condition: String

        /// As the hint to what needs more.
        var words: String {
            "\(reason) allows \(count == 0 ? "none" : "\(count) at most")\(condition)"
        }
    }

    private func mostRequests(
        _ judgements: [ParsedJudgement], _ scope: Expectation.Scope, _ subjects: ExpectationSubjects
    ) -> MostRequests? {
        var most: MostRequests?
        if case .rule(let number) = scope.subject, let rule = subjects[number], let last = rule.lastHit {
            let reason = "rule \"\(rule.name.shown)\""
            if case .hit(number, let hit)? = scope.after {
                most = MostRequests(count: Int(clamping: last) - hit, reason: reason, condition: " after hit \(hit)")
            } else {
                most = MostRequests(count: Int(clamping: last), reason: reason, condition: "")
            }
        }
        for case (_, .requests(let bounds, nil)) in judgements {
            if let atMost = bounds.atMost, atMost < most?.count ?? .max {
                most = MostRequests(count: atMost, reason: "\"requests\"", condition: "")
            }
        }
        return most
    }

    /// Reports the first bounds of a list for a gap that never comes.
    private func check(_ count: Int, _ member: JSONMember, isAfter: Bool, _ most: MostRequests) {
        let gaps = isAfter ? most.count : most.count - 1
        guard count > gaps, let nodes = member.value.elements else { return }
        error(nodes[gaps].range, "gap \(gaps + 1) needs \(Self.requests(most.count + 1))", hint: most.words)
    }

    private func check(
        _ required: Expectation.RequiredMatch, _ member: JSONMember, _ subject: Expectation.Subject,
        _ subjects: ExpectationSubjects
    ) {
        guard let (match, taker) = match(of: subject, subjects) else { return }
        if required.match.covers(match) {
            error(member.nameRange, "\"every\" can never fail", hint: "\(taker) takes only requests that meet it")
        } else if !required.match.overlaps(match) {
            error(member.nameRange, "\"every\" can never be met", hint: "\(taker) takes only other requests")
        }
    }

    /// The match of a subject and what to call it; nil if it is not known, or if there is none.
    private func match(
        of subject: Expectation.Subject, _ subjects: ExpectationSubjects
    ) -> (match: MatchProgram, taker: String)? {
        switch subject {
        case .rule(let number): subjects[number].map { ($0.match, "rule \"\($0.name.shown)\"") }
        case .match(let program): (program, "\"match\"")
        case .unmatched: nil
        }
    }

    /// Reports a `same` of which no part can differ.
    private func check(
        same parts: [RequestPart], _ member: JSONMember, _ subject: Expectation.Subject,
        _ subjects: ExpectationSubjects
    ) {
        guard let (match, taker) = match(of: subject, subjects), !parts.isEmpty,
            parts.allSatisfy({ match.hasOne($0) })
        else { return }
        error(
            member.nameRange, "\"same\" can never fail",
            hint: "\(taker) takes only requests with one \(parts.map(\.text).quotedList(last: "and"))")
    }

    /// Reports a part of `distinct` that is equal in all requests that are compared.
    private func check(
        distinct parts: [RequestPart], _ member: JSONMember, _ scope: Expectation.Scope, _ subjects: ExpectationSubjects
    ) {
        let subject = match(of: scope.subject, subjects)
        for (node, part) in zip(member.value.elements ?? [], parts) {
            let hint: String
            if let (match, taker) = subject, match.hasOne(part) {
                hint = "\(taker) takes only requests with one \"\(part.text)\""
            } else if (scope.countBy ?? ruleCountBy(scope.subject, subjects))?.isAll(of: part) == true {
                hint = "\"countBy\" compares only requests that have the same one"
            } else {
                continue
            }
            error(node.range, "\"\(part.text.shown)\" can never be another in each request", hint: hint)
        }
    }

    private func ruleCountBy(_ subject: Expectation.Subject, _ subjects: ExpectationSubjects) -> TextTemplate? {
        if case .rule(let number) = subject { subjects[number]?.countBy } else { nil }
    }

    /// Reports parts that are to be the same in all requests, and different in each.
    func checkParts(_ judgements: [ParsedJudgement]) {
        var same: Set<RequestPart> = []
        for case (_, .same(let parts)) in judgements { same.formUnion(parts) }
        for case (let member, .distinct(let parts)) in judgements {
            for (node, part) in zip(member.value.elements ?? [], parts) where same.contains(part) {
                error(
                    node.range, "\"\((node.string ?? "").shown)\" is in \"same\" too",
                    hint: "no part is the same in all requests and different in each")
            }
        }
    }

    private static func requests(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }

    private func check(
        header: [UInt8], _ member: JSONMember, _ subject: Expectation.Subject, _ subjects: ExpectationSubjects
    ) {
        guard let rules = subjects.rules(subject), !rules.contains(where: { $0.mayHave(header: header) }) else {
            return
        }
        let node = member.value["header"] ?? member.value
        let overRate =
            header == CompiledRule.retryAfter ? ", and an answer over a \"rateLimit\" gets it by itself" : ""
        error(
            node.range, "no answer \(Self.description(of: subject, rules)) has a \"\(node.string?.shown ?? "")\"",
            hint: "a reply sets it in its \"headers\"\(overRate)")
    }

    private func check(failures names: [String], _ node: JSONNode, _ subjects: ExpectationSubjects) {
        guard !subjects.hasRulesOfSession else { return }
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

    /// Returns whether there is time to give up.
    @discardableResult
    func checkTime(
        _ member: JSONMember, _ subject: Expectation.Subject, _ subjects: ExpectationSubjects,
        from moment: Expectation.Moment = .request
    ) -> Bool {
        guard !subjects.mayDelay, let rules = subjects.rules(subject),
            !rules.contains(where: { $0.mayTakeTime(from: moment) })
        else { return true }
        if moment != .request, rules.contains(where: { $0.mayTakeTime(from: .request) }) {
            error(
                member.value["from"]?.range ?? member.nameRange,
                "no answer \(Self.description(of: subject, rules)) takes time once its head has left",
                hint: "one with a \"pace\" does, and a failure such as \"tcp/stall-mid-body\"")
            return false
        }
        error(
            member.nameRange,
            "every answer \(Self.description(of: subject, rules)) comes at once: nobody can give up on it",
            hint: "a client gives up on a \"delay\", or on a failure such as \"http/timeout\"")
        return false
    }

    /// Reports an `atLeast` that is longer than all answers take.
    private func check(
        _ bounds: Expectation.Bounds<Nanoseconds>, _ member: JSONMember, _ subject: Expectation.Subject,
        _ subjects: ExpectationSubjects, from moment: Expectation.Moment
    ) {
        guard let least = bounds.atLeast, let node = member.value["atLeast"], moment == .request, !subjects.mayDelay,
            let rules = subjects.rules(subject)
        else { return }
        var longest: Nanoseconds = 0
        for rule in rules {
            guard let time = rule.longestTime else { return }
            longest = max(longest, time)
        }
        guard least > longest else { return }
        error(
            node.range, "\"gaveUp\" can never be met",
            hint: "the slowest answer \(Self.description(of: subject, rules)) is there after \(longest.durationText)")
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
        case .atOnce(let bounds): bounds.atLeast ?? 1
        case .gap, .honours, .newConnection: isAfter ? 1 : 2
        case .backoff(let wanted): (isAfter ? 1 : 2) + (wanted.first == nil ? 1 : 0)
        case .every, .gaveUp: 1
        }
    }

    /// Whether it holds for so many requests, or fewer, in any case: it is a maximum of a number that cannot be larger.
    fileprivate func neverFails(upTo most: Int) -> Bool {
        switch self {
        case .requests(let bounds, _), .connections(let bounds), .atOnce(let bounds):
            bounds.atLeast == nil && bounds.atMost.map { $0 >= most } ?? false
        case .gap, .backoff, .honours, .every, .same, .distinct, .newConnection, .gaveUp: false
        }
    }

    fileprivate var isNumberOfRequests: Bool { if case .requests(_, per: nil) = self { true } else { false } }
}

extension MatchProgram {
    /// Whether a part is the same in all requests that it takes.
    fileprivate func hasOne(_ part: RequestPart) -> Bool {
        switch part {
        case .method: methods.names.count == 1
        case .path: if case .literal = path { true } else { false }
        case .target, .body, .header, .query, .cookie, .form, .json: false
        }
    }
}

extension TextTemplate {
    /// Whether it is all of a part, and nothing else. Fields may be repeated, of which a text has the first.
    fileprivate func isAll(of part: RequestPart) -> Bool {
        switch (solePlaceholder?.source, part) {
        case (.method, .method), (.target, .target), (.path, .path), (.body, .body): true
        default: false
        }
    }
}
