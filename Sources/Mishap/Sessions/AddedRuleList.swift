internal import Engine
internal import Rules

/// The rules that were added to a session by the control API, above those of its scenario.
struct AddedRuleList: Sendable {
    /// The latest first.
    private(set) var rules: [AddedRule] = []
    /// The last number of a rule that was added without a name.
    private(set) var lastUnnamed = 0
    private var lastSerial = 0
    /// Names of rules that were taken away.
    private var removed: Set<String> = []

    /// The most at once.
    static let most = 1_000
    /// Names of removed rules that are remembered; of more, one that is asked for again is unknown.
    private static let mostRemoved = 10_000

    /// The same rules without hits.
    var fresh: AddedRuleList {
        var list = self
        list.rules = rules.enumerated().map { AddedRule($1.rule, serial: $0 + 1) }
        list.lastSerial = rules.count
        return list
    }

    /// Without the rules, whose names stay known.
    var withoutRules: AddedRuleList {
        var list = self
        for rule in rules { list.remove(rule.rule.name) }
        list.lastUnnamed = 0
        return list
    }

    /// Puts rules above all others, in their order. Their names must not be taken.
    mutating func add(_ new: [CompiledRule], lastUnnamed: Int) {
        self.lastUnnamed = max(self.lastUnnamed, lastUnnamed)
        rules = new.enumerated().map { AddedRule($1, serial: lastSerial + $0 + 1) } + rules
        lastSerial += new.count
        for rule in new { removed.remove(rule.name) }
    }

    func contains(_ name: String) -> Bool { rules.contains { $0.rule.name == name } }

    /// Whether a rule of that name was taken away before.
    func wasRemoved(_ name: String) -> Bool { removed.contains(name) }

    /// As expectations can be about them.
    var forExpectations: RulesOfSession { RulesOfSession(added: rules.map(\.rule), removed: removed.sorted()) }

    mutating func remove(_ name: String) {
        rules.removeAll { $0.rule.name == name }
        if removed.count < Self.mostRemoved { removed.insert(name) }
    }
}
