internal import Synchronization
internal import Wire

/// The sessions that the control API was asked for (`POST sessions`), by number. They are never dropped for room; each
/// goes when it is deleted, or was not used for its own time.
///
/// Its lock is held for a lookup, or for a pass over all sessions.
final class AskedSessions: Sendable {
    struct Entry: Sendable {
        let id: SessionID
        let session: Session
        /// Of the test that asked for it.
        let label: String?
        /// Nanoseconds after which it goes if it is not used.
        let idle: Nanoseconds
        /// Its answer is given again to a request with the same key.
        let key: IdempotencyKey?
    }

    /// A key that a client has made, and what it asked for with it.
    struct IdempotencyKey: Sendable, Hashable {
        let key: String
        /// Length and hash of the request's body.
        let count: Int
        let hash: UInt64
    }

    enum FindResult {
        case session(Session)
        /// It was deleted, or has expired.
        case ended(SessionID)
        /// Another process has made the id.
        case foreign(SessionID)
        case none
    }

    private struct State: Sendable {
        var entries: [UInt64: Entry] = [:]
        /// Numbers by the client's own key.
        var numbers: [String: UInt64] = [:]
        var last: UInt64 = 0
        /// When expired sessions were looked for last.
        var swept: Nanoseconds = 0

        mutating func remove(_ number: UInt64) -> Session? {
            guard let entry = entries.removeValue(forKey: number) else { return nil }
            // It may be another's by now, if this one has expired.
            if let key = entry.key, numbers[key.key] == number { numbers[key.key] = nil }
            return entry.session
        }
    }

    private let process: SessionID.Process
    private let stores = ByteGauge.Total()
    private let state = Mutex(State())

    init(_ process: SessionID.Process) { self.process = process }

    func use(at now: Nanoseconds) -> SessionUse { SessionUse(at: now, stores) }

    var count: Int { state.withLock { $0.entries.count } }

    // MARK: Coming

    enum AddResult {
        case added(Entry)
        /// The key was used for the same request before.
        case known(Entry)
        /// The key was used for another request.
        case conflict
    }

    /// The id of a session that is to be added.
    func nextID() -> SessionID {
        state.withLock { state in
            state.last += 1
            return SessionID(process, state.last)
        }
    }

    func add(
        _ session: Session, _ id: SessionID, label: String?, idle: Nanoseconds, key: IdempotencyKey?,
        at now: Nanoseconds
    ) -> AddResult {
        let entry = Entry(id: id, session: session, label: label, idle: idle, key: key)
        return state.withLock { state in
            // The same key may have come twice at once.
            if let known = Self.known(key, state, at: now) { return known }
            state.entries[id.number] = entry
            if let key { state.numbers[key.key] = id.number }
            return .added(entry)
        }
    }

    /// What the key was used for, which counts as use; nil if it was not.
    func known(_ key: IdempotencyKey?, at now: Nanoseconds) -> AddResult? {
        state.withLock { Self.known(key, $0, at: now) }
    }

    private static func known(
        _ key: IdempotencyKey?, _ state: borrowing State, at now: Nanoseconds
    ) -> AddResult? {
        guard let key, let entry = state.numbers[key.key].flatMap({ state.entries[$0] }), let use = entry.session.use,
            !use.isIdle(for: entry.idle, at: now)
        else { return nil }
        use.touch(at: now)
        return entry.key == key ? .known(entry) : .conflict
    }

    // MARK: Lookup

    /// The session of an id, which counts as used.
    func find(_ text: String, at now: Nanoseconds) -> FindResult {
        guard let id = SessionID(text) else { return .none }
        guard id.process == process else { return .foreign(id) }
        return state.withLock { state in
            guard let entry = state.entries[id.number], let use = entry.session.use else {
                return id.number <= state.last && id.number > 0 ? .ended(id) : .none
            }
            // One that has expired is dropped by the next pass.
            guard !use.isIdle(for: entry.idle, at: now) else { return .ended(id) }
            use.touch(at: now)
            return .session(entry.session)
        }
    }

    /// The entry of an id, without counting as use.
    func entry(_ text: String) -> Entry? {
        guard let id = SessionID(text), id.process == process else { return nil }
        return state.withLock { $0.entries[id.number] }
    }

    /// In the order in which they were made, those with a higher number than `after`.
    func entries(after: UInt64 = 0, at now: Nanoseconds) -> [Entry] {
        state.withLock { state in
            state.entries.values.filter { entry in
                entry.id.number > after && entry.session.use?.isIdle(for: entry.idle, at: now) == false
            }
        }.sorted { $0.id.number < $1.id.number }
    }

    // MARK: Going

    /// Removes a session; nil if it is not there.
    func remove(_ id: SessionID) -> Session? {
        guard id.process == process else { return nil }
        return state.withLock { $0.remove(id.number) }
    }

    /// Puts another session in the place of one; nil, with no change, if that is not there any more.
    func replace(_ session: Session, by new: Session) -> Session? {
        guard let id = session.id else { return nil }
        return state.withLock { state in
            guard let entry = state.entries[id.number], entry.session === session else { return nil }
            state.entries[id.number] = Entry(
                id: id, session: new, label: entry.label, idle: entry.idle, key: entry.key)
            return new
        }
    }

    /// Removes the sessions that have expired; looks for them once a second at most, unless `always`.
    func sweep(at now: Nanoseconds, always: Bool) -> [Session] {
        state.withLock { state in
            guard always || now >= state.swept + 1_000_000_000 else { return [] }
            state.swept = now
            let expired = state.entries.filter { $0.value.session.use?.isIdle(for: $0.value.idle, at: now) == true }
            return expired.keys.compactMap { state.remove($0) }
        }
    }
}
