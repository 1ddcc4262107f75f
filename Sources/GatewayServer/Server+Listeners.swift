internal import Synchronization

/// Listeners in addition to the server's own, added and removed from any thread while it runs.
extension Server {
    /// Listens on one more port (0: any free one). Clients can connect once this returns.
    ///
    ///     let listener = try server.addListener(host: "localhost", port: 0)
    ///     print("http://127.0.0.1:\(listener.port)")
    ///     server.removeListener(listener.id)
    ///
    /// A host name is looked up, which may take a while. If this throws, nothing listens.
    package func addListener(host: String, port: UInt16) throws(ServerError) -> Listener {
        let group: ListeningGroup
        do {
            group = try ListeningGroup(host: host, port: port, shards: inboxes.count)
        } catch {
            throw ServerError(error)
        }
        let id: UInt32? = listeners.withLock { listeners in
            guard !listeners.isClosed else { return nil }
            let id = listeners.add(group)
            // Under the lock, so that the shards get this message before any removal or stop.
            for (inbox, sockets) in zip(inboxes, group.shards) { inbox.send(.listen(sockets, listener: id)) }
            return id
        }
        guard let id else {
            group.close()
            throw .stopped
        }
        return Listener(id: id, port: group.port)
    }

    /// Refuses connections to a listener: once this returns, a client that connects gets ECONNREFUSED. Returns false if
    /// there is no added listener of that id: the server's own (0) stays until the end, and a stopped server has none.
    ///
    /// Accepted connections stay open. Connections that the kernel had completed and no shard had accepted are reset.
    /// The shards close the sockets a moment later; the port can be listened on again at once.
    @discardableResult
    package func removeListener(_ id: UInt32) -> Bool {
        listeners.withLock { listeners in
            guard let group = listeners.remove(id) else { return false }
            // Here and not by the shards, so that this call does not wait for them: a shard's thread may call it, too.
            group.refuseConnections()
            for inbox in inboxes { inbox.send(.stopListening(listener: id)) }
            return true
        }
    }
}
