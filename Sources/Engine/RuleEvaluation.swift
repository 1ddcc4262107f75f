internal import Bytes
internal import Catalogue
internal import Scenario
internal import Wire

/// Evaluates the rules for one call, in order, until a step answers it.
struct RuleEvaluation {
    /// Of the decision; after a wait, that of its end.
    var clock: EngineClock
    /// Parsed content of the call; nil if no rule reads it.
    let content: RequestContent?
    var inherited = InheritedModifiers()
    /// Notes on the answer for the journal.
    var notes: AnswerNotes = []
    /// Waits until variables change; nil unless the matched step waits for that.
    var waiter: Waiter?
    /// Taken before the evaluation, so that no other request gets this hit.
    var reservation: RuleHit.Reservation?
    /// The rules that match, if they were found before, on another thread; nil if they are still to be found.
    var matches: RuleMatches?
    /// Whether the request is a CORS preflight, which only rules that name OPTIONS in their `method` answer: up to the first
    /// rule that takes every method.
    var isPreflight = false
    /// Of the rules with `atOnce` that took the request.
    var places: AnswerPlaces?
    /// What `render` needs, after `select`.
    var taken: Taken?

    init(_ content: RequestContent?, _ clock: EngineClock) {
        self.content = content
        self.clock = clock
    }

    /// Modifiers of the steps that let the request pass, for the step that answers. The last of each kind applies.
    struct InheritedModifiers {
        var delay: Delay?
        var pace: Pace?
        var cut: Cut?
        /// Nil for none, as nearly always.
        var spoilers: InheritedSpoilers?
    }

    /// In the order of their rules. A class, as `Then` is: evaluations are copied often, and few have any.
    final class InheritedSpoilers: Sendable {
        let all: [InheritedSpoiler]

        init(_ all: [InheritedSpoiler]) { self.all = all }
    }

    /// A spoiler of a step that lets the request pass, with its arguments for this request.
    struct InheritedSpoiler {
        let spoiler: PassedSpoiler
        let arguments: Arguments
        /// Number of the rule, for their order.
        let rule: Int32
    }

    /// Whether the steps that let the request pass leave the response as it is.
    var inheritsNothing: Bool { inherited.pace == nil && inherited.cut == nil && inherited.spoilers == nil }

    /// How long the answer waits; with `until`, at most.
    struct Delay {
        let time: Nanoseconds
        var until: DelayUntil?
        /// What answers if the wait was in vain, other than the step itself.
        var then: Then?

        static let none = Delay(time: 0)
    }

    /// The `then` of a delay, with the hit of its step.
    final class Then: Sendable {
        let step: CompiledStep
        let hit: RuleHit
        let choice: Int32
        /// From the rules above.
        let inherited: InheritedModifiers

        init(step: CompiledStep, hit: RuleHit, choice: Int32, inherited: InheritedModifiers) {
            (self.step, self.hit, self.choice, self.inherited) = (step, hit, choice, inherited)
        }
    }

    /// The step that answers, and the hit that selected it.
    struct MatchedStep {
        let hit: RuleHit
        /// Index of the chosen item; -1 if the step is not a `choose`.
        let choice: Int32
        let answer: CompiledAnswer
        var delay: Delay?
        /// Value for the response's `Retry-After`, in seconds; nil if it gets none.
        let retryAfter: UInt64?
        /// The answer made for this request; nil if it was laid out at load.
        var rendered: CompiledAnswer.Rendered?

        /// Whether the answer is made anew for each request.
        var isMadeForRequest: Bool { answer.isDynamic || retryAfter != nil }

        /// As in `EngineAnswer`.
        var stepNumber: Int32 {
            if hit.isCrowded { return CompiledScenario.crowdedStep }
            return hit.retryAfter == nil ? Int32(truncatingIfNeeded: hit.step) : CompiledScenario.overRateStep
        }
        var hitNumber: UInt64 { hit.retryAfter == nil && !hit.isCrowded ? hit.number : 0 }

        /// Whether the call is a notification, which gets no answer.
        var sendsNothing: Bool { if case .nothing? = rendered { true } else { false } }
    }

    /// Whether a rule that reads the body may be reached before one that always answers.
    ///
    /// A rule that answers until its hits are used up always answers if it has a hit left for this request. That hit is
    /// taken in `state` and kept as the reservation, but only if no rule before it may answer. No other hit is taken.
    /// `ownNeedsBody`: whether the system's answer to an unmatched request depends on the body.
    mutating func needsBody(
        _ request: Request, _ call: Call?, _ scenario: CompiledScenario, _ state: SessionState?,
        _ budget: inout MatchBudget, ownNeedsBody: Bool = false
    ) -> Bool {
        var needsBody = false
        var alwaysAnswers = false
        var mayBeAnswered = false
        var reservation: RuleHit.Reservation?
        scenario.visitMatches(request, call, content, &budget) { number, rule, _ in
            needsBody = scenario.waitsForBody(rule)
            alwaysAnswers = rule.alwaysAnswers
            if needsBody || alwaysAnswers { return true }
            if let state, !mayBeAnswered, rule.answersUntilLastHit {
                guard let hit = state.takeHit(number, last: rule.lastHit) else { return false }
                reservation = RuleHit.Reservation(rule: number, hit: hit)
                alwaysAnswers = true
                return true
            }
            if !rule.neverAnswers { mayBeAnswered = true }
            return false
        }
        self.reservation = reservation
        return needsBody || !alwaysAnswers && (scenario.otherwise.map { scenario.waitsForBody($0) } ?? ownNeedsBody)
    }

    /// What was taken of the session for an answer that is made later.
    final class Taken {
        /// After the steps.
        let variables: [TemplateValue]
        /// Makes the answer of the session's system, which the matched step changes; nil for other steps.
        let systemAnswer: (() -> Reply?)?

        init(_ variables: [TemplateValue], _ systemAnswer: (() -> Reply?)?) {
            self.variables = variables
            self.systemAnswer = systemAnswer
        }
    }

    /// Finds the first rule that matches and answers the request. Each matching rule on the way takes one hit.
    mutating func evaluate(
        _ request: Request, _ call: Call?, _ scenario: CompiledScenario, _ state: SessionState,
        _ budget: inout MatchBudget
    ) -> MatchedStep? {
        let input = EvaluationInput(request: request, call: call, content: content, clock: clock)
        var evaluationState = EvaluationState()
        var matched = select(input, scenario, state, &evaluationState, &budget)
        // Tested first, since a step is much to copy.
        if matched?.isMadeForRequest == true, let made = matched {
            matched = rendered(made, input, scenario, ownAnswer(behind: made, input, state), &evaluationState)
        }
        end(evaluationState)
        return matched
    }

    /// The same without making the answer: everything that reads or changes the session.
    mutating func select(
        _ request: Request, _ call: Call?, _ scenario: CompiledScenario, _ state: SessionState,
        _ budget: inout MatchBudget
    ) -> MatchedStep? {
        let input = EvaluationInput(request: request, call: call, content: content, clock: clock)
        var evaluationState = EvaluationState()
        let matched = select(input, scenario, state, &evaluationState, &budget)
        taken = Taken(evaluationState.variables, matched.flatMap { ownAnswer(behind: $0, input, state) })
        end(evaluationState)
        return matched
    }

    /// Makes the answer to a step that `select` has found. Needs nothing of the session.
    mutating func render(_ matched: MatchedStep, _ request: Request, _ call: Call?, _ scenario: CompiledScenario)
        -> MatchedStep
    {
        guard matched.isMadeForRequest else { return matched }
        let input = EvaluationInput(request: request, call: call, content: content, clock: clock)
        var evaluationState = EvaluationState(variables: taken?.variables ?? [])
        let rendered = rendered(matched, input, scenario, taken?.systemAnswer, &evaluationState)
        notes.formUnion(evaluationState.notes)
        return rendered
    }

    private mutating func select(
        _ input: EvaluationInput, _ scenario: CompiledScenario, _ state: SessionState,
        _ evaluationState: inout EvaluationState, _ budget: inout MatchBudget
    ) -> MatchedStep? {
        if let shared = state.shared {
            return evaluateLocked(input, scenario, state, shared, &evaluationState, &budget)
        }
        return evaluateUnlocked(input, scenario, state, &evaluationState, &budget)
    }

    private mutating func end(_ evaluationState: EvaluationState) {
        inherited = evaluationState.inherited
        notes = evaluationState.notes
        waiter = evaluationState.waiter
        places = evaluationState.places
    }

    func ownAnswer(
        behind matched: MatchedStep, _ input: EvaluationInput, _ state: SessionState
    ) -> (() -> Reply?)? {
        guard case .fromSystemAnswer = matched.answer.source, let call = input.call else { return nil }
        return state.ownAnswer(to: call, input.request, input.clock)
    }

    /// Renders an answer that is made anew for each request.
    private func rendered(
        _ matched: MatchedStep, _ input: EvaluationInput, _ scenario: CompiledScenario,
        _ systemAnswer: (() -> Reply?)?, _ evaluationState: inout EvaluationState
    ) -> MatchedStep {
        var matched = matched
        switch matched.answer.source {
        case .script, .reply, .negotiated, .onDemand: break
        case .perRequest(let make):
            var rendering = input.rendering(matched.hit, evaluationState.variables)
            matched.rendered = make(&rendering)
            evaluationState.notes.formUnion(rendering.notes)
        case .laidOut(let layout, let make):
            var rendering = input.rendering(matched.hit, evaluationState.variables)
            matched.rendered = .script(layout.script(make(&rendering)))
            evaluationState.notes.formUnion(rendering.notes)
        case .fromSystemAnswer(let make):
            var rendering = input.rendering(matched.hit, evaluationState.variables)
            matched.rendered = make(systemAnswer?() ?? scenario.dialect.stockSuccess, &rendering)
            evaluationState.notes.formUnion(rendering.notes)
        }
        if let seconds = matched.retryAfter, var reply = reply(of: matched, for: input.request), !reply.isExact {
            reply.head.set("Retry-After", String(seconds))
            matched.rendered = .reply(reply)
        }
        return matched
    }

    /// The rules that match, in order, up to the first that always answers.
    static func matches(
        _ request: Request, _ call: Call?, _ content: RequestContent?, _ scenario: CompiledScenario,
        _ budget: inout MatchBudget, reserved: Int? = nil
    ) -> [RuleMatches.Rule] {
        var matches: [RuleMatches.Rule] = []
        scenario.visitMatches(request, call, content, &budget) { number, rule, budget in
            let residual = rule.match.residualCondition(request, call, content, &budget)
            let exceeded = budget.takeExceeded()
            matches.append(RuleMatches.Rule(number: number, residual: residual, exceeded: exceeded, budget: budget))
            return rule.alwaysAnswers || number == reserved
        }
        return matches
    }

    /// Without a lock: hit counts, which are atomic, are the only state.
    private mutating func evaluateUnlocked(
        _ input: EvaluationInput, _ scenario: CompiledScenario, _ state: SessionState,
        _ evaluationState: inout EvaluationState,
        _ budget: inout MatchBudget
    ) -> MatchedStep? {
        var matched: MatchedStep?
        let reservation = reservation
        if let matches {
            budget = matches.budget
            for match in matches.rules {
                let turn = preflightTurn(scenario.rules[match.number], match.number, state)
                if turn == .ended { break }
                guard turn == .taken, let hit = RuleHit(scenario.rules[match.number], match.number, state, reservation)
                else {
                    continue
                }
                matched = Self.follow(hit, input, &evaluationState)
                if matched != nil {
                    budget = match.budget
                    break
                }
            }
        } else {
            let evaluation = self
            scenario.visitMatches(input.request, input.call, input.content, &budget) { number, rule, _ in
                if evaluation.isPreflight {
                    let turn = evaluation.preflightTurn(rule, number, state)
                    guard turn == .taken else { return turn == .ended }
                }
                guard let hit = RuleHit(rule, number, state, reservation) else { return false }
                matched = Self.follow(hit, input, &evaluationState)
                return matched != nil
            }
        }
        if matched == nil, !isPreflight, input.call?.isWhole != true, let otherwise = scenario.otherwise,
            let hit = RuleHit(otherwise: otherwise, scenario, state)
        {
            matched = Self.follow(hit, input, &evaluationState)
        }
        return matched
    }

    /// Conditions on the request alone are tested before the session's lock is taken, since patterns and large bodies
    /// may take long; those on variables, and all changes of state, are under the lock.
    private mutating func evaluateLocked(
        _ input: EvaluationInput, _ scenario: CompiledScenario, _ state: SessionState, _ shared: SharedState,
        _ evaluationState: inout EvaluationState, _ budget: inout MatchBudget
    ) -> MatchedStep? {
        let reservation = reservation
        let rules: [RuleMatches.Rule]
        if let matches {
            rules = matches.rules
            budget = matches.budget
        } else {
            rules = Self.matches(
                input.request, input.call, input.content, scenario, &budget, reserved: reservation?.rule)
        }
        let (matched, after, woken) = shared.withLock { contents in
            var evaluationState = EvaluationState(variables: contents.variables)
            var matched: MatchedStep?
            for match in rules where matched == nil {
                let (number, rule) = (match.number, scenario.rules[match.number])
                let holds = match.residual.holds(evaluationState.variables, &budget)
                budget.judged(number, holds, exceeded: match.exceeded)
                guard holds else { continue }
                let progress =
                    isPreflight && rule.keepsProgress
                    ? Self.nextOutcome(of: rule, number, state, input, contents, evaluationState) : nil
                let turn = preflightTurn(rule, number, state, progress)
                if turn == .ended { break }
                guard turn == .taken else { continue }
                let hit =
                    rule.keepsProgress
                    ? Self.hit(rule, number, state, input, &contents, &evaluationState)
                    : RuleHit(rule, number, state, reservation)
                guard let hit else { continue }
                matched = Self.follow(hit, input, &evaluationState)
            }
            if matched == nil, !isPreflight, input.call?.isWhole != true, let otherwise = scenario.otherwise,
                let hit = RuleHit(otherwise: otherwise, scenario, state)
            {
                matched = Self.follow(hit, input, &evaluationState)
            }
            contents.variables = evaluationState.variables
            if !evaluationState.changes.isEmpty {
                contents.system?.apply(evaluationState.changes, in: state.context(input.request, input.clock))
            }
            let woken = contents.takeWoken(changed: evaluationState.changed, &budget)
            if let until = (matched?.delay ?? evaluationState.inherited.delay)?.until,
                !until.holds(evaluationState.variables, &budget)
            {
                let waiter = contents.wait(for: until, shared)
                if budget.takeExceeded() { waiter.noteOverLimit() }
                evaluationState.waiter = waiter
            }
            return (matched, evaluationState, woken)
        }
        for waiter in woken { waiter.wake() }
        evaluationState = after
        return matched
    }

    /// The hit of a rule with `countBy`, a limit, or steps that last for a time.
    private static func hit(
        _ rule: CompiledRule, _ number: Int, _ state: SessionState, _ input: EvaluationInput,
        _ contents: inout SharedState.Contents, _ evaluationState: inout EvaluationState
    ) -> RuleHit? {
        let value = rule.countBy.map {
            input.value(
                $0, SessionState.drawKey(of: rule, state.ownSeed), evaluationState.variables, &evaluationState.notes)
        }
        let counted = contents.counts[state.progressKey(of: number), default: RuleCounts()].next(
            rule, countBy: value, at: input.clock.monotonic)
        let hit = RuleHit(rule, number, counted.outcome, countBy: value, state)
        guard let hit else { return nil }
        if counted.isShared { evaluationState.notes.insert(.sharedCount) }
        if let place = counted.place {
            evaluationState.places = AnswerPlaces.adding(place, to: evaluationState.places)
        }
        return hit
    }

    /// State of an evaluation that is not finished.
    struct EvaluationState {
        var inherited = InheritedModifiers()
        /// The session's variables under its lock; afterwards a copy of them, for the answer.
        var variables: [TemplateValue] = []
        var notes: AnswerNotes = []
        /// Indices of the variables that a step has changed.
        var changed: [Int] = []
        /// Changes that steps make to the state of the session's system.
        var changes: [any StateChange] = []
        var waiter: Waiter?
        var places: AnswerPlaces?
    }

    /// Runs the step that the hit selects; nil if it lets the request pass.
    private static func follow(_ hit: RuleHit, _ input: EvaluationInput, _ evaluationState: inout EvaluationState)
        -> MatchedStep?
    {
        let step = hit.rule.steps[hit.step]
        guard case .choose(let items) = step.act else { return follow(step, nil, -1, hit, input, &evaluationState) }
        let choice = items.item(hit.key, hit: hit.number, countBy: hit.countBy.map { $0[...] })
        return follow(items.items[choice], step, choice, hit, input, &evaluationState)
    }

    /// `outer` is the `choose` step that chose this one.
    static func follow(
        _ step: CompiledStep, _ outer: CompiledStep?, _ choice: Int, _ hit: RuleHit, _ input: EvaluationInput,
        _ evaluationState: inout EvaluationState
    ) -> MatchedStep? {
        if !step.set.isEmpty || outer?.set.isEmpty == false {
            apply((outer?.set ?? []) + step.set, hit, input, &evaluationState)
        }
        evaluationState.changes += outer?.changes ?? []
        evaluationState.changes += step.changes
        let delay = (step.delay ?? outer?.delay).map { delay in
            switch delay {
            case .fixed(let time): return Delay(time: time)
            case .until(let until):
                let then = until.then.map {
                    Then(
                        step: $0, hit: hit,
                        choice: CompiledStep.choice(ofThenBehind: Int32(truncatingIfNeeded: choice)),
                        inherited: evaluationState.inherited)
                }
                return Delay(time: until.atMost, until: until, then: then)
            case .uniform, .lognormal:
                return Delay(
                    time: delay.nanoseconds(hit.key, hit: hit.number, countBy: hit.countBy.map { $0[...] }))
            }
        }
        switch step.act {
        case .answer(let answer):
            if hit.retryAfter != nil { evaluationState.notes.insert(.overRate) }
            if hit.isCrowded { evaluationState.notes.insert(.crowded) }
            return MatchedStep(
                hit: hit, choice: Int32(truncatingIfNeeded: choice), answer: answer, delay: delay,
                retryAfter: step.setsRetryAfter ? nil : hit.retryAfter)
        case .pass(let passing):
            if let delay { evaluationState.inherited.delay = delay }
            if let pace = passing.pace {
                evaluationState.inherited.pace = pace.seeded(
                    by: hit.key.draw(hit: hit.number, purpose: .pace, countBy: hit.countBy.map { $0[...] }))
            }
            if let cut = passing.cut { evaluationState.inherited.cut = cut }
            if let spoiler = passing.spoiler {
                var rendering = input.rendering(hit, evaluationState.variables)
                let arguments = spoiler.arguments(&rendering)
                evaluationState.notes.formUnion(rendering.notes)
                let own = InheritedSpoiler(spoiler: spoiler, arguments: arguments, rule: hit.ruleNumber)
                let above = evaluationState.inherited.spoilers?.all ?? []
                evaluationState.inherited.spoilers = InheritedSpoilers(above + [own])
            }
            return nil
        case .choose:
            return nil
        }
    }

    /// Sets variables. All values are computed from the variables as they were before.
    private static func apply(
        _ settings: [VariableAssignment], _ hit: RuleHit, _ input: EvaluationInput,
        _ evaluationState: inout EvaluationState
    ) {
        var rendering = input.rendering(hit, evaluationState.variables)
        for setting in settings {
            let (value, isCut) = setting.value(&rendering).kept
            if evaluationState.variables[setting.variable] != value { evaluationState.changed.append(setting.variable) }
            evaluationState.variables[setting.variable] = value
            if isCut { evaluationState.notes.insert(.cutVariable) }
        }
        evaluationState.notes.formUnion(rendering.notes)
    }

    /// A delay until variables change applies only if the answer has to wait for it.
    func delay(of matched: MatchedStep?) -> Nanoseconds {
        guard let delay = matched?.delay ?? inherited.delay, delay.until == nil || waiter != nil else { return 0 }
        return delay.time
    }

    /// The outcome if no rule answers.
    var miss: EngineMiss {
        EngineMiss(
            delay: delay(of: nil), notes: inherited.spoilers == nil ? notes : notes.union(.notSpoiled), places: places)
    }

    /// The response to a request of one call, spoiled by the steps that let it pass.
    func response(of matched: MatchedStep, for request: Request, _ call: Call?) -> SpoiledScript {
        guard let spoilers = inherited.spoilers else { return SpoiledScript(script(of: matched, for: request)) }
        guard var reply = reply(of: matched, for: request) else {
            return SpoiledScript(script(of: matched, for: request), notes: .notSpoiled)
        }
        reply = changed(reply)
        let spoiling = Spoiling(spoilers.all, &reply, of: call)
        return SpoiledScript(laidOut(reply, matched, request), notes: spoiling.notes, spoiler: spoiling.last)
    }

    /// The script laid out at load, or one made now if something is added to it.
    func script(of matched: MatchedStep, for request: Request) -> WireScript {
        switch matched.rendered {
        case .reply(let reply): return laidOut(changed(reply), matched, request)
        case .script(let script): return script
        case .nothing: return Reply(ResponseHead(status: 204)).script()
        case nil: return loadedScript(of: matched, for: request)
        }
    }

    private func loadedScript(of matched: MatchedStep, for request: Request) -> WireScript {
        switch matched.answer.source {
        case .script(let script): return script
        case .onDemand(let script): return script.value
        case .reply(let kept, let script):
            let isChanged = inherited.pace != nil || inherited.cut != nil
            guard isChanged || kept.reply.hasRanges && Self.asksForRanges(request) else { return script }
            return laidOut(changed(kept.reply), matched, request)
        case .negotiated(let answers):
            let answer = answers.answer(to: request)
            let isChanged = inherited.pace != nil || inherited.cut != nil
            guard isChanged || answer.reply.hasRanges && Self.asksForRanges(request) else { return answer.script }
            return laidOut(changed(answer.reply), matched, request)
        case .perRequest, .laidOut, .fromSystemAnswer: preconditionFailure("rendered when the step was matched")
        }
    }

    private func laidOut(_ reply: Reply, _ matched: MatchedStep, _ request: Request) -> WireScript {
        // Replies are much to copy.
        guard reply.coding == nil else { return laidOut(reply.encoded, matched, request) }
        guard reply.hasRanges else { return reply.script() }
        return reply.ranged(for: request) {
            var draw = matched.hit.key.draw(
                hit: matched.hit.number, purpose: .boundary, countBy: matched.hit.countBy.map { $0[...] })
            return draw.hex(count: 32)
        }.script()
    }

    static func asksForRanges(_ request: Request) -> Bool { request.first(range) != nil }

    private static let range = Array("range".utf8)

    /// The reply behind an answer, whose body may be yet to be encoded; nil for one that sends no response.
    func reply(of matched: MatchedStep, for request: Request) -> Reply? {
        if case .reply(let reply)? = matched.rendered { return reply }
        switch matched.answer.source {
        case .reply(let kept, _): return kept.reply
        case .negotiated(let answers): return answers.reply(to: request)
        case .script, .onDemand, .perRequest, .laidOut, .fromSystemAnswer: return nil
        }
    }

    /// Whether making the answer may take longer than a moment, since its body is encoded for it.
    func encodesBody(of matched: MatchedStep?, for request: Request) -> Bool {
        guard let matched, matched.answer.coding?.applies(to: request) == true else { return false }
        return matched.answer.isDynamic || inherited.spoilers != nil || matched.retryAfter != nil
    }

    /// The reply with the inherited pace and cut, unless it has its own.
    private func changed(_ reply: Reply) -> Reply {
        guard inherited.pace != nil || inherited.cut != nil else { return reply }
        var reply = reply
        if reply.pace == nil { reply.pace = inherited.pace }
        let isForHeads = reply.raw != nil && inherited.cut?.position.isInHead == true
        if reply.cut == nil, reply.ending == nil, !isForHeads { reply.cut = inherited.cut }
        return reply
    }

    func answer(_ matched: MatchedStep, _ response: SpoiledScript) -> EngineAnswer {
        var answer = answer(matched, WirePlan(response.script, delay: delay(of: matched)))
        answer.notes.formUnion(response.notes)
        answer.spoiler = response.spoiler
        return answer
    }

    func answer(_ matched: MatchedStep, _ plan: WirePlan) -> EngineAnswer {
        EngineAnswer(
            plan: plan, rule: matched.hit.ruleNumber, step: matched.stepNumber, choice: matched.choice,
            hit: matched.hitNumber, notes: notes, places: places)
    }
}

extension Reply {
    /// Whether its head is sent as it is, with nothing added.
    fileprivate var isExact: Bool { raw != nil || head.isExact }
}
