internal import Engine
internal import Scenario
internal import Synchronization
internal import Wire

/// One running copy of a scenario: its hits, and its journal.
///
/// Shared by all shards. What only one shard writes, its part of the journal, is kept here as well, so that it
/// goes when the session goes, which is when no store and no exchange knows it any more.
final class Session: Sendable {
    /// What that of requests that select none can be called where a name is needed.
    static let mainName = "default"

    /// `NAME`, or `NAME~KEY` where it is private.
    let name: String
    let scenario: CompiledScenario
    /// The address of the state, once it is made; 0 before. Not an `AtomicLazyReference`, whose `load` asks the runtime
    /// for its types each time, which is a twentieth of a request.
    private let made = Atomic<UInt>(0)
    /// Whether anybody uses it; nil where it stays anyway.
    let use: SessionUse?
    private let lastSequence = Atomic<UInt64>(0)
    private let rings: JournalRings

    init(_ scenario: CompiledScenario, name: String? = nil, use: SessionUse? = nil, lanes: Int) {
        self.name = name ?? scenario.name
        self.scenario = scenario
        self.use = use
        rings = JournalRings(lanes)
    }

    /// Made for the first who asks: most of many scenarios are never used.
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

    /// Moves its clock on; false where that is the machine's, which nobody moves.
    func advance(by time: Nanoseconds) -> Bool {
        guard let clock = state.clock else { return false }
        clock.advance(by: time)
        return true
    }

    /// Counts what its documents have come to, where it goes when nobody uses it.
    func measure() {
        if scenario.hasState { use?.store.set(state.systemBytes) }
    }

    /// Numbers the entries of the journal, from 1.
    func nextSequence() -> UInt64 { lastSequence.add(1, ordering: .relaxed).newValue }

    /// A shard's part of the journal, made with its first record. Only that shard's thread may ask.
    func ring(ofLane lane: Int, _ bounds: JournalBounds) -> JournalRing {
        if let ring = rings[lane] { return ring }
        let ring = JournalRing(bounds, use?.journal)
        rings[lane] = ring
        return ring
    }

    /// The same, where there is one.
    func ring(ofLane lane: Int) -> JournalRing? { rings[lane] }
}

/// A place for each shard's part of a journal. Unchecked: each is touched by its shard's thread only, until the last
/// reference to all of them goes.
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

    subscript(lane: Int) -> JournalRing? {
        get { places[lane] }
        set { places[lane] = newValue }
    }
}

/// What is known of the use of a session that goes when nobody uses it.
final class SessionUse: Sendable {
    private let inFlight = Atomic<Int>(0)
    private let last: Atomic<Nanoseconds>
    let journal: ByteMeter
    let store: ByteMeter

    init(at time: Nanoseconds, _ journals: ByteMeter.Total, _ stores: ByteMeter.Total) {
        last = Atomic(time)
        journal = ByteMeter(journals)
        store = ByteMeter(stores)
    }

    /// Exchanges end on the threads of their shards, whose clocks are not read at the same moment.
    func touch(at time: Nanoseconds) { last.max(time, ordering: .relaxed) }

    func began() { inFlight.add(1, ordering: .relaxed) }

    func ended(at time: Nanoseconds) {
        touch(at: time)
        inFlight.subtract(1, ordering: .relaxed)
    }

    var isInFlight: Bool { inFlight.load(ordering: .relaxed) > 0 }

    /// Whether nobody has used it for so long.
    func isIdle(for time: Nanoseconds, at now: Nanoseconds) -> Bool {
        let last = last.load(ordering: .relaxed)
        return !isInFlight && (now > last ? now - last : 0) >= time
    }
}
