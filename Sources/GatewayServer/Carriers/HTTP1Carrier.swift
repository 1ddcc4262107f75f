internal import HTTP1
internal import Wire

/// HTTP/1 on a connection: its requests, one after the other, and their answers.
///
/// A pure machine: it is told what happened, and returns what is to be done. It knows no socket, no clock and no responder.
/// Requests are read strictly, by `RequestReader`; those that libmicrohttpd gets were read before (`Connection.arrived`).
struct HTTP1Carrier {
    /// What is read by ourselves. An object of its own, since most connections are libmicrohttpd's.
    final class Input {
        var requests: RequestReader
        /// Holds back what has come; nil if all of it may be read at once.
        var paced: PacedReading?
        /// What the connection may still read in this turn of the loop, before others have theirs.
        var bytesLeft = 0
        var requestsLeft = 0

        init(_ requests: RequestReader) { self.requests = requests }
    }

    private static let bytesPerTurn = 256 << 10
    private static let requestsPerTurn = 16

    var run: ExchangeRun
    var exchange: Exchange { run.exchange }
    /// How the current request is framed, and whether the connection stays open behind it.
    private(set) var framing = RequestFraming()
    /// Whether the connection ends behind the current answer.
    private(set) var isLast = false
    /// Whether the connection's plan says what becomes of it behind answers.
    private let isOfPlan: Bool
    /// Whether it ends there since the scenario has counted its answers.
    private(set) var endsByCount = false
    /// True once a FIN of the peer was seen.
    private(set) var isPeerClosed = false
    private(set) var input: Input?
    /// The shard's, which outlives its connections.
    unowned(unsafe) let limits: ExchangeLimits

    init(_ exchange: Exchange, _ limits: ExchangeLimits) {
        run = ExchangeRun(exchange)
        isOfPlan = exchange.plan.keepAlive != nil
        self.limits = limits
    }

    // MARK: Reading

    /// Begins to read by itself, first what was received and is unread. `isBody`: whether that begins with the current
    /// request's body. `pace`: that of the whole connection.
    mutating func beginReading(
        _ unread: UnsafeRawBufferPointer = .init(start: nil, count: 0), isBody: Bool = false, pace: Pace? = nil
    ) {
        let bound = limits.headBound
        var requests =
            if isBody { RequestReader(maximumHead: bound, behind: framing) } else { RequestReader(maximumHead: bound) }
        requests.append(unread)
        let input = Input(requests)
        input.paced = pace.map { PacedReading(.pace($0), isOfRequest: false) }
        self.input = input
        if isBody { beginPaceOfBody() }
    }

    /// Reads no more, as nobody will.
    mutating func stopReading() { input = nil }

    /// False while libmicrohttpd reads.
    @inline(__always) var readsItself: Bool { input != nil }
    /// True while a request is awaited or being read, and no answer is due.
    @inline(__always) var readsRequest: Bool { !isLast && run.readsRequest }
    var hasUnread: Bool { input?.requests.hasUnread == true || input?.paced?.held.isEmpty == false }
    /// The first bytes of a head of which more was to come, and how many came.
    var unread: (start: [UInt8], count: Int) {
        guard let input, input.requests.hasUnread else { return ([], 0) }
        return input.requests.unread
    }

    mutating func beginTurn() {
        guard let input else { return }
        (input.bytesLeft, input.requestsLeft) = (Self.bytesPerTurn, Self.requestsPerTurn)
    }

    /// Goes on with what was received. `arrival` is the moment.
    @inline(__always) mutating func next(into request: Request, _ arrival: () -> Arrival) -> CarrierAction {
        guard let input else { return .awaitTurn }
        while input.bytesLeft > 0, input.requestsLeft > 0 {
            switch input.requests.next(into: request) {
            case .head(let framing):
                begin(framing, arrival())
                guard limits.takesHead(of: input.requests.headCount, fields: request.fieldCount) else {
                    return .refuse(BuiltInReplies.headTooLarge)
                }
                // Without a body, its end follows at once.
                if framing.announcesBody {
                    let isWhole = framing.contentLength.map { $0 <= input.requests.unreadCount } ?? false
                    return headCame(isWhole: isWhole)
                }
            case .content(let content): return content.withUnsafeBytes { store($0) }
            case .end:
                input.requestsLeft -= 1
                if input.paced?.isOfRequest == true { endPace() }
                return run.bodyEnded()
            case .refused(let refusal): return refused(refusal, input, arrival)
            case .more: return .read
            }
        }
        return .awaitTurn
    }

    @inline(never) private mutating func refused(_ refusal: RequestRefusal, _ input: Input, _ arrival: () -> Arrival)
        -> CarrierAction
    {
        if refusal == .unwantedBody { return .endUnread(UnreadStart(input.requests.refused, .refusedBody)) }
        let script = BuiltInReplies.script(for: refusal)
        switch refusal {
        case .notHTTP1, .lineTooLong:
            return .endUnread(UnreadStart(input.requests.refused, refusal == .notHTTP1 ? .other : .tooLong, script))
        case .headTooLarge, .problem, .badChunk, .chunkLineTooLong, .trailerTooLarge, .unwantedBody:
            if !run.isOpen { begin(RequestFraming(), arrival()) }
            return .refuse(script)
        }
    }

    /// Bytes have come. Returns whether they are of a body, the next of which are to come in time.
    @inline(__always) mutating func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let input else { return false }
        input.bytesLeft -= bytes.count
        input.requests.append(bytes)
        return run.isOpen
    }

    /// Nothing more has come yet. Returns whether it is the rest of a head that is awaited.
    @inline(__always) mutating func awaitsRestOfHead() -> Bool {
        guard let input else { return false }
        return input.requests.dropReadBytes() && !run.isOpen
    }

    /// The peer sends no more, or is gone. What it has begun to send gets no answer.
    mutating func inputEnded() -> CarrierAction {
        if run.isOpen { return peerIsGone() }
        if let unwanted { return .endUnread(unwanted) }
        return .endUnread(UnreadStart(unread, .cutOff))
    }

    /// The awaited input has not come in time. `isIdleOver`: no longer than the scenario keeps the connection.
    mutating func inputIsOverdue(isIdleOver: Bool) -> CarrierAction {
        if run.isOpen { return .refuse(BuiltInReplies.bodyTimeout) }
        if isIdleOver, unwanted == nil { return .keepAliveIsOver }
        return .endUnread(unwanted ?? .overdue(unread))
    }

    /// What has come of a body that was refused; nil if none was to come.
    private var unwanted: UnreadStart? {
        guard let input, input.requests.awaitsUnwantedBody else { return nil }
        let known = input.requests.refused
        return UnreadStart(known.count > 0 ? known : unread, .refusedBody)
    }

    // MARK: The request

    @inline(__always) mutating func begin(_ framing: RequestFraming, _ arrival: Arrival) {
        self.framing = framing
        run.begin(announced: framing.contentLength, at: arrival.time, wall: arrival.wall)
        exchange.outcome.clockAge = arrival.age
    }

    /// The head of a request with a body is complete. `isWhole`: whether the body has come with it.
    mutating func headCame(isWhole: Bool) -> CarrierAction {
        run.headCame(hasWholeBody: isWhole && !framing.expectsContinue, limits)
    }

    mutating func store(_ bytes: UnsafeRawBufferPointer) -> CarrierAction { run.store(bytes, limits) }

    mutating func requestEnded() -> CarrierAction { run.bodyEnded() }

    mutating func decided(_ decision: Decision) -> CarrierAction {
        if framing.expectsContinue { run.mayRefuseBody = canRefuse }
        let action = run.decided(decision, limits)
        if case .readBody(let deniesContinue) = action {
            beginPaceOfBody()
            return beginBody(deniesContinue: deniesContinue)
        }
        return action
    }

    /// Whether the client waits for a 100 (Continue), in place of which an answer may come.
    private var canRefuse: Bool { framing.announcesBody && exchange.request.minorVersion > 0 && readsItself }

    /// A worker's judgement of the exchange has come; false if it is not awaited any more.
    func awaitsJudgement(of id: ExchangeID) -> Bool { id == exchange.id && run.awaitsJudgement }

    /// There is room for so many bytes of the body; false if that is not awaited any more.
    mutating func roomCame(_ id: ExchangeID, _ bytes: Int) -> Bool { id == exchange.id && run.roomCame(bytes) }

    /// The request is answered by the server itself, and nothing more of it is read. Returns whether it was waiting for room.
    mutating func refused() -> Bool {
        exchange.isRefused = true
        // Nobody was asked before, and such answers are short.
        exchange.outcome.body = SentBody()
        defer { run.stopAwaitingRoom() }
        return run.awaitsRoom
    }

    /// A client that waits for a 100 (Continue) gets it, unless that is denied or the body comes anyway.
    private mutating func beginBody(deniesContinue: Bool) -> CarrierAction {
        if exchange.hasWholeBody { return .nothing }
        guard framing.expectsContinue, exchange.request.minorVersion > 0, readsItself, !hasUnread else {
            return .expectBody
        }
        return deniesContinue ? .expectNothing : .sendContinue
    }

    // MARK: The answer

    /// Begins the delay of the plan. Returns the moment at which it ends; nil if there is none. `now` is asked for it only.
    mutating func delay(_ plan: WirePlan, _ now: () -> Nanoseconds) -> Nanoseconds? {
        plan.delay == 0 ? nil : run.beginDelay(plan, at: now())
    }

    // MARK: The connection behind the answer

    /// What becomes of it behind the current answer, or became behind the last one; nil for what the server does by itself.
    @inline(__always) var keepAlive: KeepAlive? {
        hasKeepAlive ? exchange.keepAlive ?? exchange.plan.keepAlive : nil
    }

    /// Whether anything is said of that.
    @inline(__always) private var hasKeepAlive: Bool { exchange.keepAlive != nil || isOfPlan }

    /// What the head of the answer says of that, in whole seconds; nil for nothing.
    @inline(__always) var announcedTimeout: Int? {
        guard hasKeepAlive, !isLast, !endsByCount, let keepAlive, keepAlive.isAnnounced, let idle = keepAlive.idle
        else {
            return nil
        }
        return Int(idle / 1_000_000_000)
    }

    /// What is said of the connection applies to the answer that begins.
    @inline(never) private mutating func keepAliveApplies() {
        guard let keepAlive else { return }
        if keepAlive.closes { framing.keepsAlive = false }
        if !framing.keepsAlive { isLast = true }
        guard !isLast, let requests = keepAlive.requests else { return }
        endsByCount = exchange.id.stream >= UInt64(requests)
    }

    /// Postpones the answer until the socket has left the library.
    mutating func put(off plan: WirePlan) { run.put(off: plan) }

    /// The library sends the answer.
    mutating func handOver() { run.handOver() }

    /// The answer begins. `endsConnection`: whether it ends with the connection, whatever the client wants.
    @inline(__always) mutating func answerBegins(status: Int?, endsConnection: Bool) {
        exchange.outcome.status = status ?? 0
        let isWhole = (exchange.request.isBodyComplete || run.refusesBody) && !exchange.isRefused
        if endsConnection || !framing.keepsAlive || !isWhole { isLast = true }
        if hasKeepAlive { keepAliveApplies() }
    }

    /// The answer is to be written.
    mutating func write(_ plan: WirePlan) { run.write(plan) }

    /// The same for an answer of which the channel has everything.
    mutating func writeRendered(_ head: SentHead) { run.writeRendered(head) }

    /// Begins an answer that is fed in parts, and after which the connection ends.
    mutating func stream() -> CarrierAction {
        if isPeerClosed { return peerIsGone() }
        isLast = true
        run.stream()
        return .write
    }

    /// Writes at most `most` bytes of the answer.
    mutating func write(
        on channel: any AnswerChannel, most: Int, now: () -> Nanoseconds,
        wrote: (_ bytes: UnsafeBufferPointer<UInt8>) -> Void
    ) -> CarrierAction {
        guard run.isOpen else { return .nothing }
        switch run.write(on: channel, most: most, now: now, wrote: wrote) {
        case .writable: return .awaitRoomToWrite
        case .turn: return .awaitTurnToWrite
        case .time(let time): return .pause(time)
        case .made: return .make
        case .parts, .limit: return .drained
        case .end(let ending): return finish(ending, now)
        case .peer: return peerIsGone()
        }
    }

    /// The next part of an answer that is made while it is sent.
    mutating func made(_ part: AnswerPart, at now: Nanoseconds) -> CarrierAction {
        guard run.isOpen else { return .nothing }
        let action = run.made(part, at: now)
        if case .peerIsGone = action { return peerIsGone() }
        return action
    }

    @inline(__always) private mutating func finish(_ ending: Ending, _ now: () -> Nanoseconds) -> CarrierAction {
        switch ending.act {
        case .finish:
            if isLast {
                // Only behind a whole request can another one be told from the rest of that.
                let isNoted = hasKeepAlive && !exchange.isRefused && exchange.request.isBodyComplete
                return .end(
                    .closed, then: isNoted ? .finishAndNote(ending.closeNotify) : .finish(ending.closeNotify))
            }
            if endsByCount { return endByCount(now) }
            if run.refusesBody { input?.requests.refuseBody() }
            return .end(.complete, then: .nextRequest)
        case .reset:
            run.reset(afterPause: ending.pause, latest: now() + limits.drain)
            return .reset
        case .hold:
            run.hold()
            return .hold
        }
    }

    /// The end behind the last answer that the scenario allows. Nothing is read any more as a request.
    private mutating func endByCount(_ now: () -> Nanoseconds) -> CarrierAction {
        isLast = true
        if case .silence? = keepAlive?.end { return .end(.complete, then: .keepAliveIsOver) }
        guard case .reset? = keepAlive?.end else { return .end(.closed, then: .keepAliveIsOver) }
        run.reset(afterPause: Ending.standardPause, latest: now() + limits.drain)
        return .reset
    }

    /// Whether the peer sends no more than what is still to be read of the transport, if anything.
    @inline(__always) var isAtLastBytes: Bool { isPeerClosed && !hasUnread }

    /// The RST goes out once the peer has acknowledged everything and the pause is over, or when the time for that is over:
    /// it overtakes unacknowledged bytes.
    mutating func reset(unacknowledged: Int, now: Nanoseconds) -> CarrierAction {
        if let wait = run.waitBeforeReset(unacknowledged: unacknowledged, now: now) { return .pause(wait) }
        return .end(.reset, then: .reset)
    }

    /// The answer waits for room. Returns how long at most, before it is seen whether the peer takes any more.
    mutating func awaitsRoom(unacknowledged: Int, now: Nanoseconds) -> CarrierAction {
        run.unacknowledged = unacknowledged
        let deadline = limits.progress
        return .pause(min(deadline, run.timeLeft(at: now) ?? deadline))
    }

    /// A peer that has acknowledged more reads, if slowly. One that has not would hold the answer, and what feeds it,
    /// for as long as it stays connected.
    mutating func checkProgress(unacknowledged: Int, now: Nanoseconds) -> CarrierAction {
        unacknowledged < run.unacknowledged
            ? awaitsRoom(unacknowledged: unacknowledged, now: now) : .end(.cancelled, then: .reset)
    }

    // MARK: Events

    /// The socket has left the library: what was postponed.
    mutating func goOn() -> CarrierAction { run.goOn() }

    mutating func becameWritable() -> CarrierAction { run.becameWritable() }

    mutating func turnCame(of id: ExchangeID) -> CarrierAction { id == exchange.id ? run.turnCame() : .nothing }

    mutating func timerFired(at now: Nanoseconds) -> CarrierAction { run.timerFired(at: now) }

    /// A part of an answer that is fed has come.
    mutating func fed(_ id: ExchangeID, _ part: ExchangeRun.Part) -> CarrierAction {
        id == exchange.id && run.isOpen ? run.fed(part) : .nothing
    }

    /// Shortens the wait to `delay`, counted from its beginning.
    mutating func shorten(_ id: ExchangeID, to delay: Nanoseconds, now: Nanoseconds) -> CarrierAction {
        id == exchange.id && run.isOpen ? run.shorten(to: delay, now: now) : .nothing
    }

    /// The peer has closed its side; `age` is how much earlier than `now` that may have been.
    mutating func peerFinished(at now: Nanoseconds, age: Nanoseconds) -> CarrierAction {
        isPeerClosed = true
        guard run.isOpen else { return .nothing }
        exchange.outcome.clientClosedAt = now
        exchange.outcome.clientClosedEarly = exchange.outcome.firstByte == 0
        exchange.outcome.endAge = age
        guard readsItself, case .peerIsGone = run.peerFinished() else { return .nothing }
        return peerIsGone()
    }

    /// What comes from the peer from here on is of our own making.
    mutating func ignorePeerEnd() { isPeerClosed = true }

    mutating func peerIsGone() -> CarrierAction {
        exchange.outcome.clientClosed = true
        return .end(run.endWithoutPeer, then: .close)
    }
}

/// When a request came.
struct Arrival {
    /// On the monotonic clock.
    var time: Nanoseconds
    /// In milliseconds since 1970.
    var wall: Int64
    /// How much earlier or later than `time` it may have been.
    var age: Nanoseconds
}
