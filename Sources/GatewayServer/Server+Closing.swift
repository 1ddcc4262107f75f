internal import Synchronization

/// An end of the open connections to a listener, which each shard carries out.
final class ClosingConnections: Sendable {
    let listener: UInt32
    let byReset: Bool
    /// Whether those are spared on which a request is being read or answered.
    let idleOnly: Bool
    private let state: Mutex<(shards: Int, count: Int)>
    private let then: @Sendable (Int) -> Void

    init(_ listener: UInt32, byReset: Bool, idleOnly: Bool, shards: Int, then: @escaping @Sendable (Int) -> Void) {
        self.listener = listener
        self.byReset = byReset
        self.idleOnly = idleOnly
        state = Mutex((shards, 0))
        self.then = then
    }

    /// A shard has ended so many of them.
    func ended(_ count: Int) {
        let sum = state.withLock { state -> Int? in
            state.shards -= 1
            state.count += count
            return state.shards == 0 ? state.count : nil
        }
        if let sum { then(sum) }
    }
}

extension Server {
    /// Ends the open connections to an added listener, by an RST or by a FIN; `then` is called on a shard's thread with how
    /// many. Answers that are on their way break off, unless only idle connections are ended.
    package func closeConnections(
        of listener: UInt32, byReset: Bool, idleOnly: Bool, then: @escaping @Sendable (Int) -> Void
    ) {
        let closing = ClosingConnections(
            listener, byReset: byReset, idleOnly: idleOnly, shards: inboxes.count, then: then)
        for inbox in inboxes { inbox.send(.close(closing)) }
    }
}
