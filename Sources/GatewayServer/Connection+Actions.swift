internal import Wire

/// Does what the carrier says.
extension Connection {
    func perform(_ action: consuming CarrierAction) {
        switch action {
        case .nothing: break
        case .decide: decide()
        case .answer(let plan): begin(plan)
        case .end(let end, let sequel): self.end(end, then: sequel)
        case .read, .readBody, .peerIsGone: preconditionFailure("said to the reading loop and to the carrier only")
        case .awaitTurn: awaitTurn()
        case .expectBody: expectBody()
        case .expectNothing: expect(by: .max)
        case .sendContinue: sendContinue()
        case .awaitRoom(let count): awaitRoom(for: count)
        case .endUnread(let unread): end(unread)
        case .keepAliveIsOver: keepAliveIsOver()
        case .judge(let work): submit(work)
        case .timer(let time): context.set(&http1.run.timer, of: exchange.id, at: time)
        case .wait(let time): perform(.timer(http1.run.beginWait(atMost: time, at: context.time())))
        case .waitIsOver:
            context.cancel(&http1.run.timer)
            perform(http1.decided(context.responder.waitIsOver(exchange)))
        case .refuse(let script):
            if http1.refused() { context.shared.bodies.leave(exchange.id) }
            begin(WirePlan(script))
        case .stream: beginStream()
        case .write: write()
        case .awaitRoomToWrite: awaitRoomToWrite()
        case .awaitTurnToWrite: context.writing.wait(exchange.id)
        case .pause(let time): setTimer(after: time)
        case .make:
            guard let source = http1.run.source else { break }
            context.cancel(&http1.run.timer)
            let part = context.responder.part(of: exchange, from: source)
            perform(http1.made(part, at: context.time()))
        case .drained: exchange.observer?.drained(exchange)
        case .hold: hold()
        case .reset: perform(http1.reset(unacknowledged: transport.unacknowledged, now: context.time()))
        case .checkProgress:
            perform(http1.checkProgress(unacknowledged: transport.unacknowledged, now: context.time()))
        }
    }

    /// The same, inlined, for what nearly every request needs.
    @inline(__always) func performUsual(_ action: consuming CarrierAction) {
        switch action {
        case .nothing: break
        case .decide: decide()
        case .answer(let plan): begin(plan)
        case .end(let end, let sequel): self.end(end, then: sequel)
        default: perform(action)
        }
    }

    private func decide() { performUsual(http1.decided(context.responder.decide(exchange))) }

    /// Goes on with what was postponed, now that the library has released the socket.
    func startDetached() {
        guard case .http1 = carrier else { return }
        if http1.readsRequest { return readOn() }
        // An answer that came in this turn may have begun, and wait for room.
        if transport.watched == nil { transport.watch(Self.peerEvents) }
        perform(http1.goOn())
    }

    // MARK: Work on other threads

    /// Has a worker do the work. The exchange waits meanwhile.
    func submit(_ pending: PendingWork) {
        let (inbox, id) = (context.inbox, exchange.id)
        context.workers.submit {
            if let work = pending.take() { inbox.send(.judged(id, FinishedWork(work.run()))) }
        }
    }

    /// A worker is done. Ignored if the exchange has ended meanwhile: then false.
    func judged(_ id: ExchangeID, _ work: FinishedWork) -> Bool {
        guard http1.awaitsJudgement(of: id), !context.isStopping, let judgement = work.take() else { return false }
        perform(http1.decided(judgement(exchange, context.responder)))
        return true
    }
}

/// Messages to an exchange from other places and other threads. They come through the inbox.
extension Connection: FeedOpener {
    func openFeed() -> Feed {
        let (inbox, id) = (context.inbox, exchange.id)
        return Feed { script, isLast in
            inbox.send(.feed(id, script, isLast: isLast))
        }
    }

    func openShortener() -> @Sendable (Nanoseconds) -> Void {
        let (inbox, id) = (context.inbox, exchange.id)
        return { delay in inbox.send(.shorten(id, delay: delay)) }
    }

    func abort() {
        guard http1.run.isOpen else { return }
        // Of one that is held, nothing more was to come.
        let end = http1.run.isHeld ? Outcome.End.held : .cancelled
        switch carrier {
        case .http1: self.end(end, then: .reset)
        case .library(let library): self.end(end, in: library)
        case .leaving:
            endExchange(end)
            http1.stopReading()
        case .detection, .handshake, .delayed, .crossing, .lingering, .closed: break
        }
    }

    /// A part of an answer that is fed has come.
    func fed(_ id: ExchangeID, _ script: WireScript, isLast: Bool) {
        perform(http1.fed(id, ExchangeRun.Part(script: script, isLast: isLast)))
    }

    /// Shortens the wait to `delay`, counted from its beginning.
    func shorten(_ id: ExchangeID, to delay: Nanoseconds) {
        perform(http1.shorten(id, to: delay, now: context.time()))
    }

    /// The exchange may write again, if it is still the current one.
    func turnCame(of id: ExchangeID) { perform(http1.turnCame(of: id)) }
}
