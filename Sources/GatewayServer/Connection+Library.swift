internal import HTTP1
internal import Wire

/// What becomes of requests that libmicrohttpd receives: it sends ordinary answers, decided before it reads the request.
/// For everything else the socket leaves it, and our own reader goes on.
extension Connection: LibraryClient {
    func arrived(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> LibraryVerdict {
        guard let arrival = LibraryRequest(bytes, into: exchange.request) else {
            return leave(.nothing, unread: UnsafeRawBufferPointer(bytes))
        }
        http1.begin(arrival.framing, context.arrival())
        if arrival.framing.announcesBody {
            let action = decided(http1.headCame(isWhole: true))
            guard exchange.hasWholeBody else { return leave(action, unread: arrival.body, isBody: true) }
            _ = http1.store(arrival.body)
        }
        let action = decided(http1.requestEnded())
        if case .answer(let plan) = action, let response = ordinaryResponse(plan) {
            return .answer(response, status: exchange.outcome.status, keepsAlive: arrival.framing.keepsAlive)
        }
        return leave(action, unread: UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// What follows from the action, the responder having decided.
    @inline(__always) private func decided(_ action: consuming CarrierAction) -> CarrierAction {
        while case .decide = action { action = http1.decided(context.responder.decide(exchange)) }
        return action
    }

    /// The response by which the library answers as the plan says; nil if the answer is not ordinary.
    private func ordinaryResponse(_ plan: WirePlan) -> LibraryResponse? {
        guard plan.delay == 0, exchange.keepAlive == nil else { return nil }
        let script = plan.script
        if script.number != 0 {
            let prepared = context.library.replies.prepared(script)
            guard prepared.isOrdinary else { return nil }
            let date = date(plan.date)
            guard let response = prepared.response(at: date) else { return nil }
            return handOver(prepared, response, at: date, script)
        }
        if let prepared = context.library.refilled.reply(script) {
            let date = date(plan.date)
            guard let response = prepared.takenResponse(at: date) else { return nil }
            return handOver(prepared, response, at: date, script)
        }
        guard let reply = OrdinaryReply(script) else { return nil }
        return send(reply, at: date(plan.date), script.status)
    }

    private func handOver(
        _ prepared: PreparedReply, _ response: LibraryResponse, at date: DateText, _ script: WireScript
    ) -> LibraryResponse {
        let keepsAlive = http1.framing.keepsAlive
        handOver(
            prepared.byteCount(for: exchange.request, keepsAlive: keepsAlive),
            prepared.sentHead(for: exchange.request, keepsAlive: keepsAlive, at: date), script.status)
        exchange.outcome.body?.append(OrdinaryReply.content(of: script) ?? [])
        return response
    }

    private func send(_ reply: OrdinaryReply, at date: DateText, _ status: Int?) -> LibraryResponse? {
        guard let response = reply.response(at: date) else { return nil }
        let keepsAlive = http1.framing.keepsAlive
        handOver(
            reply.byteCount(for: exchange.request, keepsAlive: keepsAlive),
            reply.sentHead(for: exchange.request, keepsAlive: keepsAlive, at: date), status)
        exchange.outcome.body?.append(reply.content)
        return LibraryResponse(pointer: response, isForOnce: true)
    }

    /// The library sends the answer, which has `count` bytes, in this turn of the loop.
    private func handOver(_ count: Int, _ head: SentHead, _ status: Int?) {
        http1.handOver()
        let exchange = exchange
        exchange.outcome.status = status ?? 0
        exchange.outcome.bytesSent = count
        exchange.outcome.head = head
        exchange.outcome.firstByte = context.now
    }

    // MARK: Leaving

    /// The socket leaves the library, and the action follows once it has.
    ///
    /// - Parameters:
    ///   - unread: What has come and was not read.
    ///   - isBody: Whether that begins with the request's body; else with the next request.
    private func leave(
        _ action: CarrierAction, unread: UnsafeRawBufferPointer, isBody: Bool = false
    ) -> LibraryVerdict {
        guard case .library(let library) = carrier, library.release() else {
            if case .judge(let work) = action { work.drop() }
            return answerWithoutDescriptor()
        }
        http1.beginReading(unread, isBody: isBody)
        carrier = .leaving(library)
        switch action {
        case .answer(let plan): http1.put(off: plan)
        case .refuse(let script):
            _ = http1.refused()
            http1.put(off: WirePlan(script))
        case .judge(let work): submit(work)
        case .expectBody: expectBody()
        case .wait: perform(action)
        default: break
        }
        return .leave
    }

    /// There is no descriptor for the socket to leave with. The library says so, or we do if there is no request.
    private func answerWithoutDescriptor() -> LibraryVerdict {
        guard http1.run.isOpen else {
            context.readClocks()
            context.responder.refused(connection: id, status: 503, at: context.wall)
            _ = transport.write(BuiltInReplies.bytes(of: BuiltInReplies.noDescriptor), from: 0, most: .max)
            return .close
        }
        exchange.isRefused = true
        exchange.outcome.body = SentBody()
        exchange.outcome.remarks.insert(.lacksDescriptor)
        guard let reply = OrdinaryReply(BuiltInReplies.noDescriptor), let response = send(reply, at: date(nil), 503)
        else { return .close }
        return .answer(response, status: 503, keepsAlive: http1.framing.keepsAlive)
    }

    func left(with socket: TCPSocket) {
        context.readClocks()
        transport.returned(as: socket)
        carrier = .http1
        guard http1.readsItself else { return close(byReset: true) }
        context.detached.append(id)
    }

    // MARK: Ends

    func answered(_ end: LibraryAnswerEnd, isKeptAlive: Bool) {
        context.readClocks()
        if http1.run.isOpen { answerEnded(end) }
        if isKeptAlive { awaitRequestInLibrary() }
    }

    private func answerEnded(_ end: LibraryAnswerEnd) {
        switch end {
        case .whole:
            let now = context.time()
            exchange.outcome.lastByte = now
            // What was decided in this turn of the loop left in one go.
            if exchange.outcome.firstByte == context.now { exchange.outcome.firstByte = now }
            endExchange(http1.framing.keepsAlive ? .complete : .closed, at: now)
        case .unsent:
            exchange.outcome.head = SentHead()
            (exchange.outcome.status, exchange.outcome.bytesSent, exchange.outcome.firstByte) = (0, 0, 0)
            exchange.outcome.clientClosed = true
            endExchange(.abandoned)
        case .timedOut(let sent):
            exchange.outcome.bytesSent = sent
            endExchange(.cancelled)
        case .broken(let sent):
            exchange.outcome.bytesSent = sent
            exchange.outcome.clientClosed = true
            endExchange(.abandoned)
        }
    }

    private func awaitRequestInLibrary() {
        expect(by: context.now + context.configuration.deadlines.nextHead)
        transport.watch(Self.peerEvents)
        if http1.isPeerClosed { showPeerEndAfterTurn() }
    }

    /// Ends the connection with an RST in the middle of an answer of the library, which notices it and closes.
    func end(_ end: Outcome.End, in library: LibraryConnection) {
        exchange.outcome.bytesSent = library.sent
        endExchange(end)
        library.abort()
        // What the library makes of that is no event of the peer's.
        http1.ignorePeerEnd()
    }

    func closed() {
        context.readClocks()
        endExchange(.abandoned)
        // The kernel drops the socket from the poller when the library closes it.
        over()
    }
}
