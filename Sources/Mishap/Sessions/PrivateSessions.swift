internal import Scenario
internal import Synchronization
internal import Wire

/// The private sessions, `NAME~KEY`: opened on first use, gone when nobody has used them for a while.
///
/// One registry for the life of a gateway, behind one lock that is held for a look-up: sessions are made and given up
/// outside of it. They are kept in the order
/// of their last use, so that those that may go are found without a search. Nothing here waits or has a clock:
/// sessions go when the next one is asked for.
final class PrivateSessions: Sendable {
    enum Opening {
        case session(Session)
        /// There is none, and no scenario to open one of.
        case none
        /// There are as many as may be, and each of them is in the middle of a request.
        case full
    }

    let bounds: PrivateSessionBounds
    private let lanes: Int
    private let journals = ByteMeter.Total()
    private let stores = ByteMeter.Total()
    private let state = Mutex(State())

    fileprivate struct State {
        var entries: [String: Entry] = [:]
        unowned(unsafe) var oldest: Entry?
        unowned(unsafe) var newest: Entry?
        /// Given up, to be let go of when the lock is given back: what they have may be much.
        var dropped: [Session] = []
    }

    /// Owned by `State.entries`; its neighbours are not.
    fileprivate final class Entry {
        let session: Session
        let use: SessionUse
        /// When it came to where it is in the order.
        var placed: Nanoseconds
        unowned(unsafe) var newer: Entry?
        unowned(unsafe) var older: Entry?

        init(_ session: Session, _ use: SessionUse, at placed: Nanoseconds) {
            self.session = session
            self.use = use
            self.placed = placed
        }
    }

    init(_ bounds: PrivateSessionBounds, lanes: Int) {
        self.bounds = bounds
        self.lanes = lanes
    }

    /// How many there are, expired ones that nobody has asked for since included.
    var count: Int { state.withLock { $0.entries.count } }

    /// The session of that name. One that is new runs `scenario`; one that is there goes on with its own.
    func open(_ name: String, _ scenario: CompiledScenario?, at now: Nanoseconds) -> Opening {
        if let session = find(name, at: now) { return .session(session) }
        guard let scenario else { return .none }
        let use = SessionUse(at: now, journals, stores)
        let made = Session(scenario, name: name, use: use, lanes: lanes)
        let (opening, dropped) = state.withLock { state -> (Opening, [Session]) in
            // Another shard may have been sooner.
            if let entry = state.entries[name] {
                return (.session(touched(entry, &state, at: now)), state.takeDropped())
            }
            guard state.entries.count < bounds.count || dropOldest(&state) else { return (.full, []) }
            let entry = Entry(made, use, at: now)
            state.entries[name] = entry
            state.append(entry)
            return (.session(made), state.takeDropped())
        }
        withExtendedLifetime(dropped) {}
        return opening
    }

    /// One that is there, and was used not too long ago.
    private func find(_ name: String, at now: Nanoseconds) -> Session? {
        let (session, dropped) = state.withLock { state -> (Session?, [Session]) in
            dropIdle(&state, at: now)
            if let entry = state.entries[name], entry.use.isIdle(for: bounds.idle, at: now) { state.drop(entry) }
            let session = state.entries[name].map { touched($0, &state, at: now) }
            drop(&state, but: session, excess: journals.bytes - bounds.journalBytes) { $0.journal.bytes }
            drop(&state, but: session, excess: stores.bytes - bounds.storeBytes) { $0.store.bytes }
            return (session, state.takeDropped())
        }
        withExtendedLifetime(dropped) {}
        return session
    }

    private func touched(_ entry: Entry, _ state: inout State, at now: Nanoseconds) -> Session {
        entry.use.touch(at: now)
        state.moveToEnd(entry, at: now)
        return entry.session
    }

    /// Where the journals or the stores have grown too large, gives up those sessions that were not used for the longest
    /// time.
    private func drop(_ state: inout State, but kept: Session?, excess: Int, bytes: (SessionUse) -> Int) {
        var excess = excess
        var next = state.oldest
        while excess > 0, let entry = next {
            next = entry.newer
            let bytes = bytes(entry.use)
            guard bytes > 0, entry.session !== kept, !entry.use.isInFlight else { continue }
            excess -= bytes
            state.drop(entry)
        }
    }

    private func dropIdle(_ state: inout State, at now: Nanoseconds) {
        for _ in 0..<state.entries.count {
            guard let entry = state.oldest, now > entry.placed ? now - entry.placed >= bounds.idle : bounds.idle == 0
            else { return }
            if entry.use.isIdle(for: bounds.idle, at: now) {
                state.drop(entry)
            } else {
                // Its request took long, or still does: nobody behind it shall wait for that.
                state.moveToEnd(entry, at: now)
            }
        }
    }

    /// Makes room by giving up the one that was not used for the longest time.
    private func dropOldest(_ state: inout State) -> Bool {
        var entry = state.oldest
        while let candidate = entry, candidate.use.isInFlight { entry = candidate.newer }
        guard let entry else { return false }
        state.drop(entry)
        return true
    }

    static let longestKey = 64

    /// Whether it can be the KEY of a `NAME~KEY`.
    static func isKey(_ key: ArraySlice<UInt8>) -> Bool {
        (1...longestKey).contains(key.count)
            && key.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
                default: false
                }
            }
    }
}

extension PrivateSessions.State {
    /// As the one that was used last.
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
        dropped.append(entry.session)
        entries[entry.session.name] = nil
    }

    mutating func takeDropped() -> [Session] {
        defer { dropped = [] }
        return dropped
    }
}
