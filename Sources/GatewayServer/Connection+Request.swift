internal import HTTP1
internal import Wire

/// The beginning of an exchange, and its body: when it is decided, what is kept of it, and its room among all bodies.
extension Connection {
    func begin(_ framing: RequestFraming) {
        self.framing = framing
        let isRead = context.readClocks()
        run.begin(announced: framing.contentLength, at: context.now, wall: context.wall)
        exchange.outcome.clockAge = isRead ? context.ageOfReading : context.clockAge
    }

    /// Asks the responder when the head is complete. `isWhole`: whether the body has come with it.
    func decideAtHead(_ isWhole: Bool) -> ExchangeRun.Action {
        let configuration = context.configuration
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
        ExchangeRun.makeRoom(in: request, for: bytes.count, announced: framing.contentLength)
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
        if known + piece >= ExchangeRun.largeBody, let announced = framing.contentLength {
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
        context.set(&run.timer, of: exchange.id, at: context.time() + time)
    }

    /// Reads on. False if the room is not awaited any more.
    func roomCame(_ id: ExchangeID, _ bytes: Int) -> Bool {
        guard id == exchange.id, run.roomCame(bytes) else { return false }
        context.cancel(&run.timer)
        context.readClocks()
        expectMoreOfBody()
        readOn()
        return true
    }

    func expectMoreOfBody() {
        context.readClocks()
        expect(by: context.now + context.configuration.deadlines.body)
    }
}
