internal import HTTP1
internal import Wire

/// What a scenario says of connections: how they begin on a port of its own, and how they end behind an answer.
extension Connection {
    private var plan: ConnectionPlan { exchange.plan }

    // MARK: The beginning

    /// Begins a connection that was accepted.
    @inline(__always) func begin() { if plan === ConnectionPlan.serve { peek() } else { beginAsPlanned() } }

    private func beginAsPlanned() {
        if plan.isJournaled {
            (exchange.arrived, exchange.arrivedAt) = (context.now, context.wall)
            exchange.outcome.clockAge = context.clockAge
        }
        guard plan.delay > 0 else { return act() }
        carrier = .delayed
        transport.watch(Self.peerEvents)
        setTimer(at: context.now + plan.delay)
    }

    /// Does what the plan says, the delay being over.
    func act() {
        switch plan.act {
        case .serve, .resetOnFirstByte:
            carrier = .detection
            if let idle = plan.keepAlive?.idle {
                idleEnd = exchange.arrived + idle
                expect(by: idleEnd)
            } else {
                expect(by: context.now + context.configuration.deadlines.firstHead)
            }
            peek()
        case .close: linger()
        case .reset: close(byReset: true)
        case .silence: preconditionFailure("a silent connection is none of ours")
        }
    }

    func resetOnFirstByte(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.isEmpty { return awaitMore() }
        tellEnd(.reset, received: Self.start(of: bytes))
        close(byReset: true)
    }

    /// Whether the responder is yet to be told of the end, since the plan is in the journal and no request came.
    var isEndToTell: Bool { plan.isJournaled && exchange.id.stream == 0 && !isEndTold }

    func tellEnd(_ end: Outcome.End, received: (start: [UInt8], count: Int) = ([], 0)) {
        isEndTold = true
        var told = ForeignProtocolStart(
            connection: id, kind: .planned, bytes: received.start, count: received.count, status: 0, sent: 0,
            arrivedAt: exchange.arrivedAt, end: end)
        (told.listener, told.plan) = (exchange.connection.listener, plan)
        (told.accepted, told.ended) = (exchange.arrived, finishedAt > 0 ? finishedAt : context.time())
        told.clockAge = exchange.outcome.clockAge
        told.tls = exchange.request.tls
        context.responder.foreignProtocolSeen(told)
    }

    // MARK: The end on demand

    /// Ends it if it is meant. Returns whether it did.
    func end(by closing: Inbox.Closing) -> Bool {
        guard exchange.connection.listener == closing.listener, id != closing.exception else { return false }
        if closing.idleOnly, http1.run.isOpen || http1.hasUnread { return false }
        switch carrier {
        case .library(let library) where http1.run.isOpen && closing.byReset: end(.cancelled, in: library)
        case .library(let library):
            endExchange(.cancelled)
            if closing.byReset { library.abort() } else { library.endStream() }
            http1.ignorePeerEnd()
        case .http1 where http1.run.isOpen:
            end(.cancelled, then: closing.byReset ? .reset : .finish(.missing))
        case .detection, .handshake, .delayed, .http1:
            guard closing.byReset else {
                finishAndReadCrossing()
                break
            }
            noteCrossed(.reset)
            close(byReset: true)
        case .leaving, .crossing, .lingering, .closed: return false
        }
        return true
    }

    // MARK: The end behind an answer

    /// No request has come for as long as the scenario keeps the connection, or it has had its last answer.
    func keepAliveIsOver() {
        switch http1.keepAlive?.end {
        case .reset:
            // The RST would overtake what the peer has not acknowledged.
            if transport.unacknowledged > 0, context.now < idleEnd + context.configuration.deadlines.drain {
                // What comes meanwhile has crossed it.
                awaitsReset = true
                transport.watch(Self.peerEvents)
                return setTimer(at: context.time() + 1_000_000)
            }
            noteCrossed(.reset)
            close(byReset: true)
        case .answer(let script):
            sendUnasked(script)
            finishAndReadCrossing()
        case .silence: fallSilent()
        case .close, nil: finishAndReadCrossing()
        }
    }

    /// Whatever comes is read, until the client goes.
    func fallSilent() {
        carrier = .lingering
        cancelDeadline()
        transport.watch([.readable, .peerFinished])
        drainInput()
    }

    /// An answer that nobody has asked for. It is short, so that it fits into the send buffer, or the peer does not read.
    private func sendUnasked(_ script: WireScript) {
        let bytes = BuiltInReplies.bytes(of: script, date: date(nil).bytes)
        let sent = writeWhole(bytes)
        report(UnreadStart(([], 0), .unasked), status: sent > 0 ? script.status ?? 0 : 0, sent: sent, .closed)
    }

    /// How long a request that crosses our FIN is read.
    private static let crossingTime: Nanoseconds = 1_000_000_000

    func finishAndReadCrossing(_ closeNotify: Ending.CloseNotify = .sent) {
        carrier = .crossing
        finishedAt = context.time()
        transport.finish(closeNotify)
        setTimer(at: context.time() + Self.crossingTime)
        transport.watch([.readable, .peerFinished])
        readCrossing()
    }

    /// Reads what crosses the end, at most so much of it in this turn.
    func readCrossing() { if hasReadCrossed(mostReads: 16) { crossingIsOver(.closed) } }

    /// Returns whether nothing more is to be read.
    private func hasReadCrossed(mostReads: Int) -> Bool {
        context.readClocks()
        for _ in 0..<mostReads {
            if http1.readCrossed(into: exchange.request, { context.arrival() }) { return true }
            switch transport.read(into: context.input) {
            case .some(let count): _ = http1.received(UnsafeRawBufferPointer(rebasing: context.input[..<count]))
            case .wouldBlock: return false
            case .end, .broken: return true
            }
        }
        return false
    }

    /// Notes a request that has come by now, or a part of one, which gets no answer.
    func noteCrossed(_ end: Outcome.End) {
        _ = hasReadCrossed(mostReads: 4)
        tellCrossed(end)
    }

    private func tellCrossed(_ end: Outcome.End) {
        if http1.run.isOpen {
            http1.markCrossed()
            endExchange(end)
        } else if let part = http1.crossedPart {
            report(part, status: 0, sent: 0, end)
        }
    }

    func crossingIsOver(_ end: Outcome.End) {
        tellCrossed(end)
        if end == .cancelled { close(byReset: true) } else { linger() }
    }
}
