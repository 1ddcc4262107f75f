/// The ports of the listeners that were added to a server, by their ids.
///
/// Only a shard closes their sockets, after the removal of the listener or at the end of the server. A port that leaves this
/// table is retired, under the lock under which the table is closed before the shards are stopped. So no thread uses a
/// descriptor that may already belong to another file.
struct ListenerTable {
    private var ports: [UInt32: ListeningPort] = [:]
    private var lastID: UInt32 = 0
    /// The server is stopping, or has stopped.
    private(set) var isClosed = false

    subscript(id: UInt32) -> ListeningPort? { ports[id] }

    mutating func nextID() -> UInt32 {
        lastID += 1
        return lastID
    }

    mutating func add(_ port: ListeningPort, _ id: UInt32) { ports[id] = port }

    /// False if there is none of that id.
    mutating func remove(_ id: UInt32) -> Bool {
        guard let port = ports.removeValue(forKey: id) else { return false }
        port.retire()
        return true
    }

    mutating func close() {
        isClosed = true
        for port in ports.values { port.retire() }
        ports = [:]
    }
}
