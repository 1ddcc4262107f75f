internal import Synchronization
internal import Wire

/// What the connections of a shard share: clocks, timers, the library, turns to write.
///
/// It belongs to the shard's thread, so that nothing in here needs a lock. It knows connections only by their ids.
final class ShardContext {
    let configuration: ServerConfiguration
    let responder: any ShardResponder
    let inbox: Inbox
    let shared: SharedCounts
    let workers: Workers
    let library: LibraryDaemon
    /// Descriptor of the shard's poller. It reports the events of sockets that the library does not read, and the FINs
    /// of those that it reads.
    let poller: Int32

    private var clock: TurnClock
    /// Milliseconds since 1970, read once a turn of the loop.
    private(set) var wall: Int64 = 0
    /// The date of the answer that is being made.
    let date = DateText()
    /// Buffer for bytes that are peeked at in a socket; has room for the largest head that the library gets, and no more
    /// than any receive buffer.
    let peeked: UnsafeMutableBufferPointer<UInt8>
    /// Buffer for bytes that are read from a socket.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    /// Divides the writing of a turn among the exchanges.
    var writing = WritingTurns()
    /// Connections over the limit.
    var overLimit = OverLimit()
    private var wheel: TimerWheel

    /// Connections that left the library in this turn.
    var detached: [UInt64] = []
    /// Connections that have more to read than a turn has time for.
    var readingOn: [UInt64] = []
    /// Connections in the library whose peer's FIN is to be shown to it at the end of this turn.
    var halfClosed: [UInt64] = []
    /// Closed connections, which are released at the end of this turn.
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
        clock = TurnClock(Clock.monotonic)
        wheel = TimerWheel(now: clock.now / Self.tick)
        peeked = .allocate(capacity: LibraryDaemon.bufferSize + 1)
    }

    deinit {
        peeked.deallocate()
        input.deallocate()
    }

    /// Whether libmicrohttpd gets connections at all: only if what it receives is seen before.
    var usesLibrary: Bool { LibrarySelfTest.hasSeenInput && !configuration.readsItself }

    /// True once the server stops: nothing may wait any more.
    var isStopping: Bool { library.isStopping }

    // MARK: Clocks and timers

    /// Nanoseconds of the monotonic clock, read once a turn of the loop.
    var now: Nanoseconds { clock.now }

    /// Called before the thread sleeps, and when a turn begins: what it does before that has a reading of its own.
    func clocksGoStale() { clock.goStale() }

    /// Called right before the thread looks for input, for which it may sleep.
    func willLook(maySleep: Bool) { clock.willLook(at: Clock.monotonic, maySleep: maySleep) }

    /// Reads the clocks once a turn. Code that may be the first to run after the thread has slept calls this first.
    func readClocks() {
        guard clock.isStale else { return }
        clock.read(Clock.monotonic)
        wall = Clock.wall
    }

    /// How much earlier or later than `now` the input that is read at this moment may have come.
    var clockAge: Nanoseconds { clock.age(at: Clock.monotonic) }

    /// How long before a time the turn began, in which an answer may have reached its client.
    func turnAge(at time: Nanoseconds) -> Nanoseconds { time - min(now, time) }

    /// A tick is a millisecond. Times are rounded up, so that no timer fires early.
    private static let tick: Nanoseconds = 1_000_000

    /// Sets a timer, or moves it. It fires for the exchange, or for its connection if the stream is 0.
    func set(_ timer: inout TimerWheel.Token, of id: ExchangeID, at time: Nanoseconds) {
        cancel(&timer)
        timer = wheel.set(id, at: (time + Self.tick - 1) / Self.tick)
    }

    func cancel(_ timer: inout TimerWheel.Token) {
        guard timer != TimerWheel.none else { return }
        wheel.cancel(timer)
        timer = TimerWheel.none
    }

    /// Appends the ids of the timers that are due.
    func takeDue(into due: inout [ExchangeID]) { wheel.advance(to: now / Self.tick, into: &due) }

    /// Milliseconds until the next timer is due; nil if none is set.
    var untilNextTimer: Int32? {
        guard let next = wheel.next else { return nil }
        let (due, current) = (next * Self.tick, Clock.monotonic)
        return due > current ? Int32(clamping: (due - current + Self.tick - 1) / Self.tick) : 0
    }
}
