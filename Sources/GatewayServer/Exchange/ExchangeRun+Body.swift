internal import Wire

/// A request's body: when it is decided, what is kept of it, and its room among all bodies.
extension ExchangeRun {
    /// The head is there. `hasWholeBody`: the body has come with it, and nothing was asked for before it.
    mutating func headCame(hasWholeBody: Bool, _ limits: ExchangeLimits) -> CarrierAction {
        exchange.keptBody = limits.keptBody
        let count = announced ?? 0
        exchange.hasWholeBody = hasWholeBody && count > 0 && count <= min(limits.keptBody, limits.maximumBody)
        return .decide
    }

    /// The responder has decided at the head, or behind the body.
    mutating func decided(_ decision: Decision, _ limits: ExchangeLimits) -> CarrierAction {
        if exchange.hasWholeBody, !exchange.request.isBodyComplete {
            if case .needsBody = decision, let announced, limits.bodies.take(announced, isLarge: false) {
                countedBody = announced
                isRoomReserved = true
            } else {
                exchange.hasWholeBody = false
                // Without room, what does not need the body is answered all the same.
                if case .needsBody = decision { return .decide }
            }
        }
        return decided(decision, maximumBody: limits.maximumBody)
    }

    /// Keeps a piece of the body, as far as it is needed.
    mutating func store(_ bytes: UnsafeRawBufferPointer, _ limits: ExchangeLimits) -> CarrierAction {
        let request = exchange.request
        request.came(bytes)
        guard request.bodyCount <= limits.maximumBody else { return .refuse(BuiltInReplies.contentTooLarge) }
        guard wantsWholeBody else {
            let kept = min(bytes.count, exchange.keptBody - request.body.count)
            if kept > 0 {
                if limits.bodies.take(kept, isLarge: false) {
                    countedBody += kept
                    request.body.append(contentsOf: bytes.prefix(kept))
                } else {
                    // What comes later would leave a hole.
                    exchange.keptBody = request.body.count
                }
            }
            return bodyCame()
        }
        let missing = roomMissing(for: bytes.count, limits.bodies)
        guard missing != .max else { return .refuse(BuiltInReplies.overloaded) }
        Self.makeRoom(in: request, for: bytes.count, announced: announced)
        request.body.append(contentsOf: bytes)
        guard missing > 0 else { return bodyCame() }
        awaitsRoom = true
        return .awaitRoom(missing)
    }

    /// Takes room for a piece of the body, and for all that was announced once 64 KiB have come: not on the announcement
    /// alone, which costs a client nothing. Returns how many bytes are still to be taken before more is read; `.max` if
    /// there is no room even for this piece.
    private mutating func roomMissing(for piece: Int, _ bodies: BodyRoom) -> Int {
        guard !isRoomReserved else { return 0 }
        let known = exchange.request.body.count
        var count = piece
        if known + piece >= Self.largeBody, let announced {
            guard bodies.canFit(announced) else { return .max }
            isRoomReserved = true
            count = announced - known
        }
        if bodies.take(count, isLarge: count > piece) {
            countedBody += count
            return 0
        }
        // The piece is in memory already.
        guard bodies.takeOver(piece) else { return .max }
        countedBody += piece
        // What cannot be counted yet has to wait all the same.
        return max(1, count - piece)
    }

    /// Makes room in the body for `more` bytes, by doubling. Once a quarter of the announced length has come, makes
    /// room for all of it, so that a large body is moved as little as possible. Never on the announcement alone, which
    /// costs a client nothing: a process with a bounded address space would end after a few dozen such requests.
    static func makeRoom(in request: Request, for more: Int, announced: Int?) {
        let (count, capacity) = (request.body.count, request.body.capacity)
        guard count >= largeBody, count + more > capacity, let announced else { return }
        let doubled = max(2 * capacity, count + more)
        request.body.reserveCapacity(count >= announced / 4 ? announced : min(announced, doubled))
    }

    static let largeBody = 64 << 10

    /// There is room for so many bytes. False if they are not awaited any more.
    mutating func roomCame(_ bytes: Int) -> Bool {
        guard awaitsRoom else { return false }
        awaitsRoom = false
        countedBody += bytes
        return true
    }
}
