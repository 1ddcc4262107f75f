internal import HTTP1
internal import Synchronization
internal import Wire

/// A client's connection, from accept to close: who it is, who has its socket, and by when something must come.
///
/// What it carries, one exchange at a time, is in its run; what libmicrohttpd makes of it, in the library's side. Its
/// aspects have a file each: the front door, what the library asks, answering, writing.
final class Connection {
    /// Which part of the server reads and writes the socket.
    enum Phase {
        /// None yet: the first bytes, which show the protocol, are awaited.
        case detecting
        /// libmicrohttpd; while it is suspended, answers are written here.
        case library
        /// Leaving the library, which has not released the descriptor yet.
        case leaving
        /// Detached from the library: we write an answer that the connection does not outlive.
        case detached
        /// The answer is sent and our side shut down; the peer's FIN is awaited.
        case lingering
        case closed
    }

    let id: UInt64
    /// There as long as any connection of its shard.
    unowned(unsafe) let context: ShardContext
    /// What carries answers to the peer, where they are written by us.
    var transport: PlainSocket
    /// From the first bytes of HTTP/1 until the socket has left it.
    var library: LibraryConnection?
    var run: ExchangeRun
    var phase = Phase.detecting
    /// Whether a FIN of the peer has been seen.
    private(set) var isPeerClosed = false
    /// Bytes of the answers that have ended.
    private(set) var sentBefore = 0

    /// For the deadline, and for the peer's end where that is awaited.
    private var timer = TimerWheel.none
    /// When a complete head must be there, or the next bytes of a body. Read only when the timer fires, so that setting it
    /// costs nothing.
    private var inputDeadline: Nanoseconds
    /// What the timer of that is set for, which may be earlier.
    private var inputAlarm: Nanoseconds = 0
    /// Bytes that the receive buffer has room for; 0 where nobody had to know.
    private var receiveBound = 0

    init(_ info: ConnectionInfo, context: ShardContext, socket: TCPSocket) {
        id = info.id
        self.context = context
        transport = PlainSocket(socket, poller: context.poller, id: id)
        inputDeadline = context.now + context.configuration.deadlines.firstHead
        run = ExchangeRun(Exchange(info))
        run.exchange.opener = self
    }

    var exchange: Exchange { run.exchange }

    // MARK: What is told of the socket

    /// The peer's going, once for each change: what is watched wherever a connection is.
    static var peerEvents: Readiness { [.peerFinished, .onChange] }
    /// The same, and each time that bytes come: those that are looked at stay in the socket, and would wake us for ever.
    static var arrivals: Readiness { [.readable, .peerFinished, .onChange] }

    /// Something happened to the socket.
    func happened(_ events: Readiness) {
        switch phase {
        case .detecting: peek(isLast: events.has(any: [.peerFinished, .over]))
        case .library: happenedInLibrary(events)
        case .detached: happenedToAnswer(events)
        case .lingering: drainInput()
        case .leaving, .closed: break
        }
    }

    private func happenedInLibrary(_ events: Readiness) {
        guard let library else { return }
        if library.awaitsRest {
            let isLast = events.has(any: [.peerFinished, .over])
            return library.restMayHaveCome(isLast: isLast, lookingInto: context.peeked)
        }
        if library.isSuspended { return happenedToAnswer(events) }
        // While the library reads, it sees for itself what happens.
        library.uploadGoesOn()
        if events.contains(.peerFinished), !events.has(any: .over), !isPeerClosed {
            isPeerClosed = true
            endMayShow()
            library.uploadGoesOn()
        }
    }

    private func happenedToAnswer(_ events: Readiness) {
        if events.has(any: .over) { return peerIsGone() }
        if events.contains(.peerFinished), !isPeerClosed {
            isPeerClosed = true
            if case .peerIsGone = run.peerFinished() { return peerIsGone() }
        }
        if events.contains(.writable) { perform(run.becameWritable()) }
    }

    /// What the library has read may reach up to the peer's end now. Shown behind this turn: only then has it read what came
    /// before.
    func endMayShow() { context.halfClosed.append(id) }

    /// Whether the receive buffer has room for more than so many bytes. It grows to what is asked for, up to half of the
    /// largest in net.ipv4.tcp_rmem. Asked once, as it wakes us.
    func mayHold(moreThan count: Int) -> Bool {
        // Any has room for that.
        guard count > 32 << 10 else { return true }
        if receiveBound == 0 { receiveBound = transport.socket.growReceiveBuffer(to: context.configuration.poolSize) }
        return receiveBound > count
    }

    // MARK: Deadlines

    /// The timer of the connection, or of one of its exchanges, is no longer set.
    func timerIsOver(of stream: UInt64) {
        if stream == 0 { timer = TimerWheel.none } else if stream == exchange.id.stream { run.timer = TimerWheel.none }
    }

    func timerFired(of stream: UInt64) {
        if stream == 0 {
            deadlineMayBeOver()
        } else if stream == exchange.id.stream {
            perform(run.timerFired())
        }
    }

    /// A timer that is set for an earlier moment is left alone: it looks at the deadline when it fires.
    func expect(by deadline: Nanoseconds) {
        inputDeadline = deadline
        if !isDeadlineSet { setDeadlineTimer() }
    }

    /// Whether the timer of the deadline is set, or looks at it earlier.
    var isDeadlineSet: Bool { timer != TimerWheel.none && inputAlarm <= inputDeadline }

    /// The rest of a head is awaited only as long as a first one.
    func hastenHead() {
        inputDeadline = min(inputDeadline, context.now + context.configuration.deadlines.firstHead)
    }

    /// For the deadline, or sooner: whether a part of a later head is there is looked up as often as a first one may take.
    func setDeadlineTimer() {
        let look = context.now + context.configuration.deadlines.firstHead
        inputAlarm = library?.readsBody == true ? inputDeadline : min(inputDeadline, look)
        if inputAlarm != .max { setTimer(at: inputAlarm) }
    }

    private func setTimer(at time: Nanoseconds) {
        context.set(&timer, of: ExchangeID(connection: id, stream: 0), at: time)
    }

    /// Whether something that was to come has not come in time.
    var isOverdue: Bool { context.now >= inputDeadline }

    private func deadlineMayBeOver() {
        switch phase {
        case .detecting:
            guard isOverdue else { return setDeadlineTimer() }
            // Unread bytes would turn the close into a reset.
            transport.discardAll()
            close()
        case .library: deadlineMayBeOverInLibrary()
        case .lingering: close()
        case .leaving, .detached, .closed: break
        }
    }

    private func deadlineMayBeOverInLibrary() {
        guard let library else { return }
        let awaitsBody = library.readsBody && run.framing.announcesBody
        guard awaitsBody || library.awaitsHead || library.awaitsRest else { return }
        guard isOverdue else {
            if library.isHeadBegun { hastenHead() }
            return setDeadlineTimer()
        }
        if awaitsBody {
            library.breakOff(BuiltInReplies.bodyTimeout)
        } else if library.awaitsRest {
            library.giveUpHead()
        } else {
            library.endStream()
        }
    }

    // MARK: The end of an exchange

    func endExchange(_ end: Outcome.End, at time: Nanoseconds? = nil) {
        guard run.isOpen else { return }
        run.end(end, at: time ?? Clock.monotonic)
        context.cancel(&run.timer)
        if run.countedBody > 0 {
            context.shared.bodies.subtract(run.countedBody, ordering: .relaxed)
            run.countedBody = 0
        }
        let exchange = exchange
        sentBefore += exchange.outcome.bytesSent
        context.responder.ended(exchange)
        exchange.observer = nil
        exchange.request.dropLargeBody()
    }

    /// The server stops.
    func cancel() {
        switch phase {
        case .detecting: close()
        case .detached, .lingering:
            endExchange(.cancelled)
            close(byReset: true)
        case .library:
            guard let library, library.isSuspended || library.awaitsRest else { return }
            endExchange(.cancelled)
            resume(library, for: .drop)
        case .leaving, .closed: break
        }
    }

    // MARK: The end of the connection

    /// Sends a FIN and reads to the peer's, for a bounded time: unread bytes would turn the close into an RST.
    func linger() {
        phase = .lingering
        transport.finish()
        setTimer(at: Clock.monotonic + context.configuration.deadlines.linger)
        transport.watch([.readable, .peerFinished])
        drainInput()
    }

    private func drainInput() {
        if case .end = transport.discard(limit: 1 << 20) { close() }
    }

    /// Closes a socket that is ours.
    func close(byReset: Bool = false) {
        guard phase == .detecting || phase == .detached || phase == .lingering else { return }
        transport.unwatch()
        if byReset { transport.reset() } else { transport.close() }
        over()
    }

    /// The socket is closed.
    func over() {
        phase = .closed
        context.cancel(&timer)
        context.shared.connections.subtract(1, ordering: .relaxed)
        context.gone.append(id)
    }
}
