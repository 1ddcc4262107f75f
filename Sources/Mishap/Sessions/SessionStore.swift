internal import Bytes
internal import Scenario
internal import Synchronization
internal import Wire

/// Holds the sessions of a gateway, shared and private; nothing else keeps them.
///
/// Shared sessions are found without a lock, private ones under the lock of their registry. Changes are atomic for
/// requests, and wait for no shard.
final class SessionStore: Sendable {
    let privates: PrivateSessions
    /// A session without rules, for the journal of what belongs to no session if there is no main one.
    let unclaimed: Session
    private let shared = SharedSessions()
    /// Retains the shared sessions; the lock is held during changes.
    private let owned = Mutex<[String: Session]>([:])
    /// The scenario of requests that select none; nil if only one is loaded.
    private let chosen: String?
    private let responders: ShardResponders
    let shardCount: Int

    init(main chosen: String?, privates bounds: PrivateSessionBounds, shardCount: Int, _ responders: ShardResponders) {
        self.chosen = chosen
        self.responders = responders
        self.shardCount = shardCount
        unclaimed = Session(.empty(Session.mainName), shardCount: shardCount)
        privates = PrivateSessions(bounds, shardCount: shardCount)
    }

    enum Selection: Sendable {
        case session(Session)
        /// There is no session or scenario of that name.
        case unknown(String)
        /// The limit on private sessions is reached, and all are in use.
        case full
        /// The request selects no session, and there is no main one.
        case none
    }

    /// The session of requests that select none. On a shard's thread.
    var main: Session? { shared.view.main }

    /// The shared sessions at this moment. Only on a shard's thread, and for one request only.
    var view: SharedSessions.View { shared.view }

    // MARK: Changes

    /// Starts new shared sessions for new and changed scenarios, replacing existing ones, and ends those of removed
    /// ones.
    func apply(_ change: ScenarioStore.Change) {
        guard !change.isEmpty else { return }
        let unused = owned.withLock { owned in
            let before = (count: owned.count, main: main(of: owned))
            var unused: [any AnyObject & Sendable] = []
            for scenario in change.put {
                let session = Session(scenario, shardCount: shardCount)
                if let old = owned.updateValue(session, forKey: session.name) { unused.append(old) }
            }
            for name in change.removed {
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
    }

    private func main(of owned: [String: Session]) -> Session? {
        chosen.map { owned[$0] } ?? (owned.count == 1 ? owned.first?.value : nil)
    }

    // MARK: By name

    /// A session found by name.
    enum Found {
        case shared(Session)
        /// A private one, which may not be open yet, and the scenario that it would run.
        case keyed(String, CompiledScenario?)
    }

    /// `name` is the range in `storage` of a scenario's name, or `default`, either with or without `~KEY`.
    func find(_ storage: borrowing [UInt8], _ name: Range<Int>, in view: SharedSessions.View) -> Found? {
        if let session = findShared(storage, name, in: view) { return .shared(session) }
        guard let tilde = storage[name].firstIndex(of: UInt8(ascii: "~")),
            PrivateSessions.isKey(storage[tilde + 1..<name.upperBound])
        else { return nil }
        let scenario = findShared(storage, name.lowerBound..<tilde, in: view)?.scenario
        let ownName = scenario?.name ?? storage[name.lowerBound..<tilde].text
        return .keyed(ownName + storage[tilde..<name.upperBound].text, scenario)
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
            case .full: return .full
            case .none: return nil
            }
        case nil: return nil
        }
    }

    // MARK: On other threads

    /// The session of a name, on any thread but a shard's. The lock keeps it from being released meanwhile.
    func open(_ name: [UInt8], at now: Nanoseconds) -> Selection {
        let found = owned.withLock { _ in find(name, 0..<name.count, in: shared.view) }
        return open(found, at: now) ?? .unknown(name.text)
    }

    /// The session of a name for its journal. `default` always has one, even if no request can select it.
    func openJournal(_ name: [UInt8], at now: Nanoseconds) -> Selection {
        if name.elementsEqual(Session.mainName.utf8), owned.withLock({ main(of: $0) }) == nil {
            return .session(unclaimed)
        }
        return open(name, at: now)
    }

    /// The session of a reference; nil if it was dropped or replaced.
    func find(_ reference: SessionReference, at now: Nanoseconds) -> Session? {
        let name = reference.name
        if reference.serial == unclaimed.serial { return unclaimed }
        let session: Session? =
            switch owned.withLock({ _ in find(name, 0..<name.count, in: shared.view) }) {
            case .shared(let session): session
            case .keyed(let name, _):
                if case .session(let session) = privates.open(name, nil, at: now) { session } else { nil }
            case nil: nil
            }
        return session?.serial == reference.serial ? session : nil
    }
}
