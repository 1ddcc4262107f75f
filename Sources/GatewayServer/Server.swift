internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
public import Wire

/// The C-backed server: a thread for each core, each with a listener, an epoll and a libmicrohttpd of its own.
///
/// It knows no scenario: what requests get is its responder's affair.
public final class Server: Sendable {
    /// The port that it listens on, also where any was asked for.
    public let port: UInt16
    private let shared: SharedCounts
    private let inboxes: [Inbox]
    private let threads: Mutex<[pthread_t]>

    /// Listens and answers from here on.
    public init(_ configuration: ServerConfiguration, responder: any Responder) throws(ServerError) {
        _ = clinux_raise_descriptor_limit()
        let count = configuration.shardCount
        let listeners = try Listener.open(host: configuration.host, port: configuration.port, count: count)
        let shared = SharedCounts()
        var shards: [Shard] = []
        for (index, listener) in listeners.enumerated() {
            do throws(ServerError) {
                shards.append(
                    try Shard(index, configuration, listener, responder.lane(shard: index), shared))
            } catch {
                for listener in listeners.dropFirst(index) { Glibc.close(listener.descriptor) }
                for shard in shards { shard.discard() }
                throw error
            }
        }
        self.shared = shared
        port = listeners[0].port
        inboxes = shards.map(\.inbox)
        var started: [pthread_t] = []
        for (index, shard) in shards.enumerated() {
            guard let thread = Self.start(shard, name: "mishap-\(index)") else {
                for inbox in inboxes.prefix(index) { inbox.send(.stop) }
                for thread in started { pthread_join(thread, nil) }
                for shard in shards.dropFirst(index) { shard.discard() }
                throw .system(call: "pthread_create", error: Descriptors.lastError())
            }
            started.append(thread)
        }
        threads = Mutex(started)
    }

    /// The version of libmicrohttpd that is loaded, as in `1.0.1`.
    public static var libraryVersion: String { String(cString: MHD_get_version()) }

    /// Connections that are open right now.
    public var connectionCount: Int { shared.connections.load(ordering: .relaxed) }

    /// Turns of the threads' loops that had nothing to do, so far: a measure of cores that are kept busy for nothing.
    public var idleTurns: Int { shared.idleTurns.load(ordering: .relaxed) }

    /// Ends every exchange and every connection, and returns when all threads are done.
    public func stop() {
        let threads = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        guard !threads.isEmpty else { return }
        for inbox in inboxes { inbox.send(.stop) }
        for thread in threads { pthread_join(thread, nil) }
    }

    deinit { stop() }

    /// Calls its argument with every lane, each on its shard's thread, and does not wait for it; says how
    /// many lanes there are. Does not keep the server alive.
    public var laneCaller: @Sendable (@escaping @Sendable (any Lane) -> Void) -> Int {
        { [inboxes] work in
            for inbox in inboxes { inbox.send(.work(work)) }
            return inboxes.count
        }
    }

    private static func start(_ shard: Shard, name: String) -> pthread_t? {
        // +1 here, released by the thread when it ends.
        let box = Unmanaged.passRetained(ThreadStart(shard: shard, name: name))
        var thread = pthread_t()
        errno = pthread_create(&thread, nil, runShard, box.toOpaque())
        guard errno == 0 else {
            box.release()
            return nil
        }
        return thread
    }
}

private final class ThreadStart {
    let shard: Shard
    let name: String

    init(shard: Shard, name: String) {
        self.shard = shard
        self.name = name
    }
}

private func runShard(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let start = Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue()
    _ = clinux_block_sigpipe()
    _ = clinux_name_thread(start.name)
    start.shard.run()
    return nil
}

/// What shards count together.
final class SharedCounts: Sendable {
    /// Bytes of bodies that are kept right now.
    let bodies = Atomic<Int>(0)
    let connections = Atomic<Int>(0)
    /// Turns of the shards' loops that had nothing to do.
    let idleTurns = Atomic<Int>(0)
    private let lastConnection = Atomic<UInt64>(0)

    func nextConnection() -> UInt64 { lastConnection.add(1, ordering: .relaxed).newValue }
}
