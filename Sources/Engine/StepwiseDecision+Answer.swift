internal import Bytes
internal import Catalogue
internal import Rules
internal import Wire

/// The response: that of one call, the system's own, or one that is combined from the answers to several calls.
extension StepwiseDecision {
    /// The answer in place of one that a value of a placeholder cannot be part of; nil for none.
    func answerToBadValue() -> EngineDecision? {
        guard let part = parts.first(where: { $0.badValue != nil }), let reply = part.badValue?.reply else {
            return nil
        }
        var answer = part.matched.map { combined(part.answer($0, reply.script())) } ?? own(reply.script())
        answer.calls = batchCalls
        return .answer(answer)
    }

    func preflightAnswer(_ script: WireScript) -> EngineAnswer {
        var answer = combined(EngineAnswer(preflight: script))
        answer.notes.insert(.preflight)
        if parts[0].inherited.spoilers != nil { answer.notes.insert(.notSpoiled) }
        return answer
    }

    /// The system's own answer to the only call.
    func ownAnswer() -> EngineDecision {
        if let kept { return .answer(own(kept)) }
        let unscripted = parts[0].systemAnswer?()
        guard case .calls(let reading) = asked, unscripted != nil || scenario.dialect.answersEverything else {
            return .unmatched(parts[0].miss)
        }
        var reply = scenario.dialect.combine([unscripted], to: reading, of: request)
        shape(&reply, [unscripted])
        return .answer(own(reply, of: parts[0]))
    }

    // MARK: Several calls

    /// One response for all calls, with what each of them took.
    func combinedAnswer(to reading: Reading, isTooLarge: Bool) -> EngineDecision {
        let calls = reading.isBatch ? parts.dropFirst() : parts[...]
        let decision = combinedAnswer(to: reading, calls, isTooLarge: isTooLarge)
        guard let listed = batchCalls else { return decision }
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
        to reading: Reading, _ calls: ArraySlice<RuleEvaluation>, isTooLarge: Bool
    ) -> EngineDecision {
        if let answer = wholeResponse(calls, isTooLarge: isTooLarge) { return .answer(answer) }
        var spoilt = SpoiltElements()
        let replies = calls.map { part -> Reply? in
            // A notification alone gets the reply that the scenario gives it; a batch's response has no place for it.
            if let matched = part.matched, part.call?.wantsNoAnswer == true, !matched.answer.answersCall { return nil }
            let reply = part.matched == nil ? part.systemAnswer?() : part.reply
            return reply.map { spoilt.spoil($0, of: part.call, part.inherited.spoilers) }
        }
        let first = calls.first { $0.matched != nil }
        guard scenario.dialect.answersEverything || first != nil || replies.contains(where: { $0 != nil }) else {
            let all = CombinedResponse(parts)
            return .unmatched(EngineMiss(delay: all.delay, notes: all.notes, places: all.places))
        }
        var reply = scenario.dialect.combine(replies, to: reading, of: request)
        shape(&reply, replies)
        // Rules that take the batch as one request stand among those that take its elements.
        let ofBatch = reading.isBatch ? parts[0].inherited.spoilers?.all ?? [] : []
        let spoilers = (ofBatch + spoilt.ofResponse).sorted { $0.rule < $1.rule }
        let spoiling = Spoiling(spoilers, &reply, of: reading.whole)
        var answer: EngineAnswer
        if let first, let matched = first.matched {
            let script = reply.coding == nil ? reply.script() : reply.encoded.script()
            answer = combined(first.answer(matched, script))
            let hasOtherHeads = replies.contains {
                $0.map { $0.head != reply.head || $0.coding != reply.coding } ?? false
            }
            if scenario.dialect.ignoresHeadsInBatches, reading.isBatch, hasOtherHeads {
                answer.notes.insert(.headInBatch)
            }
        } else {
            answer = own(script(of: reply))
        }
        answer.spoiler = spoiling.last ?? spoilt.last
        answer.notes.formUnion(spoiling.notes.union(spoilt.notes))
        return .answer(answer)
    }

    /// What takes the whole response as it is: a fault on the wire of any call, or that the answers are too large.
    private func wholeResponse(_ calls: ArraySlice<RuleEvaluation>, isTooLarge: Bool) -> EngineAnswer? {
        var answer: EngineAnswer
        let fault = calls.first { $0.matched.map { $0.answer.isWireFault && !$0.sendsNothing } == true }
        if let fault, let matched = fault.matched {
            answer = combined(fault.answer(matched, fault.script(of: matched)))
        } else if isTooLarge, calls.count > 1 {
            answer = own(script(of: scenario.dialect.internalError(request)))
            answer.notes.insert(.tooLarge)
        } else {
            return nil
        }
        if parts.contains(where: { $0.inherited.spoilers != nil }) { answer.notes.insert(.notSpoiled) }
        return answer
    }

    /// Delay and notes of the one response, from all calls of the request.
    private struct CombinedResponse {
        /// The longest of all calls.
        var delay: Nanoseconds = 0
        var notes: AnswerNotes = []
        let places: AnswerPlaces?

        init(_ parts: [RuleEvaluation]) {
            places = AnswerPlaces.joined(parts.map(\.places))
            for part in parts {
                delay = max(delay, part.delay)
                notes.formUnion(part.notes)
            }
        }
    }

    private func combined(_ answer: EngineAnswer) -> EngineAnswer {
        let all = CombinedResponse(parts)
        var answer = answer
        answer.plan.delay = all.delay
        answer.notes = all.notes
        answer.places = all.places
        return answer
    }

    /// Pace and cut belong to the response: those of the first call that has any.
    private func shape(_ reply: inout Reply, _ replies: [Reply?]) {
        if reply.pace == nil {
            reply.pace = replies.lazy.compactMap { $0?.pace }.first ?? parts.lazy.compactMap(\.inherited.pace).first
        }
        if reply.cut == nil {
            reply.cut = replies.lazy.compactMap { $0?.cut }.first ?? parts.lazy.compactMap(\.inherited.cut).first
        }
    }

    /// Spoils elements of a batch by the rules that let them pass.
    private struct SpoiltElements {
        /// Those that change more than an element: they are for the whole response, once each.
        private(set) var ofResponse: [RuleEvaluation.InheritedSpoiler] = []
        private(set) var last: PassedSpoiler?
        private(set) var notes: AnswerNotes = []

        mutating func spoil(
            _ reply: Reply, of call: Call?, _ spoilers: RuleEvaluation.InheritedSpoilers?
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

    // MARK: The system's own answers

    /// Spoiled by rules that let its request pass.
    func own(_ reply: Reply, of part: RuleEvaluation) -> EngineAnswer {
        guard let spoilers = part.inherited.spoilers else { return own(script(of: reply)) }
        var reply = reply
        let spoiling = Spoiling(spoilers.all, &reply, of: part.call)
        var answer = own(script(of: reply))
        answer.notes.formUnion(spoiling.notes)
        answer.spoiler = spoiling.last
        return answer
    }

    private func own(_ script: WireScript) -> EngineAnswer {
        combined(EngineAnswer(plan: WirePlan(script), rule: EngineAnswer.system, step: -1, choice: -1, hit: 0))
    }

    private func script(of reply: Reply) -> WireScript {
        guard reply.coding == nil else { return script(of: reply.encoded) }
        guard reply.hasRanges, RuleEvaluation.asksForRanges(request) else { return reply.script() }
        return reply.ranged(for: request) {
            var draw = DrawKey(seed: seed, rule: []).draw(hit: 0, purpose: .boundary)
            return draw.hex(count: 32)
        }.script()
    }
}
