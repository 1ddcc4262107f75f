internal import Bytes
internal import Catalogue
internal import Rules
internal import Wire

/// A decision on one request, made in steps:
///
/// 1. `match` finds the calls and the rules that match them. It needs only the request.
/// 2. `take` takes the hits, selects the steps and changes the session. It takes little time.
/// 3. `endWait`, where a step waits for variables.
/// 4. `answer` renders the answer of each call and makes one response of them. It needs nothing of the session.
///
/// Nearly all requests go through all of them at once (`decide`), and the rules are then found as they are taken. One that takes
/// long goes through them on several threads (`DeferredDecision`), with the same result for the same state at the moment of
/// the second step.
struct StepwiseDecision {
    /// What the request asks for.
    enum Asked {
        /// Itself: there is no system.
        case request
        /// A CORS preflight, with what answers it if no rule does.
        case preflight(WireScript)
        /// Calls of a system.
        case calls(Reading)
    }

    let request: Request
    let scenario: CompiledScenario
    private(set) var asked: Asked
    /// In the order of the calls, a batch as the first of its own, alone once a rule has answered it as one request. One where
    /// there is no call.
    private(set) var parts: [RuleEvaluation] = []
    private(set) var budget: MatchBudget
    private var clock: EngineClock
    /// Of the session.
    private(set) var seed: Int64 = 0
    /// The system's own answer to its only call, laid out before; nil nearly always.
    private(set) var kept: WireScript?

    init(
        _ request: Request, _ scenario: CompiledScenario, _ clock: EngineClock, _ budget: MatchBudget,
        preflight: WireScript? = nil
    ) {
        self.request = request
        self.scenario = scenario
        self.clock = clock
        self.budget = budget
        asked = preflight.map { .preflight($0) } ?? .request
    }

    /// All steps at once, as far as they take a moment only.
    mutating func decide(_ state: SessionState) -> EngineDecision {
        guard request.isBodyComplete || !scenario.dialect.needsBody(of: request) else { return .needsBody }
        read(sharingContent: scenario.decidesInSteps)
        guard request.isBodyComplete || !needsBody(state) else { return .needsBody }
        take(state)
        guard scenario.decidesInSteps, request.isBodyComplete else { return answer() }
        if parts.contains(where: { $0.waiter != nil }) { return .waits(TakenRequest(self)) }
        return encodesBody ? .takesLong(TakenRequest(self)) : answer()
    }

    // MARK: The calls

    /// `sharingContent`: whether what was parsed for one step is kept for the next.
    private mutating func read(sharingContent: Bool) {
        var calls: [Call?] = [nil]
        if scenario.hasSystem {
            let reading = scenario.dialect.read(request)
            if case .preflight = asked {
                calls = [reading.whole]
            } else {
                asked = .calls(reading)
                switch reading {
                case .call(let call): calls = [call]
                case .calls(let several): calls = several
                case .batch(let whole, let several): calls = [whole] + several
                case .unreadable: break
                }
            }
        }
        let content = sharingContent || calls.count > 1 ? RequestContent(request) : scenario.content(of: request)
        parts.reserveCapacity(calls.count)
        for call in calls { add(call, content) }
    }

    private mutating func add(_ call: Call?, _ content: RequestContent?) {
        let isPreflight = if case .preflight = asked { true } else { false }
        parts.append(RuleEvaluation(request, call, content?.of(call), scenario, clock, isPreflight: isPreflight))
    }

    /// Whether a rule that reads the body may be reached for any of the calls. No hit is reserved for one of several, since
    /// another of them may still need the body.
    private mutating func needsBody(_ state: SessionState) -> Bool {
        var (ownNeedsBody, reserving) = (false, parts.count == 1 ? state : nil)
        switch asked {
        case .request: break
        case .preflight: reserving = nil
        case .calls: ownNeedsBody = scenario.dialect.ownAnswerNeedsBody(of: request)
        }
        guard ownNeedsBody || scenario.hasBodyRules else { return false }
        for part in parts where part.needsBody(reserving, &budget, ownNeedsBody: ownNeedsBody) { return true }
        return false
    }

    /// The first step by itself.
    mutating func match() {
        read(sharingContent: true)
        let readsForOtherwise = scenario.otherwise?.readsBodyForHit == true
        for part in parts {
            let rules = part.findMatches(&budget)
            // A shard should not parse the body when it takes the hit.
            if readsForOtherwise || rules.contains(where: { scenario.rules[$0.number].readsBodyForHit }) {
                part.content?.parse()
            }
            part.matches = RuleMatches(rules, budget)
        }
    }

    // MARK: The hits

    mutating func take(_ state: SessionState, at clock: EngineClock) {
        self.clock = clock
        for part in parts { part.clock = clock }
        take(state)
    }

    /// Each call takes its hits, in their order; a batch as one request before its elements.
    private mutating func take(_ state: SessionState) {
        seed = state.seed
        for (index, part) in parts.enumerated() {
            part.select(state, &budget)
            if index == 0, isBatch, part.matched != nil { return answerWhole() }
        }
        guard case .calls(let reading) = asked else { return }
        for part in isBatch ? parts.dropFirst() : parts[...] where part.matched == nil {
            guard let call = part.call else { continue }
            if case .call = reading {
                kept = keptAnswer(to: call, part, state)
                if kept != nil { return }
            }
            part.systemAnswer = ownAnswer(to: call, state)
        }
    }

    private var isBatch: Bool { if case .calls(.batch) = asked { true } else { false } }

    /// A rule answers the batch as one request.
    private mutating func answerWhole() {
        parts[0].places = AnswerPlaces.joined(parts.map(\.places))
        parts.removeSubrange(1...)
    }

    /// The script of the system's own answer to a call, if it was laid out before.
    private func keptAnswer(to call: Call, _ part: RuleEvaluation, _ state: SessionState) -> WireScript? {
        // A kept answer has no `Vary: Origin`, so it is not used for scenarios with CORS.
        guard scenario.hasState, !scenario.hasCORS, part.inheritsNothing, part.waiter == nil else { return nil }
        return state.keptAnswer(to: call, request, clock)
    }

    /// The system's own answer as a function that needs nothing more of the session.
    private func ownAnswer(to call: Call, _ state: SessionState) -> () -> Reply? {
        if scenario.hasState { return state.ownAnswer(to: call, request, clock) ?? { nil } }
        let (scenario, variables) = (scenario, state.shared?.withLock { $0.variables })
        let context = AnswerContext(
            request, wallMilliseconds: clock.wallMilliseconds, key: DrawKey(seed: state.seed, rule: []),
            variable: { name in
                guard let number = scenario.variables.firstIndex(where: { $0.name == name }) else { return nil }
                return variables?[number].bytes ?? scenario.variables[number].initial.bytes
            }, scripted: { scenario.literals(ofFieldAt: $0) },
            numbers: { state.takeOwnNumber() })
        return { scenario.dialect.unscripted(call, in: context) }
    }

    // MARK: The wait

    /// The wait of all calls that wait is over: the answers are made from the variables and the clock of now. A system that keeps
    /// state has answered with the hit, since its answer may change the state.
    mutating func endWait(_ state: SessionState, at clock: EngineClock) {
        self.clock = clock
        for (index, part) in parts.enumerated() {
            if part.matched == nil, part.systemAnswer != nil, !scenario.hasState, let call = part.call {
                part.systemAnswer = ownAnswer(to: call, state)
            }
            part.endWait(state, at: clock)
            if index == 0, isBatch, part.matched != nil { return answerWhole() }
        }
    }

    // MARK: The answer

    /// Renders the answers, and makes the response of them.
    mutating func answer() -> EngineDecision {
        let isTooLarge = render()
        if let refused = answerToBadValue() { return refused }
        if parts.count == 1, !isCombined, let matched = parts[0].matched { return .answer(parts[0].answer(matched)) }
        switch asked {
        case .request: return .unmatched(parts[0].miss)
        case .preflight(let script): return .answer(preflightAnswer(script))
        case .calls(.unreadable(let reply)): return .answer(own(reply, of: parts[0]))
        case .calls(.call): return ownAnswer()
        case .calls(let reading): return combinedAnswer(to: reading, isTooLarge: isTooLarge)
        }
    }

    /// Whether the response is combined from answers to calls, if only to one.
    private var isCombined: Bool { if case .calls(.calls) = asked { true } else { false } }

    /// Returns whether the answers are too large for one response: then none is made for the calls that are left.
    private mutating func render() -> Bool {
        guard parts.count > 1 else {
            parts.first?.render()
            return false
        }
        var room = Reading.maximumAnswerBytes
        for part in parts where part.matched != nil {
            if room < 0 {
                part.leaveUnanswered()
            } else {
                part.render()
                room -= part.reply?.contentCount ?? 0
            }
        }
        return room < 0
    }

    // MARK: What others want to know of it

    /// The calls of a batch whose elements are decided one by one; nil for other requests.
    var batchCalls: BatchCalls? {
        guard case .calls(let reading) = asked else { return nil }
        guard reading.isBatch else { return parts.count > 1 ? BatchCalls(parts.map(\.hit)) : nil }
        return parts.count == 1 && parts[0].matched != nil ? nil : BatchCalls(parts.dropFirst().map(\.hit))
    }

    /// Holds the answer back for the calls that wait for variables; nil if none does.
    var hold: AnswerHold? {
        let waiters = parts.compactMap(\.waiter)
        guard !waiters.isEmpty else { return nil }
        let others = parts.lazy.filter { $0.waiter == nil }.map(\.delay)
        return AnswerHold(waiters, least: others.max() ?? 0)
    }

    /// Whether the body of an answer is encoded when it is made. Where one waits, it is not known yet whether its step or a
    /// `then` answers.
    var encodesBody: Bool {
        scenario.encodesBodies
            && parts.contains { $0.waiter != nil || $0.encodesBody }
    }

    /// The rule that came nearest.
    var nearest: NearMiss? {
        let call: Call? = if case .calls(let reading) = asked { reading.whole } else { Call() }
        return NearMiss.nearest(request, call, parts.first?.content, scenario, budget.forDifferences)
    }
}
