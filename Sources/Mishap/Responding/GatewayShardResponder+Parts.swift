internal import Engine
internal import GatewayServer
internal import Rules
internal import Wire

/// Answers whose chunks are made while they are sent.
extension GatewayShardResponder {
    /// Most actions of one part, so that others have their turn between two of them.
    private static let mostActions = 256

    func part(of exchange: Exchange, from source: AnswerSource) -> AnswerPart {
        guard let chunks = source.maker as? ChunkStream, let memo = ExchangeMemo.of(exchange),
            let session = memo.session
        else { return .actions([], isLast: true) }
        let made = memo.made ?? ExchangeMemo.MadeParts(chunks, exchange.request)
        memo.made = made
        memo.isDelayed = true
        let now = SystemClock.monotonic
        if let hold = made.hold, hold.wait.delay > 0, hold.end > now { return .wait(atMost: hold.end - now) }
        if exchange.outcome.clientClosedAt != 0, made.isOpen { return .abandoned }
        if endHold(made, memo) { memo.facts.notes.insert(.waitedInVain) }
        let state = session.state
        let clock =
            state.clock?.now
            ?? EngineClock(wallMilliseconds: SystemClock.wallMilliseconds, monotonic: now)
        var actions: [WireAction] = []
        var size = 0
        while actions.count < Self.mostActions, size < AnswerSteps.pieceSize {
            switch chunks.next(made.content, state.variables, clock, &memo.facts.notes) {
            case .content(let bytes):
                actions.append(.content(.bytes(bytes)))
                size += bytes.count
            case .wait(let time): return .actions(actions + [.wait(time)], isLast: false)
            case .until(let until):
                // What comes before it leaves first; then it is asked for again.
                guard actions.isEmpty else {
                    chunks.stepBack()
                    return .actions(actions, isLast: false)
                }
                guard let hold = state.hold(until: until) else { continue }
                made.hold = (hold, now + hold.delay)
                if let shorten = exchange.shortener() { hold.begin(shorten) }
                return .wait(atMost: hold.delay)
            case .end: return .actions(actions, isLast: true)
            }
        }
        return .actions(actions, isLast: false)
    }

    /// Ends the wait of a part for variables; true if it was in vain.
    @discardableResult
    func endHold(_ made: ExchangeMemo.MadeParts, _ memo: ExchangeMemo) -> Bool {
        guard let hold = made.hold else { return false }
        made.hold = nil
        let isInVain = hold.wait.end()
        memo.facts.notes.formUnion(hold.wait.notes)
        return isInVain
    }
}
