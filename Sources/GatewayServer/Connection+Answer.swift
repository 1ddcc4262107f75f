internal import HTTP1
internal import Wire

/// Answering: which way out a plan takes, and its way there.
extension Connection {
    /// From within a call of the library.
    func answer(_ plan: WirePlan) -> LibraryVerdict {
        let exchange = exchange
        exchange.outcome.status = plan.script.status ?? 0
        guard plan.script.number != 0 else { return answerOnce(plan) }
        let prepared = context.library.replies.prepared(plan.script)
        let livesOn = run.framing.keepsAlive && prepared.livesOn(minorVersion: exchange.request.minorVersion)
        if let verdict = detour(plan, livesOn: prepared.isOrdinary || livesOn) { return verdict }
        if prepared.isOrdinary {
            handOver(prepared.byteCount(for: exchange.request, keepsAlive: run.framing.keepsAlive))
            return .send(prepared.response(at: date(plan.date)), status: exchange.outcome.status)
        }
        guard isOrdinaryRequest, let bytes = prepared.bytes(at: date(plan.date)) else { return write(plan) }
        run.write(rendered: bytes)
        return writeWithinLibraryCall()
    }

    /// A script that was made for this request alone: nothing of it is kept.
    private func answerOnce(_ plan: WirePlan) -> LibraryVerdict {
        let reply = OrdinaryReply(plan.script)
        if let verdict = detour(plan, livesOn: reply != nil || livesOn(plan.script)) { return verdict }
        guard let reply else { return write(plan) }
        handOver(reply.byteCount(for: exchange.request, keepsAlive: run.framing.keepsAlive))
        return .send(reply.response(at: date(plan.date)), status: exchange.outcome.status)
    }

    /// The library says so many bytes in our place.
    private func handOver(_ count: Int) {
        run.handOver()
        exchange.outcome.bytesSent = count
    }

    /// What comes before an answer, or in place of it; nil where it goes out right now.
    private func detour(_ plan: WirePlan, livesOn: Bool) -> LibraryVerdict? {
        // What is still unread would turn the library's close into a reset.
        guard exchange.request.isBodyComplete, livesOn else {
            run.put(off: plan)
            return leave()
        }
        guard plan.delay > 0 else { return nil }
        beginDelay(plan)
        return wait()
    }

    /// Byte for byte, from within the library's call.
    private func write(_ plan: WirePlan) -> LibraryVerdict {
        run.write(plan, setting(date: plan.date, isLast: false))
        return writeWithinLibraryCall()
    }

    /// Whether rendered bytes of a reply fit without another look: HTTP/1.1, a body wanted, no close.
    private var isOrdinaryRequest: Bool {
        run.framing.keepsAlive && exchange.request.minorVersion == 1 && !exchange.request.isHead
    }

    /// Whether the connection is there for another request after this script.
    private func livesOn(_ script: WireScript) -> Bool {
        run.framing.keepsAlive && !endsConnection(script)
    }

    /// Whether the connection ends with the script, whatever its client wants.
    private func endsConnection(_ script: WireScript) -> Bool {
        ConnectionEnd.follows(script, minorVersion: exchange.request.minorVersion)
    }

    private func date(_ second: Int64?) -> DateText {
        context.date.move(to: second ?? context.wall / 1000)
        return context.date
    }

    /// `isLast`: a whole answer that takes the socket away says so; one that breaks off does not.
    private func setting(date second: Int64?, isLast: Bool) -> HTTP1Head.Setting {
        HTTP1Head.Setting(
            date: date(second).bytes, minorVersion: exchange.request.minorVersion,
            keepAlive: run.framing.keepsAlive && !isLast)
    }

    // MARK: From outside of the library's calls

    /// The socket is ours now: what was put off begins.
    func startDetached() {
        guard phase == .detached else { return }
        transport.watch(Self.peerEvents)
        perform(run.goOn())
    }

    func perform(_ action: ExchangeRun.Action) {
        switch action {
        case .nothing, .wait: break
        case .decide, .read: assertionFailure("only within a call of the library: \(action)")
        case .judge(let work): submit(work)
        case .refuse(let script):
            exchange.isRefused = true
            begin(WirePlan(script))
        case .timer(let time): context.set(&run.timer, of: exchange.id, at: time)
        case .delayIsOver(let plan):
            context.cancel(&run.timer)
            context.responder.delayIsOver(exchange)
            begin(plan)
        case .answer(let plan): begin(plan)
        case .stream: beginStream()
        case .write: continueWriting()
        case .reset: finishReset()
        case .peerIsGone: peerIsGone()
        }
    }

    private func beginDelay(_ plan: WirePlan) {
        let end = run.beginDelay(plan, at: Clock.monotonic)
        context.set(&run.timer, of: exchange.id, at: end)
    }

    /// In the library's next call, while the library has the socket. Where the peer has said its FIN, the library would see
    /// that first and close: such an answer is written here, while it is suspended.
    private func begin(_ plan: WirePlan) {
        guard plan.delay == 0 else { return beginDelay(plan) }
        exchange.outcome.status = plan.script.status ?? 0
        if phase == .detached {
            run.write(plan, setting(date: plan.date, isLast: !endsConnection(plan.script)))
        } else {
            guard phase == .library, let library, library.isSuspended else { return }
            guard isPeerClosed else {
                run.put(off: plan)
                return resume(library, for: .answer)
            }
            run.write(plan, setting(date: plan.date, isLast: false))
        }
        continueWriting()
    }

    /// The library is left for it. Who has said a FIN hears nothing bit by bit.
    private func beginStream() {
        if phase == .detached {
            run.stream(setting(date: nil, isLast: false))
            continueWriting()
        } else if phase == .library, let library, library.isSuspended {
            if isPeerClosed { peerIsGone() } else { resume(library, for: .answer) }
        }
    }
}

// MARK: A worker's judgement

extension Connection {
    /// The exchange is suspended meanwhile.
    func submit(_ pending: PendingWork) {
        let (inbox, id) = (context.inbox, exchange.id)
        context.workers.submit {
            if let work = pending.take() { inbox.send(.judged(id, work.run())) }
        }
    }

    /// A worker is done. Nobody waits for it where the exchange has ended meanwhile.
    func judged(_ id: ExchangeID, _ judgement: Work.Completion) {
        guard id == exchange.id, run.awaitsJudgement, !context.isStopping else { return }
        let decision = judgement(exchange, context.responder)
        perform(run.decided(decision, maximumBody: context.configuration.maximumBody))
    }
}

/// What is said of an exchange from elsewhere, and from other threads.
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

    /// A part of an answer that was put off has come.
    func fed(_ id: ExchangeID, _ script: WireScript, isLast: Bool) {
        guard id == exchange.id, run.isOpen else { return }
        perform(run.fed(ExchangeRun.Part(script: script, isLast: isLast)))
    }

    /// The delay is to be no longer than this, counted from its beginning, which may be yet to come.
    func shorten(_ id: ExchangeID, to delay: Nanoseconds) {
        guard id == exchange.id, run.isOpen else { return }
        perform(run.shorten(to: delay, now: Clock.monotonic))
    }

    /// It may write again.
    func turnCame(of id: ExchangeID) {
        if id == exchange.id { perform(run.turnCame()) }
    }
}
