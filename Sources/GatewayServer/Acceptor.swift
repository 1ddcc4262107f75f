/// A shard's part of a listener: one listening socket for each address.
struct Acceptor {
    let listener: UInt32
    let sockets: [ListeningSocket]

    /// Adds the sockets to the poller; without events while the acceptors rest.
    func watch(in poller: Poller, isResting: Bool) {
        for (index, socket) in sockets.enumerated() {
            poller.add(socket.descriptor, isResting ? [] : .readable, id: id(of: index))
        }
    }

    func change(in poller: Poller, isResting: Bool) {
        for (index, socket) in sockets.enumerated() {
            poller.change(socket.descriptor, isResting ? [] : .readable, id: id(of: index))
        }
    }

    func close() { for socket in sockets { socket.close() } }

    private func id(of socket: Int) -> UInt64 { EventSource.listener(listener, socket: socket).id }
}
