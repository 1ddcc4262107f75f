internal import Bytes
internal import Rules
internal import Synchronization
internal import Wire

/// Holds the sessions of a gateway: shared and private ones, and those that were asked for. Nothing else keeps them.
///
/// Shared sessions are found without a lock, the others under the lock of their registry. Changes are atomic for
/// requests, and wait for no shard.
final class SessionStore: Sendable {
    let privates: PrivateSessions
    let asked: AskedSessions
    /// The journal of what belongs to no session if there is no main one.
    let unclaimed: JournalOnly
    /// The journal of what `/__mishap/fail` served.
    let failed: JournalOnly
    private let shared = SharedSessions()
    /// Retains the shared sessions; the lock is held during changes.
    private let owned = Mutex<[String: Session]>([:])
    /// The scenario of requests that select none; nil if only one is loaded.
    private let chosen: String?
    let responders: ShardResponders
    let workers: GatewayWorkers
    let places: SessionPlaces
    let ports: SessionPorts
    let shardCount: Int
    /// Failures by the server's name that a client asks for.
    let hosts = FailureHosts()

    /// Told of sessions that have expired; calls the other function once it needs them no more.
    typealias Expiry = @Sendable (_ expired: [Session], _ then: @escaping @Sendable () -> Void) -> Void

    /// A struct, for the same reason as in `ShardResponders`.
    private struct Hook {
        var call: Expiry = { $1() }
    }

    private let expiry = Mutex(Hook())

    /// Sets what is told of sessions that have expired, on any thread.
    func whenExpired(_ call: @escaping Expiry) {
        expiry.withLock { $0.call = call }
    }

    func tellExpired(_ sessions: [Session], _ then: @escaping @Sendable () -> Void) {
        let hook = expiry.withLock { $0 }
        hook.call(sessions, then)
    }

    /// `process`: any number that other processes hardly have.
    init(
        main chosen: String?, _ bounds: SessionBounds, shardCount: Int, _ responders: ShardResponders,
        _ workers: GatewayWorkers = GatewayWorkers(), process: UInt64 = .random(in: 0 ... .max)
    ) {
        self.chosen = chosen
        self.workers = workers
        self.responders = responders
        self.shardCount = shardCount
        unclaimed = JournalOnly(Session.mainName, shardCount: shardCount)
        failed = JournalOnly(Session.failedName, shardCount: shardCount)
        places = SessionPlaces(bounds.count)
        ports = SessionPorts(bounds.ports)
        asked = AskedSessions(SessionID.Process(process))
        privates = PrivateSessions(bounds, places, shardCount: shardCount, workers)
    }

    enum Selection: Sendable {
        case session(Session)
        /// There is no session or scenario of that name.
        case unknown(String)
        /// The host is to be that of a failure, and is not, for this reason.
        case noFailure(String)
        /// The limit on sessions is reached, and all are in use.
        case full
        /// The session was deleted or has expired, or another process has made the id.
        case gone(SessionID, isForeign: Bool)
        /// The request selects no session, and there is no main one.
        case none
        /// The port by which the request came has no session any more.
        case closed
    }

    /// The session of requests that select none. On a shard's thread.
    var main: Session? { shared.view.main }

    /// The shared sessions at this moment. Only on a shard's thread, and for one request only.
    var view: SharedSessions.View { shared.view }

    // MARK: Changes

    /// Starts new shared sessions for new and changed scenarios, replacing existing ones, and ends those of removed
    /// ones, unless they have a port of their own.
    func apply(_ change: ScenarioStore.Change) {
        guard !change.isEmpty else { return }
        let unused = owned.withLock { owned in
            let before = (count: owned.count, main: main(of: owned))
            var unused: [any AnyObject & Sendable] = []
            for scenario in change.put {
                let session = Session(
                    SessionSetup(scenario: scenario, isGiven: change.isGiven), shardCount: shardCount)
                if let old = owned.updateValue(session, forKey: session.name) { unused.append(old) }
            }
            for name in change.removed where ports.port(ofSession: name) == nil {
                if let old = owned.removeValue(forKey: name) { unused.append(old) }
            }
            let main = main(of: owned)
            // A single new scenario is added to the table in place.
            let isAddition = change.put.count == 1 && change.removed.isEmpty && owned.count == before.count + 1
            if isAddition, main === before.main, let session = owned[change.put[0].name], shared.add(session) {
                return unused
            }
            unused.append(shared.replaceAll(owned, main: main))
            return unused
        }
        responders.release(unused)
        guard !ports.isEmpty else { return }
        let names = Set(change.put.map(\.name))
        for session in sharedSessions where names.contains(session.name) { ports.restart(session) }
    }

    /// In the order of their names.
    var sharedSessions: [Session] { owned.withLock { $0.values.sorted { $0.name < $1.name } } }

    /// Puts new sessions in the place of these, which are shared or have no scenario. Returns those that were replaced:
    /// others are there no more.
    func restart(shared sessions: [Session], keepsRules: Bool = true) -> [Session] {
        let own = sessions.lazy.filter { !$0.hasScenario }.compactMap { [self] session in
            let journal = session.name == Session.failedName ? failed : unclaimed
            return journal.replace(session) { renewed($0, keepsRules: keepsRules) }
        }
        return release(Array(own)) + restartScenarios(sessions.filter(\.hasScenario), keepsRules: keepsRules)
    }

    /// Releases sessions that were replaced once no shard uses them, and returns them.
    private func release(_ replaced: [Session]) -> [Session] {
        if !replaced.isEmpty { responders.release(replaced) }
        return replaced
    }

    private func restartScenarios(_ sessions: [Session], keepsRules: Bool) -> [Session] {
        var begun: [Session] = []
        let (replaced, table) = owned.withLock { owned -> ([Session], (any AnyObject & Sendable)?) in
            let known = sessions.filter { owned[$0.name] === $0 }
            guard !known.isEmpty else { return ([], nil) }
            begun = known.map { renewed($0, keepsRules: keepsRules) }
            for session in begun { owned[session.name] = session }
            return (known, shared.replaceAll(owned, main: main(of: owned)))
        }
        for session in begun { ports.restart(session) }
        if let table { responders.release(replaced + [table]) }
        return replaced
    }

    /// Puts a shared session's next generation in its place; false if it is not there any more.
    func swap(shared session: Session, by next: Session) -> Bool {
        let table = owned.withLock { owned -> (any AnyObject & Sendable)? in
            guard owned[session.name] === session else { return nil }
            owned[session.name] = next
            return shared.replaceAll(owned, main: main(of: owned))
        }
        guard let table else { return false }
        ports.restart(next)
        responders.release([session, table])
        return true
    }

    private func main(of owned: [String: Session]) -> Session? {
        if let chosen { return owned[chosen] }
        if owned.count == 1 { return owned.first?.value }
        // Those that tests put beside it do not take its place.
        let loaded = owned.values.lazy.filter { !$0.setup.isGiven }.prefix(2)
        return loaded.count == 1 ? loaded.first : nil
    }

    // MARK: By name

    /// A session found by name.
    enum Found {
        case shared(Session)
        /// A private one, which may not be open yet, and the scenario that it would run.
        case keyed(String, CompiledScenario?)
        /// One that was asked for, by what follows the `~`.
        case asked(String)
    }

    /// `name` is the range in `storage` of a scenario's name, or `default`, either with or without `~KEY`; or of `~ID`.
    func find(_ storage: borrowing [UInt8], _ name: Range<Int>, in view: SharedSessions.View) -> Found? {
        if let session = findShared(storage, name, in: view) { return .shared(session) }
        let parts = SessionName(storage, name)
        guard let key = parts.key else { return nil }
        if parts.scenario.isEmpty { return .asked(storage[key].text) }
        guard let key = SessionKey.canonical(storage[key]) else { return nil }
        let scenario = findShared(storage, parts.scenario, in: view)?.namedScenario
        return .keyed("\(scenario?.name ?? storage[parts.scenario].text)~\(key)", scenario)
    }

    private func findShared(
        _ storage: borrowing [UInt8], _ name: Range<Int>, in view: SharedSessions.View
    ) -> Session? {
        if let session = view.find(storage, name) { return session }
        return storage[name].elementsEqual(Session.mainName.utf8) ? view.main : nil
    }

    /// The session itself; a private one is opened if need be. Nil if there is none.
    func open(_ found: Found?, at now: Nanoseconds) -> Selection? {
        switch found {
        case .shared(let session): return .session(session)
        case .keyed(let name, let scenario):
            switch privates.open(name, scenario, at: now) {
            case .session(let session): return .session(session)
            case .full: return dropExpired(at: now) ? open(found, at: now) : .full
            case .none: return nil
            }
        case .asked(let id): return open(asked: id, at: now)
        case nil: return nil
        }
    }

    private func open(asked id: String, at now: Nanoseconds) -> Selection? {
        switch asked.find(id, at: now) {
        case .session(let session): .session(session)
        case .ended(let id): .gone(id, isForeign: false)
        case .foreign(let id): .gone(id, isForeign: true)
        case .none: nil
        }
    }

    // MARK: On other threads

    /// The session of a name, on any thread but a shard's. The lock keeps it from being released meanwhile.
    func open(_ name: [UInt8], at now: Nanoseconds) -> Selection {
        let found = owned.withLock { _ in find(name, 0..<name.count, in: shared.view) }
        return open(found, at: now) ?? .unknown(name.text)
    }

    /// What there is of a name. Unlike `open` this opens nothing. `default` always is a session, even if no request can
    /// select it.
    func lookUp(_ name: [UInt8], at now: Nanoseconds) -> LookUp {
        if name.elementsEqual(Session.mainName.utf8), owned.withLock({ main(of: $0) }) == nil {
            return .session(unclaimed.current)
        }
        if name.elementsEqual(Session.failedName.utf8) { return .session(failed.current) }
        switch owned.withLock({ _ in find(name, 0..<name.count, in: shared.view) }) {
        case .shared(let session): return .session(session)
        case .keyed(let name, let scenario):
            if let session = privates.known(name, at: now) { return .session(session) }
            return scenario == nil ? .unknown(name) : .notOpen(name)
        case .asked(let id):
            switch open(asked: id, at: now) {
            case .session(let session): return .session(session)
            case .gone(let id, let isForeign): return .gone(id, isForeign: isForeign)
            default: return .unknown(name.text)
            }
        case nil: return .unknown(name.text)
        }
    }

    /// Whether the range of `storage` is a name of the session.
    func isName(_ storage: borrowing [UInt8], _ name: Range<Int>, of session: Session) -> Bool {
        let name = Array(storage[name])
        switch owned.withLock({ _ in find(name, name.indices, in: shared.view) }) {
        case .shared(let found): return found.name == session.name
        case .keyed(let name, _): return name == session.name
        case .asked(let id): return "~" + id == session.name
        case nil: return false
        }
    }

    enum LookUp: Sendable {
        case session(Session)
        /// No request has used the private session yet, or it has expired.
        case notOpen(String)
        case gone(SessionID, isForeign: Bool)
        /// No name of a session.
        case unknown(String)
    }

    /// The session of a reference; nil if it was dropped or replaced.
    func find(_ reference: SessionReference, at now: Nanoseconds) -> Session? {
        guard case .session(let session) = lookUp(reference.name, at: now) else { return nil }
        return session.serial == reference.serial ? session : nil
    }
}
