internal import Bytes
internal import Scenario
internal import Synchronization
internal import Wire

/// The sessions of a gateway, shared and private: the only place that has them.
///
/// A shared one is found without a lock, a private one under that of their registry. A change is seen by every request that
/// comes afterwards, all of it or nothing; no shard is waited for.
final class SessionStore: Sendable {
    let privates: PrivateSessions
    /// Of a scenario without rules, and asked for by nobody: it has the journal of what belongs to no session, where
    /// there is no main one.
    let unclaimed: Session
    private let shared = SharedSessions()
    /// Keeps the shared ones alive; whoever makes changes holds it.
    private let owned = Mutex<[String: Session]>([:])
    /// The scenario of requests that select none; nil for the only one there is.
    private let chosen: String?
    private let lanes: Lanes
    private let laneCount: Int

    init(main chosen: String?, privates bounds: PrivateSessionBounds, laneCount: Int, _ lanes: Lanes) {
        self.chosen = chosen
        self.lanes = lanes
        self.laneCount = laneCount
        unclaimed = Session(.empty(Session.mainName), lanes: laneCount)
        privates = PrivateSessions(bounds, lanes: laneCount)
    }

    enum Selection: Sendable {
        case session(Session)
        /// A name that nothing goes by.
        case unknown(String)
        /// There is no room for another private session.
        case full
        /// Nothing was selected, and there is no session for that.
        case none
    }

    /// The session of requests that select none. On a shard's thread.
    var main: Session? { shared.view.main }

    /// The shared sessions as they are now. On a shard's thread, and no longer than for one request.
    var view: SharedSessions.View { shared.view }

    // MARK: Changes

    /// Shared sessions begin with these scenarios, also where there was one; those of the names that are removed are gone.
    func apply(_ change: ScenarioStore.Change) {
        guard !change.isEmpty else { return }
        let unused = owned.withLock { owned in
            let before = (count: owned.count, main: main(of: owned))
            var unused: [any AnyObject & Sendable] = []
            for scenario in change.put {
                let session = Session(scenario, lanes: laneCount)
                if let old = owned.updateValue(session, forKey: session.name) { unused.append(old) }
            }
            for name in change.removed {
                if let old = owned.removeValue(forKey: name) { unused.append(old) }
            }
            let main = main(of: owned)
            // One that is new, and makes no other difference.
            let isAddition = change.put.count == 1 && change.removed.isEmpty && owned.count == before.count + 1
            if isAddition, main === before.main, let session = owned[change.put[0].name], shared.add(session) {
                return unused
            }
            unused.append(shared.replaceAll(owned, main: main))
            return unused
        }
        lanes.release(unused)
    }

    private func main(of owned: [String: Session]) -> Session? {
        chosen.map { owned[$0] } ?? (owned.count == 1 ? owned.first?.value : nil)
    }

    // MARK: By name

    /// What a name leads to.
    enum Found {
        case shared(Session)
        /// A private one, there or not yet, and what it would run if anything can be opened by that name.
        case keyed(String, CompiledScenario?)
    }

    /// `name` is the bytes of `storage` that it goes by: a scenario's, `default`, or either with a `~KEY`.
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

    /// The session itself, which is opened where it is a private one; nil where there is none.
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

    /// The session that goes by a name, on any thread but a shard's. The lock keeps what is found from being let go of.
    func open(_ name: [UInt8], at now: Nanoseconds) -> Selection {
        let found = owned.withLock { _ in find(name, 0..<name.count, in: shared.view) }
        return open(found, at: now) ?? .unknown(name.text)
    }

    /// The one whose journal goes by a name: that of `default` is there also where requests cannot reach it.
    func openJournal(_ name: [UInt8], at now: Nanoseconds) -> Selection {
        if name.elementsEqual(Session.mainName.utf8), owned.withLock({ main(of: $0) }) == nil {
            return .session(unclaimed)
        }
        return open(name, at: now)
    }
}
