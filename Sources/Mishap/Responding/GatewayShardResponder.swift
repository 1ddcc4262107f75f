internal import Bytes
internal import Catalogue
internal import Engine
internal import GatewayServer
internal import Rules
internal import Wire

/// Answers the requests of one shard: selects the session, asks the engine, writes the journal.
///
/// No lock is taken for shared sessions, unless their scenario needs one (`CompiledScenario.needsLock`).
final class GatewayShardResponder: SessionKeeper {
    let scenarios: ScenarioStore
    let sessions: SessionStore
    let control: ControlAPI
    /// Index of the shard, from 0.
    let number: Int
    let journals: ShardJournals
    let decoder: BodyDecoder
    private let plans: ListenerPlans
    /// Nil if requests are not logged.
    let requests: RequestLog?
    var open = OpenExchanges()
    var metrics: ShardMetrics
    /// Failures that were asked for by name.
    var known = KnownFailures()

    init(
        _ number: Int, _ scenarios: ScenarioStore, _ sessions: SessionStore, _ journals: ShardJournals,
        control: ControlAPI, decoder: BodyDecoder = BodyDecoder(), counting labels: MetricLabels = MetricLabels(),
        plans: ListenerPlans = ListenerPlans(), logging requests: RequestLog? = nil
    ) {
        self.plans = plans
        self.decoder = decoder
        self.number = number
        metrics = ShardMetrics(labels)
        self.scenarios = scenarios
        self.sessions = sessions
        self.journals = journals
        self.control = control
        self.requests = requests
    }

    func accepted(_ connection: ConnectionInfo) -> ConnectionPlan { plans.plan(for: connection) }

    func decide(_ exchange: Exchange) -> Decision {
        if let memo = ExchangeMemo.of(exchange), let session = memo.session { return resume(exchange, memo, session) }
        if control.isControlPath(exchange.request) { return decideControl(exchange) }
        let fields = RoutingFields(exchange.request)
        switch sessions.select(exchange.request, fields, at: exchange.arrived) {
        case .session(let session):
            if let fail = fields.fail { return decide(exchange, session, failing: fail) }
            if exchange.hasWholeBody, mayAwaitBody(exchange.request, session) {
                _ = note(exchange, session)
                return .needsBody
            }
            return decide(exchange, session)
        case .unknown(let name): return .plan(WirePlan(Problems.unknownScenario(name, among: scenarios.names)))
        case .gone(let id, let isForeign): return .plan(WirePlan(Problems.gone(id, isForeign: isForeign)))
        case .full: return .plan(WirePlan(Problems.noRoomForSession(sessions.privates.bounds)))
        case .none:
            if let fail = fields.fail { return decide(exchange, sessions.unclaimed.onShard, failing: fail) }
            return .plan(WirePlan(Problems.noScenarioSelected(among: scenarios.names)))
        }
    }

    /// Goes on with a request whose body was awaited, in the session that it was in.
    private func resume(_ exchange: Exchange, _ memo: ExchangeMemo, _ session: Session) -> Decision {
        guard let failure = memo.failure else { return decide(exchange, session) }
        memo.failure = nil
        return decide(exchange, failure, session)
    }

    /// Whether a request is answered in the same way when its body is complete as when its head is. A coded body is
    /// decoded only where somebody reads it, and refused if that is impossible.
    private func mayAwaitBody(_ request: Request, _ session: Session) -> Bool {
        !request.isBodyComplete && !session.state.scenario.strikesUploads && !BodyDecoder.isCoded(request)
    }

    private func decide(_ exchange: Exchange, _ session: Session) -> Decision {
        if exchange.request.announcesBody, let decision = decodeBody(exchange, session) { return decision }
        let state = session.state
        let ownClock = state.clock?.now
        let clock = ownClock ?? EngineClock(wallMilliseconds: exchange.arrivedAt, monotonic: exchange.arrived)
        var budget = MatchBudget()
        if exchange.request.announcesBody, let memo = ExchangeMemo.of(exchange), let atHead = memo.atHead {
            memo.atHead = nil
            budget = atHead.budget
            if let miss = atHead.miss { return decide(miss, budget, exchange, session, state, ownClock) }
        }
        let scenario = state.scenario
        if exchange.request.body.count > scenario.smallBody || scenario.hasManyPatterns {
            if let deferred = DeferredDecision(ifLong: exchange.request, scenario, budget) {
                // Journaled from now on, since it may be aborted before it is decided.
                _ = note(exchange, session)
                return .elsewhere(work(deferred, session, state))
            }
        }
        switch Engine.decide(
            exchange.request, scenario: state.scenario, state: state, clock: clock, budget: &budget)
        {
        case .needsBody:
            note(exchange, session).atHead = ExchangeMemo.DecidedAtHead(budget)
            return .needsBody
        case .answer(let answer): return .plan(plan(answer, exchange, session, state, ownClock, budget))
        case .waits(let taken): return wait(taken, exchange, session, state, isLong: taken.encodesBody)
        case .takesLong(let taken):
            note(taken, exchange, session, state)
            return .elsewhere(work(taken, session, state, ownClock))
        case .unmatched(let miss):
            let nearest = NearMiss.nearest(exchange.request, state.scenario, budget.forDifferences)
            guard nearest?.lacksBody == true else {
                return .plan(plan(miss, nearest, exchange, session, state, ownClock, budget))
            }
            note(exchange, session).atHead = ExchangeMemo.DecidedAtHead(budget, miss)
            return .needsBody
        }
    }

    /// Decides on a request that no rule answers, whose body was awaited only to compare it with the nearest rule.
    private func decide(
        _ miss: EngineMiss, _ budget: MatchBudget, _ exchange: Exchange, _ session: Session, _ state: SessionState,
        _ ownClock: EngineClock?
    ) -> Decision {
        let scenario = state.scenario
        guard DeferredDecision(ifLong: exchange.request, scenario, budget) != nil else {
            let nearest = NearMiss.nearest(exchange.request, scenario, budget.forDifferences)
            return .plan(plan(miss, nearest, exchange, session, state, ownClock, budget))
        }
        let request = exchange.request.snapshot()
        return .elsewhere(
            Work(isSlowToFree: true, for: Self.self) {
                NearMiss.nearest(Request(request), scenario, budget.forDifferences)
            } then: { nearest, exchange, responder in
                .plan(responder.plan(miss, nearest, exchange, session, state, ownClock, budget))
            })
    }

    /// Inlined, since nearly every request comes through here.
    @inline(__always)
    private func plan(
        _ answer: EngineAnswer, _ exchange: Exchange, _ session: Session, _ state: SessionState,
        _ ownClock: EngineClock?, _ budget: MatchBudget
    ) -> WirePlan {
        let memo = note(exchange, session)
        note(answer.rule, step: answer.step, choice: answer.choice, hit: answer.hit, state, memo)
        if let spoiler = answer.spoiler { noteSpoiler(spoiler.name, answer, state, memo) }
        if let calls = answer.calls { memo.extras.add(calls, state) }
        note(budget, state, memo)
        memo.facts.notes = memo.keepsEncodedBody ? answer.notes.union(.keptEncoded) : answer.notes
        if let places = answer.places { memo.places = places }
        memo.isDelayed = memo.isDelayed || answer.plan.delay > 0
        let isPreflight = answer.rule == EngineAnswer.preflight
        return dressed(answer.plan, exchange.request, session, ownClock, hasCORSFields: isPreflight)
    }

    private func plan(
        _ miss: EngineMiss, _ nearest: NearMiss?, _ exchange: Exchange, _ session: Session, _ state: SessionState,
        _ ownClock: EngineClock?, _ budget: MatchBudget
    ) -> WirePlan {
        let memo = note(exchange, session)
        note(budget, state, memo)
        memo.facts.notes = miss.notes
        if let places = miss.places { memo.places = places }
        memo.facts.flags.insert(.unmatched)
        memo.extras = JournalExtras()
        memo.isDelayed = memo.isDelayed || miss.delay > 0
        if let calls = miss.calls { memo.extras.add(calls, state) }
        if let nearest { memo.extras.add(nearest) }
        session.noteUnmatched()
        let plan = WirePlan(Problems.unmatched(session.scenario, nearest), delay: miss.delay)
        return dressed(plan, exchange.request, session, ownClock)
    }

    // MARK: Deciding in steps

    /// Parses and matches the request on a worker thread, then takes the hits on this one.
    ///
    /// All steps use the state of the first, whatever rules are added meanwhile.
    private func work(_ deferred: DeferredDecision, _ session: Session, _ state: SessionState) -> Work {
        Work(for: Self.self, deferred.match) { matched, exchange, responder in
            responder.take(matched, exchange, session, state)
        }
    }

    /// Takes the hits. The answer is made on a worker thread.
    private func take(
        _ matched: MatchedRequest, _ exchange: Exchange, _ session: Session, _ state: SessionState
    ) -> Decision {
        let ownClock = state.clock?.now
        let clock = ownClock ?? EngineClock(wallMilliseconds: exchange.arrivedAt, monotonic: exchange.arrived)
        let taken = matched.take(from: state, clock)
        if taken.hold != nil { return wait(taken, exchange, session, state, isLong: true) }
        note(taken, exchange, session, state)
        return .elsewhere(work(taken, session, state, ownClock))
    }

    /// Notes the hit: it is taken even if the exchange ends before the answer is made.
    @discardableResult
    private func note(
        _ taken: TakenRequest, _ exchange: Exchange, _ session: Session, _ state: SessionState
    ) -> ExchangeMemo {
        let memo = note(exchange, session)
        if let hit = taken.hit { note(hit.rule, step: hit.step, choice: hit.choice, hit: hit.hit, state, memo) }
        if let calls = taken.calls { memo.extras.add(calls, state) }
        return memo
    }

    /// Makes the answer on a worker thread.
    private func work(
        _ taken: TakenRequest, _ session: Session, _ state: SessionState, _ ownClock: EngineClock?
    ) -> Work {
        Work(isSlowToFree: true, for: Self.self) {
            taken.decide()
        } then: { decided, exchange, responder in
            .plan(responder.plan(decided, exchange, session, state, ownClock))
        }
    }

    private func plan(
        _ decided: DecidedRequest, _ exchange: Exchange, _ session: Session, _ state: SessionState,
        _ ownClock: EngineClock?
    ) -> WirePlan {
        switch decided.decision {
        case .answer(let answer): plan(answer, exchange, session, state, ownClock, decided.budget)
        case .unmatched(let miss): plan(miss, decided.miss, exchange, session, state, ownClock, decided.budget)
        case .needsBody, .waits, .takesLong: preconditionFailure("the request is complete, and decided")
        }
    }

    private func note(_ budget: MatchBudget, _ state: SessionState, _ memo: ExchangeMemo) {
        guard let rule = budget.unmatchedRule.flatMap({ state.ownNumber(of: Int32(truncatingIfNeeded: $0)) }) else {
            return
        }
        memo.facts.overLimitRule = rule
    }

    /// Notes the failure of a rule above that has spoiled the answer, where the answer is not a failure itself. Those of
    /// the elements of a batch are with its calls.
    private func noteSpoiler(_ name: String, _ answer: EngineAnswer, _ state: SessionState, _ memo: ExchangeMemo) {
        let own = state.scenario.failureName(rule: answer.rule, step: answer.step, choice: answer.choice)
        if own == nil || answer.calls != nil { memo.extras.add(spoiler: name) }
    }

    /// Notes the hit: the journal keeps the number of a rule of the scenario, and the names of an added one.
    @inline(__always)
    private func note(
        _ rule: Int32, step: Int32, choice: Int32, hit: UInt64, _ state: SessionState, _ memo: ExchangeMemo
    ) {
        memo.facts.step = step
        memo.facts.choice = choice
        memo.facts.hit = hit
        if let number = state.ownNumber(of: rule) {
            memo.facts.rule = number
            if !memo.extras.isEmpty { memo.extras = JournalExtras() }
        } else {
            memo.facts.rule = JournalRecord.addedRule
            memo.extras = JournalExtras(state.added[Int(rule)].rule, step: step, choice: choice)
        }
    }

    /// The plan with what depends on the session and on how it was selected: its clock, the path prefix, CORS fields.
    /// `hasCORSFields`: the plan has its CORS fields already.
    func dressed(
        _ plan: WirePlan, _ request: Request, _ session: Session, _ ownClock: EngineClock?, hasCORSFields: Bool = false
    ) -> WirePlan {
        let opensToOrigins = session.scenario.hasCORS && !hasCORSFields
        let closes = session.scenario.closesConnections
        guard opensToOrigins || closes || ownClock != nil || !request.pathPrefix.isEmpty else { return plan }
        var plan = plan
        plan.closesConnection = closes
        if let ownClock { plan.date = ownClock.wallMilliseconds / 1000 }
        if !request.pathPrefix.isEmpty {
            plan.script = PathPrefix(Array(request.head[request.pathPrefix])).apply(to: plan.script)
        }
        if opensToOrigins { plan.script = CrossOrigin.open(plan.script, to: request) }
        return plan
    }

    // MARK: Waiting for variables

    /// Waits with an answer that is yet to be made.
    private func wait(
        _ taken: TakenRequest, _ exchange: Exchange, _ session: Session, _ state: SessionState, isLong: Bool
    ) -> Decision {
        guard let hold = taken.hold else { preconditionFailure("it waits for something") }
        let memo = note(taken, exchange, session, state)
        memo.isDelayed = true
        memo.wait = ExchangeMemo.PendingWait(taken, hold, state, isLong: isLong)
        if let shorten = exchange.shortener() { hold.begin(shorten) }
        return .wait(atMost: hold.delay)
    }

    func waitIsOver(_ exchange: Exchange) -> Decision {
        guard let memo = ExchangeMemo.of(exchange), let wait = memo.wait, let session = memo.session else {
            preconditionFailure("it has begun no wait")
        }
        memo.wait = nil
        let ownClock = wait.state.clock?.now
        let clock =
            ownClock ?? EngineClock(wallMilliseconds: SystemClock.wallMilliseconds, monotonic: SystemClock.monotonic)
        wait.taken.endWait(wait.state, at: clock)
        if wait.isLong { return .elsewhere(work(wait.taken, session, wait.state, ownClock)) }
        return .plan(plan(wait.taken.decide(), exchange, session, wait.state, ownClock))
    }

    /// Ends the wait for variables of an exchange that ends first.
    @inline(__always)
    func endWait(_ memo: ExchangeMemo) {
        guard let wait = memo.wait else { return }
        memo.wait = nil
        _ = wait.hold.end()
        memo.facts.notes.formUnion(wait.hold.notes)
    }
}
