internal import Bytes
internal import Engine
internal import GatewayServer
internal import Rules
internal import Wire

/// The shard's parts of journals, and the exchanges in flight.
extension GatewayShardResponder {
    /// Begins a journal entry, or continues that of a request whose body was awaited.
    func begin(_ exchange: Exchange, _ session: Session) -> ExchangeMemo {
        let memo = ExchangeMemo.made(for: exchange)
        if memo.session != nil { return memo }
        session.use?.began()
        memo.session = session
        memo.facts = JournalRecord.Facts()
        if !memo.extras.isEmpty { memo.extras = JournalExtras() }
        if memo.atHead != nil { memo.atHead = nil }
        memo.keepsEncodedBody = false
        memo.isDelayed = false
        if memo.made != nil { memo.made = nil }
        if memo.failure != nil { memo.failure = nil }
        memo.facts.generation = session.generation
        memo.facts.sequence = session.nextSequence()
        memo.facts.connection = exchange.id.connection
        memo.facts.prefixCount = UInt32(clamping: exchange.request.pathPrefix.count)
        if memo.proxyTrace.isFirst(ofSession: session.serial, exchange.request) { memo.facts.flags.insert(.byProxy) }
        if exchange.request.announcesBody, let bodies = session.bodies { exchange.keptBody = bodies }
        open.add(exchange, memo)
        if live.areWatched {
            if exchange.outcome.body == nil, live.takeEvents(at: exchange.arrived) {
                exchange.outcome.body = SentBody(most: Self.longestTold)
            }
            tellArrival(of: exchange, memo.facts, session)
        }
        return memo
    }

    /// Keeps all of the body of a request if an expectation reads it.
    @inline(__always)
    func keepBody(of exchange: Exchange, _ answered: JudgedBodies.Answered, _ state: SessionState) {
        let request = exchange.request
        guard request.announcesBody, let judged = state.judgedBodies else { return }
        // Most are kept anyway.
        if request.isBodyComplete, request.receivedBody.count <= exchange.keptBody { return }
        guard judged.include(request, answered) else { return }
        exchange.keptBody = .max
    }

    func ended(_ exchange: Exchange) {
        if exchange.isRefused { journalRefused(exchange) }
        guard let memo = ExchangeMemo.of(exchange) else { return }
        guard let session = memo.session else {
            memo.refusing = nil
            return
        }
        memo.session = nil
        if memo.isDelayed { endWait(memo) }
        if !exchange.outcome.remarks.isEmpty { keepRefusing(memo, session, exchange) }
        open.remove(memo)
        fill(&memo.facts, exchange)
        if let failure = exchange.plan.failure, exchange.plan.tls?.fault?.isSeenInHandshake == true {
            memo.extras.add(taken: failure)
        }
        memo.facts.completion = session.nextCompletion()
        JournalRecord.write(
            memo.facts, exchange.request, keptBody: min(exchange.keptBody, journals.longestBody),
            exchange.outcome.head.bytes, memo.extras,
            to: session.ring(ofShard: number, journals))
        let isCurrent = memo.facts.generation == session.generation
        metrics.count(
            memo.facts, memo.extras,
            isCurrent ? session.scenario : session.scenario(ofGeneration: memo.facts.generation),
            isPlain: memo.facts.bodyCount == 0 && !memo.isDelayed)
        if requests != nil { log(memo.facts, exchange.request, memo.extras, session) }
        if live.areWatched {
            tellEnd(
                of: session, memo.facts, exchange.request, keptBody: exchange.keptBody, exchange.outcome, memo.extras,
                at: memo.facts.ended)
        }
        session.measure()
        session.use?.ended(at: memo.facts.ended)
        session.entryCame()
        // Idle connections keep nothing of it.
        if exchange.outcome.body != nil { exchange.outcome.body = nil }
        if !memo.extras.isEmpty { memo.extras = JournalExtras() }
        if memo.atHead != nil { memo.atHead = nil }
        if memo.decoded != nil { memo.decoded = nil }
        if memo.places != nil { memo.places = nil }
        if memo.failure != nil { memo.failure = nil }
    }

    // MARK: Those who watch

    private func tellArrival(of exchange: Exchange, _ facts: JournalRecord.Facts, _ session: Session) {
        var facts = facts
        facts.arrivedAt = exchange.arrivedAt
        let request = exchange.request
        live.tell(
            .arrived(
                session: session.name, facts: facts, method: Array(request.head[request.method]),
                target: request.ownTarget), at: exchange.arrived)
    }

    private func tellEnd(
        of session: Session, _ facts: JournalRecord.Facts, _ request: Request, keptBody: Int = .max,
        _ outcome: Outcome? = nil, _ extras: JournalExtras = JournalExtras(), at time: Nanoseconds
    ) {
        live.tell(
            .ended(
                session: session.name,
                record: JournalRecord.bytes(
                    facts, request, keptBody: min(keptBody, Self.longestTold), outcome?.head.bytes ?? [], extras),
                sentBody: outcome?.sentBody ?? [],
                scenario: session.scenario(ofGeneration: facts.generation)),
            at: time)
    }

    /// Most bytes of a body that are told to those who watch, the request's and the answer's.
    private static let longestTold = 16 << 10

    private func log(
        _ facts: JournalRecord.Facts, _ request: Request, _ extras: JournalExtras, _ session: Session
    ) {
        guard let requests else { return }
        requests.add(
            LoggedRequest(
                facts, request, extras, session: session.name, session.scenario(ofGeneration: facts.generation)))
    }

    /// Journals a request that the server refused by itself, without a rule.
    private func journalRefused(_ exchange: Exchange) {
        if let memo = ExchangeMemo.of(exchange), memo.session != nil {
            memo.facts.rule = JournalRecord.noRule
            memo.facts.flags.remove(.unmatched)
            memo.extras = JournalExtras()
        } else if !control.isControlPath(exchange.request) {
            switch sessions.select(exchange, RoutingFields(exchange.request)) {
            case .session(let session) where session.needsPort && exchange.connection.listener == 0: break
            case .session(let session):
                let memo = begin(exchange, session)
                if exchange.outcome.remarks.contains(.crossed) { keepRule(ofCrossed: exchange, session.state, memo) }
            case .none: _ = begin(exchange, sessions.unclaimed.onShard)
            case .unknown, .noFailure, .full, .gone, .closed: break
            }
        }
    }

    /// Keeps the rule that would have taken a request that crossed the end of its connection: without a hit, and without any
    /// change. Where the body decides, of which not all has come, none is kept.
    private func keepRule(ofCrossed exchange: Exchange, _ state: SessionState, _ memo: ExchangeMemo) {
        let request = exchange.request
        let clock = EngineClock(wallMilliseconds: exchange.arrivedAt, monotonic: exchange.arrived)
        let isWhole = request.isBodyComplete && request.body.count == request.bodyCount
        guard isWhole || !TrialDecision.waitsForBody(request, state, clock) else { return }
        let isComplete = request.isBodyComplete
        request.isBodyComplete = true
        defer { request.isBodyComplete = isComplete }
        guard let rule = TrialDecision(request, state, clock).rule else { return }
        memo.keepHit(rule, step: -1, choice: -1, hit: 0, state)
    }

    private func fill(_ facts: inout JournalRecord.Facts, _ exchange: Exchange) {
        facts.arrived = exchange.arrived
        facts.arrivedAt = exchange.arrivedAt
        facts.ended = exchange.outcome.ended
        if exchange.outcome.bytesSent > 0 {
            (facts.firstByte, facts.lastByte) = (exchange.outcome.firstByte, exchange.outcome.lastByte)
        }
        facts.headCount = UInt32(clamping: exchange.outcome.head.count)
        facts.status = exchange.outcome.bytesSent == 0 ? 0 : UInt16(clamping: exchange.outcome.status)
        facts.bytesSent = UInt64(clamping: exchange.outcome.bytesSent)
        facts.bodyCount = UInt64(clamping: exchange.request.bodyCount)
        if facts.bodyCount > 0 { facts.bodyDigest = exchange.request.bodyDigest.value }
        facts.clockAge = UInt32(clamping: exchange.outcome.clockAge)
        facts.endAge = UInt32(clamping: exchange.outcome.endAge)
        facts.version = exchange.request.version
        facts.end = exchange.outcome.end.rawValue
        facts.lastConnection = exchange.outcome.lastConnection
        facts.closedAt = exchange.outcome.clientClosedAt
        if exchange.outcome.clientClosed { facts.flags.insert(.clientClosed) }
        if exchange.outcome.clientClosedEarly { facts.flags.insert(.closedEarly) }
        if exchange.request.announcesBody, !exchange.request.isBodyComplete { facts.flags.insert(.bodyIncomplete) }
        if !exchange.outcome.remarks.isEmpty { note(exchange.outcome.remarks, &facts) }
    }

    private func note(_ remarks: Outcome.Remarks, _ facts: inout JournalRecord.Facts) {
        if remarks.contains(.shareUnknown) { facts.notes.insert(.shareUnknown) }
        if remarks.contains(.headRefused) { facts.notes.insert(.headRefused) }
        if remarks.contains(.inPlaceOfBody) { facts.notes.insert(.inPlaceOfBody) }
        if remarks.contains(.crossed) { facts.flags.insert(.crossed) }
        if remarks.contains(.lacksDescriptor) { facts.flags.insert(.lacksDescriptor) }
    }

    /// The session of a body that was refused, as long as that may come.
    private func keepRefusing(_ memo: ExchangeMemo, _ session: Session, _ exchange: Exchange) {
        memo.refusing = exchange.outcome.remarks.contains(.headRefused) ? session : nil
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

    /// Journaled in the session whose port it came by, or in the default session; the first of each protocol gives a notice.
    func foreignProtocolSeen(_ start: ForeignProtocolStart) {
        if start.listener == 0 {
            journal(start, sessions.main ?? sessions.unclaimed.onShard)
        } else if case .session(let session) = sessions.select(onPort: start.listener, at: SystemClock.monotonic) {
            journal(start, session)
        }
        control.notices.foreignProtocolSeen(start)
    }

    func refusedBodyCame(_ start: ForeignProtocolStart, of exchange: Exchange) {
        // That of a call of the control API is in no journal, as the call is not.
        guard let memo = ExchangeMemo.of(exchange), let session = memo.refusing else { return }
        memo.refusing = nil
        journal(start, session)
    }

    private func journal(_ start: ForeignProtocolStart, _ session: Session) {
        var facts = JournalRecord.Facts()
        facts.generation = session.generation
        facts.sequence = session.nextSequence()
        facts.connection = start.connection
        facts.arrivedAt = start.arrivedAt
        facts.status = UInt16(clamping: start.status)
        facts.bytesSent = UInt64(clamping: start.sent)
        facts.bodyCount = UInt64(clamping: start.count)
        facts.end = start.end.rawValue
        switch start.kind {
        case .refusedBody: facts.notes = .refusedBody
        case .tls: facts.notes = .handshake
        case .socks: facts.notes = .socks
        default: break
        }
        if start.kind == .overLimit { facts.hit = UInt64(clamping: start.connections) }
        facts.flags = start.end == .abandoned ? [.noRequest, .clientClosed] : .noRequest
        if start.kind == .crossed { facts.flags.insert(.crossed) }
        (facts.arrived, facts.ended) = (start.accepted, start.ended)
        facts.clockAge = UInt32(clamping: start.clockAge)
        var extras = JournalExtras()
        // A client that says nothing meets no failure at its first byte.
        let struck = start.plan.act != .resetOnFirstByte || start.end == .reset
        if start.kind == .planned || start.kind == .tls, struck, let failure = start.plan.failure {
            extras.add(failure: failure)
        }
        if let hello = start.hello { extras.add(hello) }
        extras.add(alert: start.alert, sent: start.sentAlert)
        let received = Request()
        received.body = start.bytes
        received.tls = start.tls
        write(facts, received, session, extras)
        log(facts, received, extras, session)
    }

    /// The entry of what was no exchange.
    private func write(
        _ facts: JournalRecord.Facts, _ request: Request, _ session: Session, _ extras: JournalExtras = JournalExtras()
    ) {
        var facts = facts
        facts.completion = session.nextCompletion()
        JournalRecord.write(facts, request, [], extras, to: session.ring(ofShard: number, journals))
        if live.areWatched {
            tellEnd(of: session, facts, request, nil, extras, at: SystemClock.monotonic)
        }
        session.entryCame()
    }

    /// The next records of this shard's part of a session's journal.
    func window(of session: Session, _ wanted: JournalWindow.Wanted) -> JournalWindow {
        var (window, selection) = (JournalWindow(), JournalSelection(wanted))
        let inFlight = wanted.countsInFlight ? open.exchanges(ofSession: session.serial) : []
        window.inFlight = inFlight.count
        if case .arrivals = wanted.order {
            for (index, exchange) in inFlight.enumerated() {
                guard let memo = ExchangeMemo.of(exchange) else { continue }
                let size = JournalRecord.size(
                    exchange.request, keptBody: keptInFlight(exchange), exchange.outcome.head.bytes, memo.extras)
                selection.add(memo.facts.sequence, size: size, .exchange(index))
            }
        }
        if let ring = session.ring(ofShard: number) {
            ring.select(into: &selection)
            window.evicted = ring.evicted
        }
        for source in selection.take() {
            switch source {
            case .record(let record): window.bytes.append(contentsOf: record.bytes)
            case .exchange(let index): window.bytes += recordInFlight(inFlight[index])
            }
        }
        window.next = selection.next
        return window
    }

    func written(of session: Session, endedAfter number: UInt64, begunAfter sequence: UInt64) -> [JournalBlock.Written]
    {
        session.ring(ofShard: self.number)?.written(endedAfter: number, begunAfter: sequence) ?? []
    }

    func latest(of session: Session, _ count: Int) -> [JournalBlock.Written] {
        session.ring(ofShard: number)?.latest(count) ?? []
    }

    /// Drops the oldest entries of this shard while all journals together have too much.
    func shrinkJournals() { journals.shrink() }

    var counts: (counts: ShardMetrics.Counts, evicted: UInt64) { (metrics.counts, journals.evicted) }

    func abort(exchangesOf serials: Set<UInt64>, ifOpen: Bool) {
        let found = open.exchanges { serials.contains($0) }
        // Each leaves `open` as it ends.
        for exchange in found {
            guard let memo = ExchangeMemo.of(exchange), memo.made?.isOpen == true || !ifOpen else { continue }
            if !exchange.outcome.clientClosed {
                memo.facts.flags.insert(.cutOff)
                memo.session?.countCutOff()
            }
            exchange.abort()
        }
    }

    /// It is asked for again and again, and of one that has not come as a whole nothing is judged by its body.
    private func keptInFlight(_ exchange: Exchange) -> Int {
        let most = exchange.request.isBodyComplete ? journals.longestBody : Self.longestTold
        return min(exchange.keptBody, most)
    }

    private func recordInFlight(_ exchange: Exchange) -> [UInt8] {
        guard let memo = ExchangeMemo.of(exchange) else { return [] }
        var facts = memo.facts
        fill(&facts, exchange)
        facts.flags.insert(.inFlight)
        return JournalRecord.bytes(
            facts, exchange.request, keptBody: keptInFlight(exchange), exchange.outcome.head.bytes, memo.extras)
    }
}
