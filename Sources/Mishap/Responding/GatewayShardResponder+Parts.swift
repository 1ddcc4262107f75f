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
        memo.isMade = true
        memo.isDelayed = true
        if let hold = memo.hold, hold.wait.delay > 0, hold.end > SystemClock.monotonic {
            return .wait(atMost: hold.end - SystemClock.monotonic)
        }
        if endHold(memo) { memo.facts.notes.insert(.waitedInVain) }
        let state = session.state
        let clock =
            state.clock?.now
            ?? EngineClock(wallMilliseconds: SystemClock.wallMilliseconds, monotonic: SystemClock.monotonic)
        var actions: [WireAction] = []
        var size = 0
        while actions.count < Self.mostActions, size < AnswerSteps.pieceSize {
            switch chunks.next(exchange.request, state.variables, clock, &memo.facts.notes) {
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
                memo.hold = (hold, SystemClock.monotonic + hold.delay)
                if let shorten = exchange.shortener() { hold.begin(shorten) }
                return .wait(atMost: hold.delay)
            case .end: return .actions(actions, isLast: true)
            }
        }
        return .actions(actions, isLast: false)
    }

    /// Ends the wait of a part for variables; true if it was in vain.
    @discardableResult
    func endHold(_ memo: ExchangeMemo) -> Bool {
        guard let hold = memo.hold else { return false }
        memo.hold = nil
        let isInVain = hold.wait.end()
        memo.facts.notes.formUnion(hold.wait.notes)
        return isInVain
    }
}
