internal import Synchronization
package import Wire

/// Listeners in addition to the server's own, added and removed from any thread while it runs.
extension Server {
    /// Listens on one more port (0: any free one). Clients can connect once this returns.
    ///
    ///     let listener = try server.addListener(host: "localhost", port: 0)
    ///     print("http://127.0.0.1:\(listener.port)")
    ///     server.removeListener(listener.id)
    ///
    /// All its sockets are one shard's, the next one's in turn, so that its connections are accepted one after the other.
    /// `prepare` gets its id before any connection is accepted; if this then throws, the server has stopped. A host name is
    /// looked up, which may take a while. If this throws, nothing listens.
    package func addListener(
        host: String, port: UInt16, prepare: (UInt32) -> Void = { _ in }
    ) throws(ServerError) -> Listener {
        let group: ListeningGroup
        do {
            group = try ListeningGroup(host: host, port: port, shards: 1)
        } catch {
            throw ServerError(error)
        }
        let id = listeners.withLock { $0.nextID() }
        prepare(id)
        let isAdded = listeners.withLock { listeners in
            guard !listeners.isClosed else { return false }
            listeners.add(group, id)
            // Under the lock, so that the shard gets this message before a removal or the stop.
            inbox(of: id).send(.listen(group.shards[0], listener: id))
            return true
        }
        guard isAdded else {
            group.close()
            throw .stopped
        }
        return Listener(id: id, port: group.port)
    }

    private func inbox(of listener: UInt32) -> Inbox { inboxes[Int(listener) % inboxes.count] }

    /// Refuses connections to a listener: once this returns, a client that connects gets ECONNREFUSED. Returns false if
    /// there is no added listener of that id: the server's own (0) stays until the end, and a stopped server has none.
    ///
    /// Accepted connections stay open. Connections that the kernel had completed and no shard had accepted are reset.
    /// The shard closes the sockets a moment later; the port can be listened on again at once.
    @discardableResult
    package func removeListener(_ id: UInt32) -> Bool {
        listeners.withLock { listeners in
            guard let group = listeners.remove(id) else { return false }
            // Here and not by the shard, so that this call does not wait for them: a shard's thread may call it, too.
            group.refuseConnections()
            inbox(of: id).send(.stopListening(listener: id))
            return true
        }
    }

    /// Changes what the kernel does with connections to an added listener's port.
    package func setState(_ state: PortState, of listener: UInt32) throws(ServerError) {
        let isKnown = listeners.withLock { $0.has(listener) }
        guard isKnown else { throw .stopped }
    }
}
