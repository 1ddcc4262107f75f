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
    private let content: RequestContent?

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
        var delay: Nanoseconds { taken.map { walk.delay(of: $0) } ?? walk.carried.delay ?? 0 }
    }

    func decide() -> EngineDecision {
        guard request.isBodyComplete || !scenario.dialect.readsBody else { return .needsBody }
        let reading = scenario.dialect.read(request)
        if scenario.hasBodyRules, !request.isBodyComplete, needsBody(reading) { return .needsBody }
        switch reading {
        case .call(let call): return answer(call)
        case .calls(let calls): return answer(calls)
        case .batch(let whole, let calls): return answer(whole, calls)
        case .unreadable(let reply): return answerUnreadable(reply)
        }
    }

    /// The answer to a call is the response, as it was laid out at load where that could be.
    private func answer(_ call: Call) -> EngineDecision {
        let outcome = outcome(of: call)
        if let taken = outcome.taken { return .answer(scripted(outcome, taken, call)) }
        let unscripted = scenario.dialect.unscripted(call, in: context)
        guard unscripted != nil || scenario.dialect.answersEverything else {
            return .unmatched(delay: outcome.delay, patternOverLimit: outcome.walk.overLimit)
        }
        var reply = scenario.dialect.combine([unscripted], of: request)
        shape(&reply, [unscripted], [outcome])
        return .answer(own(reply, outcome.delay, [outcome]))
    }

    /// Rules that take batches as one request come first; then each element goes its own way.
    private func answer(_ whole: Call, _ calls: [Call]) -> EngineDecision {
        let first = outcome(of: whole)
        guard let taken = first.taken else { return answer(calls, behind: first) }
        return .answer(scripted(first, taken, whole))
    }

    private func scripted(_ outcome: Outcome, _ taken: Walk.Taken, _ call: Call?) -> EngineAnswer {
        outcome.walk.answer(taken, WirePlan(outcome.walk.script(of: taken, for: request), delay: outcome.delay))
    }

    /// Whether a rule that looks at the body may be met on the way of any call.
    private func needsBody(_ reading: Reading) -> Bool {
        func needsBody(_ call: Call?) -> Bool {
            var walk = Walk(content?.of(call), clock)
            return walk.needsBody(request, call, scenario)
        }
        return switch reading {
        case .call(let call): needsBody(call)
        case .calls(let calls): calls.contains { needsBody($0) }
        case .batch(let whole, let calls): needsBody(whole) || calls.contains { needsBody($0) }
        case .unreadable: needsBody(nil)
        }
    }

    /// Rules that ask for nothing of the system still take what it cannot read.
    private func answerUnreadable(_ reply: Reply) -> EngineDecision {
        let outcome = outcome(of: nil)
        guard let taken = outcome.taken else {
            return .answer(own(reply, outcome.delay, [outcome]))
        }
        return .answer(scripted(outcome, taken, nil))
    }

    /// Each call in order, one hit each; then one response for all of them.
    ///
    /// `whole` is what came of the batch as one request, which no rule answered.
    private func answer(_ calls: [Call], behind whole: Outcome? = nil) -> EngineDecision {
        let outcomes = calls.map { outcome(of: $0) }
        let delay = max(outcomes.map(\.delay).max() ?? 0, whole?.delay ?? 0)
        for outcome in outcomes {
            guard let taken = outcome.taken, taken.answer.isWireFault else { continue }
            let plan = WirePlan(outcome.walk.script(of: taken, for: request), delay: delay)
            return .answer(outcome.walk.answer(taken, plan))
        }
        let replies = zip(calls, outcomes).map { call, outcome -> Reply? in
            guard let taken = outcome.taken else { return scenario.dialect.unscripted(call, in: context) }
            return outcome.walk.reply(of: taken)
        }
        guard
            scenario.dialect.answersEverything || outcomes.contains(where: { $0.taken != nil })
                || replies.contains(where: { $0 != nil })
        else {
            return .unmatched(delay: delay, patternOverLimit: outcomes.contains { $0.walk.overLimit })
        }
        var reply = scenario.dialect.combine(replies, of: request)
        shape(&reply, replies, (whole.map { [$0] } ?? []) + outcomes)
        guard let first = outcomes.first(where: { $0.taken != nil }), let taken = first.taken else {
            return .answer(own(reply, delay, outcomes))
        }
        var answer = first.walk.answer(taken, WirePlan(reply.script(), delay: delay))
        answer.notes = outcomes.reduce([]) { $0.union($1.walk.notes) }
        answer.patternOverLimit = outcomes.contains { $0.walk.overLimit }
        return .answer(answer)
    }

    /// Pace and cut belong to the response: the first call that has any gives its own.
    private func shape(_ reply: inout Reply, _ replies: [Reply?], _ outcomes: [Outcome]) {
        let carried = outcomes.map(\.walk.carried)
        reply.pace =
            reply.pace ?? replies.lazy.compactMap { $0?.pace }.first ?? carried.lazy.compactMap(\.pace).first
        reply.cut =
            reply.cut ?? replies.lazy.compactMap { $0?.cut }.first ?? carried.lazy.compactMap(\.cut).first
    }

    /// What the system's own answers may take from the session.
    private var context: AnswerContext {
        let (scenario, shared) = (scenario, state.shared)
        return AnswerContext(
            request, wallMilliseconds: clock.wallMilliseconds, key: DrawKey(seed: state.seed, rule: [])
        ) { name in
            guard let number = scenario.variables.firstIndex(where: { $0.name == name }) else { return nil }
            return shared?.withLock { $0.variables[number].bytes } ?? scenario.variables[number].initial.bytes
        }
    }

    private func outcome(of call: Call?) -> Outcome {
        var walk = Walk(content?.of(call), clock)
        let taken = walk.take(request, call, scenario, state)
        return Outcome(walk: walk, taken: taken)
    }

    /// The system's own answer.
    private func own(_ reply: Reply, _ delay: Nanoseconds, _ outcomes: [Outcome]) -> EngineAnswer {
        EngineAnswer(
            plan: WirePlan(reply.script(), delay: delay), rule: EngineAnswer.system, step: -1, choice: -1,
            hit: 0, patternOverLimit: outcomes.contains { $0.walk.overLimit },
            notes: outcomes.reduce([]) { $0.union($1.walk.notes) })
    }
}
