internal import Bytes
internal import Catalogue
internal import Engine
internal import Scenario
internal import Wire

/// Answers the requests of one shard: selects the session, asks the engine, writes the journal.
///
/// No lock is taken for shared sessions, unless their scenario needs one (`CompiledScenario.needsLock`).
final class GatewayShardResponder: SessionKeeper {
    private let scenarios: ScenarioStore
    private let sessions: SessionStore
    private let control: ControlAPI
    /// Index of the shard, from 0.
    private let number: Int
    private let journals: ShardJournals
    /// Nil if requests are not logged.
    private let requests: RequestLog?
    /// Exchanges in flight, in no order. Not retained: each ends before its connection is freed, which its memo
    /// asserts.
    private var open: [Unmanaged<Exchange>] = []
    /// Failures of `fail/NAME/…` that were asked for, by the request's path, and those of `Mishap-Fail`, by its value.
    private var failuresByPath = ByteTable<KnownFailure>()
    private var failuresByField = ByteTable<KnownFailure>()
    private var failuresByName: [String: KnownFailure] = [:]

    init(
        _ number: Int, _ scenarios: ScenarioStore, _ sessions: SessionStore, _ journals: ShardJournals,
        control: ControlAPI, logging requests: RequestLog? = nil
    ) {
        self.number = number
        self.scenarios = scenarios
        self.sessions = sessions
        self.journals = journals
        self.control = control
        self.requests = requests
    }

    /// State of an exchange from the decision to its end. One per connection, reused.
    private final class Memo {
        var session: Session?
        var facts = JournalRecord.Facts()
        /// The match budget left for when the request is decided again with its body.
        var budget = MatchBudget()
        var extras = JournalExtras()
        /// Set while the answer waits for variables.
        var hold: AnswerHold?
        /// Set while a request that no rule answers waits for its body, in which more may differ from the nearest rule.
        var miss: PendingMiss?
        /// Bytes of the path's prefix, if it is decided again with its body.
        var prefixCount = 0
        /// Index in `open`; -1 if it is not there.
        var place = -1

        /// The connection is freed. If the exchange were still in `open`, the next journal would read freed memory, so
        /// this is checked in release builds too.
        deinit { precondition(place < 0, "an exchange went without having ended") }
    }

    private final class PendingMiss {
        let miss: EngineMiss

        init(_ miss: EngineMiss) { self.miss = miss }
    }

    func decide(_ exchange: Exchange) -> Decision {
        if control.isControlPath(exchange.request) { return decideControl(exchange) }
        let fields = RoutingFields(exchange.request)
        switch sessions.select(exchange.request, fields, at: exchange.arrived) {
        case .session(let session):
            if let fail = fields.fail { return decide(exchange, session, failing: fail) }
            return decide(exchange, session)
        case .unknown(let name): return .plan(WirePlan(Problems.unknownScenario(name, among: scenarios.names)))
        case .gone(let id, let isForeign):
            // Its body was awaited when the session was deleted, which waits for requests in flight if it is told to.
            if let session = awaiting(exchange), session.id == id { return decide(exchange, session) }
            return .plan(WirePlan(Problems.gone(id, isForeign: isForeign)))
        case .full: return .plan(WirePlan(Problems.noRoomForSession(sessions.privates.bounds)))
        case .none:
            if let fail = fields.fail { return decide(exchange, sessions.unclaimed.onShard, failing: fail) }
            return .plan(WirePlan(Problems.noScenarioSelected(among: scenarios.names)))
        }
    }

    private func decide(_ exchange: Exchange, _ session: Session) -> Decision {
        let state = session.state
        let ownClock = state.clock?.now
        let clock = ownClock ?? EngineClock(wallMilliseconds: exchange.arrivedAt, monotonic: exchange.arrived)
        var budget = budget(exchange, session)
        if exchange.request.announcesBody, let decision = decideMiss(exchange, session, state, ownClock, budget) {
            return decision
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
        case .needsBody: return awaitBody(exchange, session, budget)
        case .answer(let answer): return .plan(plan(answer, exchange, session, state, ownClock, budget))
        case .unmatched(let miss):
            let nearest = NearMiss.nearest(exchange.request, state.scenario, budget.forDifferences)
            guard nearest?.lacksBody == true else {
                return .plan(plan(miss, nearest, exchange, session, state, ownClock, budget))
            }
            let decision = awaitBody(exchange, session, budget)
            let memo = note(exchange, session)
            memo.miss = PendingMiss(miss)
            memo.hold = miss.hold
            return decision
        }
    }

    /// Decides again on a request that no rule answers, whose body was awaited only to compare it with the nearest rule.
    private func decideMiss(
        _ exchange: Exchange, _ session: Session, _ state: SessionState, _ ownClock: EngineClock?, _ budget: MatchBudget
    ) -> Decision? {
        guard let known = exchange.memo else { return nil }
        let memo = unsafeDowncast(known, to: Memo.self)
        guard memo.session === session, let miss = memo.miss?.miss else { return nil }
        memo.miss = nil
        let scenario = state.scenario
        guard DeferredDecision(ifLong: exchange.request, scenario, budget) != nil else {
            let nearest = NearMiss.nearest(exchange.request, scenario, budget.forDifferences)
            return .plan(plan(miss, nearest, exchange, session, state, ownClock, budget))
        }
        let request = exchange.request.snapshot()
        return .elsewhere(
            Work(isSlowToFree: true) {
                let nearest = NearMiss.nearest(Request(request), scenario, budget.forDifferences)
                return { exchange, responder in
                    guard let responder = responder as? GatewayShardResponder else {
                        preconditionFailure("another responder answers")
                    }
                    return .plan(responder.plan(miss, nearest, exchange, session, state, ownClock, budget))
                }
            })
    }

    private func awaitBody(_ exchange: Exchange, _ session: Session, _ budget: MatchBudget) -> Decision {
        // Journaled from now on, since it may be aborted before the body is complete.
        let memo = note(exchange, session)
        memo.budget = budget
        // Decided again when the body is complete, from the whole path.
        memo.prefixCount = exchange.request.pathPrefix.count
        exchange.request.restorePathPrefix()
        return .needsBody
    }

    /// The session of a request whose body was awaited, with the path that it sees; nil for other requests.
    private func awaiting(_ exchange: Exchange) -> Session? {
        guard let known = exchange.memo else { return nil }
        let memo = unsafeDowncast(known, to: Memo.self)
        guard let session = memo.session else { return nil }
        exchange.request.removePathPrefix(memo.prefixCount)
        return session
    }

    /// Inlined, since nearly every request comes through here.
    @inline(__always)
    private func plan(
        _ answer: EngineAnswer, _ exchange: Exchange, _ session: Session, _ state: SessionState,
        _ ownClock: EngineClock?, _ budget: MatchBudget
    ) -> WirePlan {
        let memo = note(exchange, session)
        note(answer.rule, step: answer.step, choice: answer.choice, hit: answer.hit, state, memo)
        if let calls = answer.calls { memo.extras.add(calls, state) }
        note(budget, state, memo)
        memo.facts.notes = answer.notes
        if let hold = answer.hold { begin(hold, exchange, memo) }
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
        memo.facts.flags.insert(.unmatched)
        memo.extras = JournalExtras()
        if let calls = miss.calls { memo.extras.add(calls, state) }
        if let nearest { memo.extras.add(nearest) }
        session.noteUnmatched()
        if let hold = miss.hold { begin(hold, exchange, memo) }
        let plan = WirePlan(Problems.unmatched(session.scenario, nearest), delay: miss.delay)
        return dressed(plan, exchange.request, session, ownClock)
    }

    // MARK: Deciding in steps

    /// Parses and matches the request on a worker thread, then takes the hits on this one.
    ///
    /// All steps use the state of the first, whatever rules are added meanwhile.
    private func work(_ deferred: DeferredDecision, _ session: Session, _ state: SessionState) -> Work {
        Work {
            let matched = deferred.match()
            return { exchange, responder in
                guard let responder = responder as? GatewayShardResponder else {
                    preconditionFailure("another responder answers")
                }
                return .elsewhere(responder.take(matched, exchange, session, state))
            }
        }
    }

    /// Takes the hits. The answer is made on a worker thread.
    private func take(
        _ matched: MatchedRequest, _ exchange: Exchange, _ session: Session, _ state: SessionState
    ) -> Work {
        let ownClock = state.clock?.now
        let clock = ownClock ?? EngineClock(wallMilliseconds: exchange.arrivedAt, monotonic: exchange.arrived)
        let taken = matched.take(from: state, clock)
        // The hit is taken even if the exchange ends before the answer is made.
        let memo = note(exchange, session)
        if let hit = taken.hit { note(hit.rule, step: hit.step, choice: hit.choice, hit: hit.hit, state, memo) }
        if let calls = taken.calls { memo.extras.add(calls, state) }
        memo.hold = taken.hold
        return Work(isSlowToFree: true) {
            let decided = taken.decide()
            return { exchange, responder in
                guard let responder = responder as? GatewayShardResponder else {
                    preconditionFailure("another responder answers")
                }
                return .plan(responder.plan(decided, exchange, session, state, ownClock))
            }
        }
    }

    private func plan(
        _ decided: DecidedRequest, _ exchange: Exchange, _ session: Session, _ state: SessionState,
        _ ownClock: EngineClock?
    ) -> WirePlan {
        switch decided.decision {
        case .answer(let answer): plan(answer, exchange, session, state, ownClock, decided.budget)
        case .unmatched(let miss): plan(miss, decided.miss, exchange, session, state, ownClock, decided.budget)
        case .needsBody: preconditionFailure("the request is complete, and decided")
        }
    }

    /// The budget left from the first decision, if the request is decided again.
    private func budget(_ exchange: Exchange, _ session: Session) -> MatchBudget {
        guard let known = exchange.memo else { return MatchBudget() }
        let memo = unsafeDowncast(known, to: Memo.self)
        return memo.session === session ? memo.budget : MatchBudget()
    }

    private func note(_ budget: MatchBudget, _ state: SessionState, _ memo: Memo) {
        guard let rule = budget.unmatchedRule.flatMap({ state.ownNumber(of: Int32(truncatingIfNeeded: $0)) }) else {
            return
        }
        memo.facts.overLimitRule = rule
    }

    /// Notes the hit: the journal keeps the number of a rule of the scenario, and the names of an added one.
    @inline(__always)
    private func note(
        _ rule: Int32, step: Int32, choice: Int32, hit: UInt64, _ state: SessionState, _ memo: Memo
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
    private func dressed(
        _ plan: WirePlan, _ request: Request, _ session: Session, _ ownClock: EngineClock?, hasCORSFields: Bool = false
    ) -> WirePlan {
        let opensToOrigins = session.scenario.hasCORS && !hasCORSFields
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

    /// Ends the wait for variables of an exchange that ends first.
    @inline(__always)
    private func endHold(_ memo: Memo) {
        guard let hold = memo.hold else { return }
        memo.hold = nil
        _ = hold.end()
        memo.facts.notes.formUnion(hold.notes)
    }

    // MARK: Journal

    /// Begins a journal entry, or continues that of a request whose body was awaited.
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
            if awaiting.serial == session.serial {
                // Another scenario was put into it meanwhile; the entry goes on.
                endHold(memo)
                begin(memo, session, as: memo.facts.sequence, exchange)
                return memo
            }
            // Scenarios were reloaded meanwhile.
            awaiting.use?.ended(at: exchange.arrived)
            endHold(memo)
            forget(memo)
        }
        session.use?.began()
        begin(memo, session, as: session.nextSequence(), exchange)
        memo.place = open.count
        open.append(.passUnretained(exchange))
        return memo
    }

    @inline(__always)
    private func begin(_ memo: Memo, _ session: Session, as sequence: UInt64, _ exchange: Exchange) {
        memo.session = session
        memo.facts = JournalRecord.Facts()
        if !memo.extras.isEmpty { memo.extras = JournalExtras() }
        if memo.miss != nil { memo.miss = nil }
        memo.facts.generation = session.generation
        memo.facts.sequence = sequence
        memo.facts.connection = exchange.id.connection
    }

    func ended(_ exchange: Exchange) {
        if exchange.isRefused { noteRefused(exchange) }
        guard let known = exchange.memo else { return }
        let memo = unsafeDowncast(known, to: Memo.self)
        guard let session = memo.session else { return }
        memo.session = nil
        endHold(memo)
        forget(memo)
        fill(&memo.facts, exchange)
        memo.facts.completion = session.nextCompletion()
        JournalRecord.write(
            memo.facts, exchange.request, exchange.outcome.head, memo.extras,
            to: session.ring(ofShard: number, journals))
        session.waiters.entryCame()
        if requests != nil { log(memo.facts, exchange.request, memo.extras, session) }
        session.measure()
        session.use?.ended(at: memo.facts.ended)
        // Idle connections keep nothing of it.
        if !memo.extras.isEmpty { memo.extras = JournalExtras() }
        if memo.miss != nil { memo.miss = nil }
    }

    private func log(
        _ facts: JournalRecord.Facts, _ request: Request, _ extras: JournalExtras, _ session: Session
    ) {
        guard let requests else { return }
        requests.add(
            LoggedRequest(
                facts, request, extras, session: session.name, session.scenario(ofGeneration: facts.generation)))
    }

    /// Journals a request that the server refused by itself, without a rule.
    private func noteRefused(_ exchange: Exchange) {
        let memo = exchange.memo.map { unsafeDowncast($0, to: Memo.self) }
        if let memo, memo.session != nil {
            memo.facts.rule = JournalRecord.noRule
            memo.facts.flags.remove(.unmatched)
            memo.extras = JournalExtras()
        } else if !control.isControlPath(exchange.request) {
            switch sessions.select(exchange.request, at: exchange.arrived) {
            case .session(let session): _ = note(exchange, session)
            case .none: _ = note(exchange, sessions.unclaimed.onShard)
            case .unknown, .full, .gone: break
            }
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
        if outcome.bytesSent > 0 { (facts.firstByte, facts.lastByte) = (outcome.firstByte, outcome.lastByte) }
        facts.headCount = UInt32(clamping: outcome.head.count)
        facts.status = outcome.bytesSent == 0 ? 0 : UInt16(clamping: outcome.status)
        facts.bytesSent = UInt64(clamping: outcome.bytesSent)
        facts.bodyCount = UInt64(clamping: exchange.request.bodyCount)
        facts.minorVersion = UInt8(clamping: exchange.request.minorVersion)
        facts.end = outcome.end.rawValue
        if outcome.clientClosed { facts.flags.insert(.clientClosed) }
        if outcome.lacksDescriptor { facts.flags.insert(.lacksDescriptor) }
    }

    /// The request was never parsed, so it is journaled in the default session.
    func refused(connection: UInt64, status: Int, at arrivedAt: Int64) {
        let session = sessions.main ?? sessions.unclaimed.onShard
        var facts = JournalRecord.Facts()
        facts.generation = session.generation
        facts.sequence = session.nextSequence()
        facts.connection = connection
        facts.arrivedAt = arrivedAt
        facts.status = UInt16(clamping: status)
        facts.end = Outcome.End.closed.rawValue
        facts.flags = .refused
        write(facts, Request(), session)
        log(facts, Request(), JournalExtras(), session)
    }

    /// Journaled in the default session; the first of each protocol gives a notice.
    func foreignProtocolSeen(_ start: ForeignProtocolStart) {
        let session = sessions.main ?? sessions.unclaimed.onShard
        var facts = JournalRecord.Facts()
        facts.generation = session.generation
        facts.sequence = session.nextSequence()
        facts.connection = start.connection
        facts.arrivedAt = start.arrivedAt
        facts.status = UInt16(clamping: start.status)
        facts.bytesSent = UInt64(clamping: start.sent)
        facts.bodyCount = UInt64(clamping: start.count)
        facts.end = Outcome.End.closed.rawValue
        facts.flags = .noRequest
        let received = Request()
        received.body = start.bytes
        write(facts, received, session)
        log(facts, received, JournalExtras(), session)
        control.notices.foreignProtocolSeen(start.kind)
    }

    /// The entry of what was no exchange.
    private func write(_ facts: JournalRecord.Facts, _ request: Request, _ session: Session) {
        var facts = facts
        facts.completion = session.nextCompletion()
        JournalRecord.write(facts, request, to: session.ring(ofShard: number, journals))
        session.waiters.entryCame()
    }

    /// The next records of this shard's part of a session's journal.
    func window(of session: Session, _ wanted: JournalWindow.Wanted) -> JournalWindow {
        var (window, selection) = (JournalWindow(), JournalSelection(wanted))
        for (index, entry) in open.enumerated() where wanted.countsInFlight {
            let exchange = entry.takeUnretainedValue()
            guard let known = exchange.memo else { continue }
            let memo = unsafeDowncast(known, to: Memo.self)
            guard memo.session?.serial == session.serial else { continue }
            window.inFlight += 1
            guard case .arrivals = wanted.order else { continue }
            let size = JournalRecord.size(exchange.request, exchange.outcome.head, memo.extras)
            selection.add(memo.facts.sequence, size: size, .exchange(index))
        }
        if let ring = session.ring(ofShard: number) {
            ring.select(into: &selection)
            window.evicted = ring.evicted
        }
        for source in selection.take() {
            switch source {
            case .record(let bytes): window.bytes.append(contentsOf: bytes)
            case .exchange(let index): window.bytes += recordInFlight(open[index].takeUnretainedValue())
            }
        }
        window.next = selection.next
        return window
    }

    /// Drops the oldest entries of this shard while all journals together have too much.
    func shrinkJournals() { journals.shrink() }

    func abort(exchangesOf serials: Set<UInt64>) {
        let found = open.map { $0.takeUnretainedValue() }.filter { exchange in
            guard let memo = exchange.memo, let session = unsafeDowncast(memo, to: Memo.self).session else {
                return false
            }
            return serials.contains(session.serial)
        }
        // Each leaves `open` as it ends.
        for exchange in found { exchange.abort() }
    }

    private func recordInFlight(_ exchange: Exchange) -> [UInt8] {
        guard let known = exchange.memo else { return [] }
        let memo = unsafeDowncast(known, to: Memo.self)
        var facts = memo.facts
        fill(&facts, exchange)
        facts.flags.insert(.inFlight)
        return JournalRecord.bytes(facts, exchange.request, exchange.outcome.head, memo.extras)
    }

    // MARK: Control

    private func decideControl(_ exchange: Exchange) -> Decision {
        let request = exchange.request
        if let known = failuresByPath.find(request.head, request.path), RoutingFields(request).fail == nil {
            return decide(exchange, known, sessions.failed.onShard)
        }
        switch control.route(exchange, onShard: number) {
        case .answer(let script): return .plan(WirePlan(script))
        case .needsBody: return .needsBody
        case .later(let begin):
            begin(ControlFeed(for: exchange))
            return .later
        case .failure(let failure):
            let session = sessions.failed.onShard
            if let field = RoutingFields(request).fail {
                return decide(exchange, session, failing: field, named: failure.name)
            }
            return decide(exchange, known(failure, request), session)
        }
    }

    // MARK: Failures by name

    /// A failure, with its script if that does not depend on the request.
    private final class KnownFailure {
        let failure: StandaloneFailure
        /// Its name, for the journal.
        let extras: JournalExtras
        /// Whether a field made it, of which there are as many as clients like: then only a small script is kept.
        let isOfField: Bool
        var script: WireScript?

        init(_ failure: StandaloneFailure, isOfField: Bool = false) {
            self.failure = failure
            self.isOfField = isOfField
            var extras = JournalExtras()
            extras.add(failure: failure.name)
            self.extras = extras
        }
    }

    /// Most paths, values and names that are remembered, and bytes of each, since clients choose them.
    private static let mostKnown = 256
    private static let longestKnown = 200

    /// The failure of a path, which is the same for all clients and methods.
    private func known(_ failure: StandaloneFailure, _ request: Request) -> KnownFailure {
        guard request.path.count <= Self.longestKnown else {
            return failuresByName[failure.name] ?? KnownFailure(failure)
        }
        if failuresByPath.count >= Self.mostKnown { failuresByPath = ByteTable() }
        if failuresByName.count >= Self.mostKnown { failuresByName = [:] }
        let known = failuresByName[failure.name] ?? KnownFailure(failure)
        failuresByName[failure.name] = known
        failuresByPath.insert(request.head[request.path], known)
        return known
    }

    /// A request with `Mishap-Fail`, whose value is `field`. `path`: the name of the failure that its path has, if any.
    private func decide(
        _ exchange: Exchange, _ session: Session, failing field: Range<Int>, named path: String? = nil
    ) -> Decision {
        let request = exchange.request
        if let known = failuresByField.find(request.head, field), path == nil || path == known.failure.name {
            return decide(exchange, known, session)
        }
        switch control.failures.failure(ofField: request.head[field], named: path) {
        case .success(let failure):
            let known = KnownFailure(failure, isOfField: true)
            if field.count <= Self.longestKnown {
                if failuresByField.count >= Self.mostKnown { failuresByField = ByteTable() }
                failuresByField.insert(request.head[field], known)
            }
            return decide(exchange, known, session)
        case .failure(let refusal):
            _ = note(exchange, session)
            return .plan(dressed(WirePlan(refusal.script), request, session, session.state.clock?.now))
        }
    }

    private func decide(_ exchange: Exchange, _ known: KnownFailure, _ session: Session) -> Decision {
        let (request, failure) = (exchange.request, known.failure)
        if known.script == nil, !request.isBodyComplete, failure.needsBody(of: request) {
            return awaitBody(exchange, session, MatchBudget())
        }
        let memo = note(exchange, session)
        memo.extras = known.extras
        if let script = known.script { return .plan(plan(script, exchange, session)) }
        if failure.isConstant || request.body.count <= Self.smallBody {
            let script = control.failures.script(
                of: failure, request, at: exchange.arrivedAt, isNumbered: !known.isOfField)
            if failure.isConstant, !known.isOfField || script.size <= Self.largestKept { known.script = script }
            return .plan(plan(script, exchange, session))
        }
        let (snapshot, failures, arrivedAt) = (request.snapshot(), control.failures, exchange.arrivedAt)
        return .elsewhere(
            Work {
                let script = failures.script(of: failure, Request(snapshot), at: arrivedAt)
                return { exchange, responder in
                    guard let responder = responder as? GatewayShardResponder else {
                        preconditionFailure("another responder answers")
                    }
                    return .plan(responder.plan(script, exchange, session))
                }
            })
    }

    /// Bytes of a script that is kept for a field.
    private static let largestKept = 16 << 10
    /// Bytes of a body that is read on the shard.
    private static let smallBody = 64 << 10

    private func plan(_ script: WireScript, _ exchange: Exchange, _ session: Session) -> WirePlan {
        dressed(WirePlan(script), exchange.request, session, session.hasScenario ? session.state.clock?.now : nil)
    }
}
