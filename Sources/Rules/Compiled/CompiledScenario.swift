internal import Bytes
public import Catalogue
public import Wire

/// A compiled scenario. Immutable: its sessions share it and keep their own state.
public final class CompiledScenario: Sendable {
    /// Compared as an object.
    public final class Identity: Sendable {}

    public let name: String
    /// Tells it from all others, for those that outlive it and do not keep it.
    public let identity = Identity()
    /// Path of the file, as in diagnostics.
    public let file: String
    public let description: String?
    public let seed: Int64
    /// Configured with the settings of the scenario.
    public let dialect: any Dialect
    /// Whether it has settings of the system.
    public let hasSettings: Bool
    public let rules: [CompiledRule]
    /// Takes the requests that no rule takes, as a rule of one step. Its hit count comes after those of the rules.
    public let otherwise: CompiledRule?
    /// Whether a system parses requests into calls.
    public let hasSystem: Bool
    public let variables: [CompiledVariable]
    /// Whether the clock of a session moves only when it is told to (`"clock": "manual"`).
    public let hasManualClock: Bool
    /// Whether answers allow pages of other origins to read them (CORS).
    public let hasCORS: Bool
    /// What becomes of connections behind answers whose step does not say; nil where the scenario does not say it either.
    public let keepAlive: KeepAlive?
    /// Whether it, or a step of it, says what becomes of connections.
    public let hasKeepAlive: Bool
    /// What becomes of the connections to a port of its own; without any it needs none.
    public let connections: [ConnectionEntry]
    /// Whether a rule may answer CORS preflights, since its match names the method OPTIONS.
    public let hasPreflightRules: Bool
    /// In the order of the file.
    public let expectations: [Expectation]
    /// The requests whose bodies those read; nil if they read none.
    public let judgedBodies: JudgedBodies?
    /// Whether sessions have more state than hit counts, which needs a lock.
    public let needsLock: Bool
    /// Whether there are no calls, no state but hits, and no rule that reads bodies or the content of requests: most requests
    /// are then answered by `Engine.decideDirectly`.
    public let isDirect: Bool
    /// Whether any step waits for variables. Such requests are decided in steps, since their answers are made afterwards.
    public let hasWaits: Bool
    /// Whether a rule that passes requests on may spoil an answer whose body is encoded.
    private let spoilsCoded: Bool
    /// Whether bodies of answers may be encoded for each request.
    public let encodesBodies: Bool
    /// Whether requests are decided in steps, since answers may wait, or be made on another thread.
    public let decidesInSteps: Bool
    /// Whether any rule, or `otherwise`, reads bodies.
    public let hasBodyRules: Bool
    /// Whether an answer may come in the middle of an upload, or deny a 100 (Continue): whether a request is decided at its
    /// head makes a difference.
    public let strikesUploads: Bool
    /// Bodies of at most this many bytes are parsed and compared with all rules in a moment. Without a limit if nothing
    /// reads bodies.
    public let smallBody: Int
    /// Whether a request may be a batch of calls.
    public let hasBatches: Bool
    /// The largest body that all rules compare in a moment.
    public let mostCompared: Int
    /// Whether any rule has a pattern for a body, or for a part of it.
    public let hasBodyPatterns: Bool
    /// Whether so many rules have patterns that comparing all of them may take longer than a moment.
    public let hasManyPatterns: Bool
    /// Whether any rule has conditions, which are judged on a `RequestContent`.
    private let readsContent: Bool
    /// Whether the system answers from state that a session keeps.
    public let hasState: Bool
    /// The rules that are found by what an expression says of their path.
    private let expressionRules: [Int]
    private let index: RuleIndex
    /// Whether the index finds each rule by its literal path, and divides those of one path no further.
    public let isByPath: Bool
    /// Field of the system's calls that the index tells rules apart by; nil if there are too few such rules.
    private let indexedField: Int?
    private let numbers: ByteTable<Int>

    public init(
        name: String, file: String = "", description: String? = nil, seed: Int64 = 0,
        dialect: any Dialect = PlainHTTP(), hasSettings: Bool = false, rules: [CompiledRule],
        otherwise: CompiledRule? = nil, variables: [CompiledVariable] = [], hasManualClock: Bool = false,
        hasCORS: Bool = false, keepAlive: KeepAlive? = nil, connections: [ConnectionEntry] = [],
        expectations: [Expectation] = []
    ) {
        self.name = name
        self.file = file
        self.description = description
        self.seed = seed
        self.dialect = dialect
        self.hasSettings = hasSettings
        self.rules = rules
        self.otherwise = otherwise
        hasSystem = dialect.isSystem
        self.variables = variables
        self.hasManualClock = hasManualClock
        self.hasCORS = hasCORS
        self.keepAlive = keepAlive
        self.connections = connections
        hasPreflightRules = hasCORS && rules.contains { $0.answersPreflights }
        self.expectations = expectations
        judgedBodies = JudgedBodies(expectations, rules, otherwise, dialect)
        hasState = dialect.state != nil
        needsLock = hasState || !variables.isEmpty || rules.contains { $0.keepsProgress }
        hasWaits = rules.contains { $0.waits } || otherwise?.waits == true
        let all = rules + (otherwise.map { [$0] } ?? [])
        hasKeepAlive = keepAlive != nil || all.contains { $0.allSteps.contains { $0.hasKeepAlive } }
        spoilsCoded = all.contains { $0.encodesBody } && rules.contains { $0.spoilsAnswersBelow }
        hasBodyRules = spoilsCoded || all.contains { $0.needsBody }
        strikesUploads = all.contains { $0.strikesUploads }
        encodesBodies = spoilsCoded || all.contains { $0.encodesPerRequest }
        decidesInSteps = hasWaits || encodesBodies
        readsContent = rules.contains { $0.readsContent }
        mostCompared = BodyLimits.compared / max(1, rules.count { $0.matchReadsBody })
        hasBatches = dialect.batchField != nil
        let smallest = hasBatches ? BodyLimits.smallBatch : BodyLimits.small
        smallBody = hasSystem || hasBodyRules ? min(smallest, mostCompared) : .max
        hasBodyPatterns = rules.contains { $0.hasBodyPattern }
        hasManyPatterns = rules.count { $0.hasPattern } >= Self.manyPatterns
        expressionRules = rules.indices.filter {
            if case .template? = rules[$0].match.indexPath { true } else { false }
        }
        isDirect = !hasSystem && !needsLock && !hasBodyRules && !readsContent
        let indexedField = dialect.indexedField
        index = RuleIndex(rules.map { $0.match.indexEntry(indexedField) }) { rules[Int($0)].match }
        self.indexedField = index.calls.isEmpty ? nil : indexedField
        isByPath = index.isByPath && expressionRules.isEmpty
        var numbers = ByteTable<Int>()
        for (number, rule) in rules.enumerated() { numbers.insert(rule.name.utf8, number) }
        self.numbers = numbers
    }

    /// A pattern takes about a microsecond at least.
    private static let manyPatterns = 500

    /// Parsed content of a request for the rules that read it; nil if no rule does.
    public func content(of request: Request) -> RequestContent? {
        readsContent ? RequestContent(request) : nil
    }

    /// Calls `visit` for the rules that match, in order, until it returns true. While the body of the request is
    /// incomplete, a rule that reads it counts as matching if it may match.
    ///
    /// `call` is nil if there are no calls, or if the system could not parse them. `content` is that of the call.
    public func visitMatches(
        _ request: Request, _ call: Call?, _ content: RequestContent?, _ budget: inout MatchBudget,
        _ visit: (Int, CompiledRule, inout MatchBudget) -> Bool
    ) {
        let path = RequestPath(request)
        let methodBit = MethodSet.bit(request)
        let value = indexedField.flatMap { call?.fields[$0] }
        var candidates = RuleCandidates(index, path, value)
        let isWhole = call?.isWhole ?? false
        // An expression sees the decoded path, and the index its segments, which are others where one has a slash.
        if !expressionRules.isEmpty, path.hasEncodedSlash {
            var others = expressionRules[...]
            let next = { candidates.next { $0.find(request, path, content) } }
            var first = next()
            while let number = others.first.map({ min($0, first ?? $0) }) ?? first {
                if others.first == number { others.removeFirst() }
                if first == number { first = next() }
                let rule = rules[number]
                if isWhole, !rule.match.takesBatch { continue }
                if rule.takes(request, number, methodBit: methodBit, path, call, content, &budget),
                    visit(number, rule, &budget)
                {
                    return
                }
            }
            return
        }
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

    /// As `visitMatches`, where `isByPath`: the first rule that matches.
    public func firstByPath(_ request: Request, _ budget: inout MatchBudget) -> Int? {
        let path = RequestPath(request)
        guard let bucket = index.literals.find(path.storage, path.range)?.bucket else { return nil }
        let methodBit = MethodSet.bit(request)
        for place in Int(bucket.start)..<Int(bucket.start + bucket.count) {
            let number = Int(index.order[place])
            if rules[number].takes(request, number, methodBit: methodBit, path, nil, nil, &budget) { return number }
        }
        return nil
    }

    /// Numbers of the first rules for the request's path, in order; at most `RuleBucket.candidateLimit`.
    public func candidates(_ request: Request) -> [Int] { RuleCandidates.ofPath(index, RequestPath(request)) }

    /// Number of the rule with this name.
    public func rule(named name: String) -> Int? { numbers.find(Array(name.utf8)) }

    /// Number of hit counts that a session needs: one for each rule, one for `otherwise`, and one for what the system
    /// hands out by itself.
    public var counterCount: Int { rules.count + 2 }

    /// Whether a request that the rule takes is decided when its body is complete.
    public func waitsForBody(_ rule: CompiledRule) -> Bool {
        rule.needsBody || spoilsCoded && rule.encodesBody
    }

    /// The rule with this number; -1 is `otherwise`.
    public func rule(numbered number: Int32) -> CompiledRule? {
        if number == -1 { return otherwise }
        return rules.indices.contains(Int(number)) ? rules[Int(number)] : nil
    }

    /// Step number in the journal for a request over the rate limit of its rule.
    public static let overRateStep: Int32 = -2
    /// The same for a request for which too many answers of its rule were on their way.
    public static let crowdedStep: Int32 = -3

    /// Whether it is the number of a `then`, whose requests are no hits.
    public static func isBeyondLimit(step: Int32) -> Bool { step == overRateStep || step == crowdedStep }

    /// Name of the failure of a step, or of an item of its `choose`; nil for a reply.
    public func failureName(rule: Int32, step: Int32, choice: Int32 = -1) -> String? {
        return self.rule(numbered: rule).flatMap { $0.failureName(step: step, choice: choice) }
    }
}

extension CompiledScenario {
    /// Names of the failures that its answers are, and that it spoils answers by.
    public var failureNames: Set<String> {
        Set((rules + (otherwise.map { [$0] } ?? [])).flatMap { $0.allSteps.flatMap(\.failureNames) })
            .union(connections.compactMap(\.failure))
    }
}

extension CompiledScenario {
    /// Whether connections, or bodies of requests, are not read as they come.
    public var holdsBackReading: Bool {
        strikesUploads
            || connections.contains { entry in
                if case .connection(let plan, _, _) = entry { plan.readPace != nil } else { false }
            }
    }

    /// What becomes of the connection behind an answer, as its step says; nil if that says nothing. The numbers are those of
    /// `EngineAnswer`.
    public func keepAlive(rule: Int32, step: Int32, choice: Int32) -> KeepAlive? {
        self.rule(numbered: rule)?.step(numbered: step, choice: choice)?.keepAlive
    }
}

extension CompiledRule {
    /// The step, or the item of its `choose`, that answered: as `failureName` knows it.
    private func answering(step: Int32) -> CompiledStep? {
        switch step {
        case CompiledScenario.overRateStep: limit?.then.steps.first
        case CompiledScenario.crowdedStep: atOnce?.then.steps.first
        default: steps.indices.contains(Int(step)) ? steps[Int(step)] : nil
        }
    }

    fileprivate func step(numbered number: Int32, choice: Int32) -> CompiledStep? {
        answering(step: number)?.answering(choice: choice)
    }

    /// Name of the failure of a step, or of an item of its `choose`; nil for a reply. `step` may be
    /// `CompiledScenario.overRateStep` or `crowdedStep`.
    public func failureName(step: Int32, choice: Int32 = -1) -> String? {
        answering(step: step)?.failureName(choice: choice)
    }

    /// Whether it passes requests on with a pace, a cut or a spoiler for the answers below, or only those over its limits.
    public var changesAnswersBelow: Bool {
        limit?.then.mayPass == true || atOnce?.then.mayPass == true || steps.contains { $0.changesAnswersBelow }
    }
}

extension CompiledScenario {
    /// The scenario with more rules above and below its own; the numbers of those above come first. Its expectations, which
    /// know rules by the scenario's own numbers, are not with it.
    public func adding(above: [CompiledRule], below: [CompiledRule] = []) -> CompiledScenario {
        CompiledScenario(
            name: name, file: file, description: description, seed: seed, dialect: dialect,
            hasSettings: hasSettings, rules: above + rules + below, otherwise: otherwise, variables: variables,
            hasManualClock: hasManualClock, hasCORS: hasCORS, keepAlive: keepAlive, connections: connections)
    }

    /// A scenario without rules.
    public static func empty(_ name: String) -> CompiledScenario { CompiledScenario(name: name, rules: []) }
}
