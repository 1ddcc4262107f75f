internal import HTTP1
internal import Synchronization
public import Wire

/// The C-backed server: a thread for each core, each with sockets that listen, an epoll and a libmicrohttpd of its own.
///
/// It knows no scenario: what requests get is its responder's affair.
public final class Server: Sendable {
    /// The port that it listens on, also where any was asked for.
    public let port: UInt16
    /// What its connections can carry beyond requests and answers.
    public static let features = HTTP1Encoder.features.union(PlainSocket.features)
    private let shared: SharedCounts
    let inboxes: [Inbox]
    /// Those that were added to its own.
    let listeners = Mutex(ListenerTable())
    private let workers: Workers
    private let threads: Mutex<[SystemThread]>

    /// Listens and answers from here on.
    public init(_ configuration: ServerConfiguration, responder: any Responder) throws(ServerError) {
        Machine.raiseDescriptorLimit()
        try LibrarySelfTest.pass(poolSize: configuration.poolSize)
        let count = configuration.shardCount
        let group: ListeningGroup
        do {
            group = try ListeningGroup(host: configuration.host, port: configuration.port, shards: count)
        } catch {
            throw ServerError(error)
        }
        let shared = SharedCounts()
        // As many as shards: more would only share their cores.
        let workers = Workers(threads: count)
        var shards: [Shard] = []
        for (index, sockets) in group.shards.enumerated() {
            do throws(ServerError) {
                shards.append(
                    try Shard(index, configuration, sockets, responder.responder(forShard: index), shared, workers))
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

    /// Connections that are open right now.
    public var connectionCount: Int { shared.connections.load(ordering: .relaxed) }

    /// Turns of the threads' loops that had nothing to do, so far: a measure of cores that are kept busy for nothing.
    public var idleTurns: Int { shared.idleTurns.load(ordering: .relaxed) }

    /// Ends every exchange and every connection, and returns when all threads are done: within a second, where no work
    /// (`Decision.elsewhere`) goes on for longer.
    public func stop() {
        let threads = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        guard !threads.isEmpty else { return }
        // What is not on its way to the shards by now will never be.
        listeners.withLock { $0.close() }
        workers.stop()
        for inbox in inboxes { inbox.send(.stop) }
        for thread in threads { thread.join() }
        workers.join()
    }

    deinit { stop() }

    /// Calls its argument with every responder, each on its shard's thread, and does not wait for it; says how
    /// many responders there are. Does not keep the server alive.
    public var visitResponders: @Sendable (@escaping @Sendable (any ShardResponder) -> Void) -> Int {
        { [inboxes] work in
            for inbox in inboxes { inbox.send(.work(work)) }
            return inboxes.count
        }
    }
}
