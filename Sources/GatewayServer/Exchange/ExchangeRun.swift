internal import HTTP1
internal import Wire

/// One request and its answer on their way, from the head to the last byte: a state machine.
///
/// It is told what happened, and says what is to be done. It calls nobody, sets no timer and ends no connection: its carrier
/// does. A connection of HTTP/1 has one at a time; where a protocol has streams, there are many at once, and none knows of
/// another.
struct ExchangeRun {
    enum State {
        /// There is none.
        case idle
        /// The request's body comes in, or its end where it has none. With a plan where it was decided at the head.
        case upload(WirePlan?)
        /// A worker judges it.
        case elsewhere(PendingWork)
        /// Somebody else answers, through a feed. What came of that, while there is nobody yet who could write it.
        case later([Part])
        /// The plan's silence before the answer, since that moment.
        case delay(WirePlan, began: Nanoseconds)
        /// To be answered as soon as the carrier can.
        case due(WirePlan)
        /// The answer is on its way out and waits for this. Whether it is written as it is fed.
        case writing(waitingFor: AnswerRun.Need, isFed: Bool)
        /// Nothing more is said: the peer's going is awaited.
        case held
        /// A reset is to follow once the peer has acknowledged what came before, or at that moment.
        case resetting(by: Nanoseconds)
        /// The rest is the carrier's: it has the answer, or the answer is out.
        case handedOver
    }

    /// A part of an answer that is fed.
    struct Part {
        var script: WireScript
        var isLast: Bool
    }

    /// What the carrier is to do.
    enum Action {
        case nothing
        /// Ask the responder.
        case decide
        /// Read the body; its 100 may be denied.
        case read(deniesContinue: Bool)
        /// Have a worker do this, and be still meanwhile.
        case judge(PendingWork)
        /// Be still until there is more.
        case wait
        /// Begin the answer.
        case answer(WirePlan)
        /// Begin an answer that is written as it is fed.
        case stream
        /// Answer so, read no more of the request, and close.
        case refuse(WireScript)
        /// Go on writing.
        case write
        /// Let the timer fire at this moment.
        case timer(Nanoseconds)
        /// The delay is over. Then answer.
        case delayIsOver(WirePlan)
        /// Look whether the reset may go out.
        case reset
        /// The peer is gone, or has said that it waits for nothing.
        case peerIsGone
    }

    private(set) var state = State.idle
    /// Made once, used for every exchange that this is the run of.
    let exchange: Exchange
    private(set) var framing = RequestFraming()
    /// Its carrier's, who sets and cancels it.
    var timer = TimerWheel.none
    /// Bytes of its body in the count of all that are kept.
    var countedBody = 0
    private var answer = AnswerRun()

    init(_ exchange: Exchange) { self.exchange = exchange }

    var isOpen: Bool { if case .idle = state { false } else { true } }

    // MARK: The request

    /// A head is there, or as much of it as there will be.
    mutating func begin(_ framing: RequestFraming, at now: Nanoseconds, wall: Int64) {
        state = .upload(nil)
        self.framing = framing
        exchange.id.stream += 1
        exchange.arrived = now
        exchange.arrivedAt = wall
        exchange.outcome = Outcome()
        exchange.isRefused = false
    }

    /// The responder has decided. A body of more than `maximumBody` bytes is not read.
    mutating func decided(_ decision: Decision, maximumBody: Int) -> Action {
        assert(isOpen)
        switch decision {
        case .plan(let plan):
            return exchange.request.isBodyComplete ? .answer(plan) : decidedAtHead(plan, maximumBody)
        case .elsewhere(let work) where exchange.request.isBodyComplete:
            let pending = PendingWork(work)
            state = .elsewhere(pending)
            return .judge(pending)
        case .needsBody, .elsewhere:
            if announces(moreThan: maximumBody) { return .refuse(BuiltInReplies.contentTooLarge) }
            if exchange.request.isBodyComplete { return .refuse(BuiltInReplies.internalError) }
            return .read(deniesContinue: false)
        case .later:
            state = .later([])
            return .wait
        }
    }

    /// Whether a worker's judgement is awaited.
    var awaitsJudgement: Bool { if case .elsewhere = state { true } else { false } }

    private mutating func decidedAtHead(_ plan: WirePlan, _ maximumBody: Int) -> Action {
        var deniesContinue = false
        switch plan.script.upload {
        case .interrupt(let after) where after == 0: return .answer(plan)
        // Struck before the limit: how much more was announced makes no difference.
        case .interrupt(let after) where after <= maximumBody: break
        case _ where announces(moreThan: maximumBody): return .refuse(BuiltInReplies.contentTooLarge)
        case .readWithoutContinue: deniesContinue = true
        case .read, .interrupt: break
        }
        state = .upload(plan)
        return .read(deniesContinue: deniesContinue)
    }

    private func announces(moreThan count: Int) -> Bool { framing.contentLength.map { $0 > count } ?? false }

    /// Whether all of the body is to be kept: it is yet to be decided on.
    var wantsWholeBody: Bool { if case .upload(nil) = state { true } else { false } }

    /// Room in the body for what came, doubling; once a quarter of what was announced has come, for all of it, so that a large
    /// body is moved as little as possible. Never on its announcement alone, which costs a client nothing: a process whose
    /// address space is bounded would end at a few dozen.
    static func makeRoom(in request: Request, for more: Int, announced: Int?) {
        let (count, capacity) = (request.body.count, request.body.capacity)
        guard count >= largeBody, count + more > capacity, let announced else { return }
        let doubled = max(2 * capacity, count + more)
        request.body.reserveCapacity(count >= announced / 4 ? announced : min(announced, doubled))
    }

    private static let largeBody = 64 << 10

    /// A piece of the body was taken in. Inlined, or all of the run would be copied for it.
    @inline(__always)
    func bodyCame() -> Action {
        guard case .upload(let plan?) = state, case .interrupt(let after) = plan.script.upload,
            exchange.request.bodyCount >= after
        else { return .nothing }
        return .answer(plan)
    }

    mutating func bodyEnded() -> Action {
        assert(isOpen)
        exchange.request.isBodyComplete = true
        if case .upload(let plan?) = state { return .answer(plan) }
        return .decide
    }

    // MARK: The answer

    /// It is to be answered with this as soon as the carrier can.
    mutating func put(off plan: WirePlan) { state = .due(plan) }

    /// What the carrier is to do now that it can do something.
    mutating func goOn() -> Action {
        switch state {
        case .due(let plan): .answer(plan)
        case .later(let parts) where !parts.isEmpty: .stream
        case .resetting: .reset
        default: .nothing
        }
    }

    /// Silence first, as the plan wants it. The moment at which it ends.
    mutating func beginDelay(_ plan: WirePlan, at now: Nanoseconds) -> Nanoseconds {
        state = .delay(plan, began: now)
        return now + plan.delay
    }

    /// The delay is to be no longer than this, counted from its beginning, which may be yet to come.
    mutating func shorten(to delay: Nanoseconds, now: Nanoseconds) -> Action {
        switch state {
        case .delay(let plan, let began):
            let end = began + delay
            return end > now ? .timer(end) : delayIsOver(plan)
        case .due(var plan):
            plan.delay = min(plan.delay, delay)
            state = .due(plan)
        case .upload(var plan?):
            plan.delay = min(plan.delay, delay)
            state = .upload(plan)
        default: break
        }
        return .nothing
    }

    private mutating func delayIsOver(_ plan: WirePlan) -> Action {
        var plan = plan
        plan.delay = 0
        state = .due(plan)
        return .delayIsOver(plan)
    }

    mutating func timerFired() -> Action {
        switch state {
        case .delay(let plan, _): delayIsOver(plan)
        case .writing(waitingFor: .time, _): .write
        case .resetting: .reset
        default: .nothing
        }
    }

    /// The carrier says the answer by itself, or has only to make an end of it.
    mutating func handOver() { state = .handedOver }

    /// Begins to write: what was rendered, or what an encoder makes.
    mutating func write(rendered bytes: [UInt8]) {
        state = .writing(waitingFor: .turn, isFed: false)
        answer.begin(rendered: bytes)
    }

    mutating func write(_ plan: WirePlan, _ setting: HTTP1Head.Setting) {
        state = .writing(waitingFor: .turn, isFed: false)
        answer.begin(HTTP1Encoder(script: plan.script, isHead: exchange.request.isHead, setting: setting))
    }

    /// The same of an answer that is fed, with what has come of it.
    mutating func stream(_ setting: HTTP1Head.Setting) {
        var parts: [Part] = []
        if case .later(let known) = state { parts = known }
        state = .writing(waitingFor: .turn, isFed: true)
        answer.begin(HTTP1Encoder(script: nil, isHead: exchange.request.isHead, setting: setting), isFed: true)
        for part in parts { add(part) }
    }

    /// A part of an answer that is fed has come. Behind the last one nothing is taken any more.
    mutating func fed(_ part: Part) -> Action {
        switch state {
        case .elsewhere(let pending):
            // Whoever answers first has decided.
            pending.drop()
            state = .later([])
            return fed(part)
        case .later(let parts):
            if parts.isEmpty, part.isLast {
                let plan = WirePlan(part.script)
                state = .due(plan)
                return .answer(plan)
            }
            guard parts.last?.isLast != true else { return .nothing }
            state = .later(parts + [part])
            return parts.isEmpty ? .stream : .nothing
        case .writing(waitingFor: let need, isFed: true):
            add(part)
            // Where it waits for something else, that comes.
            return need == .parts ? .write : .nothing
        default: return .nothing
        }
    }

    private mutating func add(_ part: Part) {
        if answer.takesParts, exchange.outcome.status == 0 { exchange.outcome.status = part.script.status ?? 0 }
        answer.add(part.script, isLast: part.isLast)
    }

    /// Writes at most `most` bytes, and says what is needed then.
    mutating func write(
        on transport: inout some Transport, most: Int, wrote: (_ count: Int) -> Void
    ) -> AnswerRun.Need {
        guard case .writing(_, let isFed) = state else { return .peer }
        let need = answer.goOn(on: &transport, most: most, wrote: wrote)
        state = .writing(waitingFor: need, isFed: isFed)
        return need
    }

    /// The transport has room again.
    func becameWritable() -> Action {
        if case .writing(waitingFor: .writable, _) = state { .write } else { .nothing }
    }

    /// Its turn has come.
    func turnCame() -> Action {
        if case .writing(waitingFor: .turn, _) = state { .write } else { .nothing }
    }

    // MARK: The end

    mutating func hold() { state = .held }

    mutating func reset(by time: Nanoseconds) { state = .resetting(by: time) }

    /// Whether the reset goes out now.
    func isResetDue(unacknowledged: Int, now: Nanoseconds) -> Bool {
        guard case .resetting(let time) = state else { return false }
        return unacknowledged == 0 || now >= time
    }

    /// The peer sends no more: it is gone, or has only finished, which looks the same. That ends a hold, and leaves a delay to
    /// be answered. Who is answered bit by bit is taken to be gone.
    mutating func peerFinished() -> Action {
        guard isOpen else { return .nothing }
        exchange.outcome.clientClosed = true
        switch state {
        case .held, .writing(_, isFed: true): return .peerIsGone
        default: return .nothing
        }
    }

    /// How it ends where the peer is gone.
    var endWithoutPeer: Outcome.End { if case .held = state { .held } else { .abandoned } }

    /// It is over.
    mutating func end(_ end: Outcome.End, at time: Nanoseconds) {
        if case .elsewhere(let pending) = state { pending.drop() }
        state = .idle
        exchange.outcome.end = end
        exchange.outcome.ended = time
    }
}
