internal import Bytes
internal import Catalogue
internal import Rules
internal import Wire

/// Makes the answer of the matched step. Needs nothing of the session.
extension RuleEvaluation {
    /// Makes what is made anew for each request.
    func render() {
        if let matched, matched.isMadeForRequest { make(matched) }
    }

    private func make(_ matched: MatchedStep) {
        switch matched.answer.source {
        case .script, .reply, .negotiated, .onDemand: break
        case .perRequest(let make):
            var rendering = rendering(matched.hit)
            matched.rendered = make(&rendering)
            keep(rendering)
        case .laidOut(let layout, let make):
            var rendering = rendering(matched.hit)
            matched.rendered = .script(layout.script(make(&rendering)))
            keep(rendering)
        case .fromSystemAnswer(let make):
            var rendering = rendering(matched.hit)
            matched.rendered = make(systemAnswer?() ?? scenario.dialect.stockSuccess, &rendering)
            keep(rendering)
        }
        if let seconds = matched.retryAfter, var reply, !reply.isExact {
            reply.head.set("Retry-After", String(seconds))
            matched.rendered = .reply(reply)
        }
    }

    /// The answer to a request of one call, laid out at load if possible, and spoiled by the steps that let it pass.
    func answer(_ matched: MatchedStep) -> EngineAnswer {
        // Its status may be made of placeholders.
        if case .reply(let reply)? = matched.rendered, reply.head.forbidsContent, reply.leavesBodyOut {
            notes.insert(.droppedBody)
        }
        guard let spoilers = inherited.spoilers else { return answer(matched, script(of: matched), delay: delay) }
        guard let reply else {
            var answer = answer(matched, script(of: matched), delay: delay)
            answer.notes.insert(.notSpoiled)
            return answer
        }
        var spoiled = changed(reply)
        let spoiling = Spoiling(spoilers.all, &spoiled, of: call)
        var answer = answer(matched, laidOut(spoiled, matched), delay: delay)
        answer.notes.formUnion(spoiling.notes)
        answer.spoiler = spoiling.last
        return answer
    }

    func answer(_ matched: MatchedStep, _ script: WireScript, delay: Nanoseconds = 0) -> EngineAnswer {
        EngineAnswer(
            plan: WirePlan(script, delay: delay), rule: matched.hit.ruleNumber, step: matched.stepNumber,
            choice: matched.choice, hit: matched.hitNumber, notes: notes, places: places)
    }

    /// The script laid out at load, or one made now if something is added to it.
    func script(of matched: MatchedStep) -> WireScript {
        switch matched.rendered {
        case .reply(let reply): return laidOut(changed(reply), matched)
        case .script(let script): return script
        case .nothing: return scenario.dialect.noAnswer.script()
        case nil: return loadedScript(of: matched)
        }
    }

    private func loadedScript(of matched: MatchedStep) -> WireScript {
        let isChanged = inherited.pace != nil || inherited.cut != nil
        switch matched.answer.source {
        case .script(let script): return script
        case .onDemand(let script): return script.value
        case .reply(let kept, let script):
            guard isChanged || kept.reply.hasRanges && Self.asksForRanges(request) else { return script }
            return laidOut(changed(kept.reply), matched)
        case .negotiated(let answers):
            let answer = answers.answer(to: request)
            guard isChanged || answer.reply.hasRanges && Self.asksForRanges(request) else { return answer.script }
            return laidOut(changed(answer.reply), matched)
        case .perRequest, .laidOut, .fromSystemAnswer: preconditionFailure("rendered when the step was matched")
        }
    }

    private func laidOut(_ reply: Reply, _ matched: MatchedStep) -> WireScript {
        // Replies are much to copy.
        guard reply.coding == nil else { return laidOut(reply.encoded, matched) }
        guard reply.hasRanges else { return reply.script() }
        return reply.ranged(for: request) {
            var draw = matched.hit.key.draw(
                hit: matched.hit.number, purpose: .boundary, countBy: matched.hit.countBy.map { $0[...] })
            return draw.hex(count: 32)
        }.script()
    }

    static func asksForRanges(_ request: Request) -> Bool { request.first(range) != nil }

    private static let range = Array("range".utf8)

    /// The reply behind the answer, whose body may be yet to be encoded; nil for one that sends no response.
    var reply: Reply? {
        guard let matched else { return nil }
        if case .reply(let reply)? = matched.rendered { return reply }
        switch matched.answer.source {
        case .reply(let kept, _): return kept.reply
        case .negotiated(let answers): return answers.reply(to: request)
        case .script, .onDemand, .perRequest, .laidOut, .fromSystemAnswer: return nil
        }
    }

    /// Whether making the answer may take longer than a moment, since its body is encoded for it.
    var encodesBody: Bool {
        guard let matched, matched.answer.coding?.applies(to: request) == true else { return false }
        return matched.answer.isDynamic || inherited.spoilers != nil || matched.retryAfter != nil
    }

    /// The reply with the inherited pace and cut, unless it has its own.
    private func changed(_ reply: Reply) -> Reply {
        guard inherited.pace != nil || inherited.cut != nil else { return reply }
        var reply = reply
        if reply.pace == nil { reply.pace = inherited.pace }
        guard reply.cut == nil, (reply.ending ?? .complete) == .complete, let cut = inherited.cut else { return reply }
        switch cut.position {
        case .headers, .head: if reply.raw == nil { reply.cut = cut }
        // Of what is made while it is sent, nobody knows the whole.
        case .percent: if reply.made == nil { reply.cut = cut }
        case .bytes, .time, .answer: reply.cut = cut
        }
        return reply
    }
}

extension Reply {
    /// Whether it has a body that its status has no place for.
    fileprivate var leavesBodyOut: Bool { raw == nil && (contentCount > 0 || made != nil) }
    /// Whether its head is sent as it is, with nothing added.
    fileprivate var isExact: Bool { raw != nil || head.isExact }
}
