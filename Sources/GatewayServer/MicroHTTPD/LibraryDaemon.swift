internal import CMicroHTTPD
internal import CReceiveHook
internal import Glibc
internal import Wire

/// Owns one libmicrohttpd daemon. It has no thread of its own: the shard's thread drives it.
final class LibraryDaemon {
    private var epoll: Int32 = -1
    /// The context of the connection that is being added, while it is; the library is to keep it with the connection.
    private(set) var entering: UnsafeMutableRawPointer?
    /// The connections that the library has, by descriptor.
    private var connections: [Unmanaged<LibraryConnection>?] = []
    /// Counts the library's callbacks, to tell whether a run did anything.
    var calls: UInt64 = 0
    /// Counts what has come of the connections that the library has.
    private(set) var requests = 0
    /// True once the server stops.
    var isStopping = false
    var replies = PreparedReplies()
    var refilled = RefilledReplies()
    /// Substitutes a socket that was taken away. Not a socket, so that shutting it down does nothing.
    let sink: Int32

    /// For sockets that leave the library when no descriptors are left.
    var reserve = DescriptorReserve()

    /// Bytes of the library's memory pool for a connection. The library fills it with zeros for each request, so that
    /// every byte has its price. Larger requests are for our own reader.
    static let poolSize = 4096
    /// The most bytes that the library reads at once: half of a connection's pool, in all versions.
    static let bufferSize = poolSize / 2
    private var daemon: OpaquePointer?

    init(_ configuration: ServerConfiguration) throws(ServerError) {
        sink = Machine.openNullDevice()
        // Longer than all of our deadlines, for what they might miss.
        let deadline = max(configuration.deadlines.nextHead, configuration.deadlines.body)
        let timeout = UInt32(clamping: deadline / 1_000_000_000 + 5)
        daemon = cmicrohttpd_start(
            requestCalled, Unmanaged.passUnretained(self).toOpaque(), requestCompleted, connectionNotified, .max,
            timeout,
            Self.poolSize)
        guard let daemon, sink >= 0 else { throw .library("the daemon did not start") }
        self.daemon = daemon
        epoll = cmicrohttpd_epoll_descriptor(daemon)
        guard epoll >= 0 else { throw .library("it has no epoll here") }
    }

    static var version: String { String(cString: MHD_get_version()) }

    /// Gives a connection's socket to the library, which owns its descriptor from here on; false if the library refused,
    /// and has closed the descriptor. The connection comes back as the context of every callback.
    func add(_ connection: LibraryConnection) -> Bool {
        let connection = Unmanaged.passUnretained(connection)
        let descriptor = connection._withUnsafeGuaranteedRef { $0.socket.descriptor }
        while connections.count <= Int(descriptor) { connections.append(nil) }
        connections[Int(descriptor)] = connection
        entering = connection.toOpaque()
        defer { entering = nil }
        if Self.hand(descriptor, to: daemon) { return true }
        remove(descriptor)
        return false
    }

    /// The library is about to close this descriptor.
    func remove(_ descriptor: Int32) { connections[Int(descriptor)] = nil }

    /// The library has received something. Returns how many bytes of it the library may have.
    func received(_ bytes: UnsafeMutableBufferPointer<UInt8>, from descriptor: Int32) -> Int {
        guard Int(descriptor) < connections.count, let connection = connections[Int(descriptor)] else {
            return bytes.count
        }
        requests += 1
        return connection._withUnsafeGuaranteedRef { $0.received(bytes) }
    }

    /// The same for a bare descriptor and any daemon.
    static func hand(_ descriptor: Int32, to daemon: OpaquePointer?) -> Bool {
        var nobody = sockaddr_in()
        nobody.sin_family = sa_family_t(AF_INET)
        let result = withUnsafePointer(to: &nobody) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                MHD_add_connection(daemon, descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == .YES
    }

    /// Lets events of another epoll end the library's sleep.
    ///
    /// The library takes an event without a pointer for its own wake-up signal, and continues. So the thread sleeps in
    /// the library's epoll, and events of sockets, by far the most, need not go through two epolls.
    func alsoWake(for other: Poller) { Poller.add(other.descriptor, .readable, id: 0, to: epoll) }

    /// Sleeps until something happens, at most `milliseconds`, and does what is to be done. Returns whether the other epoll
    /// may have an event; where the library's waiting is not seen, it always may.
    @discardableResult
    func run(waiting milliseconds: Int32, sockets: Int) -> Bool {
        var time = milliseconds
        // After exactly 128 events the library waits for more of them, for as long again. With that many sockets, the
        // sleep is ours and not the library's.
        if sockets >= Self.eventsAtOnce, time != 0 {
            sleep(time)
            time = 0
        }
        creceivehook_observe(receivedByLibrary, Unmanaged.passUnretained(self).toOpaque())
        creceivehook_forget_events()
        _ = MHD_run_wait(daemon, time)
        let mayHaveOther = creceivehook_may_have_event() != 0
        reserve.refill()
        return mayHaveOther
    }

    /// Whether the library would sleep in its next run if nothing has come: it has no work of its own, of which no event tells.
    var maySleep: Bool {
        var time = UInt64(0)
        return MHD_get_timeout(daemon, &time) == .NO || time > 0
    }

    /// MAX_EVENTS of its daemon.c, less those that do not belong to our sockets.
    private static let eventsAtOnce = 120

    /// Sleeps until the library's epoll has an event, and takes none out of it.
    private func sleep(_ milliseconds: Int32) {
        var (time, own) = (milliseconds, UInt64(0))
        if MHD_get_timeout(daemon, &own) == .YES {
            time = time < 0 ? Int32(clamping: own) : min(time, Int32(clamping: own))
        }
        Machine.sleep(untilReadable: epoll, milliseconds: time)
    }

    func stop() {
        guard let daemon else { return }
        replies = PreparedReplies()
        refilled = RefilledReplies()
        MHD_stop_daemon(daemon)
        self.daemon = nil
        Machine.close(sink)
        reserve.close()
    }
}
