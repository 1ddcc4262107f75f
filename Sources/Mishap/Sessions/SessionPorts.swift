internal import GatewayServer
internal import Rules
internal import Synchronization
internal import Wire

/// The ports of their own that sessions have.
///
/// The lock of the table is held for a lookup only, never while a listener is added, changed or removed: the server has a
/// lock of its own, under which it tells the id of a new listener.
final class SessionPorts: Sendable {
    /// The most at once.
    static let most = 2_000

    /// Which port is wanted.
    enum Wanted: Sendable {
        /// This one; 0 for any free one.
        case number(UInt16)
        /// Any free one of `--session-ports`, or any at all.
        case any
    }

    /// Why there is no port.
    enum Refusal: Error {
        /// The session has one, of this number.
        case hasPort(UInt16)
        /// There are as many as may be.
        case tooMany
        /// All of `--session-ports` are in use by sessions.
        case rangeInUse(ClosedRange<UInt16>)
        /// One cannot be listened on; `range` if no other of `--session-ports` can be either.
        case server(ServerError, range: ClosedRange<UInt16>?)
    }

    private struct Table: Sendable {
        var byListener: [UInt32: SessionPort] = [:]
        var bySession: [String: SessionPort] = [:]
        /// The one of `--session-ports` that was taken last.
        var lastOfRange: UInt16?
    }

    private let table = Mutex(Table())
    private let count = Atomic<Int>(0)
    private let connected = Mutex(PortListeners())
    private let range: ClosedRange<UInt16>?

    init(_ range: ClosedRange<UInt16>?) { self.range = range }

    /// Sets what ports are made of.
    func connect(_ listeners: PortListeners) { connected.withLock { $0 = listeners } }

    var listeners: PortListeners { connected.withLock { $0 } }

    /// Whether there are none.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// The port of a session, by its name; nil if it has none that listens.
    func port(ofSession name: String) -> SessionPort? {
        guard !isEmpty, let port = table.withLock({ $0.bySession[name] }), port.number > 0 else { return nil }
        return port
    }

    func port(ofListener id: UInt32) -> SessionPort? { table.withLock { $0.byListener[id] } }

    // MARK: Opening

    /// Opens a port of its own for a session.
    func open(_ wanted: Wanted, for session: Session, at now: Nanoseconds) throws(Refusal) -> SessionPort {
        let port = SessionPort(of: session, at: now)
        let refusal = table.withLock { table -> Refusal? in
            if let known = table.bySession[session.name] { return .hasPort(known.number) }
            guard table.bySession.count < Self.most else { return .tooMany }
            table.bySession[session.name] = port
            count.store(table.bySession.count, ordering: .releasing)
            return nil
        }
        if let refusal { throw refusal }
        do throws(Refusal) {
            let listener = try listen(wanted, port)
            port.listens(on: listener.port)
        } catch {
            close(session.name)
            throw error
        }
        guard table.withLock({ $0.bySession[session.name] === port }) else {
            // It was closed before it listened.
            end(port)
            throw .server(.stopped, range: nil)
        }
        return port
    }

    private func listen(_ wanted: Wanted, _ port: SessionPort) throws(Refusal) -> Listener {
        switch wanted {
        case .number(let number): try add(number, port)
        case .any:
            if let range { try listen(in: range, port) } else { try add(0, port) }
        }
    }

    private func add(_ number: UInt16, _ port: SessionPort, range: ClosedRange<UInt16>? = nil) throws(Refusal)
        -> Listener
    {
        do throws(ServerError) {
            return try listeners.add(number, port) { id in
                port.added(as: id)
                table.withLock { $0.byListener[id] = port }
            }
        } catch {
            throw .server(error, range: range)
        }
    }

    /// Takes the next one after the last, so that a client of a session that has ended does not meet another one at once.
    private func listen(in range: ClosedRange<UInt16>, _ port: SessionPort) throws(Refusal) -> Listener {
        var failure = Refusal.rangeInUse(range)
        let (last, inUse) = table.withLock { table in
            (table.lastOfRange ?? range.upperBound, Set(table.bySession.values.map(\.number)))
        }
        let numbers =
            last < range.upperBound ? Array(last + 1...range.upperBound) + Array(range.lowerBound...last) : Array(range)
        for number in numbers where !inUse.contains(number) {
            do throws(Refusal) {
                let listener = try add(number, port, range: range)
                table.withLock { $0.lastOfRange = number }
                return listener
            } catch {
                guard case .server(.addressInUse, _) = error else { throw error }
                failure = error
            }
        }
        throw failure
    }

    // MARK: Changing

    /// A session has taken the place of one of that name.
    func restart(_ session: Session) {
        guard let port = port(ofSession: session.name) else { return }
        port.restart(session.scenario, at: SystemClock.monotonic)
        // Tried again by the server, where it fails.
        try? listeners.update(port.listener)
    }

    /// Puts a port into a state, in which it stays until the next is put; `open` puts the entry in turn.
    func put(_ state: PortState, _ port: SessionPort) throws(ServerError) {
        port.put(state, at: SystemClock.monotonic)
        try listeners.update(port.listener)
    }

    /// Closes the port of a session, if it has one; false if not. Connections on which nothing is being answered are ended.
    @discardableResult
    func close(_ session: String) -> Bool {
        guard !isEmpty else { return false }
        let port = table.withLock { table -> SessionPort? in
            guard let port = table.bySession.removeValue(forKey: session) else { return nil }
            count.store(table.bySession.count, ordering: .releasing)
            return port
        }
        guard let port else { return false }
        end(port)
        return true
    }

    private func end(_ port: SessionPort) {
        let listener = port.end()
        guard listener != 0 else { return }
        let listeners = listeners
        listeners.remove(listener)
        // What it says of its last connections is still of its session.
        listeners.closeConnections(listener, false, true, 0) { [self] _ in
            table.withLock { $0.byListener[listener] = nil }
        }
    }
}

/// What ports are made of: the listeners of the server, which this does not keep alive.
struct PortListeners: Sendable {
    /// Adds one for a port with this number; calls its last argument with the id before any connection is accepted.
    var add: @Sendable (UInt16, SessionPort, (UInt32) -> Void) throws(ServerError) -> Listener = {
        _, _, _ throws(ServerError) in throw .stopped
    }
    var remove: @Sendable (UInt32) -> Void = { _ in }
    /// Has one do what the state of its port is now.
    var update: @Sendable (UInt32) throws(ServerError) -> Void = { _ in }
    /// Closes connections to one, and tells how many: by an RST or by a FIN; all of them, or only those on which no request is being
    /// answered.
    var closeConnections:
        @Sendable (
            UInt32, _ byReset: Bool, _ idleOnly: Bool, _ exception: UInt64, _ then: @escaping @Sendable (Int) -> Void
        ) -> Void = { $4(0) }
    /// The port that all sessions share.
    var mainPort: UInt16 = 0

    init() {}

    init(of server: Server, host: String) {
        mainPort = server.port
        add = { [weak server] number, port, prepare throws(ServerError) in
            guard let server else { throw .stopped }
            return try server.addListener(host: host, port: number, prepare: prepare) { port.state(at: $0) }
        }
        remove = { [weak server] listener in _ = server?.removeListener(listener) }
        update = { [weak server] listener throws(ServerError) in try server?.updateState(of: listener) }
        closeConnections = { [weak server] listener, byReset, idleOnly, exception, then in
            guard let server else { return then(0) }
            server.closeConnections(of: listener, byReset: byReset, idleOnly: idleOnly, but: exception, then: then)
        }
    }
}
