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
    /// Tells of the sockets that the library does not read, and of the end of those that it does.
    private(set) var poller: Poller

    private var acceptor: Acceptor
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
        _ index: Int, _ configuration: ServerConfiguration, _ listener: ListeningSocket, _ lane: any Lane,
        _ shared: SharedCounts
    ) throws(ServerError) {
        self.configuration = configuration
        self.lane = lane
        self.shared = shared
        now = Clock.monotonic
        wheel = TimerWheel(now: now / Self.tick)
        guard let poller = Poller(), inbox.wakeUp.isThere else {
            throw .system(call: "epoll_create1", error: Machine.lastError)
        }
        self.poller = poller
        acceptor = Acceptor(listener, id: Source.listener)
        library = try LibraryDaemon(configuration)
        // Pages that no head reaches cost nothing.
        peeked = .allocate(capacity: configuration.poolSize)
        acceptor.watch(in: poller)
        poller.add(inbox.wakeUp.descriptor, .readable, id: Source.inbox)
        library.alsoWake(for: poller)
    }

    /// For a shard whose thread never started.
    func discard() {
        library.stop()
        acceptor.close()
        poller.close()
    }

    deinit { peeked.deallocate() }

    // MARK: The loop

    func run() {
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
            acceptor.wakeFromRest(poller)
            let count = poller.take()
            for index in 0..<count {
                let event = poller[index]
                switch event.id {
                case Source.listener: accept()
                case Source.inbox: readInbox()
                default: connections[event.id]?.happened(event.readiness)
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
        now = Clock.monotonic
        wall = Clock.wall
    }

    /// Milliseconds that the thread may sleep; -1 for as long as nothing happens.
    private var timeout: Int32 {
        if writing.isAnyoneWaiting || !uploads.isEmpty { return 0 }
        let longest: Int32 = acceptor.isResting ? Acceptor.rest : -1
        guard let next = wheel.next else { return longest }
        let (due, current) = (next * Self.tick, Clock.monotonic)
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
        for id in writing.takeWaiting() {
            guard let connection = connections[id], connection.isWaitingForTurn else { continue }
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
            case .feed(let id, let script, let isLast): connections[id.connection]?.fed(id, script, isLast: isLast)
            case .shorten(let id, let delay): connections[id.connection]?.shorten(id, to: delay)
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
        for _ in 0..<128 {
            guard let (socket, isLoopback) = acceptor.next(poller) else { return }
            accepted(socket, isLoopback: isLoopback)
        }
    }

    private func accepted(_ socket: TCPSocket, isLoopback: Bool) {
        guard shared.connections.add(1, ordering: .relaxed).newValue <= configuration.maximumConnections
        else {
            shared.connections.subtract(1, ordering: .relaxed)
            socket.resetOnClose()
            socket.close()
            return
        }
        let connection = Connection(
            id: shared.nextConnection(), shard: self, socket: socket, isLoopback: isLoopback)
        connections[connection.id] = connection
        connection.peek()
    }

    func forget(_ connection: Connection) {
        cancelTimer(connection)
        connections[connection.id] = nil
        shared.connections.subtract(1, ordering: .relaxed)
    }

    // MARK: The end

    private func end() {
        acceptor.close()
        for connection in Array(connections.values) { connection.cancel() }
        // Everything that was suspended is resumed, or libmicrohttpd aborts.
        for _ in 0..<4 { library.run(waiting: 0, sockets: 0) }
        // Some it lets go of only now.
        library.stop()
        for connection in taken { connection.cancel() }
        taken = []
        poller.close()
    }
}
