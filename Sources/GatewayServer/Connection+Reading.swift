internal import Wire

/// Reading: gives what has come to the carrier, and waits for more.
extension Connection {
    /// Handles what has come, until nothing more is there or an answer has to wait for something.
    func readOn() {
        guard case .http1 = carrier, !isReadingOn, !awaitsReset else { return }
        isReadingOn = true
        context.readClocks()
        http1.beginTurn()
        while isReadingOn, http1.readsRequest, case .http1 = carrier {
            let action = http1.next(into: exchange.request) { context.arrival() }
            if case .read = action { readMore() } else { performUsual(action) }
        }
        // What stopped it has set what is awaited.
        guard isReadingOn else { return }
        isReadingOn = false
        guard case .http1 = carrier else { return }
        // The answer waits for something. Input would be reported again and again.
        tellPeerEnd()
        if case .http1 = carrier, transport.watched?.contains(.writable) != true { transport.watch(Self.peerEvents) }
    }

    @inline(__always) private func readMore() {
        if http1.isPaced { return readPaced() }
        switch transport.read(into: context.input) {
        case .some(let count):
            if http1.received(UnsafeRawBufferPointer(rebasing: context.input[..<count])) { expectBody() }
        case .wouldBlock: awaitInput()
        case .end, .broken:
            isReadingOn = false
            perform(http1.inputEnded())
        }
    }

    private func awaitInput() {
        isReadingOn = false
        if http1.awaitsRestOfHead() { shortenHeadDeadline() }
        setDeadlineTimer()
        transport.watch([.readable, .peerFinished])
    }

    /// Reads no more than the pace allows.
    private func readPaced() {
        switch http1.readHeld(at: context.time()) {
        case .bytes(0): if http1.run.isOpen { expectBody() }
        case .bytes(let most):
            switch transport.read(into: UnsafeMutableRawBufferPointer(rebasing: context.input.prefix(most))) {
            case .some(let count):
                http1.tookPaced(count)
                if http1.received(UnsafeRawBufferPointer(rebasing: context.input[..<count])) { expectBody() }
            case .wouldBlock:
                http1.restPace(at: context.time())
                awaitInput()
            case .end, .broken:
                isReadingOn = false
                perform(http1.inputEnded())
            }
        case .none(let time): awaitPace(until: time)
        case .all: break
        }
    }

    /// It is not the peer who is late meanwhile.
    private func awaitPace(until time: Nanoseconds) {
        isReadingOn = false
        if !isNarrow {
            isNarrow = true
            transport.narrow()
        }
        if http1.run.isOpen {
            expect(by: time + context.configuration.deadlines.body)
        } else if http1.hasUnread {
            expect(by: min(idleEnd, time + context.configuration.deadlines.firstHead))
        } else {
            setDeadlineTimer()
        }
        transport.watch(Self.peerEvents)
        context.set(&paceTimer, of: ExchangeID(connection: id, stream: Self.paceStream), at: time)
    }

    func awaitTurn() {
        isReadingOn = false
        transport.watch(Self.peerEvents)
        context.readingOn.append(id)
    }

    // MARK: Bodies

    func expectBody() {
        context.readClocks()
        expect(by: context.now + context.configuration.deadlines.body)
    }

    func sendContinue() {
        expectBody()
        // Where the send buffer is full, the client goes on without it (RFC 9110, 10.1.1).
        guard case .some(let count) = transport.write(Self.continueHead, from: 0, most: .max),
            count < Self.continueHead.count
        else { return }
        perform(http1.inputEnded())
    }

    private static let continueHead = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Reads no more of the body until there is room for so many bytes, or for too long none.
    func awaitRoom(for count: Int) {
        let isQueued = context.shared.bodies.wait(exchange.id, for: count, context.inbox)
        // Whoever finds the queue full is refused right after this turn.
        setTimer(after: isQueued ? context.configuration.deadlines.room : 0)
    }

    /// Reads on. False if the room is not awaited any more.
    func roomCame(_ id: ExchangeID, _ bytes: Int) -> Bool {
        guard http1.roomCame(id, bytes) else { return false }
        context.cancel(&http1.run.timer)
        expectBody()
        readOn()
        return true
    }

    // MARK: What is no request

    /// Ends the connection: what came on it is no request, or no whole one. It is answered where the peer still listens: a
    /// FIN without an answer would look like a failure from somebody's scenario.
    func end(_ unread: UnreadStart) {
        guard let answer = unread.answer else {
            let isBody = unread.kind == .refusedBody
            if unread.count > 0, !context.isStopping {
                report(unread, status: 0, sent: 0, isBody ? .closed : .abandoned)
            }
            guard isBody, !http1.isPeerClosed else { return close() }
            transport.unwatch()
            return linger()
        }
        // An answer of this size fits into the send buffer, or the peer does not read.
        let sent = writeWhole(BuiltInReplies.bytes(of: answer))
        report(unread, status: sent > 0 ? answer.status ?? 0 : 0, sent: sent, .closed)
        transport.unwatch()
        linger()
    }

    /// Writes what there is room for, and returns how many bytes that were.
    func writeWhole(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count, case .some(let count) = transport.write(bytes, from: sent, most: .max) {
            sent += count
        }
        return sent
    }

    func report(
        _ unread: UnreadStart, status: Int, sent: Int, _ end: Outcome.End,
        _ complete: (inout ForeignProtocolStart) -> Void = { _ in }
    ) {
        context.readClocks()
        isEndTold = true
        var start = ForeignProtocolStart(
            connection: id, kind: unread.kind, bytes: unread.bytes, count: unread.count, status: status, sent: sent,
            arrivedAt: context.wall, end: end)
        start.listener = exchange.connection.listener
        start.tls = exchange.request.tls
        if unread.kind == .tls {
            start.plan = exchange.plan
            (start.accepted, start.ended) = (exchange.arrived > 0 ? exchange.arrived : context.now, context.time())
            start.clockAge = exchange.outcome.clockAge
        }
        complete(&start)
        if unread.kind == .refusedBody {
            context.responder.refusedBodyCame(start, of: exchange)
        } else {
            context.responder.foreignProtocolSeen(start)
        }
    }
}
