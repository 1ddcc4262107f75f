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
    let live: LiveJournals
    /// Nil if requests are not logged.
    let requests: RequestLog?
    var open = OpenExchanges()
    var metrics: ShardMetrics
    /// Failures that were asked for by name.
    var known = KnownFailures()

    init(
        _ number: Int, _ scenarios: ScenarioStore, _ sessions: SessionStore, _ journals: ShardJournals,
        control: ControlAPI, decoder: BodyDecoder = BodyDecoder(), counting labels: MetricLabels = MetricLabels(),
        logging requests: RequestLog? = nil
    ) {
        self.decoder = decoder
        self.number = number
        metrics = ShardMetrics(labels)
        self.scenarios = scenarios
        self.sessions = sessions
        self.journals = journals
        self.control = control
        live = control.live
        self.requests = requests
    }

    func accepted(_ connection: ConnectionInfo) -> ConnectionPlan {
        guard connection.listener != 0 else { return .serve }
        return sessions.accepted(on: connection.listener, at: SystemClock.monotonic)
    }

    /// A name below `tls.localhost` is that of a failure. On a scenario's own port, only the scenario says what fails.
    func hello(_ hello: TLSHello, of connection: ConnectionInfo) -> ConnectionPlan? {
        guard connection.listener == 0, let name = hello.serverName else { return nil }
        return sessions.hosts.plan(ofServerName: name)
    }

    func decide(_ exchange: Exchange) -> Decision {
        if let memo = ExchangeMemo.of(exchange), let session = memo.session { return resume(exchange, memo, session) }
        if control.isControlPath(exchange.request) { return decideControl(exchange) }
        let fields = RoutingFields(exchange.request)
        switch sessions.select(exchange, fields) {
        case .session(let session):
            if session.needsPort, exchange.connection.listener == 0 {
                return .plan(WirePlan(Problems.needsPort(session)))
            }
            if let fail = fields.fail { return decide(exchange, session, failing: fail) }
            if exchange.hasWholeBody, mayAwaitBody(exchange.request, session) {
                _ = begin(exchange, session)
                return .needsBody
            }
            return decide(exchange, session)
        case .noFailure(let problem): return .plan(WirePlan(Problems.noFailure(problem)))
        case .unknown(let name): return .plan(WirePlan(Problems.unknownScenario(name, among: scenarios.names)))
        case .gone(let id, let isForeign): return .plan(WirePlan(Problems.gone(id, isForeign: isForeign)))
        case .full: return .plan(WirePlan(Problems.noRoomForSession(sessions.privates.bounds)))
        case .closed: return .plan(WirePlan(Problems.portClosed))
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
        let asked = AskedSession(session, at: exchange)
        var budget = MatchBudget()
        if exchange.request.announcesBody, let memo = ExchangeMemo.of(exchange), let atHead = memo.atHead {
            memo.atHead = nil
            budget = atHead.budget
            if let miss = atHead.miss { return decide(miss, budget, exchange, asked) }
        }
        let scenario = asked.state.scenario
        if exchange.request.body.count > scenario.smallBody || scenario.hasManyPatterns {
            if let deferred = DeferredDecision(ifLong: exchange.request, scenario, budget) {
                // Journaled from now on, since it may be aborted before it is decided.
                _ = begin(exchange, session)
                return .elsewhere(match(deferred, asked))
            }
        }
        switch Engine.decide(
            exchange.request, scenario: scenario, state: asked.state, clock: asked.clock, budget: &budget)
        {
        case .needsBody:
            begin(exchange, session).atHead = ExchangeMemo.DecidedAtHead(budget)
            return .needsBody
        case .answer(let answer): return .plan(plan(answer, budget, exchange, asked))
        case .waits(let taken): return wait(taken, exchange, asked, isLong: taken.encodesBody)
        case .takesLong(let taken):
            begin(taken, exchange, asked)
            return .elsewhere(make(taken, asked))
        case .unmatched(let miss):
            let nearest = NearMiss.nearest(exchange.request, scenario, budget.forDifferences)
            guard nearest?.lacksBody == true else { return .plan(plan(miss, nearest, budget, exchange, asked)) }
            begin(exchange, session).atHead = ExchangeMemo.DecidedAtHead(budget, miss)
            return .needsBody
        }
    }

    /// Decides on a request that no rule answers, whose body was awaited only to compare it with the nearest rule.
    private func decide(
        _ miss: EngineMiss, _ budget: MatchBudget, _ exchange: Exchange, _ asked: AskedSession
    ) -> Decision {
        let scenario = asked.state.scenario
        guard DeferredDecision(ifLong: exchange.request, scenario, budget) != nil else {
            let nearest = NearMiss.nearest(exchange.request, scenario, budget.forDifferences)
            return .plan(plan(miss, nearest, budget, exchange, asked))
        }
        let request = exchange.request.snapshot()
        return .elsewhere(
            Work(isSlowToFree: true, for: Self.self) {
                NearMiss.nearest(Request(request), scenario, budget.forDifferences)
            } then: { nearest, exchange, responder in
                .plan(responder.plan(miss, nearest, budget, exchange, asked))
            })
    }

    /// Inlined, since nearly every request comes through here.
    @inline(__always)
    private func plan(
        _ answer: EngineAnswer, _ budget: MatchBudget, _ exchange: Exchange, _ asked: AskedSession
    ) -> WirePlan {
        let memo = begin(exchange, asked.session)
        memo.keepHit(answer.rule, step: answer.step, choice: answer.choice, hit: answer.hit, asked.state)
        if let spoiler = answer.spoiler { memo.keepSpoiler(spoiler.name, of: answer, asked.state.scenario) }
        if let calls = answer.calls { memo.extras.add(calls, asked.state) }
        memo.keepOverLimit(budget, asked.state)
        if exchange.request.announcesBody {
            keepBody(of: exchange, answer.calls == nil ? memo.answered : .batch, asked.state)
        }
        memo.facts.notes = memo.keepsEncodedBody ? answer.notes.union(.keptEncoded) : answer.notes
        if let places = answer.places { memo.places = places }
        memo.isDelayed = memo.isDelayed || answer.plan.delay > 0
        let isPreflight = answer.rule == EngineAnswer.preflight
        let scenario = asked.state.scenario
        if scenario.hasKeepAlive {
            exchange.keepAlive = scenario.keepAlive(rule: answer.rule, step: answer.step, choice: answer.choice)
        }
        return asked.finish(answer.plan, for: exchange, hasCORSFields: isPreflight)
    }

    private func plan(
        _ miss: EngineMiss, _ nearest: NearMiss?, _ budget: MatchBudget, _ exchange: Exchange, _ asked: AskedSession
    ) -> WirePlan {
        let memo = begin(exchange, asked.session)
        memo.keepOverLimit(budget, asked.state)
        memo.facts.notes = miss.notes
        if let places = miss.places { memo.places = places }
        memo.facts.flags.insert(.unmatched)
        memo.extras = JournalExtras()
        memo.isDelayed = memo.isDelayed || miss.delay > 0
        if let calls = miss.calls { memo.extras.add(calls, asked.state) }
        if let nearest { memo.extras.add(nearest) }
        keepBody(of: exchange, miss.calls == nil ? .nothing : .batch, asked.state)
        asked.session.countUnmatched()
        let plan = WirePlan(Problems.unmatched(asked.session.scenario, nearest), delay: miss.delay)
        return asked.finish(plan, for: exchange)
    }

    // MARK: Deciding in steps

    /// Parses and matches the request on a worker thread, then takes the hits on this one.
    ///
    /// All steps use the state of the first, whatever rules are added meanwhile.
    private func match(_ deferred: DeferredDecision, _ asked: AskedSession) -> Work {
        Work(for: Self.self, deferred.match) { matched, exchange, responder in
            let asked = asked.again(at: exchange)
            let taken = matched.take(from: asked.state, asked.clock)
            if taken.hold != nil { return responder.wait(taken, exchange, asked, isLong: true) }
            responder.begin(taken, exchange, asked)
            return .elsewhere(responder.make(taken, asked))
        }
    }

    /// Notes the hit: it is taken even if the exchange ends before the answer is made.
    @discardableResult
    private func begin(_ taken: TakenRequest, _ exchange: Exchange, _ asked: AskedSession) -> ExchangeMemo {
        let memo = begin(exchange, asked.session)
        if let hit = taken.hit { memo.keepHit(hit.rule, step: hit.step, choice: hit.choice, hit: hit.hit, asked.state) }
        if let calls = taken.calls { memo.extras.add(calls, asked.state) }
        // It may end before the answer is made.
        keepBody(of: exchange, taken.calls == nil ? memo.answered : .batch, asked.state)
        return memo
    }

    /// Makes the answer on a worker thread.
    private func make(_ taken: TakenRequest, _ asked: AskedSession) -> Work {
        Work(isSlowToFree: true, for: Self.self) {
            taken.decide()
        } then: { decided, exchange, responder in
            .plan(responder.plan(decided, exchange, asked))
        }
    }

    private func plan(_ decided: DecidedRequest, _ exchange: Exchange, _ asked: AskedSession) -> WirePlan {
        switch decided.decision {
        case .answer(let answer): plan(answer, decided.budget, exchange, asked)
        case .unmatched(let miss): plan(miss, decided.miss, decided.budget, exchange, asked)
        case .needsBody, .waits, .takesLong: preconditionFailure("the request is complete, and decided")
        }
    }

    // MARK: Waiting for variables

    /// Waits with an answer that is yet to be made.
    private func wait(
        _ taken: TakenRequest, _ exchange: Exchange, _ asked: AskedSession, isLong: Bool
    ) -> Decision {
        guard let hold = taken.hold else { preconditionFailure("it waits for something") }
        let memo = begin(taken, exchange, asked)
        memo.isDelayed = true
        memo.wait = ExchangeMemo.PendingWait(taken, hold, asked.state, isLong: isLong)
        if let shorten = exchange.shortener() { hold.begin(shorten) }
        return .wait(atMost: hold.delay)
    }

    func waitIsOver(_ exchange: Exchange) -> Decision {
        guard let memo = ExchangeMemo.of(exchange), let wait = memo.wait, let session = memo.session else {
            preconditionFailure("it has begun no wait")
        }
        memo.wait = nil
        let clock = EngineClock(wallMilliseconds: SystemClock.wallMilliseconds, monotonic: SystemClock.monotonic)
        let asked = AskedSession(session, wait.state, at: clock)
        wait.taken.endWait(asked.state, at: asked.clock)
        if wait.isLong { return .elsewhere(make(wait.taken, asked)) }
        return .plan(plan(wait.taken.decide(), exchange, asked))
    }

    /// Ends the wait for variables of an exchange that ends first.
    func endWait(_ memo: ExchangeMemo) {
        if let made = memo.made { endHold(made, memo) }
        guard let wait = memo.wait else { return }
        memo.wait = nil
        _ = wait.hold.end()
        memo.facts.notes.formUnion(wait.hold.notes)
    }
}
