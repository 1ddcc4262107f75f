internal import HTTP1
internal import Synchronization
internal import Wire

/// A client's connection, from accept to close: who the peer is, what speaks on it, its deadlines, and what it counts.
///
/// What is said in HTTP/1 is `HTTP1Carrier`'s to know. The extensions have a file each: detection, what libmicrohttpd
/// receives, reading, writing, and what a carrier asks for.
final class Connection {
    /// What has the socket, and speaks on it.
    enum Carrier {
        /// Nothing yet: the first bytes, which show the protocol, are awaited.
        case detection
        /// TLS, of which the handshake is not over.
        case handshake(TLSTransport, hello: ReceivedHello)
        /// libmicrohttpd, as long as answers are ordinary.
        case library(LibraryConnection)
        /// The library until it has released the socket, which it does in this turn.
        case leaving(LibraryConnection)
        /// Our own reader of requests, and our own answers.
        case http1
        /// Nothing: it is left alone until its delay is over.
        case delayed
        /// Nothing any more: our side is shut down as the scenario says, and what crosses that is read for a moment.
        case crossing
        /// Nothing any more: our side is shut down, and the peer's FIN is awaited.
        case lingering
        case closed
    }

    let id: UInt64
    let context: ShardContext
    /// Carries the bytes; libmicrohttpd has its socket for a time. Never another one, which would have to be retained for each
    /// use: with TLS, a connection of the same number takes the place of this one.
    let transport: any Transport
    private let isBuffered: Bool
    /// The current one, or that of before: there is one object for all of them.
    let exchange: Exchange
    var http1: HTTP1Carrier
    /// Where our own answers go; made for the first.
    lazy var channel = HTTP1Channel(transport)
    var carrier = Carrier.detection
    /// True while what was received is being handled, so that what it leads to does not handle it, too.
    var isReadingOn = false
    /// True while a FIN of the peer is to be shown to the library.
    private var isPeerEndToShow = false
    /// Whether it counts towards the limit of connections.
    private let isCounted: Bool
    /// Bytes of the answers whose exchanges have ended.
    private(set) var sentBefore = 0

    /// For the input deadline, for a delay, and while lingering for the peer's FIN.
    private var timer = TimerWheel.none
    private var inputDeadline: InputDeadline
    /// Whether its transport has been told to take little at once.
    var isNarrow = false
    /// For the next bytes that may be read at a pace, as that of an exchange of this number.
    var paceTimer = TimerWheel.none
    static let paceStream = UInt64.max
    /// When the scenario ends the connection unless a request comes before; `.max` for never.
    var idleEnd = Nanoseconds.max
    /// When our side ended as the scenario says; 0 while it has not.
    var finishedAt: Nanoseconds = 0
    /// Whether an RST is due, and waits for what the peer has not acknowledged.
    var awaitsReset = false
    /// When the pause of its handshake ends; 0 for none.
    var handshakePause: Nanoseconds = 0
    /// Whether its ClientHello waits for a turn in which its handshake may begin.
    var awaitsHandshake = false
    /// Whether the responder knows how it ended without a request.
    var isEndTold = false

    init(
        _ info: ConnectionInfo, _ plan: ConnectionPlan = .serve, context: ShardContext, transport: any Transport,
        isCounted: Bool = true
    ) {
        id = info.id
        self.isCounted = isCounted
        self.context = context
        self.transport = transport
        isBuffered = transport.isBuffered
        inputDeadline = InputDeadline(context.now + context.configuration.deadlines.firstHead)
        exchange = Exchange(info, plan)
        http1 = HTTP1Carrier(exchange, context.limits)
        exchange.opener = self
    }

    /// Takes the place of one whose first bytes were TLS, of which this has all but the transport and the plan.
    init(_ earlier: Connection, _ plan: ConnectionPlan, in tls: TLSTransport, hello: ReceivedHello) {
        id = earlier.id
        isCounted = earlier.isCounted
        context = earlier.context
        transport = tls
        isBuffered = tls.isBuffered
        if plan === earlier.exchange.plan {
            exchange = earlier.exchange
            http1 = earlier.http1
        } else {
            exchange = Exchange(earlier.exchange.connection, plan)
            exchange.arrived = earlier.exchange.arrived
            exchange.arrivedAt = earlier.exchange.arrivedAt
            exchange.outcome.clockAge = earlier.exchange.outcome.clockAge
            http1 = HTTP1Carrier(exchange, context.limits)
        }
        (timer, inputDeadline, idleEnd) = (earlier.timer, earlier.inputDeadline, earlier.idleEnd)
        carrier = .handshake(tls, hello: hello)
        exchange.opener = self
        earlier.carrier = .closed
    }

    // MARK: Events of the socket

    /// The peer's FIN, reported once for each change (edge-triggered). The minimum that is watched.
    static var peerEvents: Readiness { [.peerFinished, .onChange] }
    /// The same, and each arrival of bytes. Edge-triggered, because bytes that are only peeked at stay in the socket
    /// and would wake the thread forever.
    static var arrivals: Readiness { [.readable, .peerFinished, .onChange] }

    func happened(_ events: Readiness) {
        let events = isBuffered ? transport.happened(events) : events
        switch carrier {
        case .handshake: shakeHands()
        case .detection: peek(isLast: events.has(any: [.peerFinished, .over]))
        case .library:
            // It notices other events by itself.
            guard events.contains(.peerFinished), !events.has(any: .over), !http1.isPeerClosed else { return }
            perform(peerFinished())
            showPeerEndAfterTurn()
        case .http1:
            if !http1.readsRequest {
                happenedToAnswer(events)
            } else if paceTimer == TimerWheel.none {
                readOn()
            } else {
                happenedWhilePaced(events)
            }
        case .delayed: if events.has(any: .over) { close() }
        case .crossing: readCrossing()
        case .lingering: drainInput()
        case .leaving, .closed: break
        }
    }

    private func happenedToAnswer(_ events: Readiness) {
        if events.has(any: .over) { return perform(http1.peerIsGone()) }
        if events.contains(.peerFinished), !http1.isPeerClosed { perform(peerFinished()) }
        if events.contains(.writable) { perform(http1.becameWritable()) }
    }

    /// Nothing may be read now, so that the peer's end is not met by reading.
    private func happenedWhilePaced(_ events: Readiness) {
        if events.has(any: .over) { return perform(http1.inputEnded()) }
        if events.contains(.peerFinished), !http1.isPeerClosed { perform(peerFinished()) }
    }

    /// The peer's end, if it came with what was read.
    @inline(__always) func tellPeerEnd() {
        if isBuffered, transport.hasPeerFinished, !http1.isPeerClosed { perform(peerFinished()) }
    }

    private func peerFinished() -> CarrierAction { http1.peerFinished(at: context.now, age: context.clockAge) }

    /// The library may have read everything up to the peer's FIN, which it does not notice. The FIN is shown to it at
    /// the end of this turn, or of a later one: only then has it read what came before.
    func showPeerEndAfterTurn() {
        guard !isPeerEndToShow else { return }
        isPeerEndToShow = true
        context.halfClosed.append(id)
    }

    /// False if it has to be shown after another turn.
    func showPeerEnd() -> Bool {
        isPeerEndToShow = if case .library(let library) = carrier { !library.showPeerEnd() } else { false }
        return !isPeerEndToShow
    }

    // MARK: Deadlines

    /// The timer of the connection (stream 0) or of one of its exchanges has fired and is no longer set.
    func timerIsOver(of stream: UInt64) {
        if stream == 0 {
            timer = TimerWheel.none
            inputDeadline.timerIsOver()
        } else if stream == exchange.id.stream {
            http1.run.timer = TimerWheel.none
        } else if stream == Self.paceStream {
            paceTimer = TimerWheel.none
        }
    }

    func timerFired(of stream: UInt64) {
        if stream == 0 {
            deadlineMayBeOver()
        } else if stream == exchange.id.stream {
            perform(http1.timerFired(at: context.now))
        } else if stream == Self.paceStream {
            readOn()
        }
    }

    /// Moves the input deadline.
    func expect(by deadline: Nanoseconds) {
        inputDeadline.move(to: deadline)
        setDeadlineTimer()
    }

    /// Awaits the next request: no longer than the scenario keeps the connection, or else the server.
    @inline(__always) func expectRequest() {
        guard let idle = http1.keepAlive?.idle else {
            idleEnd = .max
            return expect(by: context.now + context.configuration.deadlines.nextHead)
        }
        // From the last byte on, which may have left later than the turn began.
        idleEnd = context.time() + idle
        expect(by: idleEnd)
    }

    /// Once a part of a head has come, the rest must come within the time for a first head.
    func shortenHeadDeadline() {
        inputDeadline.shorten(to: context.now + context.configuration.deadlines.firstHead)
    }

    /// Sets the timer, unless it is set for the deadline or for an earlier moment.
    func setDeadlineTimer() {
        if let time = inputDeadline.nextAlarm() { setTimer(at: time) }
    }

    func setTimer(at time: Nanoseconds) {
        context.set(&timer, of: ExchangeID(connection: id, stream: 0), at: time)
    }

    /// Nothing is awaited any more.
    func cancelDeadline() { context.cancel(&timer) }

    /// Whether the awaited input has not come in time.
    var isOverdue: Bool { inputDeadline.isOver(at: context.now) }

    private func deadlineMayBeOver() {
        switch carrier {
        case .detection:
            if isOverdue { detectionIsOverdue() } else { setDeadlineTimer() }
        case .handshake(let tls, _) where handshakePause > 0: handshakePauseIsOver(tls)
        case .handshake(_, let hello):
            if isOverdue { handshakeIsOverdue(hello) } else { setDeadlineTimer() }
        case .library(let library):
            guard library.awaitsRequest else { return }
            if isOverdue { library.endStream() } else { setDeadlineTimer() }
        case .http1:
            guard http1.readsRequest else { return }
            if isOverdue {
                perform(http1.inputIsOverdue(isIdleOver: context.now >= idleEnd))
            } else {
                setDeadlineTimer()
            }
        case .delayed: act()
        case .crossing: crossingIsOver(.closed)
        case .lingering: close()
        case .leaving, .closed: break
        }
    }

    // MARK: The end of an exchange

    func endExchange(_ end: Outcome.End, at time: Nanoseconds? = nil) {
        guard http1.run.isOpen else { return }
        let exchange = exchange
        if http1.run.awaitsRoom { context.shared.bodies.leave(exchange.id) }
        if http1.isPeerClosed { exchange.outcome.clientClosed = true }
        let time = time ?? context.time()
        if exchange.outcome.clientClosedAt == 0 {
            let isByClient = end == .abandoned || end == .held
            exchange.outcome.endAge = isByClient ? context.clockAge : context.turnAge(at: time)
        }
        exchange.outcome.lastConnection = context.shared.lastConnection
        if http1.run.isHeld { context.shared.held.subtract(1, ordering: .relaxed) }
        http1.run.end(end, at: time)
        context.cancel(&http1.run.timer)
        if http1.run.countedBody > 0 {
            context.shared.bodies.giveBack(http1.run.countedBody)
            http1.run.countedBody = 0
        }
        sentBefore += exchange.outcome.bytesSent
        context.responder.ended(exchange)
        exchange.observer = nil
        exchange.request.dropLargeBuffers()
    }

    /// Ends the connection because the server stops.
    func cancel() {
        switch carrier {
        case .detection, .handshake, .delayed: close()
        case .crossing: crossingIsOver(.cancelled)
        case .http1 where !http1.run.isOpen: close()
        case .http1, .lingering:
            endExchange(.cancelled)
            close(byReset: true)
        // The library ends those that wait for a request when it is stopped.
        case .library(let library): if http1.run.isOpen { end(.cancelled, in: library) }
        case .leaving, .closed: break
        }
    }

    // MARK: The end of the connection

    /// Sends a FIN and reads until the peer's FIN, for a bounded time: unread bytes would turn the close into an RST.
    ///
    /// - Parameter closeNotify: How TLS ends.
    func linger(_ closeNotify: Ending.CloseNotify = .sent) {
        if isEndToTell { tellEnd(.closed) }
        carrier = .lingering
        transport.finish(closeNotify)
        setTimer(at: context.time() + context.configuration.deadlines.linger)
        transport.watch([.readable, .peerFinished])
        drainInput()
    }

    func drainInput() {
        if case .end = transport.discard(limit: 1 << 20) { close() }
    }

    /// Closes a socket that belongs to us and not to the library.
    func close(byReset: Bool = false) {
        switch carrier {
        case .detection, .handshake, .http1, .delayed, .crossing, .lingering: break
        case .library, .leaving, .closed: return
        }
        if isEndToTell { tellEnd(byReset ? .reset : context.isStopping || isOverdue ? .cancelled : .abandoned) }
        transport.unwatch()
        if byReset { transport.reset() } else { transport.close() }
        over()
    }

    /// The socket is closed: stops counting the connection, which is released at the end of the turn.
    func over() {
        carrier = .closed
        context.cancel(&timer)
        context.cancel(&paceTimer)
        if isCounted {
            context.shared.connections.subtract(1, ordering: .relaxed)
        } else {
            context.overLimit.closed()
        }
        context.gone.append(id)
    }
}
