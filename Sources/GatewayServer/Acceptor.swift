/// Takes connections from a listener, and refuses them where there are no descriptors left for them.
struct Acceptor {
    private let listener: ListeningSocket
    private let id: UInt64
    /// A descriptor to give up for a moment, so that the connection can be told; below 0 while there is none.
    private var spare = Machine.openNullDevice()

    /// `id` comes back from the poller when somebody waits.
    init(_ listener: ListeningSocket, id: UInt64) {
        self.listener = listener
        self.id = id
    }

    /// Whether connections are left waiting for a moment, until there are descriptors again.
    var isResting: Bool { spare < 0 }
    /// Milliseconds after which it looks again.
    static let rest: Int32 = 10

    func watch(in poller: Poller) { poller.add(listener.descriptor, isResting ? [] : .readable, id: id) }

    /// The next connection; nil where there is none to be had now.
    mutating func next(_ poller: Poller) -> (socket: TCPSocket, isLoopback: Bool)? {
        guard !isResting else { return nil }
        switch listener.accept() {
        case .connection(let socket, let isLoopback): return (socket, isLoopback)
        // Whoever else waits makes the listener wake us again.
        case .gone, .nothing: return nil
        case .noDescriptors:
            refuse(poller)
            return nil
        }
    }

    /// The backlog must shrink, or the listener would wake us for ever. Another thread may be quicker and take the
    /// descriptor that was given up: then the listener rests until there is one again.
    private mutating func refuse(_ poller: Poller) {
        Machine.close(spare)
        if case .connection(let socket, _) = listener.accept() {
            socket.resetOnClose()
            socket.close()
        }
        spare = Machine.openNullDevice()
        if isResting { poller.change(listener.descriptor, [], id: id) }
    }

    mutating func wakeFromRest(_ poller: Poller) {
        guard isResting else { return }
        spare = Machine.openNullDevice()
        if !isResting { poller.change(listener.descriptor, .readable, id: id) }
    }

    func close() {
        listener.close()
        if spare >= 0 { Machine.close(spare) }
    }
}
