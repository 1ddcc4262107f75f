internal import Engine
internal import Rules
internal import Synchronization

/// What was added to a session by the control API, beside its scenario: rules above and below those of the scenario, answers
/// that wait in a queue, and expectations.
struct AdditionList: Sendable {
    /// Rules above those of the scenario, the latest first.
    private var above: [AddedRule] = []
    /// Rules below those of the scenario, the latest last.
    private var below: [AddedRule] = []
    /// Rules below those, each with the answers of one call, which it gives once.
    private var queue: [AddedRule] = []
    private var hasHadQueue = false
    private var expectations: [AddedExpectations] = []
    /// Number of the last change, among those of all sessions.
    private(set) var version: UInt64 = 0
    private static let versions = Atomic<UInt64>(0)
    /// The last number of a rule that was added without a name.
    private(set) var lastUnnamed = 0
    private var lastSerial = 0
    /// Names of rules that were taken away.
    private var removed: Set<String> = []

    /// The most rules at once; as many answers may wait, and as many expectations may be added.
    static let most = 1_000
    /// Names of removed rules that are remembered; of more, one that is asked for again is unknown.
    private static let mostRemoved = 10_000

    mutating func wasChanged() { version = Self.versions.add(1, ordering: .relaxed).newValue }

    // MARK: Rules

    /// Those above the scenario's first.
    var rules: [AddedRule] { above + below }

    /// With those of the scenario, in the order in which requests pass them.
    func all(with scenario: CompiledScenario) -> [CompiledRule] {
        above.map(\.rule) + scenario.rules + below.map(\.rule)
    }

    /// Those above one of them.
    func above(_ name: String, with scenario: CompiledScenario) -> [CompiledRule] {
        Array(all(with: scenario).prefix { $0.name != name })
    }

    private func rule(_ name: String) -> AddedRule? { rules.first { $0.rule.name == name } }

    func contains(_ name: String) -> Bool { rule(name) != nil }

    /// Whether a rule of that name was taken away before.
    func wasRemoved(_ name: String) -> Bool { removed.contains(name) }

    /// Puts rules above all others, or below them, in their order. Their names must not be taken.
    mutating func add(_ new: [CompiledRule], atEnd: Bool, lastUnnamed: Int) {
        self.lastUnnamed = max(self.lastUnnamed, lastUnnamed)
        let added = new.map { AddedRule($0, serial: nextSerial()) }
        if atEnd { below += added } else { above = added + above }
        for rule in new { removed.remove(rule.name) }
    }

    /// Puts a rule in the place of the one of its name, whose hits it goes on with.
    mutating func replace(by new: CompiledRule) {
        guard let old = rule(new.name) else { return }
        let rule = AddedRule(new, replacing: old, serial: nextSerial())
        above = above.map { $0 === old ? rule : $0 }
        below = below.map { $0 === old ? rule : $0 }
    }

    mutating func remove(_ name: String) {
        above.removeAll { $0.rule.name == name }
        below.removeAll { $0.rule.name == name }
        if removed.count < Self.mostRemoved { removed.insert(name) }
    }

    private mutating func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    // MARK: The queue

    /// How many answers wait for a request.
    var queued: UInt64 { queue.reduce(0) { $0 + ($1.hitsLeft ?? 0) } }

    /// The hits that the rules of the queue have or will have.
    private(set) var queueHits: UInt64 = 0

    /// Adds answers behind those that wait, if they are not too many then. The rule's hits are behind `queueHits`.
    mutating func enqueue(_ rule: CompiledRule) -> Bool {
        queue.removeAll { $0.hitsLeft == 0 }
        let waiting = queue.reduce(0) { $0 + min($1.rule.steps.count, Int(clamping: $1.hitsLeft ?? 0)) }
        guard waiting + rule.steps.count <= Self.most else { return false }
        queueHits = rule.lastHit ?? queueHits
        queue.append(AddedRule(rule, serial: nextSerial()))
        hasHadQueue = true
        return true
    }

    // MARK: Expectations

    /// As expectations can be about the rules.
    var forExpectations: RulesOfSession {
        RulesOfSession(
            added: rules.map(\.rule), removed: removed.sorted() + (hasHadQueue ? [CompiledRule.queueName] : []))
    }

    /// Whether there are as many expectations as may be added, with that many more.
    func hasRoom(for count: Int) -> Bool { expectations.reduce(count) { $0 + $1.all.count } <= Self.most }

    /// `rules`: those that they were read with.
    mutating func add(_ expectations: [Expectation], beside rules: RulesOfSession, behind count: Int) {
        var names: [Int32: String] = [:]
        for expectation in expectations {
            _ = expectation.renumbered { number in
                if Int(number) >= count { names[number] = rules.names[Int(number) - count] }
                return number
            }
        }
        self.expectations.append(AddedExpectations(all: expectations, names: names))
    }

    var areExpectations: Bool { !expectations.isEmpty }

    /// Those that were added to a session of a scenario with that many rules, and the rules that they are about beside those.
    func addedExpectations(behind count: Int) -> (all: [Expectation], rules: RulesOfSession) {
        guard areExpectations else { return ([], RulesOfSession()) }
        let wanted = Set(expectations.flatMap(\.names.values))
        guard !wanted.isEmpty else { return (expectations.flatMap(\.all), RulesOfSession()) }
        let known = rules.filter { wanted.contains($0.rule.name) }.map(\.rule)
        let there = Set(known.map(\.name))
        let rules = RulesOfSession(added: known, removed: wanted.subtracting(there).sorted())
        let places = Dictionary(uniqueKeysWithValues: zip(rules.names, count...))
        let all = expectations.flatMap { added in
            added.all.map {
                $0.renumbered { number in added.names[number].flatMap { places[$0] }.map { Int32($0) } ?? number }
            }
        }
        return (all, rules)
    }

    // MARK: All of it

    /// For a session that begins anew: rules have no hits, and nothing waits.
    var fresh: AdditionList {
        var list = self
        list.lastSerial = 0
        list.above = above.map { AddedRule($0.rule, serial: list.nextSerial()) }
        list.below = below.map { AddedRule($0.rule, serial: list.nextSerial()) }
        (list.queue, list.hasHadQueue, list.queueHits) = ([], false, 0)
        return list
    }

    /// For a session that begins anew without its rules.
    var onlyExpectations: AdditionList {
        var list = AdditionList()
        (list.expectations, list.version) = (expectations, version)
        return list
    }

    /// For another scenario: of the rules the names stay known.
    var forOtherScenario: AdditionList {
        var list = self
        for rule in rules { list.remove(rule.rule.name) }
        (list.queue, list.queueHits, list.expectations, list.lastUnnamed) = ([], 0, [], 0)
        return list
    }

    /// What the session's state has of it, with the bodies that expectations read: `expected`, which the session began with,
    /// and those that were added. Nil if it is all of the scenario.
    func ofState(_ scenario: CompiledScenario, expecting expected: [Expectation]) -> SessionAdditions? {
        guard !expected.isEmpty || areExpectations || !rules.isEmpty || !queue.isEmpty else { return nil }
        let added = addedExpectations(behind: scenario.rules.count)
        let own = expected + added.all
        return SessionAdditions(
            above: above, below: below + queue,
            judgedBodies: own.isEmpty
                ? scenario.judgedBodies
                : JudgedBodies(
                    scenario.expectations + own, scenario.rules + added.rules.added, scenario.otherwise,
                    scenario.dialect, ownCount: scenario.rules.count))
    }
}

/// Expectations of one call, with the names of the rules beside those of the scenario that they are about, by the numbers that
/// these had then.
private struct AddedExpectations: Sendable {
    let all: [Expectation]
    let names: [Int32: String]
}
