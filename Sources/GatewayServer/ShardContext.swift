internal import Synchronization
internal import Wire

/// What the connections of a shard have in common: clocks, timers, the library, turns to write.
///
/// It belongs to the shard's thread, so that nothing in here needs a lock, and knows connections by their numbers only.
final class ShardContext {
    let configuration: ServerConfiguration
    let responder: any ShardResponder
    let inbox: Inbox
    let shared: SharedCounts
    let workers: Workers
    let library: LibraryDaemon
    /// Descriptor of what tells of the sockets that the library does not read, and of the end of those that it does.
    let poller: Int32

    /// Nanoseconds of the monotonic clock, read once a turn of the loop.
    private(set) var now: Nanoseconds
    /// Milliseconds since 1970, read once a turn of the loop.
    private(set) var wall: Int64 = 0
    /// Whether the thread has slept since the clocks were read.
    private var areClocksStale = true
    /// Of the answer that is being made.
    let date = DateText()
    /// Bytes that wait in a socket, while they are looked at: as many as the largest head has.
    let peeked: UnsafeMutableBufferPointer<UInt8>
    /// Who writes how much in this turn.
    var writing = WritingTurns()
    private var wheel: TimerWheel

    /// Connections that left the library in this turn.
    var detached: [UInt64] = []
    /// Connections of the library whose peer's end is to be shown to it, behind this turn.
    var halfClosed: [UInt64] = []
    /// Connections that are closed, and that nobody needs behind this turn.
    var gone: [UInt64] = []

    init(
        _ configuration: ServerConfiguration, _ responder: any ShardResponder, _ inbox: Inbox, _ shared: SharedCounts,
        _ workers: Workers, _ library: LibraryDaemon, poller: Int32
    ) {
        self.configuration = configuration
        self.responder = responder
        self.inbox = inbox
        self.shared = shared
        self.workers = workers
        self.library = library
        self.poller = poller
        now = Clock.monotonic
        wheel = TimerWheel(now: now / Self.tick)
        // Pages that no head reaches cost nothing.
        peeked = .allocate(capacity: configuration.poolSize)
    }

    deinit { peeked.deallocate() }

    /// Nothing is kept waiting any more.
    var isStopping: Bool { library.isStopping }

    // MARK: Clocks and timers

    /// The thread is about to sleep.
    func clocksGoStale() { areClocksStale = true }

    /// The clocks of this turn. Called first by whoever comes first after the thread has slept.
    func readClocks() {
        guard areClocksStale else { return }
        areClocksStale = false
        now = Clock.monotonic
        wall = Clock.wall
    }

    /// A tick is a millisecond; what is set never fires early.
    private static let tick: Nanoseconds = 1_000_000

    /// Sets a timer, or sets it anew. It fires for the exchange, or with the stream 0 for its connection.
    func set(_ timer: inout TimerWheel.Token, of id: ExchangeID, at time: Nanoseconds) {
        cancel(&timer)
        timer = wheel.set(id, at: (time + Self.tick - 1) / Self.tick)
    }

    func cancel(_ timer: inout TimerWheel.Token) {
        guard timer != TimerWheel.none else { return }
        wheel.cancel(timer)
        timer = TimerWheel.none
    }

    /// Appends those whose timers are due.
    func takeDue(into due: inout [ExchangeID]) { wheel.advance(to: now / Self.tick, into: &due) }

    /// Milliseconds until the next timer is due; nil where there is none.
    var untilNextTimer: Int32? {
        guard let next = wheel.next else { return nil }
        let (due, current) = (next * Self.tick, Clock.monotonic)
        return due > current ? Int32(clamping: (due - current + Self.tick - 1) / Self.tick) : 0
    }
}
