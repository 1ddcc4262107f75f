internal import Wire

/// The state machine of one request and its answer, from the head to the last byte.
///
/// It is told what happened, and returns what is to be done. It calls nothing, sets no timer and ends no connection:
/// its carrier does. A connection of HTTP/1 carries one at a time; where a protocol has streams, there are many at
/// once, and they know nothing of each other.
struct ExchangeRun {
    enum State {
        /// No exchange.
        case idle
        /// The request's body is being read, or its end is awaited if it has none. The plan is there if the responder
        /// decided at the head.
        case upload(WirePlan?)
        /// A worker does the work that leads to a decision.
        case elsewhere(PendingWork)
        /// The answer is fed from elsewhere. The parts are those that came before the carrier could write them.
        case later([Part])
        /// The delay of the plan before its answer.
        case delay(WirePlan)
        /// A wait after which the responder is asked, and when it began.
        case waiting(atMost: Nanoseconds, began: Nanoseconds)
        /// To be answered as soon as the carrier can.
        case due(WirePlan)
        /// The answer is being written and waits for this. `isFed`: it comes in parts.
        case writing(waitingFor: AnswerRun.Need, isFed: Bool)
        /// Nothing more is sent; the peer's end is awaited.
        case held
        /// A reset follows at a moment that is known once the peer has acknowledged what came before.
        case resetting(PendingReset)
        /// The carrier does the rest: it sends the answer itself, or the answer is written.
        case handedOver
    }

    /// A part of an answer that is fed.
    struct Part {
        var script: WireScript
        var isLast: Bool
    }

    /// A reset that is yet to go out.
    struct PendingReset {
        /// Silence from the acknowledgement to the reset.
        var pause: Nanoseconds
        /// When the reset goes out although not all is acknowledged.
        var latest: Nanoseconds
        /// When it goes out; nil as long as not all is acknowledged.
        var due: Nanoseconds?
    }

    /// The moment at which an answer is interrupted.
    private struct Limit {
        let end: Nanoseconds
        let interruption: Interruption
        /// Whether all of the answer has left, and only its end is yet to come.
        var isAnswerComplete = false
    }

    private(set) var state = State.idle
    /// Made once, and used for every exchange of this run.
    let exchange: Exchange
    /// The announced length of the request's body; nil if it has none, or none was announced.
    private(set) var announced: Int?
    /// Owned by the carrier, which sets and cancels it.
    var timer = TimerWheel.none
    /// Bytes that the current body takes of the room for all bodies.
    var countedBody = 0
    /// Whether all of the body has its room, as much as was announced.
    var isRoomReserved = false
    /// True while the body is not read, because there is no room for it.
    var awaitsRoom = false
    /// Bytes that the peer had not acknowledged when that was last checked. Kept by the carrier.
    var unacknowledged = 0
    /// Whether the client waits for a 100 (Continue), in place of which an answer of 300 or more may come.
    var mayRefuseBody = false
    /// Whether one came so: the body does not come, or is not wanted.
    private(set) var refusesBody = false
    private var answer = AnswerRun()
    /// The time limit of the answer.
    private var limit: Limit?

    init(_ exchange: Exchange) { self.exchange = exchange }

    @inline(__always) var isOpen: Bool { if case .idle = state { false } else { true } }
    /// True while a request is awaited or being read, and no answer is due.
    @inline(__always) var readsRequest: Bool {
        switch state {
        case .idle, .upload: !awaitsRoom
        default: false
        }
    }

    // MARK: The request

    /// Begins an exchange: its head is there, or as much of it as will come.
    ///
    /// - Parameter announced: The length that the request announces for its body; nil for none.
    mutating func begin(announced: Int?, at now: Nanoseconds, wall: Int64) {
        state = .upload(nil)
        self.announced = announced
        exchange.id.stream += 1
        exchange.arrived = now
        exchange.arrivedAt = wall
        exchange.outcome.clear()
        exchange.isRefused = false
        exchange.hasWholeBody = false
        if exchange.keepAlive != nil { exchange.keepAlive = nil }
        guard mayRefuseBody else { return }
        if refusesBody { exchange.outcome.remarks = .inPlaceOfBody }
        (mayRefuseBody, refusesBody) = (false, false)
    }

    /// The responder has decided. A body of more than `maximumBody` bytes is not read.
    mutating func decided(_ decision: Decision, maximumBody: Int) -> CarrierAction {
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
            return .readBody(deniesContinue: false)
        case .wait(let time):
            return exchange.request.isBodyComplete ? .wait(atMost: time) : .refuse(BuiltInReplies.internalError)
        case .later:
            state = .later([])
            return .nothing
        }
    }

    /// Whether a worker's result is awaited.
    @inline(__always) var awaitsJudgement: Bool { if case .elsewhere = state { true } else { false } }

    private mutating func decidedAtHead(_ plan: WirePlan, _ maximumBody: Int) -> CarrierAction {
        var (plan, deniesContinue) = (plan, false)
        if mayRefuseBody, plan.script.upload == .read, plan.script.status ?? 0 >= 300 {
            refusesBody = true
            exchange.outcome.remarks.insert(.headRefused)
            return .answer(plan)
        }
        if plan.script.upload.isAtShare {
            let upload = plan.script.upload.resolved(announced)
            if upload == .read { exchange.outcome.remarks.insert(.shareUnknown) }
            plan.script = plan.script.with(upload)
        }
        switch plan.script.upload {
        case .interrupt(let after) where after == 0: return .answer(plan)
        // The failure strikes before the limit: how much more was announced makes no difference.
        case .interrupt(let after) where after <= maximumBody: break
        case _ where announces(moreThan: maximumBody): return .refuse(BuiltInReplies.contentTooLarge)
        case .readWithoutContinue: deniesContinue = true
        case .read, .paced, .pause, .pauseAtShare, .interrupt, .interruptAtShare: break
        }
        state = .upload(plan)
        return .readBody(deniesContinue: deniesContinue)
    }

    private func announces(moreThan count: Int) -> Bool { announced.map { $0 > count } ?? false }

    /// Whether all of the body is to be kept, because the decision is yet to come.
    var wantsWholeBody: Bool { if case .upload(nil) = state { true } else { false } }

    /// How the body is read, as the decision at the head says; nil for as it comes.
    var readingRule: PacedReading.Rule? {
        guard case .upload(let plan?) = state else { return nil }
        return switch plan.script.upload {
        case .paced(let pace): .pace(pace)
        case .pause(let after, let time): .pause(after: after, for: time)
        case .read, .readWithoutContinue, .pauseAtShare, .interrupt, .interruptAtShare: nil
        }
    }

    mutating func stopAwaitingRoom() { awaitsRoom = false }

    /// A piece of the body was stored. Inlined, because the whole run would otherwise be copied for the call.
    @inline(__always)
    func bodyCame() -> CarrierAction {
        guard case .upload(let plan?) = state, case .interrupt(let after) = plan.script.upload,
            exchange.request.bodyCount >= after
        else { return .nothing }
        return .answer(plan)
    }

    mutating func bodyEnded() -> CarrierAction {
        assert(isOpen)
        exchange.request.isBodyComplete = true
        if case .upload(let plan?) = state { return .answer(plan) }
        return .decide
    }

    // MARK: The answer

    /// Postpones an answer until the carrier can begin it.
    mutating func put(off plan: WirePlan) { state = .due(plan) }

    /// What the carrier is to do now that it can act again.
    mutating func goOn() -> CarrierAction {
        switch state {
        case .due(let plan): .answer(plan)
        case .later(let parts) where !parts.isEmpty: .stream
        case .resetting: .reset
        default: .nothing
        }
    }

    /// Begins the delay of the plan; returns the moment at which it ends.
    mutating func beginDelay(_ plan: WirePlan, at now: Nanoseconds) -> Nanoseconds {
        state = .delay(plan)
        return now + plan.delay
    }

    /// Begins a wait; returns the moment at which it ends.
    mutating func beginWait(atMost time: Nanoseconds, at now: Nanoseconds) -> Nanoseconds {
        state = .waiting(atMost: time, began: now)
        return now + time
    }

    /// Shortens the wait, counted from its beginning.
    mutating func shorten(to time: Nanoseconds, now: Nanoseconds) -> CarrierAction {
        if case .writing(waitingFor: .made, _) = state { return .make }
        guard case .waiting(let most, let began) = state else { return .nothing }
        let end = began + min(time, most)
        return end > now ? .timer(end) : .waitIsOver
    }

    private mutating func delayIsOver(_ plan: WirePlan) -> CarrierAction {
        var plan = plan
        plan.delay = 0
        state = .due(plan)
        return .answer(plan)
    }

    mutating func timerFired(at now: Nanoseconds) -> CarrierAction {
        switch state {
        case .delay(let plan): delayIsOver(plan)
        case .waiting: .waitIsOver
        case .writing(waitingFor: .time, _): .write
        case .writing(waitingFor: .writable, _): timeLeft(at: now) == 0 ? .write : .checkProgress
        case .writing(waitingFor: .made, _): timeLeft(at: now) == 0 ? .write : .make
        case .resetting: .reset
        case .upload where awaitsRoom: .refuse(BuiltInReplies.overloaded)
        default: .nothing
        }
    }

    /// The carrier sends the answer by itself, or has only to complete it.
    mutating func handOver() { state = .handedOver }

    /// Begins to write an answer of which the channel has everything, its head among it.
    mutating func writeRendered(_ head: SentHead) {
        state = .writing(waitingFor: .turn, isFed: false)
        exchange.outcome.head = head
        answer.beginRendered()
    }

    /// Begins to write the answer of a plan.
    mutating func write(_ plan: WirePlan) {
        state = .writing(waitingFor: .turn, isFed: false)
        answer.begin(plan.script, isHead: exchange.request.isHead)
    }

    /// Begins to write an answer that is fed, with the parts that have come.
    mutating func stream() {
        var parts: [Part] = []
        if case .later(let known) = state { parts = known }
        state = .writing(waitingFor: .turn, isFed: true)
        answer.begin(nil, isHead: exchange.request.isHead, isFed: true)
        for part in parts { add(part) }
    }

    /// A part of an answer that is fed has come. Parts after the last one are ignored.
    mutating func fed(_ part: Part) -> CarrierAction {
        switch state {
        case .elsewhere(let pending):
            // The first answer decides: the work is dropped.
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
            // If it waits for something else, that will continue it.
            return need == .parts ? .write : .nothing
        default: return .nothing
        }
    }

    /// What the next part of an answer that is made while it is sent is asked of.
    var source: AnswerSource? { answer.source }

    /// The next part of an answer that is made while it is sent has come; or it is to be waited for.
    mutating func made(_ part: AnswerPart, at now: Nanoseconds) -> CarrierAction {
        guard case .writing(waitingFor: .made, let isFed) = state else { return .nothing }
        switch part {
        case .actions(let actions, let isLast):
            answer.insert(actions, isLast: isLast)
            state = .writing(waitingFor: .turn, isFed: isFed)
            return .awaitTurnToWrite
        case .wait(let time): return .timer(now + min(time, timeLeft(at: now) ?? time))
        case .abandoned: return .peerIsGone
        }
    }

    private mutating func add(_ part: Part) {
        if answer.takesParts, exchange.outcome.status == 0 { exchange.outcome.status = part.script.status ?? 0 }
        answer.add(part.script, isLast: part.isLast)
    }

    /// Writes at most `most` bytes, and returns what is needed next. `now` is asked only where there is a time limit.
    mutating func write(
        on channel: any AnswerChannel, most: Int, now: () -> Nanoseconds,
        wrote: (_ bytes: UnsafeBufferPointer<UInt8>) -> Void
    ) -> AnswerRun.Need {
        guard case .writing(_, let isFed) = state else { return .peer }
        let need = interrupted(now, channel) ?? goOn(on: channel, most: most, now: now, wrote: wrote)
        state = .writing(waitingFor: need, isFed: isFed)
        return need
    }

    private mutating func goOn(
        on channel: any AnswerChannel, most: Int, now: () -> Nanoseconds,
        wrote: (_ bytes: UnsafeBufferPointer<UInt8>) -> Void
    ) -> AnswerRun.Need {
        var need = answer.goOn(on: channel, most: most, wrote: wrote)
        while case .limit(let time, let interruption) = need {
            limit = Limit(end: now() + time, interruption: interruption)
            if let interrupted = interrupted(now, channel) { return interrupted }
            need = answer.goOn(on: channel, most: most, wrote: wrote)
        }
        guard let limit else { return need }
        return limited(need, limit, now())
    }

    /// What is needed next if the time limit of the answer is over; nil if it is not, or there is none.
    private mutating func interrupted(_ now: () -> Nanoseconds, _ channel: any AnswerChannel) -> AnswerRun.Need? {
        guard let limit, now() >= limit.end else { return nil }
        // `end` asks whether the answer was complete.
        if !limit.isAnswerComplete { self.limit = nil }
        switch limit.interruption {
        case .pause(let time): return .time(time)
        case .end(let ending):
            answer.breakOff(channel)
            return .end(ending)
        }
    }

    /// No wait is longer than the time that is left. An answer that is complete waits for it if it ends then.
    private mutating func limited(_ need: AnswerRun.Need, _ limit: Limit, _ now: Nanoseconds) -> AnswerRun.Need {
        let left = limit.end > now ? limit.end - now : 1
        switch (need, limit.interruption) {
        case (.time(let time), _): return .time(min(time, left))
        case (.end, .end(let ending)) where ending.act != .hold:
            self.limit?.isAnswerComplete = true
            return .time(left)
        case (.end, _), (.peer, _):
            self.limit = nil
            return need
        case (.writable, _), (.turn, _), (.parts, _), (.made, _), (.limit, _): return need
        }
    }

    /// How long the answer may still take; nil if it has no time limit.
    func timeLeft(at now: Nanoseconds) -> Nanoseconds? {
        limit.map { $0.end > now ? $0.end - now : 0 }
    }

    func becameWritable() -> CarrierAction {
        if case .writing(waitingFor: .writable, _) = state { .write } else { .nothing }
    }

    func turnCame() -> CarrierAction {
        if case .writing(waitingFor: .turn, _) = state { .write } else { .nothing }
    }

    // MARK: The end

    mutating func hold() { state = .held }

    @inline(__always) var isHeld: Bool { if case .held = state { true } else { false } }

    /// Postpones a reset until the peer has acknowledged everything and `pause` is over; or until `latest`, if it does not
    /// acknowledge it by then. Where nothing was sent, the pause is left out: there is nothing that the RST could overtake.
    mutating func reset(afterPause pause: Nanoseconds, latest: Nanoseconds) {
        state = .resetting(PendingReset(pause: exchange.outcome.bytesSent == 0 ? 0 : pause, latest: latest))
    }

    /// How long a reset has to wait before it is looked at again; nil if it is to go out now.
    mutating func waitBeforeReset(unacknowledged: Int, now: Nanoseconds) -> Nanoseconds? {
        guard case .resetting(var reset) = state else { return nil }
        if let due = reset.due { return due > now ? due - now : nil }
        guard unacknowledged == 0 else { return now < reset.latest ? Self.acknowledgementInterval : nil }
        guard reset.pause > 0 else { return nil }
        reset.due = now + reset.pause
        state = .resetting(reset)
        return reset.pause
    }

    /// How often a peer's acknowledgements are looked at: no event tells of them.
    private static let acknowledgementInterval: Nanoseconds = 1_000_000

    /// The peer has sent a FIN: it is gone, or has only finished sending, which looks the same. That ends a hold, and the
    /// silence behind a complete answer. It does not end a delay, which is still followed by its answer. A client whose
    /// answer is fed is taken to be gone.
    mutating func peerFinished() -> CarrierAction {
        guard isOpen else { return .nothing }
        exchange.outcome.clientClosed = true
        switch state {
        case .held, .writing(_, isFed: true): return .peerIsGone
        case .writing where isAnswerComplete: return .peerIsGone
        // It waits for what nobody is going to read.
        case .writing(waitingFor: .made, _): return .peerIsGone
        default: return .nothing
        }
    }

    /// The outcome if the peer is gone.
    var endWithoutPeer: Outcome.End {
        if isAnswerComplete { return .closed }
        if case .held = state { return .held }
        return .abandoned
    }

    private var isAnswerComplete: Bool { limit?.isAnswerComplete == true }

    /// - Parameter time: Of a complete answer, whose connection ended later, that of its last byte is noted.
    mutating func end(_ end: Outcome.End, at time: Nanoseconds) {
        if case .elsewhere(let pending) = state { pending.drop() }
        state = .idle
        awaitsRoom = false
        isRoomReserved = false
        exchange.outcome.end = end
        // A raw answer may have none.
        let hasBytes = exchange.outcome.lastByte > 0
        exchange.outcome.ended = isAnswerComplete && hasBytes ? exchange.outcome.lastByte : time
        limit = nil
    }
}
