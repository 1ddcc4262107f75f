internal import Synchronization
internal import HTTP1
internal import Wire

/// Writing an answer ourselves: continues it, waits, and ends it as the script says.
extension Connection {
    /// Writes as much as possible.
    func continueWriting() {
        guard run.isOpen else { return }
        switch step() {
        case .writable:
            transport.watch(Self.peerEvents.union(.writable))
            expectProgress()
        case .turn: context.writing.wait(exchange.id)
        case .time(let time): setTimer(after: time)
        case .parts, .limit: exchange.observer?.drained(exchange)
        case .end(let ending): finish(ending)
        case .peer: peerIsGone()
        }
    }

    private func setTimer(after time: Nanoseconds) {
        context.set(&run.timer, of: exchange.id, at: context.time() + time)
    }

    private func expectProgress() {
        run.unacknowledged = transport.unacknowledged
        let deadline = context.configuration.deadlines.progress
        setTimer(after: min(deadline, run.timeLeft(at: context.time()) ?? deadline))
    }

    /// A peer that has acknowledged more reads, if slowly. One that has not would hold the answer, and what feeds it,
    /// for as long as it stays connected.
    func checkProgress() {
        if transport.unacknowledged < run.unacknowledged { expectProgress() } else { cancel() }
    }

    private func step() -> AnswerRun.Need {
        let (context, exchange) = (context, exchange)
        // The client may have the first byte before the call returns.
        let began = exchange.outcome.firstByte == 0 ? context.time() : 0
        return run.write(on: channel, most: context.writing.slice, now: { context.time() }) { bytes in
            context.writing.wrote(bytes.count)
            context.readClocks()
            exchange.outcome.sent(bytes, from: began, to: context.time())
        }
    }

    // MARK: Ending

    private func finish(_ ending: Ending) {
        switch ending.act {
        case .finish:
            if case .reader(let reader) = carrier { awaitNextRequest(reader) } else { finishConnection() }
        case .reset:
            run.reset(
                afterPause: ending.pause, latest: context.time() + context.configuration.deadlines.drain)
            finishReset()
        case .hold:
            run.hold()
            context.shared.held.add(1, ordering: .relaxed)
            if isPeerClosed { peerIsGone() }
        }
    }

    private func finishConnection() {
        endExchange(.closed)
        linger()
    }

    /// Sends the RST once the peer has acknowledged everything and the pause is over, or when the time for that is over: an
    /// RST overtakes unacknowledged bytes.
    func finishReset() {
        if let wait = run.waitBeforeReset(unacknowledged: transport.unacknowledged, now: context.time()) {
            return setTimer(after: wait)
        }
        endExchange(.reset)
        close(byReset: true)
    }

    // MARK: The peer

    func peerIsGone() {
        exchange.outcome.clientClosed = true
        exchange.observer?.peerGone(exchange)
        endExchange(run.endWithoutPeer)
        close()
    }
}
