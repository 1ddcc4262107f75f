internal import Engine
internal import GatewayServer
internal import Rules
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
    /// Whether requests reach it by a port of its own only, since its scenario says what becomes of connections.
    let needsPort: Bool
    /// How many bytes of a body its journal keeps; nil for as many as the gateway's.
    let bodies: Int?
    /// False for one that only has a journal.
    var hasScenario: Bool { setup.hasScenario }
    /// The scenario that its name means, for sessions that are opened by it; another than `scenario` after a swap.
    let namedScenario: CompiledScenario
    /// Counts the scenarios that it has had since its journal began, from 1.
    let generation: UInt16
    /// The scenarios of the generations before, the latest last, as far as they are kept.
    private let earlier: [CompiledScenario]
    /// When it began: milliseconds since 1970.
    let created: Int64
    /// Address of the state; 0 until it is created. Not an `AtomicLazyReference`, whose `load` looks up type metadata
    /// each time, a twentieth of the cost of a request.
    private let made = Atomic<UInt>(0)
    /// Use of a session that comes and goes; nil for a shared one, which is not dropped.
    let use: SessionUse?
    /// Unique among the sessions of the process; the same in all generations.
    let serial: UInt64
    private static let serials = Atomic<UInt64>(0)
    private let sequences: Sequence
    private let entries: SessionJournal
    private let added: Mutex<AdditionList>
    /// The additions that its state begins with.
    private let start: SessionAdditions?
    /// The clock that it began with, if another scenario had it before.
    private let startClock: ManualClock?
    /// True once it has another scenario.
    private let isSwapped = Atomic<Bool>(false)

    /// Scenarios of earlier generations that are kept to name their rules in the journal.
    private static let mostEarlier = 32

    /// Numbers the entries of the journal as they begin, beyond a reset.
    private final class Sequence: Sendable {
        let last = Atomic<UInt64>(0)
        let journal: UInt32

        init(_ serial: UInt64) {
            journal = UInt32(truncatingIfNeeded: (Self.process &+ serial) &* 0x9E37_79B9_7F4A_7C15 >> 32)
        }

        /// A number that other processes hardly have.
        private static let process = UInt64.random(in: 0 ... .max)
    }

    /// `before` is the session that it replaces, whose journal's numbers go on, since requests of that may still begin.
    /// `added`: what it has from the beginning.
    init(
        _ setup: SessionSetup, name: String? = nil, use: SessionUse? = nil, continuing before: Session? = nil,
        adding added: AdditionList = AdditionList(), shardCount: Int
    ) {
        self.name = name ?? setup.scenario.name
        self.setup = setup
        scenario = setup.scenario
        needsPort = !setup.scenario.connections.isEmpty
        bodies = setup.bodies
        namedScenario = before?.namedScenario ?? setup.scenario
        generation = 1
        earlier = []
        self.use = use
        serial = Self.serials.add(1, ordering: .relaxed).newValue
        let added = added.fresh
        self.added = Mutex(added)
        start = added.ofState(setup.scenario, expecting: setup.expectations)
        startClock = nil
        created = SystemClock.wallMilliseconds
        sequences = before?.sequences ?? Sequence(serial)
        entries = SessionJournal(
            shardCount, behind: sequences.last.load(ordering: .relaxed), before?.lastPossibleCompletion ?? 0)
    }

    /// What lists and reports call its scenario.
    var scenarioTitle: String { setup.title ?? scenario.name }

    /// The next generation of a session, with another scenario, which reports may call by a title: hits, variables, limits, the system's state and added rules
    /// begin anew; the journal, its use and a manual clock go on. Nil if it has had as many as can be counted.
    init?(swapping before: Session, to scenario: CompiledScenario, titled title: String? = nil) {
        guard before.generation < .max else { return nil }
        name = before.name
        setup = SessionSetup(
            scenario: scenario, isGiven: before.setup.isGiven, title: title, seed: before.setup.seed,
            clockIsManual: before.setup.clockIsManual, bodies: before.setup.bodies)
        self.scenario = scenario
        needsPort = !scenario.connections.isEmpty
        bodies = setup.bodies
        namedScenario = before.namedScenario
        generation = before.generation + 1
        earlier = (before.earlier + [before.scenario]).suffix(Self.mostEarlier)
        use = before.use
        serial = before.serial
        added = Mutex(before.additions.forOtherScenario)
        start = nil
        startClock = setup.hasManualClock ? before.currentState.clock : nil
        created = before.created
        sequences = before.sequences
        entries = before.entries
    }

    /// Says that another generation has taken its place.
    func markSwapped() {
        isSwapped.store(true, ordering: .relaxed)
        use?.store.set(0)
    }

    /// The scenario that it had in a generation, in which a journal's entry knows its rule by number. One without rules
    /// if that is not kept any more.
    func scenario(ofGeneration generation: UInt16) -> CompiledScenario {
        let age = Int(self.generation) - Int(generation)
        if age == 0 { return scenario }
        guard age > 0, age <= earlier.count else { return .empty(name) }
        return earlier[earlier.count - age]
    }

    /// Whether it has had a rule of that name, which its journal may still know.
    func hasHadRule(named name: String) -> Bool {
        let added = additions
        return name == "otherwise" || name == CompiledRule.queueName || added.contains(name) || added.wasRemoved(name)
            || scenario.rule(named: name) != nil || earlier.contains { $0.rule(named: name) != nil }
    }

    /// Created on first use, since most scenarios of many are never used. On a shard's thread, and for one request only:
    /// other threads use `currentState`, since it is replaced when rules are added.
    var state: SessionState { Self.state(at: made.load(ordering: .acquiring)) ?? makeState() }

    private func newState() -> SessionState {
        SessionState(
            setup.scenario, seed: setup.seed, variables: setup.variables, hasManualClock: setup.clockIsManual,
            clock: startClock, adding: start)
    }

    /// What there is to show of it: of one that is not used, what it would begin with.
    var shownState: SessionState { made.load(ordering: .acquiring) == 0 ? newState() : currentState }

    private func makeState() -> SessionState {
        let state = Unmanaged.passRetained(newState())
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

    /// What is added to it at this moment.
    var additions: AdditionList { added.withLock { $0 } }

    /// The state, on any thread.
    var currentState: SessionState { added.withLock { _ in state } }

    /// Replaces what is added, and with it the state, if nothing has changed since it was `known`. Returns the state that was
    /// replaced, which a shard may be using; nil if something has.
    func replace(_ known: AdditionList, by changed: AdditionList) -> SessionState? {
        added.withLock { added in
            guard added.version == known.version else { return nil }
            added = changed
            let before = state
            let new = before.with(added.ofState(scenario, expecting: setup.expectations))
            made.store(UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()), ordering: .releasing)
            return Unmanaged.passUnretained(before).takeRetainedValue()
        }
    }

    /// Moves the manual clock forward; false if the session uses the machine's clock.
    func advance(by time: Nanoseconds) -> Bool {
        guard let clock = currentState.clock else { return false }
        clock.advance(by: time)
        return true
    }

    /// Updates the gauge of the documents of a session that comes and goes.
    func measure() {
        guard scenario.hasState, let use, !isSwapped.load(ordering: .relaxed) else { return }
        use.store.set(state.systemBytes)
        // The swap may have come between the two.
        if isSwapped.load(ordering: .relaxed) { use.store.set(0) }
    }

    /// Numbers the entries of the journal, from 1.
    func nextSequence() -> UInt64 { sequences.last.add(1, ordering: .relaxed).newValue }

    /// Numbers the entries as they end, from 1. Whoever gathers the journal from all shards after that finds all of them:
    /// each shard writes the record before it does anything else.
    func nextCompletion() -> UInt64 { entries.completions.add(1, ordering: .sequentiallyConsistent).newValue }

    /// The entries of the journal have higher numbers as they end.
    var firstCompletion: UInt64 { entries.firstCompletion }
    /// Where its journal begins for whoever reads it.
    var journalStart: JournalStart { entries.start.withLock { $0 } }

    /// Empties the journal for whoever reads it. What it counts goes on, and reports have all.
    func emptyJournal() {
        // In this order: what has ended by then has begun by then.
        let (completion, sequence) = (lastCompletion, lastSequence)
        entries.start.withLock { start in
            guard completion >= start.completion else { return }
            start = JournalStart(completion: completion, sequence: sequence, wasEmptied: true)
        }
    }

    /// An entry was written.
    func entryCame() { entries.waiters.entryCame() }

    /// Who waits for the next entry to end.
    var waiters: JournalWaiters { entries.waiters }

    /// The number of the entry that ended last.
    var lastCompletion: UInt64 { entries.completions.load(ordering: .sequentiallyConsistent) }

    /// The highest number that an entry of it can have as it ends, once it is replaced: each shard may have one request
    /// more for it. A journal that follows begins behind it, so that cursors stay in order, and what ends late leaves no gap.
    private var lastPossibleCompletion: UInt64 { firstCompletion + requestCount + UInt64(entries.shardCount) }

    /// Tells the journal from those of other sessions, and of other processes. The same after a reset.
    var journal: UInt32 { sequences.journal }

    /// Requests since the session began, or was reset: those that have a number.
    var requestCount: UInt64 { lastSequence - entries.firstSequence }

    /// How many shards have a part of its journal.
    var shardCount: Int { entries.shardCount }

    /// Entries that have ended since then: all of them, once it was replaced and none of its own is in flight.
    var endedCount: UInt64 { lastCompletion - firstCompletion }

    /// Whether nothing has come since it was reset, though something had before.
    var hasBegunAnew: Bool { endedCount == 0 && requestCount == 0 && entries.firstSequence > 0 }

    /// How many of them no rule and no system answered.
    var unmatchedCount: UInt64 { entries.unmatched.load(ordering: .relaxed) }

    /// Whether anything of it differs from a new one.
    var isUsed: Bool { made.load(ordering: .acquiring) != 0 || requestCount > 0 }

    /// How many of them it has ended by a reset or a deletion.
    var cutOffCount: UInt64 { entries.cutOff.load(ordering: .relaxed) }

    func countCutOff() { entries.cutOff.add(1, ordering: .relaxed) }

    func countUnmatched() { entries.unmatched.add(1, ordering: .relaxed) }

    /// Number of the latest entry; 0 if there is none.
    var lastSequence: UInt64 { sequences.last.load(ordering: .relaxed) }

    /// A shard's part of the journal, created on first use. Only on that shard's thread.
    func ring(ofShard shard: Int, _ journals: ShardJournals) -> JournalRing {
        if let ring = entries[shard] { return ring }
        let ring = JournalRing(journals)
        entries[shard] = ring
        return ring
    }

    /// The same if it exists.
    func ring(ofShard shard: Int) -> JournalRing? { entries[shard] }
}

/// Where a session's journal begins: at its first entry, or where it was emptied.
struct JournalStart: Sendable {
    /// Behind how many entries that have ended.
    let completion: UInt64
    /// Behind the request of that number, if it was emptied.
    var sequence: UInt64 = 0
    var wasEmptied = false
}

/// The journal of all generations of a session: its parts by shard, and what is counted with it. Unchecked: each part is
/// used by its shard's thread only, until the last reference is released.
private final class SessionJournal: @unchecked Sendable {
    private let places: UnsafeMutableBufferPointer<JournalRing?>
    var shardCount: Int { places.count }
    /// Number of the last entry before the session was reset; 0 if it never was.
    let firstSequence: UInt64
    /// The number of the last entry that can have ended by then.
    let firstCompletion: UInt64
    let start: Mutex<JournalStart>
    /// The number of the entry that ended last.
    let completions: Atomic<UInt64>
    let waiters = JournalWaiters()
    let unmatched = Atomic<UInt64>(0)
    let cutOff = Atomic<UInt64>(0)

    init(_ count: Int, behind firstSequence: UInt64, _ firstCompletion: UInt64) {
        self.firstSequence = firstSequence
        self.firstCompletion = firstCompletion
        completions = Atomic(firstCompletion)
        start = Mutex(JournalStart(completion: firstCompletion))
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
        // Before the waiters are looked at: one that was added and still saw this request in flight is woken.
        inFlight.subtract(1, ordering: .sequentiallyConsistent)
    }

    var isInFlight: Bool { inFlight.load(ordering: .sequentiallyConsistent) > 0 }

    /// Whether it was not used for that long.
    func isIdle(for time: Nanoseconds, at now: Nanoseconds) -> Bool {
        let last = last.load(ordering: .relaxed)
        return !isInFlight && (now > last ? now - last : 0) >= time
    }
}
