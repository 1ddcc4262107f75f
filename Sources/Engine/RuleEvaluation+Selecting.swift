internal import Bytes
internal import Catalogue
internal import Rules
internal import Wire

/// Which rules take the call, and which step answers it.
extension RuleEvaluation {
    /// Whether a rule that reads the body may be reached before one that always answers.
    ///
    /// A rule that answers until its hits are used up always answers if it has a hit left for this request. That hit is
    /// taken in `state` and kept as the reservation, but only if no rule before it may answer. No other hit is taken.
    /// `ownNeedsBody`: whether the system's answer to an unmatched request depends on the body.
    func needsBody(_ state: SessionState?, _ budget: inout MatchBudget, ownNeedsBody: Bool) -> Bool {
        var needsBody = false
        var alwaysAnswers = false
        var mayBeAnswered = false
        scenario.visitMatches(request, call, content, &budget) { number, rule, _ in
            if isPreflight, !rule.answersPreflights { return false }
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
        return needsBody || !alwaysAnswers && (scenario.otherwise.map { scenario.waitsForBody($0) } ?? ownNeedsBody)
    }

    /// The rules that match, in order, up to the first that always answers.
    func findMatches(_ budget: inout MatchBudget) -> [RuleMatches.Rule] {
        var matches: [RuleMatches.Rule] = []
        scenario.visitMatches(request, call, content, &budget) { number, rule, budget in
            if isPreflight, !rule.answersPreflights { return false }
            let residual = rule.match.residualCondition(request, call, content, &budget)
            let exceeded = budget.takeExceeded()
            matches.append(RuleMatches.Rule(number: number, residual: residual, exceeded: exceeded, budget: budget))
            return rule.alwaysAnswers || number == reservation?.rule
        }
        return matches
    }

    /// Finds the first rule that matches and answers the request, and everything that reads or changes the session. Each
    /// matching rule on the way takes one hit. The answer is yet to be made.
    func select(_ state: SessionState, _ budget: inout MatchBudget) {
        if let shared = state.shared {
            selectLocked(state, shared, &budget)
        } else {
            selectUnlocked(state, &budget)
        }
        if let matched { systemAnswer = systemAnswer(behind: matched, state) }
    }

    func systemAnswer(behind matched: MatchedStep, _ state: SessionState) -> (() -> Reply?)? {
        guard case .fromSystemAnswer = matched.answer.source, let call else { return nil }
        return state.ownAnswer(to: call, request, clock)
    }

    /// Without a lock: hit counts, which are atomic, are the only state.
    private func selectUnlocked(_ state: SessionState, _ budget: inout MatchBudget) {
        var changes = SessionChanges()
        if let matches {
            budget = matches.budget
            for match in matches.rules {
                guard let hit = RuleHit(scenario.rules[match.number], match.number, state, reservation) else {
                    continue
                }
                matched = follow(hit, &changes)
                if matched != nil {
                    budget = match.budget
                    break
                }
            }
        } else {
            scenario.visitMatches(request, call, content, &budget) { number, rule, _ in
                if isPreflight, !rule.answersPreflights { return false }
                guard let hit = RuleHit(rule, number, state, reservation) else { return false }
                matched = follow(hit, &changes)
                return matched != nil
            }
        }
        if matched == nil { followOtherwise(state, &changes) }
    }

    /// Conditions on the request alone are tested before the session's lock is taken, since patterns and large bodies
    /// may take long; those on variables, and all changes of state, are under the lock.
    private func selectLocked(_ state: SessionState, _ shared: SharedState, _ budget: inout MatchBudget) {
        let rules: [RuleMatches.Rule]
        if let matches {
            rules = matches.rules
            budget = matches.budget
        } else {
            rules = findMatches(&budget)
        }
        let woken = shared.withLock { contents in
            var changes = SessionChanges()
            variables = contents.variables
            for match in rules where matched == nil {
                let (number, rule) = (match.number, scenario.rules[match.number])
                let holds = match.residual.holds(variables, &budget)
                budget.judged(number, holds, exceeded: match.exceeded)
                guard holds else { continue }
                let hit =
                    rule.keepsProgress
                    ? hit(rule, number, state, &contents) : RuleHit(rule, number, state, reservation)
                guard let hit else { continue }
                matched = follow(hit, &changes)
            }
            if matched == nil { followOtherwise(state, &changes) }
            contents.variables = variables
            if !changes.ofSystem.isEmpty {
                contents.system?.apply(changes.ofSystem, in: state.context(request, clock))
            }
            let woken = contents.takeWoken(changed: changes.variables, &budget)
            if let until = (matched?.delay ?? inherited.delay)?.until, !until.holds(variables, &budget) {
                let waiter = contents.wait(for: until, shared)
                if budget.takeExceeded() { waiter.markOverLimit() }
                self.waiter = waiter
            }
            return woken
        }
        for waiter in woken { waiter.wake() }
    }

    /// The scenario's `otherwise` takes what no rule takes, but for preflights and batches as one request.
    private func followOtherwise(_ state: SessionState, _ changes: inout SessionChanges) {
        guard !isPreflight, call?.isWhole != true, let otherwise = scenario.otherwise,
            let hit = RuleHit(otherwise: otherwise, scenario, state)
        else { return }
        matched = follow(hit, &changes)
    }

    /// The hit of a rule with `countBy`, a limit, or steps that last for a time.
    private func hit(
        _ rule: CompiledRule, _ number: Int, _ state: SessionState, _ contents: inout SharedState.Contents
    ) -> RuleHit? {
        // Evaluated before the hit is taken; scenarios cannot use `{{hit}}` in it.
        let value = rule.countBy.map { countBy in
            var rendering = Rendering(
                request, call, content, key: SessionState.drawKey(of: rule, state.ownSeed), hit: 0,
                variables: variables, clock: clock)
            let value = countBy.bytes(&rendering)
            notes.formUnion(rendering.notes)
            return value
        }
        let counted = contents.counts[state.progressKey(of: number), default: RuleCounts()].next(
            rule, countBy: value, at: clock.monotonic)
        guard let hit = RuleHit(rule, number, counted.outcome, countBy: value, state) else { return nil }
        if counted.isShared { notes.insert(.sharedCount) }
        if let place = counted.place { places = AnswerPlaces.adding(place, to: places) }
        return hit
    }

    /// What steps change of the session.
    struct SessionChanges {
        /// Indices of the variables.
        var variables: [Int] = []
        /// Of the state of the session's system.
        var ofSystem: [any StateChange] = []
    }

    // MARK: Steps

    /// Runs the step that the hit selects; nil if it lets the request pass.
    private func follow(_ hit: RuleHit, _ changes: inout SessionChanges) -> MatchedStep? {
        let step = hit.rule.steps[hit.step]
        guard case .choose(let items) = step.act else { return follow(step, nil, choice: -1, hit, &changes) }
        let choice = items.item(hit.key, hit: hit.number, countBy: hit.countBy.map { $0[...] })
        return follow(items.items[choice], step, choice: choice, hit, &changes)
    }

    /// `outer` is the `choose` step that chose this one.
    func follow(
        _ step: CompiledStep, _ outer: CompiledStep?, choice: Int, _ hit: RuleHit, _ changes: inout SessionChanges
    ) -> MatchedStep? {
        if !step.set.isEmpty || outer?.set.isEmpty == false { apply((outer?.set ?? []) + step.set, hit, &changes) }
        if let outer, !outer.changes.isEmpty { changes.ofSystem += outer.changes }
        if !step.changes.isEmpty { changes.ofSystem += step.changes }
        let delay = (step.delay ?? outer?.delay).map { self.delay($0, hit, choice) }
        switch step.act {
        case .answer(let answer):
            if hit.retryAfter != nil { notes.insert(.overRate) }
            if hit.isCrowded { notes.insert(.crowded) }
            return MatchedStep(
                hit, choice: choice, answer, delay, retryAfter: step.setsRetryAfter ? nil : hit.retryAfter)
        case .pass(let passing): inherit(passing, delay, hit)
        case .choose: break
        }
        return nil
    }

    private func delay(_ delay: DelayRule, _ hit: RuleHit, _ choice: Int) -> Delay {
        switch delay {
        case .fixed(let time): return Delay(time: time)
        case .made(let template):
            var rendering = rendering(hit)
            let text = template.bytes(&rendering)
            let time = try? DurationText.nanoseconds(String(decoding: text, as: UTF8.self)).get()
            if time == nil { rendering.refuse(text, as: "delay", wanted: "a duration such as \"250ms\"") }
            keep(rendering)
            return Delay(time: time ?? 0)
        case .until(let until):
            let then = until.then.map {
                Then(
                    step: $0, hit: hit, choice: CompiledStep.choice(ofThenBehind: Int32(truncatingIfNeeded: choice)),
                    inherited: inherited)
            }
            return Delay(time: until.atMost, until: until, then: then)
        case .uniform, .lognormal:
            return Delay(time: delay.nanoseconds(hit.key, hit: hit.number, countBy: hit.countBy.map { $0[...] }))
        }
    }

    /// What a step that lets the request pass leaves to the step that answers.
    private func inherit(_ passing: CompiledStep.Passing, _ delay: Delay?, _ hit: RuleHit) {
        if let delay { inherited.delay = delay }
        if let pace = passing.pace {
            inherited.pace = pace.seeded(
                by: hit.key.draw(hit: hit.number, purpose: .pace, countBy: hit.countBy.map { $0[...] }))
        }
        if let cut = passing.cut { inherited.cut = cut }
        guard let spoiler = passing.spoiler else { return }
        var rendering = rendering(hit)
        let arguments = spoiler.arguments(&rendering)
        keep(rendering)
        let own = InheritedSpoiler(spoiler: spoiler, arguments: arguments, rule: hit.ruleNumber)
        inherited.spoilers = InheritedSpoilers((inherited.spoilers?.all ?? []) + [own])
    }

    /// Sets variables. All values are computed from the variables as they were before.
    private func apply(_ settings: [VariableAssignment], _ hit: RuleHit, _ changes: inout SessionChanges) {
        var rendering = rendering(hit)
        for setting in settings {
            let (value, isCut) = setting.value(&rendering).kept
            if variables[setting.variable] != value { changes.variables.append(setting.variable) }
            variables[setting.variable] = value
            if isCut { notes.insert(.cutVariable) }
        }
        notes.formUnion(rendering.notes)
    }
}
