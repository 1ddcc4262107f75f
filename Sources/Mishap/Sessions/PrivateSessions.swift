internal import GatewayServer
internal import Rules
internal import Synchronization
internal import Wire

/// Registry of the private sessions, `NAME~KEY`, which are opened on first use, and dropped when unused for a while or
/// when others need their place.
///
/// Its lock is held for a lookup only; sessions are created and freed outside of it. Sessions are kept in order of
/// their last use, so that expired ones are found without a search. There is no timer: sessions expire when the next
/// one is asked for.
final class PrivateSessions: Sendable {
    enum OpenResult {
        case session(Session)
        /// There is none, and no scenario to open one for.
        case none
        /// The limit is reached, and each session has a request in flight.
        case full
    }

    let bounds: SessionBounds
    private let shardCount: Int
    private let places: SessionPlaces
    private let stores = ByteGauge.Total()
    private let droppedStores = DroppedStores()
    private let state: Mutex<State>
    private let workers: GatewayWorkers
    private let madeRoom = Atomic<Int>(0)
    private let freed = Atomic<Int>(0)

    /// How many sessions were dropped to make room for others.
    var madeRoomCount: Int { madeRoom.load(ordering: .relaxed) }
    /// How many sessions of any kind were freed, or are about to be.
    var freedCount: Int { freed.load(ordering: .relaxed) }

    fileprivate struct State {
        let places: SessionPlaces
        var entries: [String: Entry] = [:]
        unowned(unsafe) var oldest: Entry?
        unowned(unsafe) var newest: Entry?
        /// Dropped sessions, freed after the lock is released, since they may be large.
        var dropped: [Dropped] = []
        /// True while the worker drops expired sessions.
        var isExpiring = false
    }

    struct Dropped: Sendable {
        /// With the entry, which is small: on its own it would be freed before its neighbours in memory.
        fileprivate let entry: Entry
        /// Of its documents.
        let bytes: Int
    }

    /// Owned by `State.entries`; links to neighbours are unowned. Unchecked: they change under the lock only.
    fileprivate final class Entry: @unchecked Sendable {
        let session: Session
        let use: SessionUse
        /// Time of its last move in the order.
        var placed: Nanoseconds
        unowned(unsafe) var newer: Entry?
        unowned(unsafe) var older: Entry?

        init(_ session: Session, _ use: SessionUse, at placed: Nanoseconds) {
            self.session = session
            self.use = use
            self.placed = placed
        }
    }

    /// `places` are shared with other sessions; nil for those of `bounds` alone.
    init(
        _ bounds: SessionBounds, _ shared: SessionPlaces? = nil, shardCount: Int,
        _ workers: GatewayWorkers = GatewayWorkers()
    ) {
        self.workers = workers
        let places = shared ?? SessionPlaces(bounds.count)
        self.bounds = bounds
        self.places = places
        self.shardCount = shardCount
        state = Mutex(State(places: places))
    }

    /// Number of sessions, including expired ones that were not dropped yet.
    var count: Int { state.withLock { $0.entries.count } }

    /// The session of that name; a new one runs `scenario`, an existing one keeps its own.
    func open(_ name: String, _ scenario: CompiledScenario?, at now: Nanoseconds) -> OpenResult {
        if let session = find(name, at: now) { return .session(session) }
        guard let scenario else { return .none }
        let use = use(at: now)
        let made = Session(SessionSetup(scenario: scenario), name: name, use: use, shardCount: shardCount)
        let (result, dropped) = state.withLock { state -> (OpenResult, [Dropped]) in
            // Another shard may have opened it meanwhile.
            if let entry = state.entries[name] {
                return (.session(touched(entry, &state, at: now)), state.takeDropped())
            }
            while !places.take() { guard dropOldest(&state) else { return (.full, state.takeDropped()) } }
            let entry = Entry(made, use, at: now)
            state.entries[name] = entry
            state.append(entry)
            return (.session(made), state.takeDropped())
        }
        free(consume dropped)
        return result
    }

    private func use(at now: Nanoseconds) -> SessionUse { SessionUse(at: now, stores) }

    /// Takes a place for another session, if need be by dropping the least recently used private one without a request
    /// in flight; false if there is none.
    func makePlace() -> Bool {
        let (isTaken, dropped) = state.withLock { state -> (Bool, [Dropped]) in
            while !places.take() { guard dropOldest(&state) else { return (false, state.takeDropped()) } }
            return (true, state.takeDropped())
        }
        free(consume dropped)
        return isTaken
    }

    /// The open session of that name that has not expired, which counts as used. Opens none.
    func known(_ name: String, at now: Nanoseconds) -> Session? { find(name, at: now) }

    /// All open sessions that have not expired, in order of their names.
    func all(at now: Nanoseconds) -> [Session] {
        state.withLock { state in
            state.entries.values.filter { !$0.use.isIdle(for: bounds.idle, at: now) }.map(\.session)
        }.sorted { $0.name < $1.name }
    }

    /// Removes a session, whatever generation it is in by now; nil if it is not there any more. Another one may have its name.
    func remove(_ session: Session) -> Session? {
        let dropped = state.withLock { state in
            if let entry = state.entries[session.name], entry.session.serial == session.serial { state.drop(entry) }
            return state.takeDropped()
        }
        return dropped.first?.entry.session
    }

    /// Puts another session in the place of one; nil, with no change, if that is not there any more.
    func replace(_ session: Session, at now: Nanoseconds, by make: (SessionUse) -> Session) -> Session? {
        let use = use(at: now)
        let new = make(use)
        return replace(session, by: new, use, at: now) ? new : nil
    }

    /// Puts the next generation of a session in its place, which goes on to be used; false, with no change, if it is not
    /// there any more.
    func swap(_ session: Session, by next: Session, at now: Nanoseconds) -> Bool {
        guard let use = session.use else { return false }
        return replace(session, by: next, use, at: now)
    }

    private func replace(_ session: Session, by new: Session, _ use: SessionUse, at now: Nanoseconds) -> Bool {
        state.withLock { state in
            guard let entry = state.entries[session.name], entry.session === session else { return false }
            let other = Entry(new, use, at: now)
            state.unlink(entry)
            state.append(other)
            state.entries[session.name] = other
            return true
        }
    }

    /// An open session that has not expired.
    private func find(_ name: String, at now: Nanoseconds) -> Session? {
        let (session, dropped, areMore) = state.withLock { state -> (Session?, [Dropped], Bool) in
            let areMore = dropIdle(&state, at: now) && !state.isExpiring
            if areMore { state.isExpiring = true }
            if let entry = state.entries[name], entry.use.isIdle(for: bounds.idle, at: now) { state.drop(entry) }
            let session = state.entries[name].map { touched($0, &state, at: now) }
            drop(&state, but: session, excess: stores.bytes - bounds.storeBytes)
            return (session, state.takeDropped(), areMore)
        }
        free(consume dropped)
        if areMore { workers.freeing.submit { [self] in dropAllIdle(at: now) } }
        return session
    }

    // MARK: Memory

    /// Frees dropped sessions; those with documents a little later, many at once.
    private func free(_ dropped: consuming [Dropped]) {
        guard !dropped.isEmpty else { return }
        freed.add(dropped.count, ordering: .relaxed)
        for dropped in dropped where dropped.bytes > 0 {
            switch droppedStores.add(dropped) {
            case .now: workers.freeing.submit { [droppedStores] in droppedStores.freeAll() }
            case .later:
                workers.alarms.set(at: SystemClock.monotonic + DroppedStores.patience) { [droppedStores, workers] in
                    workers.freeing.submit { droppedStores.freeAll() }
                }
            case nil: break
            }
        }
    }

    /// Frees sessions of any kind on another thread: it may take long.
    func freeLater(_ sessions: consuming [Session]) {
        guard !sessions.isEmpty else { return }
        let (count, box) = (sessions.count, SessionBox(sessions))
        workers.freeing.submit { [self] in
            box.empty()
            freed.add(count, ordering: .relaxed)
        }
    }

    // MARK: Lookup

    private func touched(_ entry: Entry, _ state: inout State, at now: Nanoseconds) -> Session {
        entry.use.touch(at: now)
        state.moveToEnd(entry, at: now)
        return entry.session
    }

    /// Drops the least recently used sessions until `excess` bytes of documents are freed.
    private func drop(_ state: inout State, but kept: Session?, excess: Int) {
        var excess = excess
        var next = state.oldest
        while excess > 0, let entry = next {
            next = entry.newer
            let bytes = entry.use.store.bytes
            guard bytes > 0, entry.session !== kept, !entry.use.isInFlight else { continue }
            excess -= bytes
            madeRoom.add(1, ordering: .relaxed)
            state.drop(entry)
        }
    }

    /// Drops the first of the expired sessions; true if there are more.
    private func dropIdle(_ state: inout State, at now: Nanoseconds) -> Bool {
        for _ in 0..<min(state.entries.count, Self.mostAtOnce) {
            guard let entry = state.oldest, isDue(entry, at: now) else { return false }
            if entry.use.isIdle(for: bounds.idle, at: now) {
                state.drop(entry)
            } else {
                // Its request is long; sessions after it in the order must not wait for that.
                state.moveToEnd(entry, at: now)
            }
        }
        return state.oldest.map { isDue($0, at: now) } ?? false
    }

    private func isDue(_ entry: Entry, at now: Nanoseconds) -> Bool {
        now > entry.placed ? now - entry.placed >= bounds.idle : bounds.idle == 0
    }

    /// Sessions that a request drops, and that are dropped under one lock. Ten thousand would hold up a shard for 0.1 s.
    private static let mostAtOnce = 64

    /// Drops the rest of the expired sessions, on the worker's thread.
    private func dropAllIdle(at now: Nanoseconds) {
        // Bounded, since sessions with a request in flight may remain due.
        var left = count / Self.mostAtOnce + 1
        while left > 0 {
            left -= 1
            let (dropped, areMore) = state.withLock { state in
                let areMore = dropIdle(&state, at: now) && left > 0
                state.isExpiring = areMore
                return (state.takeDropped(), areMore)
            }
            free(consume dropped)
            if !areMore { return }
        }
    }

    /// Drops the least recently used session without a request in flight; false if there is none.
    private func dropOldest(_ state: inout State) -> Bool {
        var entry = state.oldest
        while let candidate = entry, candidate.use.isInFlight { entry = candidate.newer }
        guard let entry else { return false }
        madeRoom.add(1, ordering: .relaxed)
        state.drop(entry)
        return true
    }
}

/// Holds sessions until they are freed on purpose, whoever else lets go of the box.
private final class SessionBox: Sendable {
    private let sessions: Mutex<[Session]>

    init(_ sessions: consuming [Session]) { self.sessions = Mutex(sessions) }

    func empty() {
        let freed = sessions.withLock { sessions in
            defer { sessions = [] }
            return sessions
        }
        _ = consume freed
    }
}

extension PrivateSessions.State {
    /// At the end, as the most recently used.
    mutating func append(_ entry: PrivateSessions.Entry) {
        entry.older = newest
        newest?.newer = entry
        newest = entry
        if oldest == nil { oldest = entry }
    }

    mutating func unlink(_ entry: PrivateSessions.Entry) {
        let (older, newer) = (entry.older, entry.newer)
        if let older { older.newer = newer } else { oldest = newer }
        if let newer { newer.older = older } else { newest = older }
        entry.older = nil
        entry.newer = nil
    }

    mutating func moveToEnd(_ entry: PrivateSessions.Entry, at now: Nanoseconds) {
        unlink(entry)
        entry.placed = now
        append(entry)
    }

    mutating func drop(_ entry: PrivateSessions.Entry) {
        unlink(entry)
        dropped.append(PrivateSessions.Dropped(entry: entry, bytes: entry.use.store.bytes))
        // Room for others, though it is freed a little later.
        entry.use.store.set(0)
        entries[entry.session.name] = nil
        places.giveBack()
    }

    mutating func takeDropped() -> [PrivateSessions.Dropped] {
        defer { dropped = [] }
        return dropped
    }
}
