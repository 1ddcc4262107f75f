internal import CMicroHTTPD
internal import Glibc
internal import HTTP1
internal import Wire

/// Owns one libmicrohttpd daemon, which is driven from its shard's thread and has none of its own.
final class LibraryDaemon {
    private var epoll: Int32 = -1
    /// Somebody was resumed and waits for the next run: "MHD_get_timeout" does not know.
    var isResumePending = false
    /// Counts the runs: tells a connection whether it has been through one since it was resumed.
    private(set) var runs: UInt64 = 0
    /// What the library is to keep for the connection that is being handed over, while it is.
    private(set) var entering: UnsafeMutableRawPointer?
    /// Counts what the library has called us for: tells whether a run of it came to anything.
    var calls: UInt64 = 0
    /// Told of the end of the next run.
    private var observers: [any LibraryRunObserver] = []
    /// Everything ends: nothing is to be suspended any more.
    var isStopping = false
    var replies = PreparedReplies()
    /// Takes what the library writes in place of an answer that went out raw; its other end is drained.
    let sinkPair: (library: Int32, ours: Int32)
    /// Stands in for a socket that has been taken away: no socket, so that a shutdown of it does nothing.
    let sink: Int32

    /// Bytes that the library has for a connection.
    let poolSize: Int
    /// Bytes that the library reads at most at first: half of a connection's pool, in all versions.
    let bufferSize: Int

    /// Seconds after which it closes a connection of which it has read nothing.
    let timeout: UInt32

    private var daemon: OpaquePointer?
    /// Answers into the void since it was drained.
    private var undrained = 0

    init(_ configuration: ServerConfiguration) throws(ServerError) {
        sinkPair = Machine.socketPair() ?? (-1, -1)
        sink = Machine.openNullDevice()
        poolSize = configuration.poolSize
        bufferSize = poolSize / 2
        // Behind all deadlines of ours, for what they might miss.
        let deadline = max(configuration.deadlines.nextHead, configuration.deadlines.body)
        timeout = UInt32(clamping: deadline / 1_000_000_000 + 5)
        daemon = cmicrohttpd_start(
            requestCalled, Unmanaged.passUnretained(self).toOpaque(), targetSeen, requestCompleted,
            connectionNotified, .max, timeout, poolSize, Self.strictness)
        guard let daemon, sinkPair.library >= 0, sink >= 0 else { throw .library("the daemon did not start") }
        self.daemon = daemon
        epoll = cmicrohttpd_epoll_descriptor(daemon)
        guard epoll >= 0 else { throw .library("it has no epoll here") }
    }

    static var version: String { String(cString: MHD_get_version()) }

    /// 1.0 refuses by itself what `RequestFraming` is to refuse, a head without a Host for one, unless it is told to be as
    /// lenient as it can. In 0.9.75 that is zero; there -1 only looks for blanks before a colon.
    static let strictness: Int32 = isOld ? 0 : -1
    private static let isOld = version.hasPrefix("0.")
    /// What it leaves of the LF of a request line that ends in CRLF.
    static let behindCR: UInt8 = isOld ? 0 : 0x0A

    /// Gives a socket to the library, which owns its descriptor from here on; false where it refused, and the descriptor is
    /// closed. `context` comes back with whatever it calls for.
    func add(_ socket: TCPSocket, context: UnsafeMutableRawPointer) -> Bool {
        entering = context
        defer { entering = nil }
        return Self.hand(socket.descriptor, to: daemon)
    }

    /// The same of a bare socket and any daemon.
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
    /// The library takes an event without a pointer for its own signal to look around, and goes on. So the
    /// thread sleeps in the library's epoll, and events of sockets, by far the most, need not go through two.
    func alsoWake(for other: Poller) { Poller.add(other.descriptor, .readable, id: 0, to: epoll) }

    /// Sleeps until something happens, at most so many milliseconds, and does what is to be done.
    func run(waiting milliseconds: Int32, sockets: Int) {
        var time = milliseconds
        // After exactly 128 events the library waits for more of them, and as long: with so many sockets it
        // does not sleep itself.
        if sockets >= Self.eventsAtOnce, time != 0 {
            sleep(time)
            time = 0
        }
        isResumePending = false
        runs += 1
        _ = MHD_run_wait(daemon, time)
        guard !observers.isEmpty else { return }
        let told = observers
        observers = []
        for observer in told where !observer.runEnded() { observers.append(observer) }
    }

    /// Tells of the end of this run, and of further ones until that was enough.
    func tellOfRuns(_ observer: any LibraryRunObserver) { observers.append(observer) }
    /// Whether somebody waits for a further run.
    var isAwaited: Bool { !observers.isEmpty }

    /// Whether it asks to be run again at once, for work of its own that no event tells of.
    var wantsToRun: Bool {
        var time = UInt64(0)
        return !isResumePending && MHD_get_timeout(daemon, &time) == .YES && time == 0
    }

    /// Sleeps though the library wants to run, at most so many milliseconds; an event ends it.
    func pause(_ milliseconds: Int32) {
        Machine.sleep(untilReadable: epoll, milliseconds: milliseconds)
    }

    /// MAX_EVENTS of its daemon.c, less those that are no sockets of ours.
    private static let eventsAtOnce = 120

    /// Sleeps in front of the library's epoll, and takes nothing out of it.
    private func sleep(_ milliseconds: Int32) {
        var (time, own) = (milliseconds, UInt64(0))
        if isResumePending { return }
        if MHD_get_timeout(daemon, &own) == .YES {
            time = time < 0 ? Int32(clamping: own) : min(time, Int32(clamping: own))
        }
        pause(time)
    }

    func stop() {
        guard let daemon else { return }
        replies = PreparedReplies()
        MHD_stop_daemon(daemon)
        self.daemon = nil
        for descriptor in [sinkPair.library, sinkPair.ours, sink] { Machine.close(descriptor) }
    }

    /// What the library wrote into the void is read now and then: some 60 bytes each time, in a buffer for hundreds.
    func drainDummy() {
        undrained += 1
        guard undrained == 32 else { return }
        undrained = 0
        TCPSocket(descriptor: sinkPair.ours).discard()
    }
}

/// Somebody for whom the end of a run says what the library does not.
protocol LibraryRunObserver: AnyObject {
    /// Whether that was enough. False where the next run is to be told of, too.
    func runEnded() -> Bool
}
