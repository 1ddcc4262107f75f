internal import Bytes
internal import Catalogue
internal import Scenario
internal import Wire

/// Decides a request of a system: splits it into calls, evaluates the rules for each, and combines the answers into one
/// response.
struct SystemDecision {
    private let request: Request
    private let scenario: CompiledScenario
    private let state: SessionState
    private let clock: EngineClock
    private var content: RequestContent?
    /// Whether the system's answer to an unmatched request depends on a body that is still arriving.
    private var ownNeedsBody = false
    /// Only for a request of one call.
    private var reservation: RuleHit.Reservation?

    init(_ request: Request, _ scenario: CompiledScenario, _ state: SessionState, _ clock: EngineClock) {
        self.clock = clock
        self.request = request
        self.scenario = scenario
        self.state = state
        content = scenario.content(of: request)
    }

    /// The outcome of the rules for one call.
    private struct Outcome {
        let evaluation: RuleEvaluation
        let matched: RuleEvaluation.MatchedStep?
        var delay: Nanoseconds { evaluation.delay(of: matched) }
    }

    mutating func decide(_ budget: inout MatchBudget) -> EngineDecision {
        guard request.isBodyComplete || !scenario.dialect.needsBody(of: request) else { return .needsBody }
        let reading =
            EncodedBody.refusal(of: request, by: scenario.dialect).map { .unreadable($0) }
            ?? scenario.dialect.read(request)
        // Caches what is the same for all calls of the request.
        if content == nil, reading.callCount > 1 { content = RequestContent(request) }
        if !request.isBodyComplete {
            ownNeedsBody = scenario.dialect.ownAnswerNeedsBody(of: request)
            if ownNeedsBody || scenario.hasBodyRules, needsBody(reading, &budget) { return .needsBody }
        }
        switch reading {
        case .call(let call): return answer(call, reading, &budget)
        case .calls(let calls): return answer(calls, reading, &budget)
        case .batch(let whole, let calls): return answer(whole, calls, reading, &budget)
        case .unreadable(let reply): return answerUnreadable(reply, &budget)
        }
    }

    /// A single call: the answer to it is the response, laid out at load if possible.
    private func answer(_ call: Call, _ reading: Reading, _ budget: inout MatchBudget) -> EngineDecision {
        let outcome = outcome(of: call, &budget)
        if let matched = outcome.matched { return .answer(scripted(outcome, matched, call)) }
        // A kept answer has no `Vary: Origin`, so it is not used for scenarios with CORS.
        if scenario.hasState, !scenario.hasCORS, outcome.evaluation.inheritsNothing,
            let script = state.keptAnswer(to: call, request, clock)
        {
            return .answer(own(script, [outcome]))
        }
        let unscripted = ownAnswer(to: call)
        guard unscripted != nil || scenario.dialect.answersEverything else {
            return .unmatched(outcome.evaluation.miss)
        }
        var reply = scenario.dialect.combine([unscripted], to: reading, of: request)
        shape(&reply, [unscripted], [outcome])
        return .answer(own(reply, [outcome]))
    }

    /// A batch: rules that take it as one request come first; then the rules are evaluated for each element.
    private func answer(
        _ whole: Call, _ calls: [Call], _ reading: Reading, _ budget: inout MatchBudget
    ) -> EngineDecision {
        let first = outcome(of: whole, &budget)
        guard let matched = first.matched else { return answer(calls, reading, behind: first, &budget) }
        return .answer(scripted(first, matched, whole))
    }

    private func scripted(_ outcome: Outcome, _ matched: RuleEvaluation.MatchedStep, _ call: Call?) -> EngineAnswer {
        outcome.evaluation.answer(
            matched, WirePlan(outcome.evaluation.script(of: matched, for: request), delay: outcome.delay))
    }

    /// Whether a rule that reads the body may be reached for any of the calls.
    private mutating func needsBody(_ reading: Reading, _ budget: inout MatchBudget) -> Bool {
        switch reading {
        case .call(let call): return needsBody(oneCall: call, &budget)
        case .calls(let calls) where calls.count == 1: return needsBody(oneCall: calls[0], &budget)
        case .calls(let calls): return calls.contains { needsBody(oneOf: $0, &budget) }
        case .batch(let whole, let calls):
            return needsBody(oneOf: whole, &budget) || calls.contains { needsBody(oneOf: $0, &budget) }
        case .unreadable: return needsBody(oneCall: nil, &budget)
        }
    }

    private mutating func needsBody(oneCall call: Call?, _ budget: inout MatchBudget) -> Bool {
        var evaluation = RuleEvaluation(content?.of(call), clock)
        let needsBody = evaluation.needsBody(request, call, scenario, state, &budget, ownNeedsBody: ownNeedsBody)
        reservation = evaluation.reservation
        return needsBody
    }

    /// No hit is reserved for one of several calls, since another of them may still need the body.
    private func needsBody(oneOf call: Call, _ budget: inout MatchBudget) -> Bool {
        var evaluation = RuleEvaluation(content?.of(call), clock)
        return evaluation.needsBody(request, call, scenario, nil, &budget, ownNeedsBody: ownNeedsBody)
    }

    /// Rules without conditions on the system still match a request that the system cannot read.
    private func answerUnreadable(_ reply: Reply, _ budget: inout MatchBudget) -> EngineDecision {
        let outcome = outcome(of: nil, &budget)
        guard let matched = outcome.matched else {
            return .answer(own(reply, [outcome]))
        }
        return .answer(scripted(outcome, matched, nil))
    }

    /// Several calls: each in order, with one hit each; then one response for all.
    ///
    /// `whole` is the outcome of the batch as one request, which no rule answered.
    private func answer(
        _ calls: [Call], _ reading: Reading, behind whole: Outcome? = nil, _ budget: inout MatchBudget
    ) -> EngineDecision {
        let (outcomes, isTooLarge) = outcomes(of: calls, &budget)
        let all = (whole.map { [$0] } ?? []) + outcomes
        for outcome in outcomes {
            guard let matched = outcome.matched, matched.answer.isWireFault, !matched.sendsNothing else { continue }
            return .answer(
                combined(
                    outcome.evaluation.answer(matched, WirePlan(outcome.evaluation.script(of: matched, for: request))),
                    all))
        }
        if isTooLarge {
            var answer = own(scenario.dialect.internalError(request), all)
            answer.notes.insert(.tooLarge)
            return .answer(answer)
        }
        let replies = zip(calls, outcomes).map { call, outcome -> Reply? in
            guard let matched = outcome.matched else { return ownAnswer(to: call) }
            // A notification alone gets the reply that the scenario gives it; a batch's response has no place for it.
            if call.wantsNoAnswer, !matched.answer.answersCall { return nil }
            return outcome.evaluation.reply(of: matched)
        }
        guard
            scenario.dialect.answersEverything || outcomes.contains(where: { $0.matched != nil })
                || replies.contains(where: { $0 != nil })
        else {
            let combined = CombinedResponse(all)
            return .unmatched(
                EngineMiss(delay: combined.delay, notes: combined.notes, hold: combined.hold))
        }
        var reply = scenario.dialect.combine(replies, to: reading, of: request)
        shape(&reply, replies, all)
        guard let first = outcomes.first(where: { $0.matched != nil }), let matched = first.matched else {
            return .answer(own(reply, all))
        }
        return .answer(combined(first.evaluation.answer(matched, WirePlan(reply.script())), all))
    }

    /// Delay, notes and hold of the one response, from all calls of the request.
    private struct CombinedResponse {
        /// The longest of all calls.
        var delay: Nanoseconds = 0
        var notes: AnswerNotes = []
        var hold: AnswerHold?

        init(_ outcomes: [Outcome]) {
            var waiters: [Waiter] = []
            for outcome in outcomes {
                if let waiter = outcome.evaluation.waiter {
                    waiters.append(waiter)
                } else {
                    delay = max(delay, outcome.delay)
                }
                notes.formUnion(outcome.evaluation.notes)
            }
            guard !waiters.isEmpty else { return }
            let hold = AnswerHold(waiters, least: delay)
            delay = hold.delay
            self.hold = hold
        }
    }

    private func combined(_ answer: EngineAnswer, _ outcomes: [Outcome]) -> EngineAnswer {
        let combined = CombinedResponse(outcomes)
        var answer = answer
        answer.plan.delay = combined.delay
        answer.notes = combined.notes
        answer.hold = combined.hold
        return answer
    }

    /// Pace and cut belong to the response: those of the first call that has any.
    private func shape(_ reply: inout Reply, _ replies: [Reply?], _ outcomes: [Outcome]) {
        let inherited = outcomes.map(\.evaluation.inherited)
        reply.pace =
            reply.pace ?? replies.lazy.compactMap { $0?.pace }.first ?? inherited.lazy.compactMap(\.pace).first
        reply.cut =
            reply.cut ?? replies.lazy.compactMap { $0?.cut }.first ?? inherited.lazy.compactMap(\.cut).first
    }

    /// Once the answers are too large for one response, no rules are evaluated for the calls left.
    private func outcomes(
        of calls: [Call], _ budget: inout MatchBudget
    ) -> (outcomes: [Outcome], isTooLarge: Bool) {
        var room = Reading.maximumAnswerBytes
        let outcomes = calls.map { call in
            if room < 0 { return Outcome(evaluation: RuleEvaluation(nil, clock), matched: nil) }
            let outcome = outcome(of: call, &budget)
            if let matched = outcome.matched, let reply = outcome.evaluation.reply(of: matched) {
                room -= reply.contentCount
            }
            return outcome
        }
        return (outcomes, calls.count > 1 && room < 0)
    }

    /// The system's answer to a call that no rule matches, from the session's state if the system has any.
    private func ownAnswer(to call: Call) -> Reply? {
        scenario.hasState
            ? state.ownAnswer(to: call, request, clock) : scenario.dialect.unscripted(call, in: context)
    }

    /// The part of the session that the system's own answers may read.
    private var context: AnswerContext {
        let (scenario, shared) = (scenario, state.shared)
        return AnswerContext(
            request, wallMilliseconds: clock.wallMilliseconds, key: DrawKey(seed: state.seed, rule: []),
            variable: { name in
                guard let number = scenario.variables.firstIndex(where: { $0.name == name }) else { return nil }
                return shared?.withLock { $0.variables[number].bytes } ?? scenario.variables[number].initial.bytes
            }, scripted: { scenario.literals(ofFieldAt: $0) })
    }

    private func outcome(of call: Call?, _ budget: inout MatchBudget) -> Outcome {
        var evaluation = RuleEvaluation(content?.of(call), clock)
        evaluation.reservation = reservation
        let matched = evaluation.evaluate(request, call, scenario, state, &budget)
        return Outcome(evaluation: evaluation, matched: matched)
    }

    /// An answer of the system itself.
    private func own(_ reply: Reply, _ outcomes: [Outcome]) -> EngineAnswer { own(script(of: reply), outcomes) }

    private func own(_ script: WireScript, _ outcomes: [Outcome]) -> EngineAnswer {
        let answer = EngineAnswer(
            plan: WirePlan(script), rule: EngineAnswer.system, step: -1, choice: -1, hit: 0)
        return combined(answer, outcomes)
    }

    private func script(of reply: Reply) -> WireScript {
        guard reply.hasRanges, RuleEvaluation.asksForRanges(request) else { return reply.script() }
        return reply.ranged(for: request) {
            var draw = DrawKey(seed: state.seed, rule: []).draw(hit: 0, purpose: .boundary)
            return draw.hex(count: 32)
        }.script()
    }
}
