internal import CLinux
internal import Glibc
internal import Synchronization
internal import Wire

/// One thread's part of the server: its listener, its connections, its timers, its libmicrohttpd.
///
/// All of it belongs to that thread, so that nothing in here needs a lock; the inbox is the only way in.
final class Shard {
    let configuration: ServerConfiguration
    let lane: any Lane
    let inbox = Inbox()
    let shared: SharedCounts
    let library: LibraryDaemon
    let epoll: Int32

    private var listener: Int32
    /// Given up for a moment where descriptors run out, so that the connection can be told so.
    private var spare: Int32
    private var connections: [UInt64: Connection] = [:]
    private var wheel: TimerWheel
    private var due: [UInt64] = []
    private(set) var isStopping = false

    /// Nanoseconds of the monotonic clock, read once a turn of the loop.
    private(set) var now: Nanoseconds
    /// Milliseconds since 1970, read once a turn of the loop.
    private(set) var wall: Int64 = 0
    /// Of the answer that is being made.
    let date = DateText()
    /// Whether the thread has slept since the clocks were read.
    private var areClocksStale = true
    /// Bytes that wait in a socket, while they are looked at: as many as the largest head has.
    let peeked: UnsafeMutableBufferPointer<UInt8>
    /// Connections that left the library in this turn and are the executor's now.
    var taken: [Connection] = []
    /// Who writes how much in this turn.
    var writing = WritingTurns()
    private var idle = IdleTurns()
    /// Connections whose upload the library has not read as far as it has come.
    var uploads: [Connection] = []
    /// Connections of the library whose peer sent a FIN in this turn.
    var halfClosed: [Connection] = []

    /// What comes back with an event that belongs to no connection. Connections count from 1.
    private enum Source {
        static let listener = UInt64.max
        static let inbox = UInt64.max - 1
    }

    init(
        _ index: Int, _ configuration: ServerConfiguration, _ listener: Listener, _ lane: any Lane,
        _ shared: SharedCounts
    ) throws(ServerError) {
        self.configuration = configuration
        self.lane = lane
        self.shared = shared
        self.listener = listener.descriptor
        now = Descriptors.monotonic()
        wheel = TimerWheel(now: now / Self.tick)
        spare = clinux_open("/dev/null", O_RDONLY, 0)
        epoll = epoll_create1(Int32(clinux_EPOLL_CLOEXEC))
        library = try LibraryDaemon(configuration)
        // Pages that no head reaches cost nothing.
        peeked = .allocate(capacity: configuration.poolSize)
        guard epoll >= 0, inbox.descriptor >= 0, spare >= 0 else {
            throw .system(call: "epoll_create1", error: Descriptors.lastError())
        }
        _ = clinux_epoll_add(epoll, self.listener, clinux_EPOLLIN, Source.listener)
        _ = clinux_epoll_add(epoll, inbox.descriptor, clinux_EPOLLIN, Source.inbox)
        library.alsoWake(for: epoll)
    }

    /// For a shard whose thread never started.
    func discard() {
        library.stop()
        for descriptor in [listener, spare, epoll] { Glibc.close(descriptor) }
    }

    deinit { peeked.deallocate() }

    // MARK: The loop

    func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while !isStopping {
            areClocksStale = true
            writing.beginTurn()
            var hadWork = goOnWriting()
            let calls = library.calls
            let isWanted = idle.inARow > 0 && library.wantsToRun
            if isWanted { rest() }
            library.run(waiting: timeout, sockets: connections.count)
            readClocks()
            checkUploads()
            wakeRestingListener()
            let count = epoll_wait(epoll, &events, Int32(events.count), 0)
            for index in 0..<max(0, Int(count)) {
                let event = events[index]
                switch event.data.u64 {
                case Source.listener: accept()
                case Source.inbox: readInbox()
                default: connections[event.data.u64]?.happened(event.events)
                }
            }
            if count > 0 || library.calls != calls { hadWork = true }
            if fireTimers() { hadWork = true }
            startTaken()
            showEnds()
            if isWanted, !hadWork { shared.idleTurns.add(1, ordering: .relaxed) }
            idle.ended(hadWork: hadWork, isWanted: isWanted)
        }
        end()
    }

    /// The clocks of this turn. Called first by whoever comes first after the thread has slept.
    func readClocks() {
        guard areClocksStale else { return }
        areClocksStale = false
        now = Descriptors.monotonic()
        wall = Descriptors.wall()
    }

    /// Milliseconds that the thread may sleep; -1 for as long as nothing happens.
    private var timeout: Int32 {
        if writing.isAnyoneWaiting || !uploads.isEmpty { return 0 }
        let longest: Int32 = spare < 0 ? Self.rest : -1
        guard let next = wheel.next else { return longest }
        let (due, current) = (next * Self.tick, Descriptors.monotonic())
        let time = due > current ? Int32(clamping: (due - current + Self.tick - 1) / Self.tick) : 0
        return longest < 0 ? time : min(time, longest)
    }

    private func startTaken() {
        while !taken.isEmpty {
            let batch = taken
            taken.removeAll(keepingCapacity: true)
            for connection in batch { connection.startTaken() }
        }
    }

    /// False where nobody waited.
    private func goOnWriting() -> Bool {
        guard writing.isAnyoneWaiting else { return false }
        for connection in writing.takeWaiting() where connection.isWaitingForTurn {
            connection.isWaitingForTurn = false
            connection.pump()
        }
        return true
    }

    /// The library wants to run and has done nothing.
    private func rest() {
        guard let pause = idle.pause else { return }
        let timeout = timeout
        library.pause(timeout < 0 ? pause : min(pause, timeout))
    }

    private func checkUploads() {
        guard !uploads.isEmpty else { return }
        uploads.removeAll { $0.uploadWasRead() }
    }

    /// Only now has the library read what came before the FIN.
    private func showEnds() {
        for connection in halfClosed { connection.showEndToLibrary() }
        halfClosed.removeAll(keepingCapacity: true)
    }

    private func readInbox() {
        for message in inbox.take() {
            switch message {
            case .stop: isStopping = true
            case .feed(let id, let turn, let script, let isLast):
                connections[id]?.fed(turn: turn, script, isLast: isLast)
            case .shorten(let id, let turn, let delay): connections[id]?.shorten(turn: turn, to: delay)
            case .work(let work): work(lane)
            }
        }
    }

    // MARK: Timers

    /// A tick is a millisecond; what is set never fires early.
    private static let tick: Nanoseconds = 1_000_000

    func setTimer(_ connection: Connection, at time: Nanoseconds) {
        cancelTimer(connection)
        connection.timer = wheel.set(connection.id, at: (time + Self.tick - 1) / Self.tick)
    }

    func cancelTimer(_ connection: Connection) {
        guard connection.timer != TimerWheel.none else { return }
        wheel.cancel(connection.timer)
        connection.timer = TimerWheel.none
    }

    /// False where none was due.
    private func fireTimers() -> Bool {
        wheel.advance(to: now / Self.tick, into: &due)
        guard !due.isEmpty else { return false }
        for id in due { connections[id]?.timer = TimerWheel.none }
        for id in due { connections[id]?.timerFired() }
        due.removeAll(keepingCapacity: true)
        return true
    }

    // MARK: Connections

    private func accept() {
        guard spare >= 0 else { return }
        for _ in 0..<128 {
            var peer = sockaddr_storage()
            var length = socklen_t(0)
            let descriptor = clinux_accept_from(listener, &peer, &length)
            if descriptor >= 0 {
                accepted(descriptor, peer)
            } else if errno == EMFILE || errno == ENFILE {
                refuseForWantOfDescriptors()
                return
            } else if errno != ECONNABORTED, errno != EINTR {
                return
            }
        }
    }

    private func accepted(_ descriptor: Int32, _ peer: sockaddr_storage) {
        guard shared.connections.add(1, ordering: .relaxed).newValue <= configuration.maximumConnections
        else {
            shared.connections.subtract(1, ordering: .relaxed)
            _ = clinux_set_linger_reset(descriptor)
            Glibc.close(descriptor)
            return
        }
        let connection = Connection(
            id: shared.nextConnection(), shard: self, descriptor: descriptor, isLoopback: peer.isLoopback)
        connections[connection.id] = connection
        connection.peek()
    }

    /// The backlog must shrink, or the listener would wake us for ever. Another thread may be quicker and take
    /// the descriptor that was given up: then the listener rests until there is one again.
    private func refuseForWantOfDescriptors() {
        Glibc.close(spare)
        let descriptor = clinux_accept(listener)
        if descriptor >= 0 {
            _ = clinux_set_linger_reset(descriptor)
            Glibc.close(descriptor)
        }
        spare = clinux_open("/dev/null", O_RDONLY, 0)
        if spare < 0 { _ = clinux_epoll_modify(epoll, listener, 0, Source.listener) }
    }

    private func wakeRestingListener() {
        guard spare < 0 else { return }
        spare = clinux_open("/dev/null", O_RDONLY, 0)
        if spare >= 0 { _ = clinux_epoll_modify(epoll, listener, clinux_EPOLLIN, Source.listener) }
    }

    /// How long a listener rests at the most.
    private static let rest: Int32 = 10

    func forget(_ connection: Connection) {
        cancelTimer(connection)
        connections[connection.id] = nil
        shared.connections.subtract(1, ordering: .relaxed)
    }

    // MARK: The end

    private func end() {
        Glibc.close(listener)
        for connection in Array(connections.values) { connection.cancel() }
        // Everything that was suspended is resumed, or libmicrohttpd aborts.
        for _ in 0..<4 { library.run(waiting: 0, sockets: 0) }
        // Some it lets go of only now.
        library.stop()
        for connection in taken { connection.cancel() }
        taken = []
        Glibc.close(epoll)
        Glibc.close(spare)
    }
}

extension sockaddr_storage {
    /// 127.0.0.0/8, ::1, or the former in IPv6's clothes.
    fileprivate var isLoopback: Bool {
        var copy = self
        return withUnsafeBytes(of: &copy) { bytes in
            if ss_family == sa_family_t(AF_INET) { return bytes[4] == 127 }
            let address = bytes[8..<24]
            if address.dropLast().allSatisfy({ $0 == 0 }) { return address.last == 1 }
            return address.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
                && address[address.startIndex + 12] == 127
        }
    }
}
