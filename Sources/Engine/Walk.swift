internal import Bytes
internal import Catalogue
internal import Scenario
internal import Wire

/// One call's way through the rules, down to the step that answers it.
struct Walk {
    let clock: EngineClock
    /// That of the call, where any rule looks into it.
    let content: RequestContent?
    var carried = Carried()
    /// What the journal says of the answer.
    var notes: AnswerNotes = []
    /// Who waits for variables, where anybody has to.
    var waiter: Waiter?
    /// Taken before the walk, so that nobody else gets it meanwhile.
    var reservation: Reservation?

    init(_ content: RequestContent?, _ clock: EngineClock) {
        self.content = content
        self.clock = clock
    }

    /// What the steps that let the request pass give to the one that answers; the nearest one holds.
    struct Carried {
        var delay: Delay?
        var pace: Pace?
        var cut: Cut?
    }

    /// The hit that makes a rule answer while the request's body is still on its way.
    struct Reservation {
        let rule: Int
        let hit: UInt64
    }

    /// Whether an answer goes out as it is, as far as it is for the steps that let the request pass.
    var carriesNothing: Bool { carried.pace == nil && carried.cut == nil }

    /// How long an answer waits, or how long at the most.
    struct Delay {
        let time: Nanoseconds
        var until: DelayUntil?
    }

    /// A step that answers, and the hit that led to it.
    struct Taken {
        let turn: Turn
        let choice: Int32
        let answer: CompiledAnswer
        let delay: Delay?
        /// Seconds that a reply has to tell.
        let retryAfter: UInt64?
        /// The answer, where it is made for this request.
        var rendered: CompiledAnswer.Rendered?

        /// Whether it is not the same as for every other request.
        var isForThisRequest: Bool { answer.isForEachRequest || retryAfter != nil }

        /// Whether the call wants no answer, and gets none.
        var isSilence: Bool { if case .nothing? = rendered { true } else { false } }
    }

    /// Whether a rule that looks at the body may be met before one that surely answers.
    ///
    /// A rule that answers until its hits are used up is sure once it has one to spare for this request, which is
    /// taken then: in `state`, and only behind rules of which none answers. No other hit is taken. `ownNeedsBody`
    /// where what no rule takes is answered from the body.
    mutating func needsBody(
        _ request: Request, _ call: Call?, _ scenario: CompiledScenario, _ state: SessionState?,
        _ budget: inout MatchBudget, ownNeedsBody: Bool = false
    ) -> Bool {
        var needsBody = false
        var isSure = false
        var mayBeAnswered = false
        var reservation: Reservation?
        scenario.visitMatches(request, call, content, &budget) { number, rule, _ in
            needsBody = rule.needsBody
            isSure = rule.isSure
            if needsBody || isSure { return true }
            if let state, !mayBeAnswered, rule.answersUntilLastHit {
                guard let hit = state.takeHit(number, last: rule.lastHit) else { return false }
                reservation = Reservation(rule: number, hit: hit)
                isSure = true
                return true
            }
            if !rule.neverAnswers { mayBeAnswered = true }
            return false
        }
        self.reservation = reservation
        return needsBody || !isSure && (scenario.otherwise?.needsBody ?? ownNeedsBody)
    }

    /// The first rule that takes the request and answers it, with one hit on each rule on the way.
    mutating func take(
        _ request: Request, _ call: Call?, _ scenario: CompiledScenario, _ state: SessionState,
        _ budget: inout MatchBudget
    ) -> Taken? {
        let asking = Asking(request: request, call: call, content: content, clock: clock)
        var course = Course()
        var taken: Taken?
        if let shared = state.shared {
            taken = takeLocked(asking, scenario, state, shared, &course, &budget)
        } else {
            taken = takeFreely(asking, scenario, state, &course, &budget)
        }
        if taken?.isForThisRequest == true { taken = finished(taken, asking, state, &course) }
        carried = course.carried
        notes = course.notes
        waiter = course.waiter
        return taken
    }

    /// Makes what is made for this request alone.
    private func finished(
        _ taken: Taken?, _ asking: Asking, _ state: SessionState, _ course: inout Course
    ) -> Taken? {
        guard var taken else { return nil }
        switch taken.answer.source {
        case .script, .reply: break
        case .toRequest(let make):
            var rendering = asking.rendering(taken.turn, course.variables)
            taken.rendered = make(&rendering)
            course.notes.formUnion(rendering.notes)
        case .toOwnAnswer(let make):
            let own = asking.call.flatMap { state.ownAnswer(to: $0, asking.request, asking.clock) }
            var rendering = asking.rendering(taken.turn, course.variables)
            taken.rendered = make(own ?? state.scenario.dialect.stockSuccess, &rendering)
            course.notes.formUnion(rendering.notes)
        }
        if let seconds = taken.retryAfter, var reply = reply(of: taken), !reply.isExact {
            reply.head.set("Retry-After", String(seconds))
            taken.rendered = .reply(reply)
        }
        return taken
    }

    /// Hits are all that there is to take: whoever comes meanwhile takes others.
    private mutating func takeFreely(
        _ asking: Asking, _ scenario: CompiledScenario, _ state: SessionState, _ course: inout Course,
        _ budget: inout MatchBudget
    ) -> Taken? {
        var taken: Taken?
        let reservation = reservation
        scenario.visitMatches(asking.request, asking.call, asking.content, &budget) { number, rule, _ in
            guard let turn = Turn(rule, number, state, reservation) else { return false }
            taken = Self.follow(turn, asking, &course)
            return taken != nil
        }
        if taken == nil, asking.call?.isWhole != true, let otherwise = scenario.otherwise,
            let turn = Turn(otherwise: otherwise, scenario, state)
        {
            taken = Self.follow(turn, asking, &course)
        }
        return taken
    }

    /// Under the session's lock, but for what looks at the request alone: a body or a pattern may take its time.
    private mutating func takeLocked(
        _ asking: Asking, _ scenario: CompiledScenario, _ state: SessionState, _ shared: SharedState,
        _ course: inout Course, _ budget: inout MatchBudget
    ) -> Taken? {
        let reservation = reservation
        var candidates: [(number: Int, residue: Residue, exceeded: Bool)] = []
        scenario.visitMatches(asking.request, asking.call, asking.content, &budget) { number, rule, budget in
            let residue = rule.match.residue(asking.request, asking.call, asking.content, &budget)
            candidates.append((number, residue, budget.takeExceeded()))
            return rule.isSure || number == reservation?.rule
        }
        let (taken, after, woken) = shared.withLock { contents in
            var course = Course(variables: contents.variables)
            var taken: Taken?
            for (number, residue, exceeded) in candidates where taken == nil {
                let rule = scenario.rules[number]
                let holds = residue.holds(course.variables, &budget)
                budget.judged(number, holds, exceeded: exceeded)
                guard holds else { continue }
                let turn =
                    rule.keepsProgress
                    ? Self.turn(rule, number, state, asking, &contents, &course)
                    : Turn(rule, number, state, reservation)
                guard let turn else { continue }
                taken = Self.follow(turn, asking, &course)
            }
            if taken == nil, asking.call?.isWhole != true, let otherwise = scenario.otherwise,
                let turn = Turn(otherwise: otherwise, scenario, state)
            {
                taken = Self.follow(turn, asking, &course)
            }
            contents.variables = course.variables
            if !course.changes.isEmpty {
                contents.system?.apply(course.changes, in: state.context(asking.request, asking.clock))
            }
            let woken = contents.takeWoken(changed: course.changed, &budget)
            if let until = (taken?.delay ?? course.carried.delay)?.until, !until.holds(course.variables, &budget) {
                let waiter = contents.wait(for: until, shared)
                if budget.takeExceeded() { waiter.noteOverLimit() }
                course.waiter = waiter
            }
            return (taken, course, woken)
        }
        for waiter in woken { waiter.wake() }
        course = after
        return taken
    }

    /// The turn of a rule that counts by something, has a limit, or has steps that hold for a time.
    private static func turn(
        _ rule: CompiledRule, _ number: Int, _ state: SessionState, _ asking: Asking,
        _ contents: inout SharedState.Contents, _ course: inout Course
    ) -> Turn? {
        let value = rule.countBy.map {
            asking.value($0, SessionState.drawKey(of: rule, state.ownSeed), course.variables, &course.notes)
        }
        let (outcome, isShared) = contents.counts[number, default: RuleCounts()].next(
            rule, countBy: value, at: asking.clock.monotonic)
        let turn = Turn(rule, number, outcome, countBy: value, state)
        guard let turn else { return nil }
        if isShared { course.notes.insert(.sharedCount) }
        return turn
    }

    /// What the way through the rules has come to so far.
    private struct Course {
        var carried = Carried()
        /// Those of the session, while its lock is held, and then as the answer sees them.
        var variables: [TemplateValue] = []
        var notes: AnswerNotes = []
        /// Those that a step set to something else.
        var changed: [Int] = []
        /// What steps do to the documents of the session.
        var changes: [any StateChange] = []
        var waiter: Waiter?
    }

    /// The step of the turn; nil where it lets the request pass.
    private static func follow(_ turn: Turn, _ asking: Asking, _ course: inout Course) -> Taken? {
        let step = turn.rule.steps[turn.step]
        guard case .choose(let items) = step.act else { return follow(step, nil, -1, turn, asking, &course) }
        let choice = items.item(turn.key, hit: turn.hit, countBy: turn.countBy.map { $0[...] })
        return follow(items.items[choice], step, choice, turn, asking, &course)
    }

    /// `outer` is the step that chose this one.
    private static func follow(
        _ step: CompiledStep, _ outer: CompiledStep?, _ choice: Int, _ turn: Turn, _ asking: Asking,
        _ course: inout Course
    ) -> Taken? {
        if !step.set.isEmpty || outer?.set.isEmpty == false {
            apply((outer?.set ?? []) + step.set, turn, asking, &course)
        }
        course.changes += outer?.changes ?? []
        course.changes += step.changes
        let delay = (step.delay ?? outer?.delay).map { delay in
            switch delay {
            case .fixed(let time): return Delay(time: time)
            case .until(let until): return Delay(time: until.atMost, until: until)
            case .uniform, .lognormal:
                return Delay(
                    time: delay.nanoseconds(turn.key, hit: turn.hit, countBy: turn.countBy.map { $0[...] }))
            }
        }
        switch step.act {
        case .answer(let answer):
            if turn.retryAfter != nil { course.notes.insert(.overRate) }
            return Taken(
                turn: turn, choice: Int32(truncatingIfNeeded: choice), answer: answer, delay: delay,
                retryAfter: step.setsRetryAfter ? nil : turn.retryAfter)
        case .pass(let pace, let cut):
            if let delay { course.carried.delay = delay }
            if let pace { course.carried.pace = pace }
            if let cut { course.carried.cut = cut }
            return nil
        case .choose:
            return nil
        }
    }

    /// Sets variables, all of them from what they were before.
    private static func apply(
        _ settings: [CompiledSetting], _ turn: Turn, _ asking: Asking, _ course: inout Course
    ) {
        var rendering = asking.rendering(turn, course.variables)
        for setting in settings {
            let (value, isCut) = setting.value(&rendering).kept
            if course.variables[setting.variable] != value { course.changed.append(setting.variable) }
            course.variables[setting.variable] = value
            if isCut { course.notes.insert(.cutVariable) }
        }
        course.notes.formUnion(rendering.notes)
    }

    /// What is waited for counts only where somebody has to wait for it.
    func delay(of taken: Taken?) -> Nanoseconds {
        guard let delay = taken?.delay ?? carried.delay, delay.until == nil || waiter != nil else { return 0 }
        return delay.time
    }

    /// Where no rule answers.
    var miss: EngineMiss {
        EngineMiss(delay: delay(of: nil), notes: notes, hold: hold)
    }

    /// Nil where nobody waits.
    var hold: AnswerHold? { waiter.map { AnswerHold([$0], least: 0) } }

    /// The script that was made at load, or one made now where something is added to it.
    func script(of taken: Taken, for request: Request) -> WireScript {
        switch taken.rendered {
        case .reply(let reply): return laidOut(changed(reply), taken, request)
        case .script(let script): return script
        case .nothing: return Reply(ResponseHead(status: 204)).script()
        case nil: return loadedScript(of: taken, for: request)
        }
    }

    private func loadedScript(of taken: Taken, for request: Request) -> WireScript {
        switch taken.answer.source {
        case .script(let script): return script
        case .reply(let kept, let script):
            let isChanged = carried.pace != nil || carried.cut != nil
            guard isChanged || kept.reply.hasRanges && Self.asksForRanges(request) else { return script }
            return laidOut(changed(kept.reply), taken, request)
        case .toRequest, .toOwnAnswer: preconditionFailure("rendered with its turn")
        }
    }

    private func laidOut(_ reply: Reply, _ taken: Taken, _ request: Request) -> WireScript {
        guard reply.hasRanges else { return reply.script() }
        return reply.ranged(for: request) {
            var draw = taken.turn.key.draw(
                hit: taken.turn.hit, purpose: .boundary, countBy: taken.turn.countBy.map { $0[...] })
            return draw.hex(count: 32)
        }.script()
    }

    static func asksForRanges(_ request: Request) -> Bool { request.first(range) != nil }

    private static let range = Array("range".utf8)

    /// The reply behind an answer; nil for one that sends no response.
    func reply(of taken: Taken) -> Reply? {
        if case .reply(let reply)? = taken.rendered { return reply }
        if case .reply(let kept, _) = taken.answer.source { return kept.reply }
        return nil
    }

    /// The reply with the pace and the cut that came along, where it has none of its own.
    private func changed(_ reply: Reply) -> Reply {
        guard reply.raw == nil else { return reply }
        var reply = reply
        if reply.pace == nil { reply.pace = carried.pace }
        if reply.cut == nil, reply.ending == nil { reply.cut = carried.cut }
        return reply
    }

    func answer(_ taken: Taken, _ plan: WirePlan) -> EngineAnswer {
        EngineAnswer(
            plan: plan, rule: taken.turn.number,
            step: taken.turn.retryAfter == nil
                ? Int32(truncatingIfNeeded: taken.turn.step) : CompiledScenario.overRateStep,
            choice: taken.choice, hit: taken.turn.retryAfter == nil ? taken.turn.hit : 0,
            notes: notes, hold: hold)
    }
}

extension Reply {
    /// Whether nothing is added to its head.
    fileprivate var isExact: Bool { raw != nil || head.isExact }
}
