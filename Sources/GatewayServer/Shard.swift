internal import Synchronization
internal import Wire

/// One thread's part of the server: its loop, its listener, its connections.
///
/// All of it belongs to that thread, so that nothing in here needs a lock; the inbox is the only way in.
final class Shard {
    let inbox = Inbox()
    private let context: ShardContext
    private var poller: Poller
    private var acceptor: Acceptor
    private var connections: [UInt64: Connection] = [:]
    private var due: [ExchangeID] = []
    private var idle = IdleTurns()

    /// What comes back with an event that belongs to no connection. Connections count from 1.
    private enum Source {
        static let listener = UInt64.max
        static let inbox = UInt64.max - 1
    }

    init(
        _ index: Int, _ configuration: ServerConfiguration, _ listener: ListeningSocket, _ lane: any Lane,
        _ shared: SharedCounts, _ workers: Workers
    ) throws(ServerError) {
        guard let poller = Poller(), inbox.wakeUp.isThere else {
            throw .system(call: "epoll_create1", error: Machine.lastError)
        }
        self.poller = poller
        acceptor = Acceptor(listener, id: Source.listener)
        let library = try LibraryDaemon(configuration)
        context = ShardContext(configuration, lane, inbox, shared, workers, library, poller: poller.descriptor)
        acceptor.watch(in: poller)
        poller.add(inbox.wakeUp.descriptor, .readable, id: Source.inbox)
        library.alsoWake(for: poller)
    }

    /// For a shard whose thread never started.
    func discard() {
        context.library.stop()
        acceptor.close()
        poller.close()
    }

    // MARK: The loop

    func run() {
        let (context, library) = (context, context.library)
        while !library.isStopping {
            context.clocksGoStale()
            context.writing.beginTurn()
            var hadWork = goOnWriting()
            let calls = library.calls
            let isWanted = idle.inARow > 0 && library.wantsToRun
            if isWanted { rest() }
            library.run(waiting: timeout, sockets: connections.count)
            context.readClocks()
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
            forgetGone()
            if isWanted, !hadWork { context.shared.idleTurns.add(1, ordering: .relaxed) }
            idle.ended(hadWork: hadWork, isWanted: isWanted)
        }
        end()
    }

    /// Milliseconds that the thread may sleep; -1 for as long as nothing happens.
    private var timeout: Int32 {
        if context.writing.isAnyoneWaiting || context.library.isAwaited { return 0 }
        let longest: Int32 = acceptor.isResting ? Acceptor.rest : -1
        guard let time = context.untilNextTimer else { return longest }
        return longest < 0 ? time : min(time, longest)
    }

    private func startTaken() {
        while !context.taken.isEmpty {
            let batch = context.taken
            context.taken.removeAll(keepingCapacity: true)
            for id in batch { connections[id]?.startTaken() }
        }
    }

    /// False where nobody waited.
    private func goOnWriting() -> Bool {
        guard context.writing.isAnyoneWaiting else { return false }
        for id in context.writing.takeWaiting() { connections[id.connection]?.turnCame(of: id) }
        return true
    }

    /// The library wants to run and has done nothing.
    private func rest() {
        guard let pause = idle.pause else { return }
        let timeout = timeout
        context.library.pause(timeout < 0 ? pause : min(pause, timeout))
    }

    /// Only now has the library read what came before the FIN.
    private func showEnds() {
        guard !context.halfClosed.isEmpty else { return }
        for id in context.halfClosed { connections[id]?.library?.showEnd() }
        context.halfClosed.removeAll(keepingCapacity: true)
    }

    private func readInbox() {
        for message in inbox.take() {
            switch message {
            case .stop: context.library.isStopping = true
            case .feed(let id, let script, let isLast): connections[id.connection]?.fed(id, script, isLast: isLast)
            case .shorten(let id, let delay): connections[id.connection]?.shorten(id, to: delay)
            case .judged(let id, let judgement): connections[id.connection]?.judged(id, judgement)
            case .work(let work): work(context.lane)
            }
        }
    }

    /// False where no timer was due.
    private func fireTimers() -> Bool {
        context.takeDue(into: &due)
        guard !due.isEmpty else { return false }
        for id in due { connections[id.connection]?.timerIsOver(of: id.stream) }
        for id in due { connections[id.connection]?.timerFired(of: id.stream) }
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
        let shared = context.shared
        guard shared.connections.add(1, ordering: .relaxed).newValue <= context.configuration.maximumConnections
        else { return reset(socket) }
        let info = ConnectionInfo(id: shared.nextConnection(), peer: ConnectionInfo.Peer(isLoopback: isLoopback))
        switch context.lane.accepted(info) {
        case .reset: reset(socket)
        case .serve:
            let connection = Connection(info, context: context, socket: socket)
            connections[connection.id] = connection
            connection.peek()
        }
    }

    /// For a connection that is counted and goes no further.
    private func reset(_ socket: TCPSocket) {
        context.shared.connections.subtract(1, ordering: .relaxed)
        socket.resetOnClose()
        socket.close()
    }

    private func forgetGone() {
        guard !context.gone.isEmpty else { return }
        for id in context.gone { connections[id] = nil }
        context.gone.removeAll(keepingCapacity: true)
    }

    // MARK: The end

    private func end() {
        acceptor.close()
        for connection in connections.values { connection.cancel() }
        // Everything that was suspended is resumed, or libmicrohttpd aborts.
        for _ in 0..<4 { context.library.run(waiting: 0, sockets: 0) }
        // Some it lets go of only now.
        context.library.stop()
        for id in context.taken { connections[id]?.cancel() }
        forgetGone()
        poller.close()
    }
}
