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
    private var clock: EngineClock
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
    struct Outcome {
        var evaluation: RuleEvaluation
        var matched: RuleEvaluation.MatchedStep?
        /// The hit of a step that is not answered, since the answers to the calls before are too large.
        var unansweredHit: TakenHit?
        var hit: TakenHit? { unansweredHit ?? matched.map(TakenHit.init) }
        var delay: Nanoseconds { evaluation.delay(of: matched) }
        /// Bytes of the answer, as far as it is known.
        func contentCount(_ request: Request) -> Int {
            matched.flatMap { evaluation.reply(of: $0, for: request) }?.contentCount ?? 0
        }
    }

    mutating func decide(_ budget: inout MatchBudget) -> EngineDecision {
        guard request.isBodyComplete || !scenario.dialect.needsBody(of: request) else { return .needsBody }
        let reading = Self.read(request, scenario, &content)
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

    /// The calls of a request. Makes the content if several calls share it.
    @inline(__always)
    static func read(_ request: Request, _ scenario: CompiledScenario, _ content: inout RequestContent?) -> Reading {
        let reading = scenario.dialect.read(request)
        // Caches what is the same for all calls of the request.
        if content == nil, reading.callCount > 1 { content = RequestContent(request) }
        return reading
    }

    /// A single call: the answer to it is the response, laid out at load if possible.
    private func answer(_ call: Call, _ reading: Reading, _ budget: inout MatchBudget) -> EngineDecision {
        let outcome = outcome(of: call, &budget)
        if outcome.matched == nil, let kept = keptAnswer(to: call, outcome) { return .answer(own(kept, [outcome])) }
        return answer(call, reading, outcome) { ownAnswer(to: call) }
    }

    /// The script of the system's own answer to a call that no rule answers, if it was laid out before.
    private func keptAnswer(to call: Call, _ outcome: Outcome) -> WireScript? {
        // A kept answer has no `Vary: Origin`, so it is not used for scenarios with CORS.
        guard scenario.hasState, !scenario.hasCORS, outcome.evaluation.inheritsNothing,
            outcome.evaluation.waiter == nil
        else { return nil }
        return state.keptAnswer(to: call, request, clock)
    }

    /// `ownAnswer` is the system's answer, if no rule answers. Inlined, so that nothing is copied for the call.
    @inline(__always)
    private func answer(
        _ call: Call, _ reading: Reading, _ outcome: Outcome, ownAnswer: () -> Reply?
    ) -> EngineDecision {
        if let matched = outcome.matched { return .answer(scripted(outcome, matched, call)) }
        let unscripted = ownAnswer()
        guard unscripted != nil || scenario.dialect.answersEverything else {
            return .unmatched(outcome.evaluation.miss)
        }
        var reply = scenario.dialect.combine([unscripted], to: reading, of: request)
        shape(&reply, [unscripted], [outcome])
        return .answer(spoiledOwn(reply, [outcome], outcome.evaluation.inherited.spoilers, of: call))
    }

    /// A batch: rules that take it as one request come first; then the rules are evaluated for each element.
    private func answer(
        _ whole: Call, _ calls: [Call], _ reading: Reading, _ budget: inout MatchBudget
    ) -> EngineDecision {
        let first = outcome(of: whole, &budget)
        guard let matched = first.matched else { return answer(calls, reading, behind: first, &budget) }
        return .answer(scripted(first, matched, whole))
    }

    private func scripted(
        _ outcome: Outcome, _ matched: RuleEvaluation.MatchedStep, _ call: Call?
    ) -> EngineAnswer {
        guard outcome.evaluation.inherited.spoilers == nil else {
            return outcome.evaluation.answer(
                matched, outcome.evaluation.response(of: matched, for: request, call))
        }
        return outcome.evaluation.answer(
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
        answer(unreadable: reply, outcome(of: nil, &budget))
    }

    private func answer(unreadable reply: Reply, _ outcome: Outcome) -> EngineDecision {
        guard let matched = outcome.matched else {
            return .answer(spoiledOwn(reply, [outcome], outcome.evaluation.inherited.spoilers, of: nil))
        }
        return .answer(scripted(outcome, matched, nil))
    }

    /// Several calls: each in order, with one hit each; then one response for all.
    ///
    /// `whole` is the outcome of the batch as one request, which no rule answered.
    private func answer(
        _ calls: [Call], _ reading: Reading, behind whole: Outcome? = nil, _ budget: inout MatchBudget
    ) -> EngineDecision {
        var room = Reading.maximumAnswerBytes
        let outcomes = calls.indices.map { index in
            guard room >= 0 else { return unanswered(calls[index], &budget) }
            let outcome = outcome(of: calls[index], &budget)
            room -= outcome.contentCount(request)
            return outcome
        }
        let isTooLarge = calls.count > 1 && room < 0
        return answer(calls, reading, outcomes, isTooLarge: isTooLarge, behind: whole) { ownAnswer(to: calls[$0]) }
    }

    /// `ownAnswer` makes the system's answer to the call with this index.
    private func answer(
        _ calls: [Call], _ reading: Reading, _ outcomes: [Outcome], isTooLarge: Bool, behind whole: Outcome?,
        ownAnswer: (Int) -> Reply?
    ) -> EngineDecision {
        let decision = combinedAnswer(
            calls, reading, outcomes, isTooLarge: isTooLarge, behind: whole, ownAnswer: ownAnswer)
        guard let listed = BatchCalls(outcomes, of: reading) else { return decision }
        switch decision {
        case .needsBody, .waits, .takesLong: return decision
        case .answer(var answer):
            answer.calls = listed
            return .answer(answer)
        case .unmatched(var miss):
            miss.calls = listed
            return .unmatched(miss)
        }
    }

    private func combinedAnswer(
        _ calls: [Call], _ reading: Reading, _ outcomes: [Outcome], isTooLarge: Bool, behind whole: Outcome?,
        ownAnswer: (Int) -> Reply?
    ) -> EngineDecision {
        let all = (whole.map { [$0] } ?? []) + outcomes
        for outcome in outcomes {
            guard let matched = outcome.matched, matched.answer.isWireFault, !matched.sendsNothing else { continue }
            var answer = combined(
                outcome.evaluation.answer(matched, WirePlan(outcome.evaluation.script(of: matched, for: request))), all)
            // It takes the whole response as it is.
            if all.contains(where: { $0.evaluation.inherited.spoilers != nil }) { answer.notes.insert(.notSpoiled) }
            return .answer(answer)
        }
        if isTooLarge {
            var answer = own(scenario.dialect.internalError(request), all)
            answer.notes.insert(.tooLarge)
            if all.contains(where: { $0.evaluation.inherited.spoilers != nil }) { answer.notes.insert(.notSpoiled) }
            return .answer(answer)
        }
        var spoilt = SpoiltElements()
        let replies = calls.indices.map { index -> Reply? in
            let (call, outcome) = (calls[index], outcomes[index])
            let reply: Reply?
            if let matched = outcome.matched {
                // A notification alone gets the reply that the scenario gives it; a batch's response has no place for it.
                if call.wantsNoAnswer, !matched.answer.answersCall { return nil }
                reply = outcome.evaluation.reply(of: matched, for: request)
            } else {
                reply = ownAnswer(index)
            }
            return reply.map { spoilt.spoil($0, of: call, outcome.evaluation.inherited.spoilers) }
        }
        guard
            scenario.dialect.answersEverything || outcomes.contains(where: { $0.matched != nil })
                || replies.contains(where: { $0 != nil })
        else {
            let combined = CombinedResponse(all)
            return .unmatched(EngineMiss(delay: combined.delay, notes: combined.notes, places: combined.places))
        }
        var reply = scenario.dialect.combine(replies, to: reading, of: request)
        shape(&reply, replies, all)
        // Rules that take the batch as one request stand among those that take its elements.
        let spoilers = ((whole?.evaluation.inherited.spoilers?.all ?? []) + spoilt.ofResponse).sorted {
            $0.rule < $1.rule
        }
        let spoiling = Spoiling(spoilers, &reply, of: reading.whole)
        let spoiler = spoiling.last ?? spoilt.last
        let notes = spoiling.notes.union(spoilt.notes)
        let ignored =
            scenario.dialect.ignoresHeadsInBatches && reading.isBatch
            && replies.contains { $0.map { $0.head != reply.head || $0.coding != reply.coding } ?? false }
        guard let first = outcomes.first(where: { $0.matched != nil }), let matched = first.matched else {
            var answer = own(reply, all)
            answer.spoiler = spoiler
            answer.notes.formUnion(notes)
            return .answer(answer)
        }
        var answer = combined(
            first.evaluation.answer(matched, WirePlan(reply.coding == nil ? reply.script() : reply.encoded.script())),
            all)
        answer.spoiler = spoiler
        answer.notes.formUnion(notes)
        if ignored { answer.notes.insert(.headInBatch) }
        return .answer(answer)
    }

    /// Delay and notes of the one response, from all calls of the request.
    private struct CombinedResponse {
        /// The longest of all calls.
        var delay: Nanoseconds = 0
        var notes: AnswerNotes = []
        let places: AnswerPlaces?

        init(_ outcomes: [Outcome]) {
            places = AnswerPlaces.joined(outcomes.map(\.evaluation.places))
            for outcome in outcomes {
                delay = max(delay, outcome.delay)
                notes.formUnion(outcome.evaluation.notes)
            }
        }
    }

    private func combined(_ answer: EngineAnswer, _ outcomes: [Outcome]) -> EngineAnswer {
        let combined = CombinedResponse(outcomes)
        var answer = answer
        answer.plan.delay = combined.delay
        answer.notes = combined.notes
        answer.places = combined.places
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

    /// Once the answers are too large for one response, the calls left take their hits, and no answers are made for
    /// them.
    private func unanswered(_ call: Call, _ budget: inout MatchBudget) -> Outcome {
        var evaluation = RuleEvaluation(content?.of(call), clock)
        let matched = evaluation.select(request, call, scenario, state, &budget)
        return Outcome(evaluation: evaluation, matched: nil, unansweredHit: matched.map(TakenHit.init))
    }

    /// The system's answer to a call that no rule matches, from the session's state if the system has any.
    private func ownAnswer(to call: Call) -> Reply? {
        scenario.hasState
            ? state.ownAnswer(to: call, request, clock)?() : scenario.dialect.unscripted(call, in: context)
    }

    /// The part of the session that the system's own answers may read.
    private var context: AnswerContext {
        let shared = state.shared
        return context { number in shared?.withLock { $0.variables[number].bytes } }
    }

    private func context(variable: @escaping (Int) -> [UInt8]?) -> AnswerContext {
        let scenario = scenario
        return AnswerContext(
            request, wallMilliseconds: clock.wallMilliseconds, key: DrawKey(seed: state.seed, rule: []),
            variable: { name in
                guard let number = scenario.variables.firstIndex(where: { $0.name == name }) else { return nil }
                return variable(number) ?? scenario.variables[number].initial.bytes
            }, scripted: { scenario.literals(ofFieldAt: $0) })
    }

    private func outcome(of call: Call?, _ budget: inout MatchBudget) -> Outcome {
        var evaluation = RuleEvaluation(content?.of(call), clock)
        evaluation.reservation = reservation
        let matched = evaluation.evaluate(request, call, scenario, state, &budget)
        return Outcome(evaluation: evaluation, matched: matched)
    }

    // MARK: In steps

    /// What was taken of the session for a request, from which its answer is made.
    enum Selection {
        case decided(EngineDecision)
        case one(Call, Reading, Outcome, ownAnswer: () -> Reply?)
        /// The outcome of a batch as one request is there if no rule answered that.
        case several([Call], Reading, [Outcome], behind: Outcome?, ownAnswer: (Int) -> Reply?)
        /// A batch that a rule answers as one request.
        case whole(Call, Outcome)
        case unreadable(Reply, Outcome)

        /// Nil unless it is a batch whose calls are decided one by one.
        var calls: BatchCalls? {
            guard case .several(_, let reading, let outcomes, _, _) = self else { return nil }
            return BatchCalls(outcomes, of: reading)
        }

        /// The outcomes of all calls.
        var outcomes: [Outcome] {
            switch self {
            case .decided: []
            case .one(_, _, let outcome, _), .whole(_, let outcome), .unreadable(_, let outcome): [outcome]
            case .several(_, _, let outcomes, let whole, _): (whole.map { [$0] } ?? []) + outcomes
            }
        }
    }

    /// Takes the hits of a call; its answer is yet to be made. `index` counts the calls of the request, a batch as the
    /// first of its calls.
    private func select(
        _ known: RequestMatches, _ call: Call?, at index: Int, _ budget: inout MatchBudget
    ) -> Outcome {
        var evaluation = RuleEvaluation(known.calls[index].content, clock)
        evaluation.matches = known.calls[index].rules
        let matched = evaluation.select(request, call, scenario, state, &budget)
        return Outcome(evaluation: evaluation, matched: matched)
    }

    private func render(_ outcome: inout Outcome, _ call: Call?) {
        guard let matched = outcome.matched else { return }
        outcome.matched = outcome.evaluation.render(matched, request, call, scenario)
    }

    /// Takes the hits of all calls, and whatever else changes the session.
    func select(_ known: RequestMatches, _ reading: Reading, _ budget: inout MatchBudget) -> Selection {
        switch reading {
        case .call(let call):
            let outcome = select(known, call, at: 0, &budget)
            if outcome.matched == nil, let kept = keptAnswer(to: call, outcome) {
                return .decided(.answer(own(kept, [outcome])))
            }
            return .one(call, reading, outcome, ownAnswer: outcome.matched == nil ? laterOwnAnswer(to: call) : { nil })
        case .calls(let calls): return select(known, calls, reading, behind: nil, &budget)
        case .batch(let whole, let calls):
            let first = select(known, whole, at: 0, &budget)
            if first.matched != nil { return .whole(whole, first) }
            return select(known, calls, reading, behind: first, &budget)
        case .unreadable(let reply): return .unreadable(reply, select(known, nil, at: 0, &budget))
        }
    }

    private func select(
        _ known: RequestMatches, _ calls: [Call], _ reading: Reading, behind whole: Outcome?,
        _ budget: inout MatchBudget
    ) -> Selection {
        let outcomes = calls.indices.map { select(known, calls[$0], at: $0 + (whole == nil ? 0 : 1), &budget) }
        let own = zip(calls, outcomes).map { call, outcome in
            outcome.matched == nil ? laterOwnAnswer(to: call) : { nil }
        }
        return .several(calls, reading, outcomes, behind: whole) { own[$0]() }
    }

    /// The system's own answer as a function that needs nothing more of the session.
    private func laterOwnAnswer(to call: Call) -> () -> Reply? {
        if scenario.hasState { return state.ownAnswer(to: call, request, clock) ?? { nil } }
        let variables = state.shared?.withLock { $0.variables }
        let (scenario, context) = (scenario, context { variables?[$0].bytes })
        return { scenario.dialect.unscripted(call, in: context) }
    }

    /// The selection after the wait of all calls that wait.
    mutating func endWait(_ selection: Selection, at clock: EngineClock) -> Selection {
        self.clock = clock
        func end(_ outcome: inout Outcome, _ call: Call?, _ own: (() -> Reply?)? = nil) {
            outcome.matched = outcome.evaluation.endWait(
                outcome.matched, request, call, state, at: clock, own: outcome.matched == nil ? own : nil)
        }
        switch selection {
        case .decided: return selection
        case .one(let call, let reading, var outcome, let ownAnswer):
            let own = ownAnswerNow(to: call, outcome, ownAnswer)
            end(&outcome, call, own)
            return .one(call, reading, outcome, ownAnswer: own)
        case .several(let calls, let reading, var outcomes, var whole, let ownAnswer):
            if var first = whole, let call = reading.whole {
                end(&first, call)
                if first.matched != nil {
                    first.evaluation.places = AnswerPlaces.joined(
                        ([first] + outcomes).map(\.evaluation.places))
                }
                if first.matched != nil { return .whole(call, first) }
                whole = first
            }
            var own: [() -> Reply?] = []
            for index in calls.indices {
                own.append(ownAnswerNow(to: calls[index], outcomes[index]) { ownAnswer(index) })
                end(&outcomes[index], calls[index], own[index])
            }
            return .several(calls, reading, outcomes, behind: whole) { [own] in own[$0]() }
        case .whole(let call, var outcome):
            end(&outcome, call)
            return .whole(call, outcome)
        case .unreadable(let reply, var outcome):
            end(&outcome, nil)
            return .unreadable(reply, outcome)
        }
    }

    /// The system's own answer after a wait: from the variables and the clock of now. A system that keeps state has
    /// answered with the hit, since its answer may change the state.
    private func ownAnswerNow(
        to call: Call, _ outcome: Outcome, _ taken: @escaping () -> Reply?
    ) -> () -> Reply? {
        outcome.matched == nil && !scenario.hasState ? laterOwnAnswer(to: call) : taken
    }

    /// Makes the answer.
    func answer(_ selection: Selection) -> EngineDecision {
        switch selection {
        case .decided(let decision): return decision
        case .one(let call, let reading, var outcome, let ownAnswer):
            render(&outcome, call)
            return answer(call, reading, outcome, ownAnswer: ownAnswer)
        case .several(let calls, let reading, var outcomes, let whole, let ownAnswer):
            var room = Reading.maximumAnswerBytes
            for index in calls.indices {
                guard room >= 0 else {
                    outcomes[index].unansweredHit = outcomes[index].hit
                    outcomes[index].matched = nil
                    continue
                }
                render(&outcomes[index], calls[index])
                room -= outcomes[index].contentCount(request)
            }
            let isTooLarge = calls.count > 1 && room < 0
            return answer(
                calls, reading, outcomes, isTooLarge: isTooLarge, behind: whole, ownAnswer: ownAnswer)
        case .whole(let call, var outcome):
            render(&outcome, call)
            guard let matched = outcome.matched else { preconditionFailure("only for a batch that a rule answers") }
            return .answer(scripted(outcome, matched, call))
        case .unreadable(let reply, var outcome):
            render(&outcome, nil)
            return answer(unreadable: reply, outcome)
        }
    }

    /// An answer of the system itself, spoiled by rules that let its request pass.
    private func spoiledOwn(
        _ reply: Reply, _ outcomes: [Outcome], _ spoilers: RuleEvaluation.InheritedSpoilers?, of call: Call?
    ) -> EngineAnswer {
        guard let spoilers else { return own(reply, outcomes) }
        var reply = reply
        let spoiling = Spoiling(spoilers.all, &reply, of: call)
        var answer = own(reply, outcomes)
        answer.notes.formUnion(spoiling.notes)
        answer.spoiler = spoiling.last
        return answer
    }

    /// Spoils elements of a batch by the rules that let them pass.
    private struct SpoiltElements {
        /// Those that change more than an element: they are for the whole response, once each.
        private(set) var ofResponse: [RuleEvaluation.InheritedSpoiler] = []
        private(set) var last: PassedSpoiler?
        private(set) var notes: AnswerNotes = []

        mutating func spoil(
            _ reply: Reply, of call: Call, _ spoilers: RuleEvaluation.InheritedSpoilers?
        ) -> Reply {
            guard let spoilers else { return reply }
            var element = reply
            for inherited in spoilers.all.reversed() {
                var next = element
                let spoiling = Spoiling([inherited], &next, of: call)
                if next.changesMoreThanAnswer(of: element) {
                    if !ofResponse.contains(where: { $0.spoiler === inherited.spoiler }) {
                        ofResponse.append(inherited)
                    }
                    continue
                }
                element = next
                notes.formUnion(spoiling.notes)
                last = spoiling.last ?? last
            }
            return element
        }
    }

    /// An answer of the system itself.
    private func own(_ reply: Reply, _ outcomes: [Outcome]) -> EngineAnswer { own(script(of: reply), outcomes) }

    private func own(_ script: WireScript, _ outcomes: [Outcome]) -> EngineAnswer {
        let answer = EngineAnswer(
            plan: WirePlan(script), rule: EngineAnswer.system, step: -1, choice: -1, hit: 0)
        return combined(answer, outcomes)
    }

    private func script(of reply: Reply) -> WireScript {
        guard reply.coding == nil else { return script(of: reply.encoded) }
        guard reply.hasRanges, RuleEvaluation.asksForRanges(request) else { return reply.script() }
        return reply.ranged(for: request) {
            var draw = DrawKey(seed: state.seed, rule: []).draw(hit: 0, purpose: .boundary)
            return draw.hex(count: 32)
        }.script()
    }
}
