internal import Synchronization
internal import TLS
internal import Wire

/// One thread's part of the server: its event loop, its sockets of each listener, its connections.
///
/// All of it belongs to that thread, so that nothing in here needs a lock. Other threads reach it only through the
/// inbox.
final class Shard {
    let inbox = Inbox()
    private let context: ShardContext
    private var poller: Poller
    private var acceptors: Acceptors
    private let connections: ConnectionTable
    private var silent = SilentConnections()
    private var yielding = YieldingTurns()
    private var overLimitTimer = TimerWheel.none
    /// The last connection over the limit, and the bytes that it was sent.
    private var lastOverLimit: (connection: UInt64, sent: Int) = (0, 0)
    /// Names the shard's own timer: connections are counted from 1. The timer of a listener has its id as the stream.
    private static let overLimitID = ExchangeID(connection: 0, stream: 0)

    init(
        _ index: Int, _ configuration: ServerConfiguration, _ sockets: [ListeningSocket],
        _ responder: any ShardResponder,
        _ shared: SharedCounts, _ workers: Workers, _ tls: TLSServer
    ) throws(ServerError) {
        guard let poller = Poller(), inbox.wakeUp.isThere else {
            throw .system(call: "epoll_create1", error: Machine.lastError)
        }
        let library: LibraryDaemon
        do {
            library = try LibraryDaemon(configuration)
        } catch {
            poller.close()
            throw error
        }
        self.poller = poller
        acceptors = Acceptors()
        context = ShardContext(
            configuration, responder, inbox, shared, workers, library, tls, poller: poller.descriptor)
        connections = ConnectionTable(context)
        acceptors.add(Acceptor(sockets))
        acceptors.watch(0, true, poller)
        poller.add(inbox.wakeUp.descriptor, .readable, id: EventSource.inbox.id)
        library.alsoWake(for: poller)
    }

    /// Releases a shard whose thread was never started.
    func discard() {
        context.library.stop()
        acceptors.close()
        poller.close()
        inbox.close()
    }

    // MARK: The loop

    func run() {
        let (context, library) = (context, context.library)
        while !library.isStopping {
            context.clocksGoStale()
            context.writing.beginTurn()
            context.handshakes.beginTurn()
            var hadWork = connections.goOnWriting()
            if connections.goOnShakingHands() { hadWork = true }
            if connections.goOnReading() { hadWork = true }
            let (calls, requests) = (library.calls, library.requests)
            var time = context.time()
            var timeout = timeout(at: time)
            let yields = timeout != 0 && yielding.isDue(at: time)
            if yields {
                Machine.yield()
                time = context.time()
                timeout = self.timeout(at: time)
            }
            context.willLook(at: time, maySleep: timeout != 0 && library.maySleep)
            let mayHaveEvents = library.run(waiting: timeout, sockets: connections.count)
            context.readClocks()
            acceptors.wakeFromRest(poller)
            let count = mayHaveEvents ? poller.take() : 0
            for index in 0..<count {
                let event = poller[index]
                switch EventSource(id: event.id) {
                case .connection(let id): happened(to: id, event.readiness)
                case .listener(let listener, let socket): accept(from: socket, of: listener)
                case .inbox: readInbox()
                }
            }
            if count > 0 || library.calls != calls { hadWork = true }
            if yields { yielding.ended(at: time, events: count + library.requests - requests) }
            // Those that have left the library have what came before their deadlines.
            connections.startDetached()
            if fireTimers() { hadWork = true }
            connections.showPeerEnds()
            connections.forgetGone()
            if !hadWork { context.shared.idleTurns.add(1, ordering: .relaxed) }
        }
        end()
    }

    /// Milliseconds that the thread may sleep; -1: until something happens.
    @inline(__always) private func timeout(at time: Nanoseconds) -> Int32 {
        let isAnyoneWaiting = context.writing.isAnyoneWaiting || context.handshakes.isAnyoneWaiting
        if isAnyoneWaiting || !context.readingOn.isEmpty { return 0 }
        let longest: Int32 = acceptors.isResting ? Acceptors.rest : -1
        guard let time = context.untilNextTimer(at: time) else { return longest }
        return longest < 0 ? time : min(time, longest)
    }

    private func readInbox() {
        for message in inbox.take() {
            switch message {
            case .stop: context.library.isStopping = true
            case .feed(let id, let script, let isLast): connections[id.connection]?.fed(id, script, isLast: isLast)
            case .shorten(let id, let delay): connections[id.connection]?.shorten(id, to: delay)
            case .judged(let id, let work): judged(id, work)
            case .room(let id, let bytes): roomCame(id, bytes)
            case .work(let work): work(context.responder)
            case .listen(let port, let listener):
                acceptors.add(Acceptor(listener, port))
                updatePort(of: listener)
            case .portChanged(let listener): updatePort(of: listener)
            case .stopListening(let listener):
                if acceptors[listener] != nil { context.cancel(&acceptors[listener]!.timer) }
                acceptors.remove(listener)
            case .close(let closing): close(closing)
            }
        }
    }

    private func roomCame(_ id: ExchangeID, _ bytes: Int) {
        if connections[id.connection]?.roomCame(id, bytes) != true { context.shared.bodies.giveBack(bytes) }
    }

    /// A worker is done. If its exchange has ended meanwhile, a worker frees the judgement.
    private func judged(_ id: ExchangeID, _ work: FinishedWork) {
        if connections[id.connection]?.judged(id, work) == true { return }
        context.workers.submit { _ = work.take() }
    }

    /// Returns false if no timer was due.
    private func fireTimers() -> Bool {
        connections.fireTimers { listener in
            guard listener > 0 else {
                overLimitTimer = TimerWheel.none
                return perform(context.overLimit.timerFired(at: context.now))
            }
            acceptors[UInt32(listener)]?.timer = TimerWheel.none
            updatePort(of: UInt32(listener))
        }
    }

    /// Changes the state of an added listener's port, if it is to be another one by now, and sets the timer for its end.
    /// Returns whether connections are to be accepted.
    @discardableResult
    private func updatePort(of listener: UInt32) -> Bool {
        guard let update = acceptors[listener]?.port?.update(at: context.time()) else { return false }
        acceptors.watch(listener, update.state == .open, poller)
        context.cancel(&acceptors[listener]!.timer)
        if let until = update.until {
            context.set(
                &acceptors[listener]!.timer, of: ExchangeID(connection: 0, stream: UInt64(listener)), at: until)
        }
        return update.state == .open
    }

    // MARK: Connections

    private func accept(from index: Int, of listener: UInt32) {
        guard let listening = acceptors.socket(index, of: listener) else { return }
        for _ in 0..<128 {
            guard let (socket, isLoopback) = acceptors.next(from: listening, poller) else { return }
            accepted(socket, by: listener, isLoopback: isLoopback)
            if listener > 0, !updatePort(of: listener) { return }
        }
    }

    private func accepted(_ socket: TCPSocket, by listener: UInt32, isLoopback: Bool) {
        let shared = context.shared
        guard shared.connections.add(1, ordering: .relaxed).newValue <= context.configuration.maximumConnections
        else {
            shared.connections.subtract(1, ordering: .relaxed)
            return refuse(socket, by: listener, isLoopback: isLoopback)
        }
        let info = ConnectionInfo(
            id: shared.nextConnection(), listener: listener, peer: ConnectionInfo.Peer(isLoopback: isLoopback))
        let plan = context.responder.accepted(info)
        if plan.act == .silence {
            let time = (context.now, context.wall)
            silent.add(SilentConnections.Silent(socket, info, plan, at: time, age: context.clockAge), poller)
        } else {
            add(info, socket, plan).begin()
        }
    }

    private func add(
        _ info: ConnectionInfo, _ socket: TCPSocket, _ plan: ConnectionPlan = .serve, isCounted: Bool = true
    ) -> Connection {
        let transport = PlainSocket(socket, poller: context.poller, id: info.id)
        let connection = Connection(info, plan, context: context, transport: transport, isCounted: isCounted)
        connections.add(connection)
        return connection
    }

    private func happened(to id: UInt64, _ events: Readiness) {
        if let connection = connections[id] { return connection.happened(events) }
        if let told = silent.happened(id, events, at: context.now) { ended(told) }
    }

    private func close(_ closing: Inbox.Closing) {
        context.readClocks()
        var count = connections.count { $0.end(by: closing) }
        for told in silent.end(ofListener: closing.listener, byReset: closing.byReset, at: context.now) {
            count += 1
            ended(told)
        }
        closing.then(count)
    }

    /// A silent connection is over.
    private func ended(_ told: ForeignProtocolStart) {
        context.shared.connections.subtract(1, ordering: .relaxed)
        if told.plan.isJournaled { context.responder.foreignProtocolSeen(told) }
    }

    /// One connection too many. Its answer goes into an empty buffer, and is not waited for.
    private func refuse(_ socket: TCPSocket, by listener: UInt32, isLoopback: Bool) {
        context.readClocks()
        let info = ConnectionInfo(
            id: context.shared.nextConnection(), listener: listener, peer: ConnectionInfo.Peer(isLoopback: isLoopback))
        var sent = 0
        if case .some(let count) = socket.write(BuiltInReplies.tooManyConnections, from: 0) { sent = count }
        lastOverLimit = (info.id, sent)
        if context.overLimit.keep() {
            add(info, socket, isCounted: false).linger()
        } else {
            socket.finish()
            socket.close()
        }
        perform(context.overLimit.refused(at: context.now))
    }

    private func perform(_ action: OverLimit.Action) {
        switch action {
        case .nothing: break
        case .setTimer(let time): context.set(&overLimitTimer, of: Self.overLimitID, at: time)
        case .report(let count):
            let (connection, sent) = lastOverLimit
            var start = ForeignProtocolStart(
                connection: connection, kind: .overLimit, bytes: [], count: 0, status: sent > 0 ? 503 : 0, sent: sent,
                arrivedAt: context.wall)
            start.connections = count
            context.responder.foreignProtocolSeen(start)
        }
    }

    // MARK: The end

    private func end() {
        acceptors.close()
        context.readClocks()
        for told in silent.endAll(at: context.now) { ended(told) }
        connections.cancel()
        // The library closes its connections.
        context.library.stop()
        connections.forgetGone()
        poller.close()
        inbox.close()
    }
}
