internal import CMicroHTTPD
internal import Wire

/// The executor on the raw socket: goes on with its run of the answer, waits, and ends as the script wants it.
extension Connection {
    // MARK: Beginning

    /// The socket is ours now.
    func startTaken() {
        guard place == .taken else { return }
        watch(Self.peerEvents)
        if let plan, plan.delay > 0 {
            beginDelay(plan.delay)
        } else {
            beginTaken()
        }
    }

    func beginTaken() {
        if let plan {
            startEncoder(plan)
        } else {
            run.begin(HTTP1Encoder(script: nil, isHead: exchange.request.isHead, setting: setting(nil)))
            for part in parts { add(part.script, isLast: part.isLast) }
            parts = []
        }
        pump()
    }

    // MARK: Writing

    /// Goes on as far as it gets, from outside of the library's calls.
    func pump() {
        guard isExchangeOpen, !isWaitingForTurn else { return }
        switch step() {
        case .writable: watch(Self.peerEvents.union(.writable))
        case .turn: waitForTurn()
        case .time(let time): setAlarm(.pump, after: time)
        case .parts: exchange.observer?.drained(exchange)
        case .end(let ending): finish(ending)
        case .peer: peerIsGone()
        }
    }

    /// The same from within a call of the library, which can still take the answer over.
    func pumpWithin() -> MHD_Result {
        switch step() {
        case .end(.complete): return completeThroughDummy()
        case .end, .parts, .peer:
            exchange.outcome.clientClosed = true
            endExchange(.abandoned)
            return .NO
        case .writable:
            stage = .waiting
            suspend()
            watch(Self.peerEvents.union(.writable))
        case .turn:
            stage = .waiting
            suspend()
            waitForTurn()
        case .time(let time):
            stage = .waiting
            suspend()
            setAlarm(.pump, after: time)
        }
        return .YES
    }

    private func waitForTurn() {
        isWaitingForTurn = true
        shard.writing.wait(id)
    }

    private func step() -> AnswerRun.Need {
        var transport = transport
        return run.goOn(on: &transport, most: shard.writing.slice) { count in
            shard.writing.wrote(count)
            exchange.outcome.bytesSent += count
        }
    }

    // MARK: Ending

    private func finish(_ ending: Ending) {
        switch ending.act {
        case .finish where place == .library && isPeerClosed:
            // Nobody sends another request.
            endExchange(.closed)
            stage = .doomed
            resume()
        case .finish where place == .library:
            stage = .pumped
            resume()
        case .finish:
            endExchange(.closed)
            linger()
        case .reset:
            resetDeadline = shard.now + shard.configuration.deadlines.drain
            finishReset()
        case .hold:
            isHolding = true
            if isPeerClosed { peerIsGone() }
        }
    }

    /// An RST overtakes what the peer has not acknowledged: it waits until that is nothing.
    func finishReset() {
        guard transport.unacknowledged == 0 || Clock.monotonic >= resetDeadline else {
            setAlarm(.drain, after: 1_000_000)
            return
        }
        endExchange(.reset)
        close(byReset: true)
    }

    /// Sends a FIN and reads to the peer's, for a bounded time: unread bytes would turn the close into an RST.
    func linger() {
        stage = .lingering
        transport.finish()
        setAlarm(.linger, after: shard.configuration.deadlines.linger)
        watch([.readable, .peerFinished])
        drainInput()
    }

    private func drainInput() {
        if case .end = transport.discard(limit: 1 << 20) { close() }
    }

    // MARK: The peer

    func executorSaw(_ events: Readiness) {
        if stage == .lingering {
            drainInput()
            return
        }
        if partialHead != nil {
            return restMayHaveCome(isLast: events.has(any: [.peerFinished, .over]))
        }
        // While the library reads, it sees for itself what happens.
        let isOurs = place == .taken || stage == .waiting
        if !isOurs { uploadGoesOn() }
        if events.has(any: .over) {
            if isOurs { peerIsGone() }
            return
        }
        if events.contains(.peerFinished), !isPeerClosed {
            isPeerClosed = true
            if isOurs, isExchangeOpen {
                exchange.outcome.clientClosed = true
                // A half-close looks the same. It ends a hold, and leaves a delay to be answered.
                if isHolding || isFedBitByBit {
                    peerIsGone()
                    return
                }
            } else if place == .library {
                shard.halfClosed.append(self)
                uploadGoesOn()
            }
        }
        if isOurs, run.hasUnwritten, events.contains(.writable) { pump() }
    }

    private var isFedBitByBit: Bool { place == .taken && plan == nil }

    func peerIsGone() {
        exchange.outcome.clientClosed = true
        exchange.observer?.peerGone(exchange)
        endExchange(isHolding ? .held : .abandoned)
        shard.cancelTimer(self)
        if place == .taken {
            close()
        } else if place == .library {
            stage = .doomed
            resume()
        }
    }
}
