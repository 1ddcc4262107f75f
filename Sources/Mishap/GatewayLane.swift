internal import Catalogue
internal import Engine
internal import Scenario
internal import Wire

/// The gateway's part on one shard: session, engine, journal, in a straight line and without a lock.
final class GatewayLane: JournalKeeper {
    private let scenarios: ScenarioStore
    private let sessions: SessionStore
    private let control: ControlDesk
    /// Which of the lanes this is, from 0.
    private let number: Int
    private let bounds: JournalBounds
    /// What has not ended yet, in no order. None is kept here: each ends before its connection does, which its memo sees to.
    private var open: [Unmanaged<Exchange>] = []
    private var failScripts: [String: WireScript] = [:]

    init(
        _ number: Int, _ scenarios: ScenarioStore, _ sessions: SessionStore, bounds: JournalBounds, control: ControlDesk
    ) {
        self.number = number
        self.scenarios = scenarios
        self.sessions = sessions
        self.bounds = bounds
        self.control = control
    }

    /// What the lane remembers of an exchange from the decision to the end. One for each connection, used again.
    private final class Memo {
        var session: Session?
        var facts = JournalRecord.Facts()
        /// What is left for patterns when a request is decided again, with its body.
        var budget = MatchBudget()
        /// What the answer is held back by.
        var hold: AnswerHold?
        /// Place in `open`; -1 where it is not there.
        var place = -1

        /// The exchange is gone, and its connection with it. Were it in `open` still, the next journal would read freed
        /// memory: a release build ends here, too.
        deinit { precondition(place < 0, "an exchange went without having ended") }
    }

    func decide(_ exchange: Exchange) -> Decision {
        if control.isControlPath(exchange.request) { return decideControl(exchange) }
        switch sessions.select(exchange.request, at: exchange.arrived) {
        case .session(let session): return decide(exchange, session)
        case .unknown(let name): return .plan(WirePlan(Problems.unknownScenario(name, among: scenarios.names)))
        case .full: return .plan(WirePlan(Problems.noRoomForSession(sessions.privates.bounds)))
        case .none: return .plan(WirePlan(Problems.noScenarioSelected(among: scenarios.names)))
        }
    }

    private func decide(_ exchange: Exchange, _ session: Session) -> Decision {
        let state = session.state
        let ownClock = state.clock?.now
        let clock = ownClock ?? EngineClock(wallMilliseconds: exchange.arrivedAt, monotonic: exchange.arrived)
        var budget = budget(exchange, session)
        switch Engine.decide(
            exchange.request, scenario: session.scenario, state: state, clock: clock, budget: &budget)
        {
        case .needsBody:
            // Decided anew when the body is there, prefix and all.
            exchange.request.restorePathPrefix()
            // Noted already: it may be given up before it is decided.
            note(exchange, session).budget = budget
            return .needsBody
        case .answer(let answer):
            let memo = note(exchange, session)
            memo.facts.rule = answer.rule
            memo.facts.step = answer.step
            memo.facts.choice = answer.choice
            memo.facts.hit = answer.hit
            note(budget, memo)
            memo.facts.notes = answer.notes
            if let hold = answer.hold { begin(hold, exchange, memo) }
            let isPreflight = answer.rule == EngineAnswer.preflight
            return .plan(dressed(answer.plan, exchange.request, session, ownClock, isOpen: isPreflight))
        case .unmatched(let miss):
            let memo = note(exchange, session)
            note(budget, memo)
            memo.facts.notes = miss.notes
            if let hold = miss.hold { begin(hold, exchange, memo) }
            let plan = WirePlan(
                Problems.unmatched(exchange.request, session.scenario, budget.forDifferences), delay: miss.delay)
            return .plan(dressed(plan, exchange.request, session, ownClock))
        }
    }

    /// What is left of the request's steps for patterns, where it is decided again.
    private func budget(_ exchange: Exchange, _ session: Session) -> MatchBudget {
        guard let known = exchange.memo else { return MatchBudget() }
        let memo = unsafeDowncast(known, to: Memo.self)
        return memo.session === session ? memo.budget : MatchBudget()
    }

    private func note(_ budget: MatchBudget, _ memo: Memo) {
        guard let rule = budget.unmatchedRule else { return }
        memo.facts.overLimitRule = Int32(truncatingIfNeeded: rule)
    }

    /// The plan with what belongs to the session, and to the way that led there, and not to the rule. `isOpen` where
    /// it says already who may read it.
    private func dressed(
        _ plan: WirePlan, _ request: Request, _ session: Session, _ ownClock: EngineClock?, isOpen: Bool = false
    ) -> WirePlan {
        let opensToOrigins = session.scenario.hasCORS && !isOpen
        guard opensToOrigins || ownClock != nil || !request.pathPrefix.isEmpty else { return plan }
        var plan = plan
        if let ownClock { plan.date = ownClock.wallMilliseconds / 1000 }
        if !request.pathPrefix.isEmpty {
            plan.script = PathPrefix(Array(request.head[request.pathPrefix])).apply(to: plan.script)
        }
        if opensToOrigins { plan.script = CrossOrigin.open(plan.script, to: request) }
        return plan
    }

    // MARK: Waiting for variables

    private func begin(_ hold: AnswerHold, _ exchange: Exchange, _ memo: Memo) {
        memo.hold = hold
        if let shorten = exchange.shortener() { hold.begin(shorten) }
    }

    func delayIsOver(_ exchange: Exchange) {
        guard let known = exchange.memo else { return }
        let memo = unsafeDowncast(known, to: Memo.self)
        guard let hold = memo.hold else { return }
        memo.hold = nil
        if hold.end() { memo.facts.notes.insert(.waitedInVain) }
        memo.facts.notes.formUnion(hold.notes)
    }

    // MARK: Journal

    /// Begins an entry, or goes on with that of a request whose body was awaited.
    private func note(_ exchange: Exchange, _ session: Session) -> Memo {
        let memo: Memo
        if let known = exchange.memo {
            memo = unsafeDowncast(known, to: Memo.self)
        } else {
            memo = Memo()
            exchange.memo = memo
        }
        if let awaiting = memo.session {
            if awaiting === session { return memo }
            // Other scenarios have been loaded meanwhile.
            awaiting.use?.ended(at: exchange.arrived)
            forget(memo)
        }
        memo.session = session
        session.use?.began()
        memo.facts = JournalRecord.Facts()
        memo.facts.sequence = session.nextSequence()
        memo.facts.connection = exchange.id.connection
        memo.place = open.count
        open.append(.passUnretained(exchange))
        return memo
    }

    func ended(_ exchange: Exchange) {
        if exchange.isRefused { noteRefused(exchange) }
        guard let known = exchange.memo else { return }
        let memo = unsafeDowncast(known, to: Memo.self)
        guard let session = memo.session else { return }
        memo.session = nil
        if let hold = memo.hold {
            memo.hold = nil
            _ = hold.end()
            memo.facts.notes.formUnion(hold.notes)
        }
        forget(memo)
        fill(&memo.facts, exchange)
        JournalRecord.write(memo.facts, exchange.request, to: session.ring(ofLane: number, bounds))
        session.measure()
        session.use?.ended(at: memo.facts.ended)
    }

    /// A request that the server answered by itself, decided or not, is an entry with no rule.
    private func noteRefused(_ exchange: Exchange) {
        let memo = exchange.memo.map { unsafeDowncast($0, to: Memo.self) }
        if let memo, memo.session != nil {
            memo.facts.rule = JournalRecord.noRule
        } else if !control.isControlPath(exchange.request),
            case .session(let session) = sessions.select(exchange.request, at: exchange.arrived)
        {
            _ = note(exchange, session)
        }
    }

    private func forget(_ memo: Memo) {
        let last = open.removeLast()
        if memo.place < open.count, let moved = last.takeUnretainedValue().memo {
            open[memo.place] = last
            unsafeDowncast(moved, to: Memo.self).place = memo.place
        }
        memo.place = -1
    }

    private func fill(_ facts: inout JournalRecord.Facts, _ exchange: Exchange) {
        let outcome = exchange.outcome
        facts.arrived = exchange.arrived
        facts.arrivedAt = exchange.arrivedAt
        facts.ended = outcome.ended
        facts.status = outcome.bytesSent == 0 ? 0 : UInt16(clamping: outcome.status)
        facts.bytesSent = UInt64(clamping: outcome.bytesSent)
        facts.bodyCount = UInt64(clamping: exchange.request.bodyCount)
        facts.minorVersion = UInt8(clamping: exchange.request.minorVersion)
        facts.end = outcome.end.rawValue
        if outcome.clientClosed { facts.flags.insert(.clientClosed) }
    }

    /// It was never read as a request: the session of requests that select none has it in its journal.
    func refused(connection: UInt64, status: Int, at arrivedAt: Int64) {
        guard let session = sessions.main else { return }
        var facts = JournalRecord.Facts()
        facts.sequence = session.nextSequence()
        facts.connection = connection
        facts.arrivedAt = arrivedAt
        facts.status = UInt16(clamping: status)
        facts.end = Outcome.End.closed.rawValue
        facts.flags = .refused
        JournalRecord.write(facts, Request(), to: session.ring(ofLane: number, bounds))
    }

    /// It is in the journal of requests that select none, and the first of its kind is told to whoever started the gateway.
    func spokeOtherwise(_ opening: ForeignOpening) {
        let session = sessions.main ?? sessions.unclaimed
        var facts = JournalRecord.Facts()
        facts.sequence = session.nextSequence()
        facts.connection = opening.connection
        facts.arrivedAt = opening.arrivedAt
        facts.status = opening.sent > 0 ? 400 : 0
        facts.bytesSent = UInt64(clamping: opening.sent)
        facts.bodyCount = UInt64(clamping: opening.count)
        facts.end = Outcome.End.closed.rawValue
        facts.flags = .noRequest
        let received = Request()
        received.body = opening.bytes
        JournalRecord.write(facts, received, to: session.ring(ofLane: number, bounds))
        control.notices.spokeOtherwise(opening.speech)
    }

    /// This shard's part of a session's journal, what is in flight included, as it is now.
    func snapshot(of session: Session) -> JournalSnapshot {
        var snapshot = JournalSnapshot()
        if let ring = session.ring(ofLane: number) {
            snapshot.bytes = ring.copy()
            snapshot.evicted = ring.evicted
        }
        for entry in open {
            let exchange = entry.takeUnretainedValue()
            guard let known = exchange.memo else { continue }
            let memo = unsafeDowncast(known, to: Memo.self)
            guard memo.session === session else { continue }
            var facts = memo.facts
            fill(&facts, exchange)
            facts.flags.insert(.inFlight)
            snapshot.bytes += JournalRecord.bytes(facts, exchange.request)
        }
        return snapshot
    }

    // MARK: Control

    private func decideControl(_ exchange: Exchange) -> Decision {
        switch control.route(exchange) {
        case .answer(let script): return .plan(WirePlan(script))
        case .needsBody: return .needsBody
        case .later(let begin):
            begin(exchange.feed())
            return .later
        case .failure(let failure):
            if !exchange.request.isBodyComplete, failure.needsBody(of: exchange.request) { return .needsBody }
            return .plan(WirePlan(script(of: failure, exchange)))
        }
    }

    /// A failure by its name alone, the same for every request.
    private func script(of failure: StandaloneFailure, _ exchange: Exchange) -> WireScript {
        if let script = failScripts[failure.name] { return script }
        let script = control.failures.script(of: failure, exchange.request, at: exchange.arrivedAt)
        if failure.isConstant { failScripts[failure.name] = script }
        return script
    }
}
