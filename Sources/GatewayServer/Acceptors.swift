/// The listeners of a shard, by their ids. Takes connections, and refuses them where there are no descriptors left for them.
struct Acceptors {
    private var acceptors: [UInt32: Acceptor] = [:]
    /// A descriptor to give up for a moment, so that a connection can be told; below 0 while there is none. One for all
    /// listeners: whoever needs it has it back before the next one is looked at.
    private var spare = Machine.openNullDevice()

    /// Whether connections are left waiting for a moment, until there are descriptors again.
    var isResting: Bool { spare < 0 }
    /// Milliseconds after which it looks again.
    static let rest: Int32 = 10

    mutating func add(_ acceptor: Acceptor, _ poller: Poller) {
        acceptors[acceptor.listener] = acceptor
        acceptor.watch(in: poller, isResting: isResting)
    }

    /// Closes the sockets of a listener, which takes them out of the poller too.
    mutating func remove(_ listener: UInt32) { acceptors.removeValue(forKey: listener)?.close() }

    /// A socket of a listener; nil where that was removed since it was told of.
    func socket(_ index: Int, of listener: UInt32) -> ListeningSocket? { acceptors[listener]?.sockets[index] }

    /// The next connection; nil where there is none to be had now.
    mutating func next(from socket: ListeningSocket, _ poller: Poller) -> (socket: TCPSocket, isLoopback: Bool)? {
        guard !isResting else { return nil }
        switch socket.accept() {
        case .connection(let socket, let isLoopback): return (socket, isLoopback)
        // Whoever else waits makes the listener wake us again.
        case .gone, .nothing: return nil
        case .noDescriptors:
            refuse(from: socket, poller)
            return nil
        }
    }

    /// The backlog must shrink, or the listener would wake us for ever. Another thread may be quicker and take the
    /// descriptor that was given up: then all listeners rest until there is one again.
    private mutating func refuse(from socket: ListeningSocket, _ poller: Poller) {
        Machine.close(spare)
        if case .connection(let socket, _) = socket.accept() {
            socket.resetOnClose()
            socket.close()
        }
        spare = Machine.openNullDevice()
        if isResting { changeAll(in: poller) }
    }

    mutating func wakeFromRest(_ poller: Poller) {
        guard isResting else { return }
        spare = Machine.openNullDevice()
        if !isResting { changeAll(in: poller) }
    }

    private func changeAll(in poller: Poller) {
        for acceptor in acceptors.values { acceptor.change(in: poller, isResting: isResting) }
    }

    mutating func close() {
        for acceptor in acceptors.values { acceptor.close() }
        acceptors = [:]
        if spare >= 0 { Machine.close(spare) }
    }
}
