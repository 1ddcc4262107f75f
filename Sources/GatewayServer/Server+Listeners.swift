internal import Synchronization

/// Listeners beside the server's own, added and removed while it runs, from any thread.
extension Server {
    /// Listens on one more port: 0 for any free one. Clients can connect once this returns.
    ///
    ///     let listener = try server.addListener(host: "localhost", port: 0)
    ///     print("http://127.0.0.1:\(listener.port)")
    ///     server.removeListener(listener.id)
    ///
    /// A name that is no address is looked up, which may take a while. Where this throws, nothing listens.
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
            // Under the lock, so that it comes to the shards before any removal or stop.
            for (inbox, sockets) in zip(inboxes, group.shards) { inbox.send(.listen(sockets, listener: id)) }
            return id
        }
        guard let id else {
            group.close()
            throw .stopped
        }
        return Listener(id: id, port: group.port)
    }

    /// Refuses connections to a listener from here on: once this returns, a client that connects gets ECONNREFUSED. False
    /// where there is none of that id: the server's own (0) stays until the end, and a stopped server has none.
    ///
    /// Connections that were accepted live on. Those that the kernel had taken and no shard had accepted are reset. The
    /// shards close the sockets a moment later; the port can be listened on again at once.
    @discardableResult
    package func removeListener(_ id: UInt32) -> Bool {
        listeners.withLock { listeners in
            guard let group = listeners.remove(id) else { return false }
            // Here and not by the shards, so that nobody waits for them: they too may call this.
            group.refuseConnections()
            for inbox in inboxes { inbox.send(.stopListening(listener: id)) }
            return true
        }
    }
}
