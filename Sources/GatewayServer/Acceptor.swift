/// A shard's part of a listener: one listening socket for each address.
struct Acceptor {
    let listener: UInt32
    let sockets: [ListeningSocket]
    /// The port of an added listener.
    let port: ListeningPort?
    /// Whether the poller has the sockets. Not while connections are not to be accepted: a socket that was shut down has an
    /// event for ever, and so has one with connections that nobody accepts.
    private(set) var isWatched = false
    /// When the state of its port ends.
    var timer = TimerWheel.none

    /// The server's own listener.
    init(_ sockets: [ListeningSocket]) { (listener, self.sockets, port) = (0, sockets, nil) }

    init(_ listener: UInt32, _ port: ListeningPort) {
        self.listener = listener
        sockets = port.sockets
        self.port = port
    }

    /// Adds the sockets to the poller; without events while the acceptors rest.
    mutating func watch(in poller: Poller, isResting: Bool) {
        guard !isWatched else { return }
        isWatched = true
        for (index, socket) in sockets.enumerated() {
            poller.add(socket.descriptor, isResting ? [] : .readable, id: id(of: index))
        }
    }

    mutating func unwatch(in poller: Poller) {
        guard isWatched else { return }
        isWatched = false
        for socket in sockets { Poller.remove(socket.descriptor, from: poller.descriptor) }
    }

    func change(in poller: Poller, isResting: Bool) {
        guard isWatched else { return }
        for (index, socket) in sockets.enumerated() {
            poller.change(socket.descriptor, isResting ? [] : .readable, id: id(of: index))
        }
    }

    func close() { for socket in sockets { socket.close() } }

    private func id(of socket: Int) -> UInt64 { EventSource.listener(listener, socket: socket).id }
}
