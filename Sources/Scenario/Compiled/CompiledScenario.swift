internal import Bytes
public import Catalogue
public import Wire

/// A scenario made ready to run. Immutable: sessions of it share it and keep what changes to themselves.
public final class CompiledScenario: Sendable {
    public let name: String
    /// The file it came from, as diagnostics call it.
    public let file: String
    public let description: String?
    public let seed: Int64
    /// As the scenario's settings make it.
    public let dialect: any Dialect
    public let rules: [CompiledRule]
    /// What takes the requests that no rule takes, as a rule of one step. Its hits are counted behind
    /// those of the rules.
    public let otherwise: CompiledRule?
    /// Whether requests are put apart into calls by a system.
    public let hasSystem: Bool
    public let variables: [CompiledVariable]
    /// Whether the clock of a session moves only when it is told to.
    public let hasManualClock: Bool
    /// Whether pages of other origins may read what it answers.
    public let hasCORS: Bool
    /// What it expects of clients, in the order of the file.
    public let expectations: [Expectation]
    /// Whether sessions of it have more state than hit counts, for which they need a lock.
    public let needsLock: Bool
    /// Whether its requests are no calls, and no rule looks inside of them: many are then answered in a straight line.
    public let isStatic: Bool
    /// Whether any rule looks at bodies.
    public let hasBodyRules: Bool
    /// Whether any rule asks for what a `RequestContent` knows.
    private let readsContent: Bool
    /// Whether the system answers from what a session remembers.
    public let hasState: Bool
    private let index: RuleIndex
    /// The field of calls by which the index tells rules apart; nil where there are too few of them.
    private let indexedField: Int?
    private let numbers: ByteTable<Int>

    init(
        name: String, file: String = "", description: String? = nil, seed: Int64 = 0,
        dialect: any Dialect = PlainHTTP(), rules: [CompiledRule], otherwise: CompiledRule? = nil,
        variables: [CompiledVariable] = [], hasManualClock: Bool = false, hasCORS: Bool = false,
        expectations: [Expectation] = []
    ) {
        self.name = name
        self.file = file
        self.description = description
        self.seed = seed
        self.dialect = dialect
        self.rules = rules
        self.otherwise = otherwise
        hasSystem = dialect.isSystem
        self.variables = variables
        self.hasManualClock = hasManualClock
        self.hasCORS = hasCORS
        self.expectations = expectations
        hasState = dialect.state != nil
        needsLock = hasState || !variables.isEmpty || rules.contains { $0.keepsProgress }
        hasBodyRules = rules.contains { $0.needsBody } || otherwise?.needsBody == true
        readsContent = rules.contains { $0.readsContent }
        isStatic = !hasSystem && !needsLock && !hasBodyRules && !readsContent
        let indexedField = dialect.indexedField
        index = RuleIndex(rules.map { $0.match.indexEntry(indexedField) }) { rules[Int($0)].match }
        self.indexedField = index.calls.isEmpty ? nil : indexedField
        var numbers = ByteTable<Int>()
        for (number, rule) in rules.enumerated() { numbers.insert(rule.name.utf8, number) }
        self.numbers = numbers
    }

    /// What the rules look at inside of a request; nil where none does.
    public func content(of request: Request) -> RequestContent? {
        readsContent ? RequestContent(request) : nil
    }

    /// Goes through the rules that match, in order, until `visit` returns true. While the request's body is
    /// not complete, rules that look at it are taken to match wherever they may.
    ///
    /// `call` is nil where there are no calls, or where the system could not read them. `content` is that of
    /// the call.
    public func visitMatches(
        _ request: Request, _ call: Call?, _ content: RequestContent?, _ budget: inout MatchBudget,
        _ visit: (Int, CompiledRule, inout MatchBudget) -> Bool
    ) {
        let path = RequestPath(request)
        let methodBit = MethodSet.bit(request)
        let value = indexedField.flatMap { call?.fields[$0] }
        var candidates = RuleCandidates(index, path, value)
        let isWhole = call?.isWhole ?? false
        while let number = candidates.next({ $0.find(request, path, content) }) {
            let rule = rules[number]
            if isWhole, !rule.match.takesBatch { continue }
            if rule.takes(request, number, methodBit: methodBit, path, call, content, &budget),
                visit(number, rule, &budget)
            {
                return
            }
        }
    }

    /// The numbers of the first rules that the request's path can concern, in order.
    public func candidates(_ request: Request) -> [Int] { RuleCandidates.ofPath(index, RequestPath(request)) }

    /// The number of the rule with this name.
    public func rule(named name: String) -> Int? { numbers.find(Array(name.utf8)) }

    /// Hit counts that a session of it needs: one for each rule, and one for `otherwise`.
    public var counterCount: Int { rules.count + 1 }

    /// The rule of that number; -1 is `otherwise`.
    public func rule(numbered number: Int32) -> CompiledRule? {
        if number == -1 { return otherwise }
        return rules.indices.contains(Int(number)) ? rules[Int(number)] : nil
    }

    /// The step of a request that was over its rule's rate limit.
    public static let overRateStep: Int32 = -2

    /// The name of the failure that a step is, or that its choice is; nil for a reply.
    public func failureName(rule: Int32, step: Int32, choice: Int32 = -1) -> String? {
        if step == Self.overRateStep, let then = self.rule(numbered: rule)?.limit?.then {
            return failureName(then, 0, choice)
        }
        return self.rule(numbered: rule).flatMap { failureName($0, step, choice) }
    }

    private func failureName(_ rule: CompiledRule, _ step: Int32, _ choice: Int32) -> String? {
        guard rule.steps.indices.contains(Int(step)) else { return nil }
        switch rule.steps[Int(step)].act {
        case .answer(let answer): return answer.failure
        case .choose(let items):
            guard items.items.indices.contains(Int(choice)),
                case .answer(let answer) = items.items[Int(choice)].act
            else { return nil }
            return answer.failure
        case .pass: return nil
        }
    }
}

extension CompiledScenario {
    /// One without rules.
    public static func empty(_ name: String) -> CompiledScenario { CompiledScenario(name: name, rules: []) }
}
