internal import Catalogue
public import Scenario
internal import Synchronization
public import Wire

/// A decision on a request whose parsing, matching or answering takes long, made in three steps, so that no shard waits
/// for it:
///
/// 1. `match`, on any thread: reads the calls and finds the rules that match. Needs only the request.
/// 2. `take`, on the shard: takes the hits, selects the steps, changes the session. Takes little time.
/// 3. `decide`, on any thread: makes the answer. Needs nothing of the session.
///
/// A request whose step waits for variables is decided so too, however short it is: `endWait` comes before the third step.
///
/// The result is the same as that of a decision in one step, for the same state at the moment of the second. Each step
/// is done once. It takes over what the step before has made, which is freed in the third: freeing the JSON of a large
/// body may take long too.
public struct DeferredDecision: Sendable {
    private let request: RequestSnapshot
    private let scenario: CompiledScenario
    private let budget: MatchBudget

    /// Nil for a request that is decided in one step in a moment, or whose body is incomplete.
    ///
    /// Only bodies above `CompiledScenario.smallBody`, and scenarios with many patterns, take longer.
    public init?(ifLong request: Request, _ scenario: CompiledScenario, _ budget: MatchBudget) {
        guard request.isBodyComplete,
            Self.isLarge(request.body, scenario) || Self.isSlow(toMatch: request, scenario, budget),
            !scenario.hasCORS || scenario.hasPreflightRules || CrossOrigin.preflight(request) == nil
        else { return nil }
        self.init(request, scenario, budget)
    }

    /// Whether comparing a request with the rules up to the first that may answer takes longer than a moment. It is
    /// compared as far as that takes a moment.
    public static func isSlow(toMatch request: Request, _ scenario: CompiledScenario, _ budget: MatchBudget) -> Bool {
        guard scenario.hasManyPatterns else { return false }
        let call = scenario.hasSystem ? scenario.dialect.read(request).whole : nil
        var moment = budget.atMost(MatchBudget.moment)
        scenario.visitMatches(request, call, scenario.content(of: request)?.of(call), &moment) { _, rule, budget in
            rule.alwaysAnswers || budget.isUsedUp
        }
        return moment.isUsedUp && !budget.isUsedUp
    }

    /// For a complete request of any size.
    package init(_ request: Request, _ scenario: CompiledScenario, _ budget: MatchBudget) {
        self.request = request.snapshot()
        self.scenario = scenario
        self.budget = budget
    }

    private static func isLarge(_ body: [UInt8], _ scenario: CompiledScenario) -> Bool {
        guard body.count > scenario.smallBody else { return false }
        return body.count > BodyLimits.parsed || body.count > scenario.mostCompared
            || scenario.hasBodyPatterns && body.count > BodyLimits.underPattern || BodyLimits.mayHaveManyFields(body)
            || scenario.hasBatches && BodyLimits.mayHaveManyCalls(body)
    }

    /// The first step.
    public func match() -> MatchedRequest {
        MatchedRequest(RequestMatches(Request(request), scenario, budget))
    }
}

/// What was found of a request apart from its session: its calls, and the rules that match them.
struct RequestMatches {
    struct CallMatches {
        /// Parsed content of the call; nil if no rule reads it.
        let content: RequestContent?
        let rules: RuleMatches
    }

    let request: Request
    let scenario: CompiledScenario
    /// Nil if there is no system.
    let reading: Reading?
    let content: RequestContent?
    /// The calls in their order, a batch as the first of its calls. One if there is no system, or no call can be read.
    private(set) var calls: [CallMatches] = []
    private(set) var budget: MatchBudget

    init(_ request: Request, _ scenario: CompiledScenario, _ budget: MatchBudget) {
        self.request = request
        self.scenario = scenario
        self.budget = budget
        // Made in any case, so that whatever reads it later shares what was parsed.
        var content: RequestContent? = RequestContent(request)
        let reading = scenario.hasSystem ? SystemDecision.read(request, scenario, &content) : nil
        self.reading = reading
        self.content = content
        switch reading {
        case nil, .unreadable: add(nil)
        case .call(let call): add(call)
        case .calls(let calls): for call in calls { add(call) }
        case .batch(let whole, let calls):
            add(whole)
            for call in calls { add(call) }
        }
    }

    private mutating func add(_ call: Call?) {
        let content = content?.of(call)
        let found = RuleEvaluation.matches(request, call, content, scenario, &budget)
        let rules = RuleMatches(found, budget)
        // A shard should not parse the body when it takes the hit.
        if rules.rules.contains(where: { scenario.rules[$0.number].readsBodyForHit })
            || scenario.otherwise?.readsBodyForHit == true
        {
            content?.parse()
        }
        calls.append(CallMatches(content: content, rules: rules))
    }
}

/// The result of the first step of a `DeferredDecision`.
public final class MatchedRequest: Sendable {
    private let matches: Handover<RequestMatches>

    fileprivate init(_ matches: RequestMatches) { self.matches = Handover(matches) }

    /// The second step, on the thread of a shard.
    public func take(from state: SessionState, _ clock: EngineClock) -> TakenRequest {
        TakenRequest(matches.take(), state, clock)
    }
}

/// The result of the second step of a `DeferredDecision`: hits are taken, and the answer is yet to be made.
public final class TakenRequest: Sendable {
    private struct Contents {
        let matches: RequestMatches
        let budget: MatchBudget
        var selection: Selection
    }

    private enum Selection {
        case plain(RuleEvaluation, RuleEvaluation.MatchedStep?)
        /// A CORS preflight, with the answer that it gets if no rule answers.
        case preflight(RuleEvaluation, RuleEvaluation.MatchedStep?, Call?, WireScript)
        case system(SystemDecision, SystemDecision.Selection)
    }

    private let contents: Handover<Contents>
    /// The rule that answers, or the first of several; nil if no rule does.
    public let hit: TakenHit?
    /// Nil unless the request is a batch.
    public let calls: BatchCalls?
    /// Set if the answer waits for variables. To be ended if the exchange ends before the third step.
    public let hold: AnswerHold?
    /// Whether the body of an answer is encoded in the third step, which then takes longer than a moment.
    public let encodesBody: Bool

    init(_ matches: RequestMatches, _ state: SessionState, _ clock: EngineClock) {
        var budget = matches.budget
        let selection: Selection
        let outcomes: [SystemDecision.Outcome]
        var calls: BatchCalls?
        let scenario = matches.scenario
        if scenario.hasCORS, let script = CrossOrigin.preflight(matches.request) {
            let call = matches.reading?.whole
            var evaluation = RuleEvaluation(matches.calls[0].content, clock)
            evaluation.matches = matches.calls[0].rules
            evaluation.isPreflight = true
            let matched = evaluation.select(matches.request, call, scenario, state, &budget)
            outcomes = [SystemDecision.Outcome(evaluation: evaluation, matched: matched)]
            selection = .preflight(evaluation, matched, call, script)
        } else if let reading = matches.reading {
            let decision = SystemDecision(matches.request, scenario, state, clock)
            let selected = decision.select(matches, reading, &budget)
            outcomes = selected.outcomes
            calls = selected.calls
            selection = .system(decision, selected)
        } else {
            var evaluation = RuleEvaluation(matches.content, clock)
            evaluation.matches = matches.calls[0].rules
            let matched = evaluation.select(matches.request, nil, scenario, state, &budget)
            outcomes = [SystemDecision.Outcome(evaluation: evaluation, matched: matched)]
            selection = .plain(evaluation, matched)
        }
        hit = outcomes.lazy.compactMap { $0.matched.map(TakenHit.init) }.first
        self.calls = calls
        // Where one waits, it is not known yet whether its step or a `then` answers.
        encodesBody = outcomes.contains {
            $0.evaluation.encodesBody(of: $0.matched, for: matches.request)
                || $0.evaluation.waiter != nil && scenario.encodesBodies
        }
        let waiters = outcomes.compactMap(\.evaluation.waiter)
        let others = outcomes.lazy.filter { $0.evaluation.waiter == nil }.map(\.delay)
        hold = waiters.isEmpty ? nil : AnswerHold(waiters, least: others.max() ?? 0)
        contents = Handover(Contents(matches: matches, budget: budget, selection: selection))
    }

    /// Before the third step of a request that waits, when its wait is over. On the thread of the shard, since it may
    /// change the session.
    public func endWait(_ state: SessionState, at clock: EngineClock) {
        contents.change { contents in
            switch contents.selection {
            case .plain(var evaluation, let matched):
                let after = evaluation.endWait(matched, contents.matches.request, nil, state, at: clock)
                contents.selection = .plain(evaluation, after)
            case .system(var decision, let selection):
                let after = decision.endWait(selection, at: clock)
                contents.selection = .system(decision, after)
            case .preflight(var evaluation, let matched, let call, let script):
                let after = evaluation.endWait(matched, contents.matches.request, call, state, at: clock)
                contents.selection = .preflight(evaluation, after, call, script)
            }
        }
        // Those of elements whose batch is answered by a `then` of its own.
        _ = hold?.end()
    }

    /// The third step. `findingNearest`: tells the nearest rule of a request that no rule answers.
    public func decide(findingNearest: Bool = true) -> DecidedRequest {
        let contents = contents.take()
        let matches = contents.matches
        let decision: EngineDecision
        switch contents.selection {
        case .plain(var evaluation, var matched):
            matched = matched.map { evaluation.render($0, matches.request, nil, matches.scenario) }
            decision = Engine.decision(evaluation, matched, matches.request)
        case .system(let system, let selection): decision = system.answer(selection)
        case .preflight(var evaluation, var matched, let call, let script):
            matched = matched.map { evaluation.render($0, matches.request, call, matches.scenario) }
            decision = PreflightDecision.decision(evaluation, matched, matches.request, script)
        }
        var miss: NearMiss?
        if findingNearest, case .unmatched = decision {
            let call = matches.reading.map(\.whole) ?? Call()
            miss = NearMiss.nearest(
                matches.request, call, matches.calls.first?.content, matches.scenario, contents.budget.forDifferences)
        }
        return DecidedRequest(decision: decision, budget: contents.budget, miss: miss)
    }
}

/// The result of a `DeferredDecision`.
public struct DecidedRequest: Sendable {
    public let decision: EngineDecision
    /// What is left of the request's budget.
    public let budget: MatchBudget
    /// The nearest rule, for a request that no rule answers.
    public let miss: NearMiss?
}

/// A value that one thread makes and another takes over.
///
/// Unchecked: the value is in no other place, and the lock passes it on.
private final class Handover<Value>: @unchecked Sendable {
    private let lock = Mutex(())
    private var value: Value?

    init(_ value: Value) { self.value = value }

    /// Changes the value where it is. Traps if it was taken before.
    func change(_ body: (inout Value) -> Void) {
        var value = take()
        body(&value)
        lock.withLock { _ in self.value = value }
    }

    /// Traps if it was taken before.
    func take() -> Value {
        let taken = lock.withLock { _ in
            defer { value = nil }
            return value
        }
        guard let taken else { preconditionFailure("each step of a deferred decision is done once") }
        return taken
    }
}
