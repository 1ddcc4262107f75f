internal import CMicroHTTPD
internal import Synchronization
internal import Wire

/// A client's connection, from accept to close, wherever its socket is held at the moment.
///
/// Its aspects have a file each: the front door, the library's callbacks, answering, the raw socket.
final class Connection: FeedOpener {
    /// Who reads and writes the socket.
    enum Place {
        /// Nobody yet: the first bytes are awaited.
        case front
        /// libmicrohttpd; while it is suspended, the executor writes.
        case library
        /// On its way out of the library, which still has to let go of its number.
        case leaving
        /// The executor.
        case taken
        case closed
    }

    /// Where the exchange is.
    enum Stage {
        /// A complete head is awaited.
        case head
        /// The body comes in.
        case body
        /// Suspended: for a delay, for raw bytes, or for an answer from elsewhere.
        case waiting
        /// Resumed, to be answered in the library's next call.
        case ready
        /// Resumed after a raw answer, to be completed in the library's next run but one.
        case pumped
        /// The library has the answer.
        case queued
        /// Resumed, to be dropped in the library's next call.
        case doomed
        /// All is said: our side is shut, the peer's end is awaited.
        case lingering
    }

    /// What the timer is for.
    enum Alarm { case input, delay, pump, drain, linger }

    let id: UInt64
    /// Keeps its connections, and is there as long as any of them.
    unowned(unsafe) let shard: Shard
    let isLoopback: Bool
    var socket: TCPSocket
    /// What carries answers to the peer, where they are written by us.
    var transport: PlainSocket { PlainSocket(socket) }
    var place = Place.front
    var stage = Stage.head

    var timer = TimerWheel.none
    var alarm = Alarm.input
    /// When a complete head must be there, or the next bytes of a body. Read only when the timer fires, so that setting it
    /// costs nothing.
    var inputDeadline: Nanoseconds
    /// What the timer of that is set for, which may be earlier.
    private var inputAlarm: Nanoseconds = 0
    /// What the shard's poller tells of the socket; nil where it is not watched there.
    var watched: Readiness?
    /// The peer's going, once for each change: what is watched wherever a connection is.
    static var peerEvents: Readiness { [.peerFinished, .onChange] }
    /// The same, and each time that bytes come: those that are looked at stay in the socket, and would wake us for ever.
    static var arrivals: Readiness { [.readable, .peerFinished, .onChange] }
    /// Bytes that the receive buffer has room for; 0 where nobody had to know.
    var receiveBound = 0
    /// Whether a FIN of the peer has been seen.
    var isPeerClosed = false

    // The library's side.
    var handle: OpaquePointer?
    /// The number under which the library knows the socket while another file stands in for it.
    var librarySocket = TCPSocket(descriptor: -1)
    /// A number of our own for the socket, kept from the first time that another file stood in for it.
    var duplicate: TCPSocket?
    /// Whether another file stands behind the library's number.
    var isSubstituted: Bool { socket != librarySocket }
    /// The library's count of runs when the connection was resumed.
    var resumedInRun: UInt64 = 0
    /// Whether a target was seen and no head has followed yet.
    var isTargetSeen = false
    /// The head that the library is about to read, where the front door saw all of it.
    var firstHead: FirstHead?
    /// A head of which the rest is awaited, while the library is suspended.
    var partialHead: PartialHead?
    var headState = HeadState.unread
    /// Where the field lines of the head begin in the library's memory; nil where nobody has looked at them.
    var linesStart: UnsafePointer<UInt8>?
    /// Where the library's memory for this connection begins; nil where the first head was not seen whole.
    var pool: UnsafePointer<UInt8>?

    // The exchange.
    /// Made once, used for every request.
    let exchange: Exchange
    var isExchangeOpen = false
    var framing = RequestFraming()
    var plan: WirePlan?
    var wantsWholeBody = false
    /// When the delay of the plan began.
    var delayBegan: Nanoseconds = 0
    /// Bytes of this exchange's body in the count of all that are kept.
    var countedBody = 0
    /// Bytes of answers that went out before the current one.
    var sentBefore = 0
    /// How far the library had read, where it was looked at whether it reads on.
    var readBefore: Int?

    // The executor's side.
    /// The answer, while it is written by us.
    var run = AnswerRun()
    /// Parts of an answer that came before there was anybody to write them.
    var parts: [(script: WireScript, isLast: Bool)] = []
    /// Whether it has more to write in a later turn of the shard's loop.
    var isWaitingForTurn = false
    /// Nothing more is said: the peer's going is awaited.
    var isHolding = false
    /// When an RST goes out even though not all before it was acknowledged.
    var resetDeadline: Nanoseconds = 0

    init(id: UInt64, shard: Shard, socket: TCPSocket, isLoopback: Bool) {
        self.id = id
        self.shard = shard
        self.socket = socket
        self.isLoopback = isLoopback
        inputDeadline = shard.now + shard.configuration.deadlines.firstHead
        exchange = Exchange(connection: id, isLoopback: isLoopback)
        exchange.opener = self
    }

    // MARK: Watching the socket ourselves

    func watch(_ events: Readiness) {
        if watched == events { return }
        if watched == nil {
            shard.poller.add(socket.descriptor, events, id: id)
        } else {
            shard.poller.change(socket.descriptor, events, id: id)
        }
        watched = events
    }

    func unwatch() {
        guard watched != nil else { return }
        shard.poller.remove(socket.descriptor)
        watched = nil
    }

    /// Something happened to the socket.
    func happened(_ events: Readiness) {
        switch place {
        case .front: peek(isLast: events.has(any: [.peerFinished, .over]))
        case .library, .taken: executorSaw(events)
        case .leaving, .closed: break
        }
    }

    // MARK: Timers

    func setAlarm(_ alarm: Alarm, after time: Nanoseconds) {
        self.alarm = alarm
        shard.setTimer(self, at: Clock.monotonic + time)
    }

    func timerFired() {
        switch alarm {
        case .input: inputIsDue()
        case .delay: delayIsOver()
        case .pump: pump()
        case .drain: finishReset()
        case .linger: close()
        }
    }

    /// A timer that is set for an earlier moment is left alone: it looks at the deadline when it fires.
    func expect(by deadline: Nanoseconds) {
        inputDeadline = deadline
        if timer == TimerWheel.none || alarm != .input || inputAlarm > deadline { setInputAlarm() }
    }

    /// For the deadline, or sooner: whether a part of a later head is there is looked up as often as a first one may take.
    func setInputAlarm() {
        alarm = .input
        let look = shard.now + shard.configuration.deadlines.firstHead
        inputAlarm = stage == .body ? inputDeadline : min(inputDeadline, look)
        if inputAlarm != .max { shard.setTimer(self, at: inputAlarm) }
    }

    private func inputIsDue() {
        let isAwaited = stage == .head || stage == .body && framing.announcesBody || partialHead != nil
        guard isAwaited, place == .front || place == .library else { return }
        guard shard.now >= inputDeadline else {
            lookForPartOfHead()
            return setInputAlarm()
        }
        if partialHead != nil {
            giveUpHead()
        } else if stage == .body {
            breakOff(BuiltInReplies.bodyTimeout)
        } else if place == .front {
            // Unread bytes would turn the close into a reset.
            socket.discard()
            close()
        } else {
            // The library sees the end of the stream and closes. Its descriptor is never closed behind its back.
            socket.end()
        }
    }

    // MARK: The end of an exchange

    func endExchange(_ end: Outcome.End) {
        guard isExchangeOpen else { return }
        isExchangeOpen = false
        isWaitingForTurn = false
        exchange.outcome.end = end
        // What the library sent ended in this turn of the loop; for the rest a clock is worth its reading.
        exchange.outcome.ended = stage == .queued ? shard.now : Clock.monotonic
        if countedBody > 0 {
            shard.shared.bodies.subtract(countedBody, ordering: .relaxed)
            countedBody = 0
        }
        sentBefore += exchange.outcome.bytesSent
        plan = nil
        parts = []
        shard.lane.ended(exchange)
        exchange.observer = nil
        exchange.request.dropLargeBody()
    }

    /// Closes a socket that is ours.
    func close(byReset: Bool = false) {
        guard place == .front || place == .taken else { return }
        unwatch()
        if byReset { transport.reset() } else { transport.close() }
        place = .closed
        shard.forget(self)
    }

    /// The server stops, or whoever this exchange belonged to is gone.
    func cancel() {
        switch place {
        case .front: close()
        case .taken:
            endExchange(.cancelled)
            close(byReset: true)
        case .library:
            if stage == .waiting {
                partialHead = nil
                endExchange(.cancelled)
                stage = .doomed
                resume()
            }
        case .leaving, .closed: break
        }
    }
}
