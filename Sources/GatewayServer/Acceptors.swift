/// The listeners of a shard, by their ids. Accepts connections, and resets them when the process has no descriptors
/// left.
struct Acceptors {
    private var acceptors: [UInt32: Acceptor] = [:]
    /// A reserve descriptor, open on /dev/null; below 0 while there is none. It is closed for a moment when there are
    /// no descriptors left, so that a connection can be accepted and reset. One serves all listeners: it is opened
    /// again before the next listener is looked at.
    private var spare = Machine.openNullDevice()

    /// True while there is not even a reserve descriptor: connections wait in the backlog.
    var isResting: Bool { spare < 0 }
    /// Milliseconds after which resting acceptors try to open the reserve descriptor again.
    static let rest: Int32 = 10

    mutating func add(_ acceptor: Acceptor) { acceptors[acceptor.listener] = acceptor }

    /// Accepts the connections to a listener's sockets from now on, or leaves them to the kernel.
    mutating func watch(_ listener: UInt32, _ isOpen: Bool, _ poller: Poller) {
        if isOpen {
            let isResting = isResting
            acceptors[listener]?.watch(in: poller, isResting: isResting)
        } else {
            acceptors[listener]?.unwatch(in: poller)
        }
    }

    /// Closes the sockets of a listener, which also removes them from the poller.
    mutating func remove(_ listener: UInt32) { acceptors.removeValue(forKey: listener)?.close() }

    subscript(listener: UInt32) -> Acceptor? {
        get { acceptors[listener] }
        set { acceptors[listener] = newValue }
    }

    /// A socket of a listener; nil if that is not watched any more since the event was reported.
    func socket(_ index: Int, of listener: UInt32) -> ListeningSocket? {
        guard let acceptor = acceptors[listener], acceptor.isWatched else { return nil }
        return acceptor.sockets[index]
    }

    /// The next connection; nil if none can be accepted now.
    mutating func next(from socket: ListeningSocket, _ poller: Poller) -> (socket: TCPSocket, isLoopback: Bool)? {
        guard !isResting else { return nil }
        switch socket.accept() {
        case .connection(let socket, let isLoopback): return (socket, isLoopback)
        // If others wait, the listener reports another event.
        case .gone, .nothing: return nil
        case .noDescriptors:
            refuse(from: socket, poller)
            return nil
        }
    }

    /// Accepts a connection in place of the reserve descriptor and resets it: the backlog must shrink, or the listener
    /// would wake the thread forever. Another thread may take the freed descriptor first: then all listeners rest until
    /// there is one again.
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
