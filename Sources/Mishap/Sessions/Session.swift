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

    /// `NAME`, or `NAME~KEY` of a private session.
    let name: String
    let scenario: CompiledScenario
    /// Address of the state; 0 until it is created. Not an `AtomicLazyReference`, whose `load` looks up type metadata
    /// each time, a twentieth of the cost of a request.
    private let made = Atomic<UInt>(0)
    /// Use of a private session; nil for a shared one, which is not dropped.
    let use: SessionUse?
    /// Unique among the sessions of the process.
    let serial = serials.add(1, ordering: .relaxed).newValue
    private static let serials = Atomic<UInt64>(0)
    private let sequences = Atomic<UInt64>(0)
    private let rings: JournalRings

    init(_ scenario: CompiledScenario, name: String? = nil, use: SessionUse? = nil, shardCount: Int) {
        self.name = name ?? scenario.name
        self.scenario = scenario
        self.use = use
        rings = JournalRings(shardCount)
    }

    /// Created on first use, since most scenarios of many are never used.
    var state: SessionState { Self.state(at: made.load(ordering: .acquiring)) ?? makeState() }

    private func makeState() -> SessionState {
        let state = Unmanaged.passRetained(SessionState(scenario))
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

    /// Moves the manual clock forward; false if the session uses the machine's clock.
    func advance(by time: Nanoseconds) -> Bool {
        guard let clock = state.clock else { return false }
        clock.advance(by: time)
        return true
    }

    /// Updates the gauge of a private session's documents.
    func measure() {
        if scenario.hasState { use?.store.set(state.systemBytes) }
    }

    /// Numbers the entries of the journal, from 1.
    func nextSequence() -> UInt64 { sequences.add(1, ordering: .relaxed).newValue }

    /// Number of the latest entry; 0 if there is none.
    var lastSequence: UInt64 { sequences.load(ordering: .relaxed) }

    /// A shard's part of the journal, created on first use. Only on that shard's thread.
    func ring(ofShard shard: Int, _ bounds: JournalBounds) -> JournalRing {
        if let ring = rings[shard] { return ring }
        let ring = JournalRing(bounds, use?.journal)
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

/// Use of a private session: when it was last used, and requests in flight.
final class SessionUse: Sendable {
    private let inFlight = Atomic<Int>(0)
    private let last: Atomic<Nanoseconds>
    let journal: ByteGauge
    let store: ByteGauge

    init(at time: Nanoseconds, _ journals: ByteGauge.Total, _ stores: ByteGauge.Total) {
        last = Atomic(time)
        journal = ByteGauge(journals)
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
