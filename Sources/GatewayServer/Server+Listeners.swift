internal import Synchronization

/// Listeners in addition to the server's own, added and removed from any thread while it runs.
extension Server {
    /// Listens on one more port (0: any free one). Clients can connect once this returns.
    ///
    ///     let listener = try server.addListener(host: "localhost", port: 0)
    ///     print("http://127.0.0.1:\(listener.port)")
    ///     server.removeListener(listener.id)
    ///
    /// All its sockets are one shard's, the next one's in turn, so that its connections are accepted one after the other. A
    /// host name is looked up, which may take a while. If this throws, nothing listens.
    ///
    /// - Parameters:
    ///   - prepare: Gets the id before any connection is accepted. The server can be stopped even then: that is thrown.
    ///   - states: Tells whether the port is open; without it, it always is. The first state holds once this returns.
    package func addListener(
        host: String, port: UInt16, prepare: (UInt32) -> Void = { _ in }, states: PortStates? = nil
    ) throws(ServerError) -> Listener {
        let added: ListeningPort
        do {
            added = try ListeningPort(host: host, port: port, states, at: SystemClock.monotonic)
        } catch {
            throw ServerError(error)
        }
        let id = listeners.withLock { $0.nextID() }
        prepare(id)
        let isAdded = listeners.withLock { listeners in
            guard !listeners.isClosed else { return false }
            listeners.add(added, id)
            // Under the lock, so that the shard gets this message before a removal or the stop.
            inbox(of: id).send(.listen(added, listener: id))
            return true
        }
        guard isAdded else {
            added.close()
            throw .stopped
        }
        return Listener(id: id, port: added.number)
    }

    /// Has the port of a listener do what its `states` tell now: to be called when that has changed other than by time or by a
    /// connection. Once this returns, new connections meet the new state; accepted ones stay open. Nothing happens if there
    /// is no added listener of that id. If this throws, the change is tried again.
    ///
    /// - A port that refuses answers with an RST, and resets connections that the kernel had completed and no shard had
    ///   accepted. It keeps its number.
    /// - One that lets clients wait answers nothing. Connections that the kernel had completed wait, too.
    package func updateState(of listener: UInt32) throws(ServerError) {
        guard let port = listeners.withLock({ $0[listener] }) else { return }
        let failure = port.update(at: SystemClock.monotonic)?.failure
        inbox(of: listener).send(.portChanged(listener: listener))
        if let failure { throw ServerError(failure) }
    }

    /// Refuses connections to a listener: once this returns, a client that connects gets ECONNREFUSED. Returns false if
    /// there is no added listener of that id: the server's own (0) stays until the end, and a stopped server has none.
    ///
    /// Accepted connections stay open. Connections that the kernel had completed and no shard had accepted are reset.
    /// The shard closes the sockets a moment later; the port can be listened on again at once.
    @discardableResult
    package func removeListener(_ id: UInt32) -> Bool {
        listeners.withLock { listeners in
            // The kernel refuses connections from here on, and not from when the shard gets the message: this call does not
            // wait for that, since a shard's thread may call it, too.
            guard listeners.remove(id) else { return false }
            inbox(of: id).send(.stopListening(listener: id))
            return true
        }
    }

    /// Ends the open connections to an added listener, by an RST or by a FIN; `then` is called on a shard's thread with how
    /// many. Answers that are on their way break off, unless only idle connections are ended.
    ///
    /// - Parameter exception: The number of a connection that is spared, such as that of the caller; 0 for none.
    package func closeConnections(
        of listener: UInt32, byReset: Bool, idleOnly: Bool, but exception: UInt64 = 0,
        then: @escaping @Sendable (Int) -> Void
    ) {
        guard listener != 0 else { return then(0) }
        inbox(of: listener).send(
            .close(
                Inbox.Closing(
                    listener: listener, byReset: byReset, idleOnly: idleOnly, exception: exception, then: then)))
    }

    private func inbox(of listener: UInt32) -> Inbox { inboxes[Int(listener) % inboxes.count] }
}
