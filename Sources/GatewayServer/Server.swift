internal import HTTP1
internal import Synchronization
public import TLS
public import Wire

/// The server: one thread per core, each with its own listening sockets, epoll and libmicrohttpd daemon.
///
/// It knows nothing of scenarios: its responder decides what requests get.
public final class Server: Sendable {
    /// The port that it listens on; the actual one if any free port was asked for.
    public let port: UInt16
    /// What scripts may ask beyond well-formed answers, for each protocol that it speaks.
    public static let protocols = [HTTP1Encoder.features.union(PlainSocket.features)]
    private let shared: SharedCounts
    let inboxes: [Inbox]
    /// The listeners that were added to the server's own.
    let listeners = Mutex(ListenerTable())
    private let workers: Workers
    private let threads: Mutex<[SystemThread]>

    /// Listens and answers from here on. Throws if the loaded libmicrohttpd does not pass the self-test, or if the port
    /// or a system resource is not available.
    public init(
        _ configuration: ServerConfiguration, responder: any Responder, tls: TLSServer
    ) throws(ServerError) {
        Machine.raiseDescriptorLimit()
        try LibrarySelfTest.pass()
        let count = configuration.shardCount
        let group: ListeningGroup
        do {
            group = try ListeningGroup(host: configuration.host, port: configuration.port, shards: count)
        } catch {
            throw ServerError(error)
        }
        let shared = SharedCounts(configuration)
        // As many as shards: more would only share their cores.
        let workers = Workers(threads: count)
        var shards: [Shard] = []
        for (index, sockets) in group.shards.enumerated() {
            do throws(ServerError) {
                shards.append(
                    try Shard(index, configuration, sockets, responder.responder(forShard: index), shared, workers, tls)
                )
            } catch {
                for socket in group.shards.dropFirst(index).joined() { socket.close() }
                for shard in shards { shard.discard() }
                throw error
            }
        }
        self.shared = shared
        self.workers = workers
        port = group.port
        inboxes = shards.map(\.inbox)
        var started: [SystemThread] = []
        for (index, shard) in shards.enumerated() {
            guard let thread = SystemThread(name: "mishap-\(index)", { shard.run() }) else {
                let error = Machine.lastError
                for inbox in inboxes.prefix(index) { inbox.send(.stop) }
                for thread in started { thread.join() }
                workers.stop()
                workers.join()
                for shard in shards.dropFirst(index) { shard.discard() }
                throw .system(call: "pthread_create", error: error)
            }
            started.append(thread)
        }
        threads = Mutex(started)
    }

    /// The version of libmicrohttpd that is loaded, as in `1.0.1`.
    public static var libraryVersion: String { LibraryDaemon.version }

    /// Bytes of requests' bodies that are kept right now.
    package var keptBodies: Int { shared.bodies.count }

    /// Connections that are open right now.
    public var connectionCount: Int { shared.connections.load(ordering: .relaxed) }

    /// Connections that are open right now, and those of them whose answer is held back. The closure does not keep the server
    /// alive.
    public var countConnections: @Sendable () -> (open: Int, held: Int) {
        { [shared] in
            (shared.connections.load(ordering: .relaxed), shared.held.load(ordering: .relaxed))
        }
    }

    /// Turns of the threads' loops so far that had nothing to do: a measure of CPU time that is wasted.
    public var idleTurns: Int { shared.idleTurns.load(ordering: .relaxed) }

    /// Ends every exchange and every connection, and returns when all threads have ended: within a second, unless a
    /// worker's work (`Decision.elsewhere`) takes longer.
    public func stop() {
        let threads = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        guard !threads.isEmpty else { return }
        // A listener that is not on its way to the shards by now is not added any more.
        listeners.withLock { $0.close() }
        workers.stop()
        for inbox in inboxes { inbox.send(.stop) }
        for thread in threads { thread.join() }
        workers.join()
    }

    deinit { stop() }

    /// Calls its argument with every responder, each on its shard's thread, and does not wait for that. Returns the
    /// number of responders. The closure does not keep the server alive.
    public var visitResponders: @Sendable (@escaping @Sendable (any ShardResponder) -> Void) -> Int {
        { [inboxes] work in
            for inbox in inboxes { inbox.send(.work(work)) }
            return inboxes.count
        }
    }
}
