/// The listeners that were added to a server, by their ids.
///
/// Only a shard closes its sockets, after the removal of the listener or at the end of the server. Before a thread
/// makes a listener refuse connections, it takes the listener out of this table, under the same lock under which the
/// table is closed before the shards are stopped. So no thread uses a descriptor that may already belong to another
/// file.
struct ListenerTable {
    private var groups: [UInt32: ListeningGroup] = [:]
    private var lastID: UInt32 = 0
    /// The server is stopping, or has stopped.
    private(set) var isClosed = false

    mutating func nextID() -> UInt32 {
        lastID += 1
        return lastID
    }

    mutating func add(_ group: ListeningGroup, _ id: UInt32) { groups[id] = group }

    func has(_ id: UInt32) -> Bool { groups[id] != nil }

    mutating func remove(_ id: UInt32) -> ListeningGroup? { groups.removeValue(forKey: id) }

    mutating func close() {
        isClosed = true
        groups = [:]
    }
}
