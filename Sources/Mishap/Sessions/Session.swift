internal import Engine
internal import Scenario
internal import Synchronization
internal import Wire

/// A session of a scenario: its state and its journal.
///
/// Shared by all shards. Each shard's part of the journal is kept here as well, so that it is freed with the session.
final class Session: Sendable {
    /// Name of the main session where a name is needed.
    static let mainName = "default"
    /// Name of the session whose journal has what `/__mishap/fail` served.
    static let failedName = "~fail"

    /// `NAME`, `NAME~KEY` of a private session, or `~ID` of one that was asked for.
    let name: String
    let setup: SessionSetup
    let scenario: CompiledScenario
    /// False for one that only has a journal.
    var hasScenario: Bool { setup.hasScenario }
    /// Counts the scenarios that it has had, from 1.
    let generation: UInt16 = 1
    /// When it began: milliseconds since 1970.
    let created: Int64
    /// Address of the state; 0 until it is created. Not an `AtomicLazyReference`, whose `load` looks up type metadata
    /// each time, a twentieth of the cost of a request.
    private let made = Atomic<UInt>(0)
    /// Use of a session that comes and goes; nil for a shared one, which is not dropped.
    let use: SessionUse?
    /// Unique among the sessions of the process.
    let serial = serials.add(1, ordering: .relaxed).newValue
    private static let serials = Atomic<UInt64>(0)
    private let sequences: Sequence
    /// Number of the last entry before it was reset; 0 if it never was.
    private let firstSequence: UInt64
    /// Entries that had ended by then.
    let firstCompletion: UInt64
    /// Who waits for the next entry to end.
    let waiters = JournalWaiters()
    private let unmatched = Atomic<UInt64>(0)
    private let rings: JournalRings
    private let added: Mutex<AddedRuleList>
    /// The added rules that it began with.
    private let startRules: [AddedRule]

    /// Numbers the entries of the journal, as they begin and as they end, beyond a reset.
    private final class Sequence: Sendable {
        let last = Atomic<UInt64>(0)
        let completions = Atomic<UInt64>(0)
        let journal: UInt32

        init(_ serial: UInt64) {
            journal = UInt32(truncatingIfNeeded: (Self.process &+ serial) &* 0x9E37_79B9_7F4A_7C15 >> 32)
        }

        /// A number that other processes hardly have.
        private static let process = UInt64.random(in: 0 ... .max)
    }

    /// `before` is the session that it replaces, whose journal's numbers go on, since requests of that may still begin.
    /// `added`: rules that it has from the beginning.
    init(
        _ setup: SessionSetup, name: String? = nil, use: SessionUse? = nil, continuing before: Session? = nil,
        adding added: AddedRuleList = AddedRuleList(), shardCount: Int
    ) {
        self.name = name ?? setup.scenario.name
        self.setup = setup
        scenario = setup.scenario
        self.use = use
        let added = added.fresh
        self.added = Mutex(added)
        startRules = added.rules
        created = WallClock.now
        sequences = before?.sequences ?? Sequence(serial)
        firstSequence = sequences.last.load(ordering: .relaxed)
        firstCompletion = sequences.completions.load(ordering: .relaxed)
        rings = JournalRings(shardCount)
    }

    /// The scenario that it had in a generation, in which a journal's entry knows its rule by number.
    func scenario(ofGeneration generation: UInt16) -> CompiledScenario { scenario }

    /// Created on first use, since most scenarios of many are never used. On a shard's thread, and for one request only:
    /// other threads use `currentState`, since it is replaced when rules are added.
    var state: SessionState { Self.state(at: made.load(ordering: .acquiring)) ?? makeState() }

    private func makeState() -> SessionState {
        let plain = SessionState(setup.scenario, seed: setup.seed, variables: setup.variables)
        let state = Unmanaged.passRetained(startRules.isEmpty ? plain : plain.with(startRules))
        let (isFirst, first) = made.compareExchange(
            expected: 0, desired: UInt(bitPattern: state.toOpaque()), ordering: .acquiringAndReleasing)
        guard !isFirst else { return state.takeUnretainedValue() }
        state.release()
        return Self.state(at: first) ?? self.state
    }

    private static func state(at address: UInt) -> SessionState? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged<SessionState>.fromOpaque($0).takeUnretainedValue() }
    }

    deinit {
        if let state = UnsafeRawPointer(bitPattern: made.load(ordering: .acquiring)) {
            Unmanaged<SessionState>.fromOpaque(state).release()
        }
    }

    /// The rules that are added at this moment.
    var addedRules: AddedRuleList { added.withLock { $0 } }

    /// The state, on any thread.
    var currentState: SessionState { added.withLock { _ in state } }

    /// Changes the rules that are added, and with them the state, if `change` returns true. Returns the state that was
    /// replaced, which a shard may be using; nil if nothing changed.
    func changeRules<Failure>(
        _ change: (inout AddedRuleList) throws(Failure) -> Bool
    ) throws(Failure) -> SessionState? {
        let result = added.withLock { added -> Result<SessionState?, Failure> in
            let before = state
            do throws(Failure) {
                guard try change(&added) else { return .success(nil) }
            } catch {
                return .failure(error)
            }
            let new = Unmanaged.passRetained(before.with(added.rules))
            made.store(UInt(bitPattern: new.toOpaque()), ordering: .releasing)
            return .success(Unmanaged.passUnretained(before).takeRetainedValue())
        }
        return try result.get()
    }

    /// Moves the manual clock forward; false if the session uses the machine's clock.
    func advance(by time: Nanoseconds) -> Bool {
        guard let clock = currentState.clock else { return false }
        clock.advance(by: time)
        return true
    }

    /// Updates the gauge of the documents of a session that comes and goes.
    func measure() {
        if scenario.hasState { use?.store.set(state.systemBytes) }
    }

    /// Numbers the entries of the journal, from 1.
    func nextSequence() -> UInt64 { sequences.last.add(1, ordering: .relaxed).newValue }

    /// Numbers the entries as they end, from 1. Whoever gathers the journal from all shards after that finds all of them:
    /// each shard writes the record before it does anything else.
    func nextCompletion() -> UInt64 { sequences.completions.add(1, ordering: .sequentiallyConsistent).newValue }

    /// How many entries have ended.
    var lastCompletion: UInt64 { sequences.completions.load(ordering: .sequentiallyConsistent) }

    /// Tells the journal from those of other sessions, and of other processes. The same after a reset.
    var journal: UInt32 { sequences.journal }

    /// Requests since the session began, or was reset: those that have a number.
    var requestCount: UInt64 { lastSequence - firstSequence }

    /// How many of them no rule and no system answered.
    var unmatchedCount: UInt64 { unmatched.load(ordering: .relaxed) }

    /// Whether anything of it differs from a new one.
    var isUsed: Bool { made.load(ordering: .acquiring) != 0 || requestCount > 0 }

    func noteUnmatched() { unmatched.add(1, ordering: .relaxed) }

    /// Number of the latest entry; 0 if there is none.
    var lastSequence: UInt64 { sequences.last.load(ordering: .relaxed) }

    /// A shard's part of the journal, created on first use. Only on that shard's thread.
    func ring(ofShard shard: Int, _ journals: ShardJournals) -> JournalRing {
        if let ring = rings[shard] { return ring }
        let ring = JournalRing(journals)
        rings[shard] = ring
        return ring
    }

    /// The same if it exists.
    func ring(ofShard shard: Int) -> JournalRing? { rings[shard] }
}

/// The journal's parts by shard. Unchecked: each is used by its shard's thread only, until the last reference is
/// released.
private final class JournalRings: @unchecked Sendable {
    private let places: UnsafeMutableBufferPointer<JournalRing?>

    init(_ count: Int) {
        places = .allocate(capacity: count)
        places.initialize(repeating: nil)
    }

    deinit {
        places.deinitialize()
        places.deallocate()
    }

    subscript(shard: Int) -> JournalRing? {
        get { places[shard] }
        set { places[shard] = newValue }
    }
}

/// Use of a session that comes and goes: when it was last used, and requests in flight.
final class SessionUse: Sendable {
    private let inFlight = Atomic<Int>(0)
    private let last: Atomic<Nanoseconds>
    let store: ByteGauge

    init(at time: Nanoseconds, _ stores: ByteGauge.Total) {
        last = Atomic(time)
        store = ByteGauge(stores)
    }

    /// Shards read their clocks at different moments, so times may go back a little.
    func touch(at time: Nanoseconds) { last.max(time, ordering: .relaxed) }

    func began() { inFlight.add(1, ordering: .relaxed) }

    func ended(at time: Nanoseconds) {
        touch(at: time)
        inFlight.subtract(1, ordering: .relaxed)
    }

    var isInFlight: Bool { inFlight.load(ordering: .relaxed) > 0 }

    /// Whether it was not used for that long.
    func isIdle(for time: Nanoseconds, at now: Nanoseconds) -> Bool {
        let last = last.load(ordering: .relaxed)
        return !isInFlight && (now > last ? now - last : 0) >= time
    }
}
