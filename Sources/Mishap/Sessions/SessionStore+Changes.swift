internal import Engine
internal import GatewayServer
internal import Rules
internal import Wire

/// What the control API changes about sessions.
extension SessionStore {
    /// What is wanted of a session that is asked for.
    struct NewSession: Sendable {
        let setup: SessionSetup
        var label: String?
        /// Nanoseconds after which it goes if it is not used.
        var idle: Nanoseconds = 3_600_000_000_000
        var key: AskedSessions.IdempotencyKey?
        /// Whether it gets a port of its own.
        var hasPort = false
    }

    /// Adds a session of its own; nil if there is no room for one.
    func add(_ wanted: NewSession, at now: Nanoseconds) throws(SessionPorts.Refusal) -> AskedSessions.AddResult? {
        dropExpired(at: now)
        if let known = asked.known(wanted.key, at: now) { return known }
        guard privates.makePlace() else { return nil }
        let id = asked.nextID()
        let session = Session(wanted.setup, name: "~\(id)", use: asked.use(at: now), shardCount: shardCount)
        if wanted.hasPort {
            do throws(SessionPorts.Refusal) {
                try openPort(for: session, at: now)
            } catch {
                places.giveBack()
                throw error
            }
        }
        let result = asked.add(session, id, label: wanted.label, idle: wanted.idle, key: wanted.key, at: now)
        if case .added = result { return result }
        ports.close(session.name)
        places.giveBack()
        return result
    }

    /// Sessions that have expired give their ports back first, if there is none.
    private func openPort(for session: Session, at now: Nanoseconds) throws(SessionPorts.Refusal) {
        do throws(SessionPorts.Refusal) {
            _ = try ports.open(.any, for: session, at: now)
        } catch {
            guard dropExpired(at: now, always: true) else { throw error }
            _ = try ports.open(.any, for: session, at: now)
        }
    }

    /// Opens a port of its own for a shared session, which stays as long as that is open.
    func openPort(_ number: UInt16, for session: Session) throws(SessionPorts.Refusal) -> SessionPort {
        let port = try ports.open(.number(number), for: session, at: SystemClock.monotonic)
        // It may have been replaced meanwhile.
        if case .session(let next) = lookUp(port.sessionBytes, at: SystemClock.monotonic), next !== session {
            ports.restart(next)
        }
        return port
    }

    /// A connection to a session's own port was accepted, which counts as use of the session. On a shard's thread.
    func accepted(on listener: UInt32, at now: Nanoseconds) -> ConnectionPlan {
        guard let port = ports.port(ofListener: listener) else { return .serve }
        guard case .session = session(of: port, at: now) else {
            // It has expired, or is being deleted: its port goes, and requests get a 410.
            dropExpired(at: now)
            return .serve
        }
        return port.accepted(at: now)
    }

    /// Takes a private session, or one that was asked for, away; its requests are still in flight. Nil if it is not there.
    func remove(_ session: Session) -> Session? {
        guard let id = session.id else { return privates.remove(session) }
        let removed = asked.remove(id)
        if let removed {
            places.giveBack()
            ports.close(removed.name)
        }
        return removed
    }

    /// Puts a new session in the place of one, with the same setup; the old one's requests are still in flight. Nil if
    /// it is not there any more. One that has got another scenario meanwhile is still the same.
    ///
    /// Returns the one that was replaced. The rules that were added to it stay, unless `keepsRules` is false.
    func restart(_ session: Session, keepsRules: Bool = true, at now: Nanoseconds) -> Session? {
        var session = session
        for _ in 0..<Self.mostSwaps {
            if let replaced = restartOnce(session, keepsRules: keepsRules, at: now) { return replaced }
            guard case .session(let next) = lookUp(Array(session.name.utf8), at: now), next !== session,
                next.serial == session.serial
            else { return nil }
            session = next
        }
        return nil
    }

    /// How often a session may get another scenario while it is reset.
    private static let mostSwaps = 20

    private func restartOnce(_ session: Session, keepsRules: Bool, at now: Nanoseconds) -> Session? {
        if session.use == nil { return restart(shared: [session], keepsRules: keepsRules).first }
        guard session.id == nil else {
            let new = renewed(session, keepsRules: keepsRules, asked.use(at: now))
            guard asked.replace(session, by: new) != nil else { return nil }
            ports.restart(new)
            return session
        }
        return privates.replace(session, at: now) { renewed(session, keepsRules: keepsRules, $0) } == nil
            ? nil : session
    }

    /// Gives a session another scenario, which is atomic for requests; those in flight go on.
    func swap(
        _ session: Session, to scenario: CompiledScenario, titled title: String? = nil, at now: Nanoseconds
    ) -> SwapResult {
        guard let next = Session(swapping: session, to: scenario, titled: title) else { return .tooOften }
        let isDone =
            if session.use == nil {
                swap(shared: session, by: next)
            } else if session.id == nil {
                privates.swap(session, by: next, at: now)
            } else {
                asked.replace(session, by: next) != nil
            }
        guard isDone else { return .missing }
        if session.id != nil { ports.restart(next) }
        session.markSwapped()
        return .swapped(next)
    }

    enum SwapResult {
        case swapped(Session)
        /// It is not there any more.
        case missing
        /// It has had as many scenarios as can be counted.
        case tooOften
    }

    /// A new session for the place of one.
    func renewed(_ session: Session, keepsRules: Bool, _ use: SessionUse? = nil) -> Session {
        Session(
            session.setup, name: session.name, use: use, continuing: session,
            adding: keepsRules ? session.additions : session.additions.onlyExpectations, shardCount: shardCount)
    }

    /// Releases a state that was replaced, once no shard uses it.
    func release(_ state: SessionState) { responders.release([state]) }

    /// Restarts all sessions that differ from new ones. Returns those that were replaced.
    func restartAll(keepsRules: Bool = true, at now: Nanoseconds) -> [Session] {
        func differs(_ session: Session) -> Bool {
            session.isUsed || !keepsRules && !session.additions.rules.isEmpty
                || ports.port(ofSession: session.name) != nil
        }
        let used = (sharedSessions + [unclaimed.current, failed.current]).filter(differs)
        let atOnce = used.isEmpty ? [] : restart(shared: used, keepsRules: keepsRules)
        let others = used.filter { session in !atOnce.contains { $0 === session } }
        let replaced = atOnce + others.compactMap { restart($0, keepsRules: keepsRules, at: now) }
        return replaced
            + (privates.all(at: now) + asked.entries(at: now).map(\.session)).filter { session in
                differs(session) && restart(session, keepsRules: keepsRules, at: now) != nil
            }
    }

    /// All sessions at this moment.
    func all(at now: Nanoseconds) -> [Session] {
        sharedSessions + privates.all(at: now) + asked.entries(at: now).map(\.session)
    }

    /// Takes the sessions away that were asked for and have expired. True if there were any.
    ///
    /// - Parameter always: Looks for them even if it did so less than a second ago: where all sessions are judged or
    ///   reported, none may be missing that `all(at:)` does not have any more.
    @discardableResult
    func dropExpired(at now: Nanoseconds, always: Bool = false) -> Bool {
        let expired = asked.sweep(at: now, always: always)
        for session in expired {
            places.giveBack()
            ports.close(session.name)
        }
        let areSome = !expired.isEmpty
        if areSome { tellExpired(expired) { [privates] in privates.freeLater(expired) } }
        return areSome
    }
}

extension Session {
    /// The id of a session that was asked for; nil for others.
    var id: SessionID? { name.first == "~" ? SessionID(String(name.dropFirst())) : nil }
}
