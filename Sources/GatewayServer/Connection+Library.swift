internal import Synchronization
internal import HTTP1
internal import Wire

/// The calls of libmicrohttpd's driver: requests come in, and the ends of answers and of the connection are reported.
extension Connection: LibraryClient {
    func headArrived(_ framing: RequestFraming, refusal: WireScript?) -> LibraryVerdict {
        begin(framing)
        if let refusal { return refuse(refusal) }
        exchange.request.announcesBody = framing.announcesBody
        // An answer that is queued in the first call makes the library close the connection after it. The second call
        // comes at once if there is no body.
        guard framing.announcesBody else { return .read(deniesContinue: false) }
        let action = decideAtHead(library?.hasWholeRequest == true)
        if !exchange.hasWholeBody { transport.watch(Self.peerEvents) }
        return verdict(action)
    }

    /// Asks the responder when the head is complete. `isWhole`: whether the body has come with it.
    func decideAtHead(_ isWhole: Bool) -> ExchangeRun.Action {
        let (configuration, framing) = (context.configuration, run.framing)
        let count = framing.contentLength ?? 0
        exchange.hasWholeBody =
            isWhole && count > 0 && count <= min(configuration.keptBody, configuration.maximumBody)
            && !framing.expectsContinue
        var decision = context.responder.decide(exchange)
        if exchange.hasWholeBody {
            if case .needsBody = decision, context.shared.bodies.take(count, isLarge: false) {
                run.countedBody = count
                run.isRoomReserved = true
            } else {
                exchange.hasWholeBody = false
                // Without room, what does not need the body is answered all the same.
                if case .needsBody = decision { decision = context.responder.decide(exchange) }
            }
        }
        return run.decided(decision, maximumBody: configuration.maximumBody)
    }

    func lacksDescriptor(_ framing: RequestFraming) -> LibraryVerdict {
        begin(framing)
        exchange.request.announcesBody = framing.announcesBody
        return answerWithoutDescriptor()
    }

    func begin(_ framing: RequestFraming) {
        let isRead = context.readClocks()
        run.begin(framing, at: context.now, wall: context.wall)
        exchange.outcome.clockAge = isRead ? context.ageOfReading : context.clockAge
    }

    func bodyEnded() -> LibraryVerdict { run.isOpen ? verdict(run.bodyEnded()) : .drop }

    func bodyCame(_ bytes: UnsafeRawBufferPointer) -> LibraryVerdict {
        // Aborted, where the system lets bytes be read after that.
        guard run.isOpen else { return .drop }
        if !exchange.hasWholeBody { expectMoreOfBody() }
        // The FIN may follow right after these bytes, and the library does not notice it by itself.
        if isPeerClosed { showPeerEndAfterTurn() }
        return verdict(store(bytes))
    }

    /// Keeps a piece of the body, as far as it is needed.
    func store(_ bytes: UnsafeRawBufferPointer) -> ExchangeRun.Action {
        let (request, maximumBody) = (exchange.request, context.configuration.maximumBody)
        request.came(bytes)
        guard request.bodyCount <= maximumBody else { return .refuse(BuiltInReplies.contentTooLarge) }
        guard run.wantsWholeBody else {
            let kept = min(bytes.count, context.configuration.keptBody - request.body.count)
            if kept > 0, context.shared.bodies.take(kept, isLarge: false) {
                run.countedBody += kept
                request.body.append(contentsOf: bytes.prefix(kept))
            }
            return run.bodyCame()
        }
        let missing = roomMissing(for: bytes.count)
        guard missing != .max else { return .refuse(BuiltInReplies.overloaded) }
        ExchangeRun.makeRoom(in: request, for: bytes.count, announced: run.framing.contentLength)
        request.body.append(contentsOf: bytes)
        return missing > 0 ? .awaitRoom(missing) : run.bodyCame()
    }

    /// Takes room for a piece of the body, and for all that was announced once 64 KiB have come: not on the announcement
    /// alone, which costs a client nothing. Returns how many bytes are still to be taken before more is read; `.max` if
    /// there is no room even for this piece.
    private func roomMissing(for piece: Int) -> Int {
        guard !run.isRoomReserved else { return 0 }
        let bodies = context.shared.bodies
        let known = exchange.request.body.count
        var count = piece
        if known + piece >= ExchangeRun.largeBody, let announced = run.framing.contentLength {
            guard bodies.canFit(announced) else { return .max }
            run.isRoomReserved = true
            count = announced - known
        }
        if bodies.take(count, isLarge: count > piece) {
            run.countedBody += count
            return 0
        }
        // The piece is in memory already.
        guard bodies.takeOver(piece) else { return .max }
        run.countedBody += piece
        // What cannot be counted yet has to wait all the same.
        return max(1, count - piece)
    }

    // MARK: Waiting for room

    /// Reads no more of the body until there is room for so many bytes, or for too long none.
    func awaitRoom(for count: Int) {
        run.awaitRoom()
        let isQueued = context.shared.bodies.wait(exchange.id, for: count, context.inbox)
        // Whoever finds the queue full is refused right after this turn.
        let time = isQueued ? context.configuration.deadlines.room : 0
        context.set(&run.timer, of: exchange.id, at: Clock.monotonic + time)
    }

    /// Reads on. False if the room is not awaited any more.
    func roomCame(_ id: ExchangeID, _ bytes: Int) -> Bool {
        guard id == exchange.id, run.roomCame(bytes) else { return false }
        context.cancel(&run.timer)
        context.readClocks()
        expectMoreOfBody()
        if phase == .reading { readOn() } else if let library { library.readOn() }
        if isPeerClosed { showPeerEndAfterTurn() }
        return true
    }

    /// The library is suspended in the middle of the upload.
    func roomDidNotCome(_ library: LibraryConnection, _ script: WireScript) { library.breakOff(script) }

    func expectMoreOfBody() {
        context.readClocks()
        expect(by: context.now + context.configuration.deadlines.body)
    }

    func resumed() -> LibraryVerdict {
        context.readClocks()
        let action = run.goOn()
        if case .nothing = action { return .drop }
        return verdict(action)
    }

    // MARK: Verdicts for the library

    private func decide() -> LibraryVerdict {
        let decision = context.responder.decide(exchange)
        return verdict(run.decided(decision, maximumBody: context.configuration.maximumBody))
    }

    private func verdict(_ action: ExchangeRun.Action) -> LibraryVerdict {
        switch action {
        case .nothing: return .goOn
        case .decide: return decide()
        case .read(let deniesContinue): return read(deniesContinue: deniesContinue)
        case .judge(let work):
            submit(work)
            return wait()
        case .awaitRoom(let count):
            awaitRoom(for: count)
            return wait()
        case .wait: return wait()
        case .answer(let plan): return answer(plan)
        case .stream: return library?.keepSocket(mayUseReserve: true) == true ? leave() : answerWithoutDescriptor()
        case .refuse(let script): return refuse(script)
        case .write, .timer, .delayIsOver, .reset, .checkProgress, .peerIsGone:
            assertionFailure("not within a call of the library: \(action)")
            return .drop
        }
    }

    private func read(deniesContinue: Bool) -> LibraryVerdict {
        // A client that waits for a 100 which the scenario denies may take its time.
        if deniesContinue, run.framing.expectsContinue {
            expect(by: .max)
        } else if !exchange.hasWholeBody {
            expectMoreOfBody()
        }
        return .read(deniesContinue: deniesContinue)
    }

    /// Answers now, reads no more of the request, and closes.
    private func refuse(_ script: WireScript) -> LibraryVerdict {
        exchange.isRefused = true
        return answer(WirePlan(script))
    }

    func wait() -> LibraryVerdict {
        transport.watch(Self.peerEvents)
        return .wait
    }

    func leave() -> LibraryVerdict {
        phase = .leaving
        return .leave
    }

    func resume(_ library: LibraryConnection, for purpose: LibraryConnection.Purpose) {
        transport.watch(Self.peerEvents)
        library.resume(for: purpose)
    }

    // MARK: What the library does not finish

    func takeOver(_ requests: RequestReader) {
        reader = OwnReader(requests)
        transport.watch(Self.peerEvents)
        _ = leave()
    }

    func refuseBesideLibrary(with script: WireScript) {
        if !run.isOpen, let library { begin(library.framing) }
        exchange.isRefused = true
        exchange.outcome.status = script.status ?? 0
        run.put(off: WirePlan(script))
        transport.watch(Self.peerEvents)
        _ = leave()
    }

    // MARK: Ends reported by the library

    func cancelExchange() {
        // Of a request that our reader was to take over, nothing is known yet.
        if !run.isOpen, !context.isStopping { refusedUnseen(status: 0) }
        endExchange(.cancelled)
        if phase == .leaving { phase = .library }
    }

    func answered(_ end: LibraryAnswerEnd, isKeptAlive: Bool) {
        context.readClocks()
        if run.isOpen { noteEnd(end) }
        if isKeptAlive { nextHeadIsAwaited() }
    }

    private func noteEnd(_ end: LibraryAnswerEnd) {
        switch end {
        case .whole:
            let now = Clock.monotonic
            if exchange.outcome.lastByte == 0 {
                exchange.outcome.lastByte = now
                // What was decided in this turn of the loop left in one go.
                if exchange.outcome.firstByte == context.now { exchange.outcome.firstByte = now }
            }
            endExchange(run.framing.keepsAlive ? .complete : .closed, at: now)
        case .refused(let status, let sent):
            exchange.outcome.head = SentHead()
            (exchange.outcome.firstByte, exchange.outcome.lastByte) = (0, 0)
            exchange.outcome.bytesSent = sent
            exchange.isRefused = true
            exchange.outcome.status = status
            endExchange(.closed)
        case .timedOut(let sent):
            exchange.outcome.bytesSent = sent
            endExchange(.cancelled)
        case .broken(let sent):
            exchange.outcome.bytesSent = sent
            exchange.outcome.clientClosed = true
            endExchange(.abandoned)
        }
    }

    func refusedUnseen(status: Int) {
        context.readClocks()
        context.responder.refused(connection: id, status: status, at: context.wall)
    }

    func nextHeadIsAwaited() {
        context.readClocks()
        expect(by: context.now + context.configuration.deadlines.nextHead)
        transport.watch(Self.peerEvents)
        if isPeerClosed { library?.showPeerEnd() }
    }

    func left(with socket: TCPSocket) {
        context.readClocks()
        transport.unwatch()
        transport = transport.moved(to: socket)
        phase = reader == nil ? .detached : .reading
        library = nil
        // Aborted on the way: there is nothing to answer.
        if phase == .detached, !run.isOpen { return close(byReset: true) }
        context.detached.append(id)
    }

    func closed(hasSecondDescriptor: Bool) {
        context.readClocks()
        endExchange(.abandoned)
        // Without a second descriptor, the kernel drops the socket from the poller when the library closes it.
        if hasSecondDescriptor { transport.unwatch() }
        over()
    }
}
