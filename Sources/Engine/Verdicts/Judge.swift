internal import Bytes
public import Rules
internal import Synchronization
public import Wire

/// Judges expectations over a journal, as it is at one moment. Pure: the journal and the time are passed in.
///
/// Expectations may be judged on several threads. They share what patterns may take, so that only where that is used up it
/// makes a difference which comes first.
public struct Judge: Sendable {
    /// The scenario whose rules the expectations name, and the session's rules beside those.
    let scenario: CompiledScenario
    private let rules: RulesOfSession
    let journal: any JudgedJournal
    let entries: [JudgedEntry]
    let connections: [JudgedConnection]
    /// The time now, on the clock of the entries.
    let now: Nanoseconds
    /// Whether nothing more is to come, since nothing has come for as long as whoever asks wanted.
    let isSettled: Bool
    /// The first request of which it is not decided which rule answers it.
    private let undecided: Int?
    /// The first batch with more calls than the journal has.
    private let cutBatch: Int?
    let patterns = PatternAllowance()

    public init(
        _ scenario: CompiledScenario, beside rules: RulesOfSession = RulesOfSession(), _ journal: any JudgedJournal,
        at now: Nanoseconds, isSettled: Bool
    ) {
        self.scenario = scenario
        self.rules = rules
        self.journal = journal
        let entries = journal.entries
        self.entries = entries
        connections = journal.connections
        undecided = entries.firstIndex { $0.traits.contains(.undecided) }
        cutBatch = entries.firstIndex { $0.traits.contains(.cutBatch) }
        self.now = now
        self.isSettled = isSettled
    }

    public func verdict(_ expectations: [Expectation]) -> Verdict {
        verdict(of: expectations.map { item($0, among: expectations) })
    }

    /// The verdict of how all expectations came out.
    public func verdict(of items: [Verdict.Item], from: String? = nil) -> Verdict {
        var (unmatched, unmatchedCount, cutOff) = ([Verdict.Unmatched](), 0, [UInt64]())
        for index in entries.indices where !entries[index].traits.isDisjoint(with: [.unmatched, .cutOff]) {
            let traits = entries[index].traits
            if traits.contains(.cutOff), cutOff.count < Self.mostEntries { cutOff.append(entries[index].sequence) }
            guard traits.contains(.unmatched) else { continue }
            unmatchedCount += 1
            if unmatched.count < Self.mostUnmatched { unmatched.append(self.unmatched(index)) }
        }
        return Verdict(items, unmatched: unmatched, unmatchedCount: unmatchedCount, cutOff: cutOff, from: from)
    }

    /// Numbers of entries, in their order, each once.
    private func numbers(_ indices: [Int], _ kind: Expectation.Kind) -> [UInt64] {
        let isOfConnections = if case .failedConnections = kind { true } else { false }
        var numbers = indices.prefix(Self.mostEntries).map {
            isOfConnections ? connections[$0].sequence : entries[$0].sequence
        }
        if !zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) { numbers = Set(numbers).sorted() }
        return numbers
    }

    /// How many entries a verdict names for an expectation, and how many requests that no rule took.
    private static let mostEntries = 50
    private static let mostUnmatched = 20

    private func unmatched(_ index: Int) -> Verdict.Unmatched {
        let request = journal.request(index, readsBody: false)
        let (nearest, differences) = journal.nearMiss(index)
        return Verdict.Unmatched(
            entry: entries[index].sequence, method: request.text(request.method),
            target: request.ownTarget.text, nearest: nearest, differences: differences)
    }

    /// How one of some expectations comes out.
    public func item(_ expectation: Expectation, among all: [Expectation]) -> Verdict.Item {
        let isExercised =
            !entries.isEmpty || !connections.isEmpty || journal.evicted > 0 || all.contains { $0.asksForNone }
        return item(
            expectation, isExercised ? finding(expectation) : Finding(.lacking, "not exercised: no request came"))
    }

    private func item(_ expectation: Expectation, _ finding: Finding) -> Verdict.Item {
        let outcome: Verdict.Outcome =
            switch finding.standing {
            case .metForGood, .met: .passed
            case .lacking, .failedForGood: .failed
            case .open, .unknowable: .undecided
            }
        let isFinal =
            switch finding.standing {
            case .metForGood, .failedForGood: true
            // What comes may still fail it.
            case .met, .lacking, .unknowable: isSettled
            case .open: false
            }
        return Verdict.Item(
            expectation, outcome, isFinal: isFinal, reason: finding.reason,
            entries: numbers(finding.entries ?? [], expectation.kind))
    }

    private func finding(_ expectation: Expectation) -> Finding {
        switch expectation.kind {
        case .order(let rules):
            if let cut = cutBatchProblem { return cut }
            return allowingForUndecided(allowingForEvicted(order(rules)), nil, Group())
        case .judged(let scope, let judgements): return finding(scope, judgements)
        case .failedConnections(let failure, let count, let gaps):
            return Self.together(failedConnections(failure, count, gaps))
        }
    }

    /// If entries are missing that could change it, it is not known.
    func allowingForEvicted(_ finding: Finding) -> Finding {
        guard journal.evicted > 0 else { return finding }
        let were =
            journal.evicted == 1 ? "1 entry of the journal was" : "\(journal.evicted) entries of the journal were"
        return Finding(.unknowable, "\(were) dropped for room")
    }

    /// If a request has come whose body is awaited to tell which rule answers it, it may still be one of those before.
    private func allowingForUndecided(
        _ finding: Finding, _ judgement: Expectation.Judgement?, _ group: Group
    ) -> Finding {
        guard let undecided, finding.standing == .failedForGood || finding.standing == .metForGood,
            group.isClosed || judgement?.dependsOnOrder ?? true
        else { return finding }
        return Finding(.open, "\(name(undecided)) is still being read")
    }

    // MARK: The requests that it is about

    private func finding(_ scope: Expectation.Scope, _ judgements: [Expectation.Judgement]) -> Finding {
        let groups: [Group]
        switch self.groups(scope) {
        case .success(let found): groups = found
        case .failure(let problem): return problem.finding
        }
        return Self.together(judgements.map { finding($0, groups) })
    }

    /// What several findings come to: the worst is told, of several the first; of what is met, all.
    private static func together(_ findings: [Finding]) -> Finding {
        let worst = findings.map(\.standing).max() ?? .met
        guard worst <= .met else { return findings.first { $0.standing == worst } ?? Finding(.met, "") }
        return Finding(
            worst, findings.map(\.reason).joined(separator: "; "), on: findings.flatMap { $0.entries ?? [] })
    }

    /// What a judgement came to over all groups. A group with too little to compare is met by the others.
    private func finding(_ judgement: Expectation.Judgement, _ groups: [Group]) -> Finding {
        let findings = groups.map { group in
            var finding = judgeWithRivals(judgement, group)
            if finding.entries == nil {
                finding.entries = [group.event].compactMap(\.self) + group.members.prefix(Self.mostEntries)
            }
            let isKnown = judgement.isDecidedByWhatIsThere(finding.standing) && group.isOfKnownEntries
            if !isKnown { finding = allowingForEvicted(finding) }
            finding = allowingForUndecided(group.isClosed ? finding.closed : finding, judgement, group)
            if !group.name.isEmpty { finding.reason = "\(group.name): \(finding.reason)" }
            return finding
        }
        let compared = findings.filter { !$0.isVacuous }
        guard let worst = (compared.isEmpty ? findings : compared).max(by: { $0.standing < $1.standing }) else {
            return Finding(.met, "")
        }
        let more = findings.count { $0.standing == worst.standing } - 1
        guard more > 0, !worst.isVacuous else { return worst }
        var all = worst
        all.reason +=
            worst.standing <= .met ? " (and \(more) more \(more == 1 ? "value" : "values"))" : " (and \(more) more)"
        return all
    }

    /// Where it is not certain which exchange `after` means: what holds for each of them.
    private func judgeWithRivals(_ judgement: Expectation.Judgement, _ group: Group) -> Finding {
        var finding = judge(judgement, group)
        for rival in group.rivals {
            let other = judge(judgement, rival)
            if let agreed = finding.agreed(with: other) {
                finding = agreed
            } else if let one = group.event ?? rival.event, let another = rival.event {
                return Finding(
                    .unknowable,
                    "whether \(name(one)) or \(name(another)) came first is not known as exactly as the clock tells (\(Self.text(age(one, another))))"
                )
            }
        }
        return finding
    }

    struct ScopeProblem: Error { let finding: Finding }

    /// The requests of a scope, divided by the value of `countBy`. One group if there is none.
    private func groups(_ scope: Expectation.Scope) -> Result<[Group], ScopeProblem> {
        let members: [Int]
        switch self.members(scope.subject) {
        case .success(let found): members = found
        case .failure(let problem): return .failure(problem)
        }
        let weights = weights(members, scope.subject)
        let counted = countBy(scope)
        if let counted, !counted.followsFromRequest {
            return .failure(
                ScopeProblem(
                    finding: Finding(
                        .unknowable, "the rule's \"countBy\" reads what the journal does not tell, such as variables")))
        }
        var groups: [Group] = []
        do throws(ScopeProblem) {
            guard let counted else {
                return .success([try narrowed(Group(members, weights: weights), scope, nil)])
            }
            var places: [[UInt8]: Int] = [:]
            for index in members {
                let key = try key(counted, index)
                if let place = places[key] {
                    groups[place].members.append(index)
                } else {
                    places[key] = groups.count
                    groups.append(Group([index], key: key, isSecret: counted.readsSecrets, weights: weights))
                }
            }
            if groups.isEmpty { return .success([try narrowed(Group(), scope, nil)]) }
            let events = try scope.after.map { (after) throws(ScopeProblem) in try firstEvents(after, counted) }
            for place in groups.indices { groups[place] = try narrowed(groups[place], scope, events) }
        } catch {
            return .failure(error)
        }
        return .success(groups)
    }

    func key(_ countBy: TextTemplate, _ index: Int) throws(ScopeProblem) -> [UInt8] {
        if countBy.readsBody {
            if entries[index].isBatch {
                throw ScopeProblem(
                    finding: Finding(
                        .unknowable, "\(name(index)) is a batch, of whose calls the journal has no value of \"countBy\""
                    ))
            }
            guard journal.body(index).isWhole else { throw ScopeProblem(finding: partOfBody(index)) }
        }
        return countBy.bytes(for: RequestContent(journal.request(index, readsBody: countBy.readsBody)))
    }

    /// How many calls of each batch the rule took.
    private func weights(_ members: [Int], _ subject: Expectation.Subject) -> [Int: Int] {
        guard case .rule(let number) = subject else { return [:] }
        var weights: [Int: Int] = [:]
        for index in members where entries[index].isBatch {
            weights[index] = journal.calls(index).count { $0.rule == number }
        }
        return weights
    }

    private func countBy(_ scope: Expectation.Scope) -> TextTemplate? {
        if let own = scope.countBy { return own }
        guard case .rule(let number) = scope.subject else { return nil }
        return rule(number)?.countBy
    }

    private func members(_ subject: Expectation.Subject) -> Result<[Int], ScopeProblem> {
        switch subject {
        case .rule(let number):
            if let cut = cutBatchProblem { return .failure(ScopeProblem(finding: cut)) }
            var members: [Int] = []
            members.reserveCapacity(entries.count)
            for index in entries.indices where isOf(number, index) { members.append(index) }
            return .success(members)
        case .unmatched: return .success(entries.indices.filter { entries[$0].traits.contains(.unmatched) })
        case .match(let match):
            var members: [Int] = []
            for index in entries.indices {
                switch takes(match, index) {
                case .success(true): members.append(index)
                case .success(false): break
                case .failure(let unknown): return .failure(ScopeProblem(finding: unknown.finding))
                }
            }
            return .success(members)
        }
    }

    /// Set if any batch has calls that are not known, which may be of any rule.
    var cutBatchProblem: Finding? {
        cutBatch.map { Finding(.unknowable, "\(name($0)) is a batch with more calls than the journal has") }
    }

    /// Whether the rule answered a request, or a call of it.
    func isOf(_ rule: Int32, _ index: Int) -> Bool {
        entries[index].isBatch ? journal.calls(index).contains { $0.rule == rule } : entries[index].rule == rule
    }

    /// Whether a match takes the request, or what the journal lacks to tell.
    func takes(_ match: MatchProgram, _ index: Int) -> Result<Bool, Unknown> {
        guard var budget = patterns.budget else {
            return .failure(Unknown(finding: Finding(.unknowable, "patterns of \"match\" took too many steps")))
        }
        let isKnown = !match.readsBody(scenario.dialect) || journal.body(index).isWhole
        let request = journal.request(index, readsBody: match.readsBody || scenario.hasSystem)
        let holds = match.takes(request, scenario.dialect, &budget)
        // Without all of the body it may be that only this differs.
        if !isKnown, holds || match.mayTake(request, &budget) {
            return .failure(Unknown(finding: partOfBody(index)))
        }
        if budget.isUsedUp {
            patterns.wasUsedUp()
            return .failure(
                Unknown(finding: Finding(.unknowable, "a pattern took too many steps on \(name(index))")))
        }
        return .success(holds)
    }

    struct Unknown: Error { let finding: Finding }

    private func partOfBody(_ index: Int) -> Finding {
        Finding(.unknowable, "the journal has only a part of the body of \(name(index))")
    }

    // MARK: Words

    /// What timers, schedulers and the network may make of a time.
    static let tolerance: Nanoseconds = 1_000_000

    func ruleName(_ number: Int32) -> String {
        if number == EngineAnswer.otherwise { return "\"otherwise\"" }
        let place = Int(number) - scenario.rules.count
        let name = place < 0 ? scenario.rule(numbered: number)?.name : rules.names[place]
        return "rule \"\(name ?? "")\""
    }

    /// Nil for one that was taken away.
    private func rule(_ number: Int32) -> CompiledRule? {
        let place = Int(number) - scenario.rules.count
        guard place >= 0 else { return scenario.rule(numbered: number) }
        return place < rules.added.count ? rules.added[place] : nil
    }

    /// An entry by its number in the journal.
    func name(_ index: Int) -> String { "entry \(entries[index].sequence)" }

    func names(_ indices: some Collection<Int>) -> String {
        let shown = indices.prefix(5).map { "\(entries[$0].sequence)" }
        let list = shown.joined(separator: ", ") + (indices.count > 5 ? ", …" : "")
        return indices.count == 1 ? "entry \(list)" : "entries \(list)"
    }

    static func requests(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }
}

/// Requests that are judged together.
struct Group {
    /// Indices of entries, in the order in which they arrived.
    var members: [Int]
    /// The value of `countBy`.
    let key: [UInt8]?
    /// Whether that is not to be shown.
    let isSecret: Bool
    /// How many calls each batch has that are addressed, by index. Other requests count once.
    let weights: [Int: Int]
    /// The exchange that `after` counts from.
    var event: Int?
    /// The same group after the other exchanges that `after` may mean.
    var rivals: [Group] = []
    /// Whether it would have these requests even if entries are missing that came before: a hit has a number, and the first
    /// request has none.
    var isOfKnownEntries = true
    /// Whether no more can come into it.
    var isClosed = false
    /// Set if that exchange is not there.
    var missing: Finding?

    init(_ members: [Int] = [], key: [UInt8]? = nil, isSecret: Bool = false, weights: [Int: Int] = [:]) {
        self.members = members
        self.key = key
        self.isSecret = isSecret
        self.weights = weights
    }

    var name: String {
        guard let key else { return "" }
        // What is said of a client lands in the logs of CI.
        guard !isSecret else { return "one value" }
        return key.count > 60 ? "\"\(key.prefix(60).text)…\"" : "\"\(key.text)\""
    }
}

/// The steps that patterns may take in a verdict. Each request has those that a request has anyway, but after some that
/// needed all of them, no more is tried.
final class PatternAllowance: Sendable {
    private let left = Mutex(20)

    /// Nil if there is nothing left.
    var budget: MatchBudget? { left.withLock { $0 } > 0 ? MatchBudget() : nil }

    func wasUsedUp() { left.withLock { $0 -= 1 } }
}

extension Expectation {
    /// Whether it is met by no request, or no connection, at all.
    var asksForNone: Bool {
        if case .failedConnections(_, let count?, _) = kind { return count.atMost == 0 }
        guard case .judged(let scope, let judgements) = kind, scope.after == nil else { return false }
        return judgements.contains { judgement in
            if case .requests(let bounds, _) = judgement { bounds.atMost == 0 } else { false }
        }
    }
}

extension Expectation.Judgement {
    /// Whether it compares a request with the one before.
    fileprivate var dependsOnOrder: Bool {
        switch self {
        case .gap, .backoff, .honours, .newConnection: true
        case .requests, .connections, .atOnce, .every, .same, .distinct, .gaveUp: false
        }
    }

    /// Whether entries that are missing would change nothing: whatever they were, there would only be more of what was too
    /// many, or enough, or wrong by itself.
    fileprivate func isDecidedByWhatIsThere(_ standing: Finding.Standing) -> Bool {
        switch (self, standing) {
        case (.requests(_, nil), .failedForGood), (.connections, .failedForGood), (.atOnce, .failedForGood),
            (.every, .failedForGood), (.same, .failedForGood), (.distinct, .failedForGood), (.gaveUp, .failedForGood),
            (.requests(_, nil), .metForGood), (.connections, .metForGood), (.atOnce, .metForGood):
            true
        default: false
        }
    }
}
