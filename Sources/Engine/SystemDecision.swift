internal import Bytes
internal import Catalogue
internal import Scenario
internal import Wire

/// Decides a request that a system puts apart into calls, and puts their answers together again.
struct SystemDecision {
    private let request: Request
    private let scenario: CompiledScenario
    private let state: SessionState
    private let clock: EngineClock
    private var content: RequestContent?
    /// Whether what no rule takes is answered from a body that is still on its way.
    private var ownNeedsBody = false
    /// Where the request is one call.
    private var reservation: Walk.Reservation?

    init(_ request: Request, _ scenario: CompiledScenario, _ state: SessionState, _ clock: EngineClock) {
        self.clock = clock
        self.request = request
        self.scenario = scenario
        self.state = state
        content = scenario.content(of: request)
    }

    /// What one call comes to.
    private struct Outcome {
        let walk: Walk
        let taken: Walk.Taken?
        var delay: Nanoseconds { walk.delay(of: taken) }
    }

    mutating func decide(_ budget: inout MatchBudget) -> EngineDecision {
        guard request.isBodyComplete || !scenario.dialect.needsBody(of: request) else { return .needsBody }
        let reading =
            EncodedBody.refusal(of: request, by: scenario.dialect).map { .unreadable($0) }
            ?? scenario.dialect.read(request)
        // It remembers what is the same for each of many calls.
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

    /// The answer to a call is the response, as it was laid out at load where that could be.
    private func answer(_ call: Call, _ reading: Reading, _ budget: inout MatchBudget) -> EngineDecision {
        let outcome = outcome(of: call, &budget)
        if let taken = outcome.taken { return .answer(scripted(outcome, taken, call)) }
        // One that was laid out before does not say that it varies, as what was made at load does.
        if scenario.hasState, !scenario.hasCORS, outcome.walk.carriesNothing,
            let script = state.keptAnswer(to: call, request, clock)
        {
            return .answer(own(script, [outcome]))
        }
        let unscripted = ownAnswer(to: call)
        guard unscripted != nil || scenario.dialect.answersEverything else {
            return .unmatched(outcome.walk.miss)
        }
        var reply = scenario.dialect.combine([unscripted], to: reading, of: request)
        shape(&reply, [unscripted], [outcome])
        return .answer(own(reply, [outcome]))
    }

    /// Rules that take batches as one request come first; then each element goes its own way.
    private func answer(
        _ whole: Call, _ calls: [Call], _ reading: Reading, _ budget: inout MatchBudget
    ) -> EngineDecision {
        let first = outcome(of: whole, &budget)
        guard let taken = first.taken else { return answer(calls, reading, behind: first, &budget) }
        return .answer(scripted(first, taken, whole))
    }

    private func scripted(_ outcome: Outcome, _ taken: Walk.Taken, _ call: Call?) -> EngineAnswer {
        outcome.walk.answer(taken, WirePlan(outcome.walk.script(of: taken, for: request), delay: outcome.delay))
    }

    /// Whether a rule that looks at the body may be met on the way of any call.
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
        var walk = Walk(content?.of(call), clock)
        let needsBody = walk.needsBody(request, call, scenario, state, &budget, ownNeedsBody: ownNeedsBody)
        reservation = walk.reservation
        return needsBody
    }

    /// Nothing is reserved for one of several: another of them may have to wait.
    private func needsBody(oneOf call: Call, _ budget: inout MatchBudget) -> Bool {
        var walk = Walk(content?.of(call), clock)
        return walk.needsBody(request, call, scenario, nil, &budget, ownNeedsBody: ownNeedsBody)
    }

    /// Rules that ask for nothing of the system still take what it cannot read.
    private func answerUnreadable(_ reply: Reply, _ budget: inout MatchBudget) -> EngineDecision {
        let outcome = outcome(of: nil, &budget)
        guard let taken = outcome.taken else {
            return .answer(own(reply, [outcome]))
        }
        return .answer(scripted(outcome, taken, nil))
    }

    /// Each call in order, one hit each; then one response for all of them.
    ///
    /// `whole` is what came of the batch as one request, which no rule answered.
    private func answer(
        _ calls: [Call], _ reading: Reading, behind whole: Outcome? = nil, _ budget: inout MatchBudget
    ) -> EngineDecision {
        let (outcomes, isTooLarge) = outcomes(of: calls, &budget)
        let all = (whole.map { [$0] } ?? []) + outcomes
        for outcome in outcomes {
            guard let taken = outcome.taken, taken.answer.isWireFault, !taken.isSilence else { continue }
            return .answer(
                together(outcome.walk.answer(taken, WirePlan(outcome.walk.script(of: taken, for: request))), all))
        }
        if isTooLarge {
            var answer = own(scenario.dialect.internalError(request), all)
            answer.notes.insert(.tooLarge)
            return .answer(answer)
        }
        let replies = zip(calls, outcomes).map { call, outcome -> Reply? in
            guard let taken = outcome.taken else { return ownAnswer(to: call) }
            // Alone it would get what the author wrote; among others there is no place for it.
            if call.wantsNoAnswer, !taken.answer.isToCall { return nil }
            return outcome.walk.reply(of: taken)
        }
        guard
            scenario.dialect.answersEverything || outcomes.contains(where: { $0.taken != nil })
                || replies.contains(where: { $0 != nil })
        else {
            let said = Said(all)
            return .unmatched(
                EngineMiss(delay: said.delay, notes: said.notes, hold: said.hold))
        }
        var reply = scenario.dialect.combine(replies, to: reading, of: request)
        shape(&reply, replies, all)
        guard let first = outcomes.first(where: { $0.taken != nil }), let taken = first.taken else {
            return .answer(own(reply, all))
        }
        return .answer(together(first.walk.answer(taken, WirePlan(reply.script())), all))
    }

    /// What all calls of a request have to say of the one response.
    private struct Said {
        /// The longest.
        var delay: Nanoseconds = 0
        var notes: AnswerNotes = []
        var hold: AnswerHold?

        init(_ outcomes: [Outcome]) {
            var waiters: [Waiter] = []
            for outcome in outcomes {
                if let waiter = outcome.walk.waiter {
                    waiters.append(waiter)
                } else {
                    delay = max(delay, outcome.delay)
                }
                notes.formUnion(outcome.walk.notes)
            }
            guard !waiters.isEmpty else { return }
            let hold = AnswerHold(waiters, least: delay)
            delay = hold.delay
            self.hold = hold
        }
    }

    private func together(_ answer: EngineAnswer, _ outcomes: [Outcome]) -> EngineAnswer {
        let said = Said(outcomes)
        var answer = answer
        answer.plan.delay = said.delay
        answer.notes = said.notes
        answer.hold = said.hold
        return answer
    }

    /// Pace and cut belong to the response: the first call that has any gives its own.
    private func shape(_ reply: inout Reply, _ replies: [Reply?], _ outcomes: [Outcome]) {
        let carried = outcomes.map(\.walk.carried)
        reply.pace =
            reply.pace ?? replies.lazy.compactMap { $0?.pace }.first ?? carried.lazy.compactMap(\.pace).first
        reply.cut =
            reply.cut ?? replies.lazy.compactMap { $0?.cut }.first ?? carried.lazy.compactMap(\.cut).first
    }

    /// Calls behind answers that are too large for one response meet no rule.
    private func outcomes(
        of calls: [Call], _ budget: inout MatchBudget
    ) -> (outcomes: [Outcome], isTooLarge: Bool) {
        var room = Reading.mostAnswerBytes
        let outcomes = calls.map { call in
            if room < 0 { return Outcome(walk: Walk(nil, clock), taken: nil) }
            let outcome = outcome(of: call, &budget)
            if let taken = outcome.taken, let reply = outcome.walk.reply(of: taken) {
                room -= reply.contentCount
            }
            return outcome
        }
        return (outcomes, calls.count > 1 && room < 0)
    }

    /// What the system says to what no rule takes, from what the session remembers where that is where it is from.
    private func ownAnswer(to call: Call) -> Reply? {
        scenario.hasState
            ? state.ownAnswer(to: call, request, clock) : scenario.dialect.unscripted(call, in: context)
    }

    /// What the system's own answers may take from the session.
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
        var walk = Walk(content?.of(call), clock)
        walk.reservation = reservation
        let taken = walk.take(request, call, scenario, state, &budget)
        return Outcome(walk: walk, taken: taken)
    }

    /// The system's own answer.
    private func own(_ reply: Reply, _ outcomes: [Outcome]) -> EngineAnswer { own(script(of: reply), outcomes) }

    private func own(_ script: WireScript, _ outcomes: [Outcome]) -> EngineAnswer {
        let answer = EngineAnswer(
            plan: WirePlan(script), rule: EngineAnswer.system, step: -1, choice: -1, hit: 0)
        return together(answer, outcomes)
    }

    private func script(of reply: Reply) -> WireScript {
        guard reply.hasRanges, Walk.asksForRanges(request) else { return reply.script() }
        return reply.ranged(for: request) {
            var draw = DrawKey(seed: state.seed, rule: []).draw(hit: 0, purpose: .boundary)
            return draw.hex(count: 32)
        }.script()
    }
}
