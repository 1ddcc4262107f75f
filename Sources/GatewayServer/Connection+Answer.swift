internal import HTTP1
internal import Wire

/// Answering: chooses how the answer of a plan goes out, and begins it.
extension Connection {
    /// Answers from within a call of the library.
    func answer(_ plan: WirePlan) -> LibraryVerdict {
        let exchange = exchange
        exchange.outcome.status = plan.script.status ?? 0
        // The library would keep it open.
        if plan.closesConnection, let verdict = detour(plan, isKeptAlive: false) { return verdict }
        guard plan.script.number != 0 else { return answerOnce(plan) }
        let prepared = context.library.replies.prepared(plan.script)
        let isKeptAlive = run.framing.keepsAlive && prepared.keepsAlive(minorVersion: exchange.request.minorVersion)
        if let verdict = detour(plan, isKeptAlive: prepared.isOrdinary || isKeptAlive) { return verdict }
        if prepared.isOrdinary {
            let date = date(plan.date)
            handOver(prepared, at: date)
            return .send(prepared.response(at: date), status: exchange.outcome.status)
        }
        guard isOrdinaryRequest, let rendered = prepared.rendered(at: date(plan.date)) else { return write(plan) }
        guard hasDescriptor(mayUseReserve: false) else { return writeBesideLibrary(plan) }
        run.write(rendered)
        return writeWithinLibraryCall()
    }

    /// For a script that was made for this request alone. Nothing of it is kept, unless it is of a layout.
    private func answerOnce(_ plan: WirePlan) -> LibraryVerdict {
        if plan.delay == 0, exchange.request.isBodyComplete, let prepared = context.library.refilled.reply(plan.script)
        {
            let date = date(plan.date)
            handOver(prepared, at: date)
            return .send(prepared.takenResponse(at: date), status: exchange.outcome.status)
        }
        let reply = OrdinaryReply(plan.script)
        if let verdict = detour(plan, isKeptAlive: reply != nil || isKeptAlive(after: plan.script)) { return verdict }
        guard let reply else { return write(plan) }
        return send(reply, at: date(plan.date))
    }

    private func send(_ reply: OrdinaryReply, at date: DateText) -> LibraryVerdict {
        let keepsAlive = run.framing.keepsAlive
        handOver(
            reply.byteCount(for: exchange.request, keepsAlive: keepsAlive),
            reply.sentHead(for: exchange.request, keepsAlive: keepsAlive, at: date))
        return .send(reply.response(at: date), status: exchange.outcome.status)
    }

    private func handOver(_ prepared: PreparedReply, at date: DateText) {
        let keepsAlive = run.framing.keepsAlive
        handOver(
            prepared.byteCount(for: exchange.request, keepsAlive: keepsAlive),
            prepared.sentHead(for: exchange.request, keepsAlive: keepsAlive, at: date))
    }

    /// The library sends the answer, which has `count` bytes, in this turn of the loop.
    private func handOver(_ count: Int, _ head: SentHead) {
        run.handOver()
        let exchange = exchange
        exchange.outcome.bytesSent = count
        exchange.outcome.head = head
        exchange.outcome.firstByte = context.now
    }

    /// What happens before the answer or instead of writing it now: the socket leaves the library, or the plan's delay
    /// begins. Nil if the answer goes out at once.
    private func detour(_ plan: WirePlan, isKeptAlive: Bool) -> LibraryVerdict? {
        // Unread request bytes would turn the library's close into a reset. An answer that the library cannot send and
        // that ends the connection also leaves the library.
        guard exchange.request.isBodyComplete, isKeptAlive else {
            guard hasDescriptor(mayUseReserve: true) else { return answerWithoutDescriptor() }
            run.put(off: plan)
            return leave()
        }
        guard plan.delay > 0 else { return nil }
        beginDelay(plan)
        return wait()
    }

    /// Writes the answer ourselves, from within the library's call.
    private func write(_ plan: WirePlan) -> LibraryVerdict {
        guard hasDescriptor(mayUseReserve: false) else { return writeBesideLibrary(plan) }
        run.write(plan, setting(date: plan.date, isLast: false))
        return writeWithinLibraryCall()
    }

    /// Whether the socket has a second descriptor, as all answers need that the library does not send. It is taken before
    /// the first byte goes out.
    private func hasDescriptor(mayUseReserve: Bool) -> Bool {
        library?.keepSocket(mayUseReserve: mayUseReserve) == true
    }

    /// Without a second descriptor the connection leaves the library, and is read by our own reader from here on. Only for
    /// the moment of leaving it needs one of the reserve.
    private func writeBesideLibrary(_ plan: WirePlan) -> LibraryVerdict {
        guard hasDescriptor(mayUseReserve: true), let requests = library?.readerBehindRequest() else {
            return answerWithoutDescriptor()
        }
        run.put(off: plan)
        reader = OwnReader(requests)
        return leave()
    }

    /// The library says that there is no descriptor for the answer.
    func answerWithoutDescriptor() -> LibraryVerdict {
        guard let reply = OrdinaryReply(BuiltInReplies.noDescriptor) else { return .drop }
        exchange.isRefused = true
        exchange.outcome.lacksDescriptor = true
        exchange.outcome.status = 503
        return send(reply, at: date(nil))
    }

    /// Whether rendered bytes of a reply fit this request as they are: HTTP/1.1, keep-alive, not HEAD.
    private var isOrdinaryRequest: Bool {
        run.framing.keepsAlive && exchange.request.minorVersion == 1 && !exchange.request.isHead
    }

    /// Whether the connection stays open for another request after this script.
    private func isKeptAlive(after script: WireScript) -> Bool {
        run.framing.keepsAlive && !endsConnection(script)
    }

    /// Whether the script ends the connection, whatever the client wants.
    private func endsConnection(_ script: WireScript) -> Bool {
        ConnectionEnd.follows(script, minorVersion: exchange.request.minorVersion)
    }

    private func date(_ second: Int64?) -> DateText {
        context.date.move(to: second ?? context.wall / 1000)
        return context.date
    }

    /// `isLast`: a complete answer on a socket that has left the library, which announces the close in its head. An
    /// answer that breaks off does not announce it.
    private func setting(date second: Int64?, isLast: Bool) -> HTTP1Head.Setting {
        HTTP1Head.Setting(
            date: date(second).bytes, minorVersion: exchange.request.minorVersion,
            keepAlive: run.framing.keepsAlive && !isLast)
    }

    // MARK: Outside of the library's calls

    /// The library has released the socket: begins what was postponed.
    func startDetached() {
        if phase == .reading, run.readsRequest { return readOn() }
        guard phase == .detached || phase == .reading else { return }
        transport.watch(Self.peerEvents)
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
                if let library { return roomDidNotCome(library, script) }
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

    /// Whether another request can be read from the socket after this answer.
    private func isKeptAlive(after plan: WirePlan) -> Bool {
        exchange.request.isBodyComplete && !exchange.isRefused && isKeptAlive(after: plan.script)
    }

    private func write(kept plan: WirePlan) {
        guard plan.script.number != 0, isOrdinaryRequest,
            let rendered = context.library.replies.prepared(plan.script).rendered(at: date(plan.date))
        else { return run.write(plan, setting(date: plan.date, isLast: false)) }
        run.write(rendered)
    }

    private func beginDelay(_ plan: WirePlan) {
        let end = run.beginDelay(plan, at: Clock.monotonic)
        context.set(&run.timer, of: exchange.id, at: end)
    }

    /// Begins the answer: in the library's next call, while the library has the socket. But if the peer has sent a FIN,
    /// the library would see that first and close: such an answer is written here, while the library is suspended.
    private func begin(_ plan: WirePlan) {
        guard plan.delay == 0 else { return beginDelay(plan) }
        exchange.outcome.status = plan.script.status ?? 0
        if phase == .reading, !isKeptAlive(after: plan) { phase = .detached }
        if phase == .reading {
            write(kept: plan)
        } else if phase == .detached {
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

    /// Begins an answer that is fed in parts. The socket leaves the library for it. A client in the library that has
    /// sent a FIN gets no such answer.
    private func beginStream() {
        if phase == .reading {
            if isPeerClosed { return peerIsGone() }
            phase = .detached
        }
        if phase == .detached {
            run.stream(setting(date: nil, isLast: false))
            continueWriting()
        } else if phase == .library, let library, library.isSuspended {
            if isPeerClosed { peerIsGone() } else { resume(library, for: .answer) }
        }
    }
}

// MARK: Work on other threads

extension Connection {
    /// Has a worker do the work. The exchange is suspended meanwhile.
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
        switch phase {
        case .reading, .detached:
            endExchange(end)
            close(byReset: true)
        case .library:
            guard let library else { return }
            endExchange(end)
            // The library closes once it notices.
            library.abort()
            peerIsOver()
            if library.isSuspended { resume(library, for: .drop) }
        case .leaving:
            endExchange(end)
            library?.abort()
        case .detecting, .lingering, .closed: break
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
        perform(run.shorten(to: delay, now: Clock.monotonic))
    }

    /// The exchange may write again, if it is still the current one.
    func turnCame(of id: ExchangeID) {
        if id == exchange.id { perform(run.turnCame()) }
    }
}
