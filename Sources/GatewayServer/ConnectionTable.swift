internal import Wire

/// The connections of a shard, and the parts of its turns that are theirs. Knows no socket: whoever has events of them tells the
/// connections.
final class ConnectionTable {
    private let context: ShardContext
    private var connections: [UInt64: Connection] = [:]
    private var due: [ExchangeID] = []

    init(_ context: ShardContext) {
        self.context = context
        context.replace = { [unowned self] in add($0) }
    }

    var count: Int { connections.count }

    subscript(id: UInt64) -> Connection? { connections[id] }

    func add(_ connection: Connection) { connections[connection.id] = connection }

    // MARK: Parts of a turn

    /// Continues the answers that wait for their turn. False if there are none.
    @inline(__always) func goOnWriting() -> Bool {
        guard context.writing.isAnyoneWaiting else { return false }
        for id in context.writing.takeWaiting() { connections[id.connection]?.turnCame(of: id) }
        return true
    }

    /// Continues the reading of connections that have had their part of the turn. False if there are none.
    @inline(__always) func goOnReading() -> Bool {
        guard !context.readingOn.isEmpty else { return false }
        let waiting = context.readingOn
        context.readingOn.removeAll(keepingCapacity: true)
        for id in waiting { connections[id]?.readOn() }
        return true
    }

    /// Begins TLS handshakes that have waited for their turn. False if there are none.
    @inline(__always) func goOnShakingHands() -> Bool {
        guard context.handshakes.isAnyoneWaiting else { return false }
        for id in context.handshakes.takeWaiting() { connections[id]?.handshakeTurnCame() }
        return true
    }

    /// Fires the timers that are due, those of the shard itself, which are no connection's, by `own`. False if there are none.
    @inline(__always) func fireTimers(own: (_ stream: UInt64) -> Void) -> Bool {
        context.takeDue(into: &due)
        guard !due.isEmpty else { return false }
        for id in due { connections[id.connection]?.timerIsOver(of: id.stream) }
        for id in due { connections[id.connection]?.timerFired(of: id.stream) }
        for id in due where id.connection == 0 { own(id.stream) }
        due.removeAll(keepingCapacity: true)
        return true
    }

    /// Goes on with the connections that have left the library.
    @inline(__always) func startDetached() {
        while !context.detached.isEmpty {
            let batch = context.detached
            context.detached.removeAll(keepingCapacity: true)
            for id in batch { connections[id]?.startDetached() }
        }
    }

    /// Shows the FINs of peers to the library. Only now has it read what came before them.
    @inline(__always) func showPeerEnds() {
        guard !context.halfClosed.isEmpty else { return }
        context.halfClosed.removeAll { connections[$0]?.showPeerEnd() ?? true }
    }

    /// Releases the connections that are closed.
    @inline(__always) func forgetGone() {
        guard !context.gone.isEmpty else { return }
        for id in context.gone { connections[id] = nil }
        context.gone.removeAll(keepingCapacity: true)
    }

    /// How many of all of them are what the function says.
    func count(where isIt: (Connection) -> Bool) -> Int { connections.values.count { isIt($0) } }

    // MARK: The end

    /// Ends all of them, because the server stops. Those of the library end with it.
    func cancel() { for connection in connections.values { connection.cancel() } }
}
