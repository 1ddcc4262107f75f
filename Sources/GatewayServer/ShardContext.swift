internal import Synchronization
internal import TLS
internal import Wire

/// What the connections of a shard share: clocks, timers, the library, turns to write.
///
/// It belongs to the shard's thread, so that nothing in here needs a lock. It knows connections only by their ids.
final class ShardContext {
    let configuration: ServerConfiguration
    let responder: any ShardResponder
    let inbox: Inbox
    let shared: SharedCounts
    let limits: ExchangeLimits
    let workers: Workers
    let library: LibraryDaemon
    let tls: TLSServer
    lazy var tlsBuffers = TLSBuffers()
    /// Descriptor of the shard's poller. It reports the events of sockets that the library does not read, and the FINs
    /// of those that it reads.
    let poller: Int32
    /// The tests' clock; nil for the machine's.
    private let otherTime: (() -> Nanoseconds)?

    private var clock: TurnClock
    /// Milliseconds since 1970 at `now`.
    private(set) var wall: Int64 = 0
    /// The last reading of that clock, in nanoseconds. It runs as the monotonic one does, unless somebody sets it.
    private var wallRead: (wall: Int64, monotonic: Nanoseconds)
    private static let wallPeriod: Nanoseconds = 100_000_000
    private static let wallPrecision: Nanoseconds = 50_000
    /// The date of the answer that is being made.
    let date = DateText()
    /// Buffer for bytes that are peeked at in a socket; has room for the largest request that the library gets, and for the
    /// first bytes of other protocols, and no more than any receive buffer.
    let peeked: UnsafeMutableBufferPointer<UInt8>
    /// Buffer for bytes that are read from a socket.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    /// Divides the writing of a turn among the exchanges.
    var writing = WritingTurns()
    /// Puts a connection in the place of the one that has its number. Set by the table of connections.
    var replace: (Connection) -> Void = { _ in }
    /// Divides handshakes of TLS among turns.
    var handshakes = HandshakeTurns()
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
        _ workers: Workers, _ library: LibraryDaemon, _ tls: TLSServer, poller: Int32,
        time: (() -> Nanoseconds)? = nil
    ) {
        self.configuration = configuration
        self.responder = responder
        self.inbox = inbox
        self.shared = shared
        limits = ExchangeLimits(configuration, shared.bodies)
        self.workers = workers
        self.library = library
        self.tls = tls
        self.poller = poller
        otherTime = time
        clock = TurnClock(time?() ?? SystemClock.monotonic)
        wallRead = (SystemClock.wall, clock.now)
        wheel = TimerWheel(now: clock.now / Self.tick)
        peeked = .allocate(capacity: 8 << 10)
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

    /// The monotonic clock, in nanoseconds. Not a closure for both: it is read some times a request.
    @inline(__always)
    func time() -> Nanoseconds { otherTime?() ?? SystemClock.monotonic }

    /// Nanoseconds of the monotonic clock, read once a turn of the loop.
    var now: Nanoseconds { clock.now }

    /// Called before the thread sleeps, and when a turn begins: what it does before that has a reading of its own.
    func clocksGoStale() { clock.goStale() }

    /// Called right before the thread looks for input, for which it may sleep.
    func willLook(at time: Nanoseconds, maySleep: Bool) { clock.willLook(at: time, maySleep: maySleep) }

    /// Reads the clocks once a turn: true if that was now. Code that may be the first to run after the thread has slept
    /// calls this first.
    @discardableResult @inline(__always)
    func readClocks() -> Bool {
        guard clock.isStale else { return false }
        clock.read(time())
        if now >= wallRead.monotonic + Self.wallPeriod { readWallClock() }
        wall = (wallRead.wall + Int64(now - wallRead.monotonic)) / 1_000_000
        return true
    }

    private func readWallClock() {
        var (before, read, after) = (now, SystemClock.wall, time())
        // Interrupted between the two, it would be ahead until the next reading.
        for _ in 0..<3 where after - before > Self.wallPrecision {
            (before, read, after) = (time(), SystemClock.wall, time())
        }
        wallRead = (read - Int64(before - now), now)
    }

    /// The same for the moment at which the clocks were read.
    var ageOfReading: Nanoseconds { clock.age(at: now) }

    /// How much earlier or later than `now` the input that is read at this moment may have come.
    var clockAge: Nanoseconds { clock.age(at: time()) }

    /// The moment at which a request has come.
    @inline(__always) func arrival() -> Arrival {
        let isRead = readClocks()
        return Arrival(time: now, wall: wall, age: isRead ? ageOfReading : clockAge)
    }

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
    func untilNextTimer(at current: Nanoseconds) -> Int32? {
        guard let next = wheel.next else { return nil }
        let due = next * Self.tick
        return due > current ? Int32(clamping: (due - current + Self.tick - 1) / Self.tick) : 0
    }
}
