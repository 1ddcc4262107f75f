internal import Catalogue
internal import Scenario
internal import Wire

/// One call's way through the rules, down to the step that answers it.
struct Walk {
    /// That of the call, where any rule looks into it.
    let content: RequestContent?
    var carried = Carried()
    var overLimit = false

    init(_ content: RequestContent?) { self.content = content }

    /// What the steps that let the request pass give to the one that answers; the nearest one holds.
    struct Carried {
        var delay: Nanoseconds?
        var pace: Pace?
        var cut: Cut?
    }

    /// A step that answers, and the hit that led to it.
    struct Taken {
        let rule: Int32
        let step: Int32
        let choice: Int32
        let hit: UInt64
        let answer: CompiledAnswer
        let delay: Nanoseconds?
    }

    /// Whether a rule that looks at the body may be met before one that surely answers. Takes no hit.
    mutating func needsBody(_ request: Request, _ call: Call?, _ scenario: CompiledScenario) -> Bool {
        var needsBody = false
        scenario.visitMatches(request, call, content, &overLimit) { _, rule in
            needsBody = rule.needsBody
            return needsBody || !rule.mayPass
        }
        return needsBody
    }

    /// The first rule that takes the request and answers it, with one hit on each rule on the way.
    mutating func take(
        _ request: Request, _ call: Call?, _ scenario: CompiledScenario, _ state: SessionState
    ) -> Taken? {
        var taken: Taken?
        var carried = Carried()
        scenario.visitMatches(request, call, content, &overLimit) { number, rule in
            guard let hit = state.takeHit(number, last: rule.lastHit) else { return false }
            taken = Self.follow(rule, Int32(truncatingIfNeeded: number), hit, state, &carried)
            return taken != nil
        }
        if taken == nil, !(call?.isWhole ?? false), let otherwise = scenario.otherwise,
            let hit = state.takeHit(scenario.rules.count, last: nil)
        {
            taken = Self.follow(otherwise, EngineAnswer.otherwise, hit, state, &carried)
        }
        self.carried = carried
        return taken
    }

    /// The rule's step for this hit; nil where it lets the request pass.
    private static func follow(
        _ rule: CompiledRule, _ number: Int32, _ hit: UInt64, _ state: SessionState,
        _ carried: inout Carried
    ) -> Taken? {
        let place = rule.step(at: hit)
        var step = rule.steps[place]
        var choice = -1
        let outerDelay = step.delay
        if case .choose(let items) = step.act {
            choice = items.item(state.drawKey(of: rule), hit: hit)
            step = items.items[choice]
        }
        let delay = (step.delay ?? outerDelay).map { delay in
            if case .fixed(let time) = delay { return time }
            return delay.nanoseconds(state.drawKey(of: rule), hit: hit)
        }
        switch step.act {
        case .answer(let answer):
            return Taken(
                rule: number, step: Int32(truncatingIfNeeded: place),
                choice: Int32(truncatingIfNeeded: choice), hit: hit, answer: answer, delay: delay)
        case .pass(let pace, let cut):
            if let delay { carried.delay = delay }
            if let pace { carried.pace = pace }
            if let cut { carried.cut = cut }
            return nil
        case .choose:
            return nil
        }
    }

    func delay(of taken: Taken) -> Nanoseconds { taken.delay ?? carried.delay ?? 0 }

    /// The script that was made at load, or one made now where something is added to it.
    func script(of taken: Taken, _ request: Request, _ call: Call? = nil) -> WireScript {
        switch taken.answer.source {
        case .script(let script): return script
        case .reply(let kept, let script):
            guard carried.pace != nil || carried.cut != nil else { return script }
            return changed(kept.reply).script()
        case .toRequest(let make):
            return changed(make(request)).script()
        case .toCall(let make):
            return make(call).map { changed($0).script() } ?? Reply(ResponseHead(status: 204)).script()
        }
    }

    /// The reply behind an answer; nil for one that sends no response, or not to this call.
    func reply(of taken: Taken, _ request: Request, _ call: Call) -> Reply? {
        switch taken.answer.source {
        case .script: nil
        case .reply(let kept, _): kept.reply
        case .toRequest(let make): make(request)
        case .toCall(let make): make(call)
        }
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
            plan: plan, rule: taken.rule, step: taken.step, choice: taken.choice, hit: taken.hit,
            patternOverLimit: overLimit)
    }
}
