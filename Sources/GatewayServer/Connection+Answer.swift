internal import HTTP1
internal import Wire

/// Answering: begins an answer, and does what its run says.
extension Connection {
    func date(_ second: Int64?) -> DateText {
        context.date.move(to: second ?? context.wall / 1000)
        return context.date
    }

    /// `isLast`: a complete answer on a socket that has left the library, which announces the close in its head. An
    /// answer that breaks off does not announce it.
    private func setting(date second: Int64?, isLast: Bool) -> HTTP1Head.Setting {
        HTTP1Head.Setting(
            date: date(second).bytes, minorVersion: exchange.request.minorVersion,
            keepAlive: framing.keepsAlive && !isLast)
    }

    // MARK: Actions

    /// The library has released the socket: begins what was postponed.
    func startDetached() {
        if isReading, run.readsRequest { return readOn() }
        guard isReading || isLastAnswer else { return }
        // An answer that came in this turn may have begun, and wait for room.
        if transport.watched == nil { transport.watch(Self.peerEvents) }
        perform(run.goOn())
    }

    func perform(_ action: ExchangeRun.Action) {
        switch action {
        case .nothing, .wait: break
        case .decide:
            let decision = context.responder.decide(exchange)
            perform(run.decided(decision, maximumBody: context.configuration.maximumBody))
        case .read(let deniesContinue): beginBody(deniesContinue: deniesContinue)
        case .awaitRoom(let count): awaitRoom(for: count)
        case .judge(let work): submit(work)
        case .refuse(let script):
            if run.awaitsRoom {
                context.shared.bodies.leave(exchange.id)
                run.stopAwaitingRoom()
            }
            exchange.isRefused = true
            begin(WirePlan(script))
        case .timer(let time): context.set(&run.timer, of: exchange.id, at: time)
        case .delayIsOver(let plan):
            context.cancel(&run.timer)
            guard let decision = context.responder.delayIsOver(exchange) else { return begin(plan) }
            perform(run.decided(decision, maximumBody: context.configuration.maximumBody))
        case .answer(let plan): begin(plan)
        case .stream: beginStream()
        case .write: continueWriting()
        case .reset: finishReset()
        case .checkProgress: checkProgress()
        case .peerIsGone: peerIsGone()
        }
    }

    /// Begins the answer, or its delay.
    private func begin(_ plan: WirePlan) {
        if plan.closesConnection { framing.keepsAlive = false }
        guard plan.delay == 0 else {
            let end = run.beginDelay(plan, at: context.time())
            return context.set(&run.timer, of: exchange.id, at: end)
        }
        guard isReading || isLastAnswer else { return }
        let (request, script) = (exchange.request, plan.script)
        exchange.outcome.status = script.status ?? 0
        let prepared = script.number == 0 ? nil : context.library.replies.prepared(script)
        // Whatever the client wants.
        let endsConnection =
            prepared.map { !$0.keepsAlive(minorVersion: request.minorVersion) }
            ?? ConnectionEnd.follows(script, minorVersion: request.minorVersion)
        let isKept = framing.keepsAlive && !endsConnection && request.isBodyComplete && !exchange.isRefused
        if !isKept { carrier = .lastAnswer }
        if isKept, isReading, request.minorVersion == 1, !request.isHead,
            let rendered = prepared?.rendered(at: date(plan.date))
        {
            channel.begin(rendered: rendered.bytes)
            run.writeRendered(rendered.head)
        } else {
            channel.begin(setting(date: plan.date, isLast: isLastAnswer && !endsConnection))
            run.write(plan)
        }
        continueWriting()
    }

    /// Begins an answer that is fed in parts, and after which the connection ends.
    private func beginStream() {
        if isReading {
            if isPeerClosed { return peerIsGone() }
            carrier = .lastAnswer
        }
        guard isLastAnswer else { return }
        channel.begin(setting(date: nil, isLast: false))
        run.stream()
        continueWriting()
    }
}

// MARK: Work on other threads

extension Connection {
    /// Has a worker do the work. The exchange waits meanwhile.
    func submit(_ pending: PendingWork) {
        let (inbox, id) = (context.inbox, exchange.id)
        context.workers.submit {
            if let work = pending.take() { inbox.send(.judged(id, FinishedWork(work.run()))) }
        }
    }

    /// A worker is done. Ignored if the exchange has ended meanwhile: then false.
    func judged(_ id: ExchangeID, _ work: FinishedWork) -> Bool {
        guard id == exchange.id, run.awaitsJudgement, !context.isStopping, let judgement = work.take() else {
            return false
        }
        let decision = judgement(exchange, context.responder)
        perform(run.decided(decision, maximumBody: context.configuration.maximumBody))
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
        guard run.isOpen else { return }
        // Of one that is held, nothing more was to come.
        let end = run.isHeld ? Outcome.End.held : .cancelled
        switch carrier {
        case .reader, .lastAnswer:
            endExchange(end)
            close(byReset: true)
        case .library(let library): self.end(end, in: library)
        case .leaving(let leaving):
            endExchange(end)
            leaving.reader = nil
        case .detection, .lingering, .closed: break
        }
    }

    /// A part of an answer that is fed has come.
    func fed(_ id: ExchangeID, _ script: WireScript, isLast: Bool) {
        guard id == exchange.id, run.isOpen else { return }
        perform(run.fed(ExchangeRun.Part(script: script, isLast: isLast)))
    }

    /// Shortens the delay to `delay`, counted from its beginning, which may be yet to come.
    func shorten(_ id: ExchangeID, to delay: Nanoseconds) {
        guard id == exchange.id, run.isOpen else { return }
        perform(run.shorten(to: delay, now: context.time()))
    }

    /// The exchange may write again, if it is still the current one.
    func turnCame(of id: ExchangeID) {
        if id == exchange.id { perform(run.turnCame()) }
    }
}
