/// The listeners that were added to a server, by their ids.
///
/// A socket is closed by its shard alone, behind its removal or the end of the server. Who refuses its connections takes it
/// out of here first, under the same lock under which the table is closed before the shards are stopped: so that nobody
/// touches a number that may be another file's by now.
struct ListenerTable {
    private var groups: [UInt32: ListeningGroup] = [:]
    private var lastID: UInt32 = 0
    /// The server stops, or has stopped.
    private(set) var isClosed = false

    mutating func add(_ group: ListeningGroup) -> UInt32 {
        lastID += 1
        groups[lastID] = group
        return lastID
    }

    mutating func remove(_ id: UInt32) -> ListeningGroup? { groups.removeValue(forKey: id) }

    mutating func close() {
        isClosed = true
        groups = [:]
    }
}
