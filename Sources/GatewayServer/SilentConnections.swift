/// A shard's connections of which nothing is read and to which nothing is sent (`ConnectionPlan.Act.silence`), by their ids.
///
/// All that is known of one is its socket, since it has no requests, no deadlines and no answers. It ends with the peer's
/// FIN or RST, or with the server.
struct SilentConnections {
    private var sockets: [UInt64: TCPSocket] = [:]

    /// The peer's end, once. Bytes that come are no event: they stay in the socket, and would wake the thread forever.
    private static var watched: Readiness { [.peerFinished, .onChange] }

    mutating func add(_ id: UInt64, _ socket: TCPSocket, _ poller: Poller) {
        sockets[id] = socket
        poller.add(socket.descriptor, Self.watched, id: EventSource.connection(id).id)
    }

    /// The poller reports an event of this connection: closes it if its peer has ended its side or is gone. Returns whether
    /// it is over. Bytes that were never read make the kernel send an RST instead of a FIN.
    mutating func happened(_ id: UInt64, _ events: Readiness) -> Bool {
        guard events.has(any: [.peerFinished, .over]) else { return false }
        guard let socket = sockets.removeValue(forKey: id) else { return false }
        socket.close()
        return true
    }

    /// Resets all of them, as answers that are held back are when the server stops. Returns how many there were.
    mutating func endAll() -> Int {
        let count = sockets.count
        for socket in sockets.values {
            socket.resetOnClose()
            socket.close()
        }
        sockets = [:]
        return count
    }
}
