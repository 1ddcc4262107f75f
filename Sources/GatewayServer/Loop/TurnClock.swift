internal import Wire

/// A reading of the monotonic clock for a turn of a loop, and how exactly it tells when the input of the turn came.
///
/// Pure: readings are passed in. Times are in nanoseconds.
struct TurnClock {
    private(set) var now: Nanoseconds
    /// Whether the thread may have slept since the clock was read.
    private(set) var isStale = true
    /// When the thread last began to look for input, or woke: all that had come by then was there.
    private var looked: Nanoseconds = 0
    /// Whether it has done so in this turn, whether it could sleep then, and when it looked in the turn before.
    private var hasLooked = false
    private var mayHaveSlept = false
    private var lookedBefore: Nanoseconds = 0
    /// How much earlier than `now` the input of this turn may have come.
    private var inputAge: Nanoseconds = 0

    init(_ now: Nanoseconds) { self.now = now }

    /// A turn begins: what it does before it looks for input has a reading of its own.
    mutating func goStale() {
        isStale = true
        hasLooked = false
    }

    /// The thread looks for input, for which it may sleep or not.
    mutating func willLook(at time: Nanoseconds, maySleep: Bool) {
        isStale = true
        mayHaveSlept = maySleep
        hasLooked = true
        lookedBefore = looked
        looked = time
    }

    mutating func read(_ time: Nanoseconds) {
        isStale = false
        now = time
        // Without a sleep, what has come may have come at any time since the thread looked or woke the last time.
        let hasSlept = hasLooked && mayHaveSlept && now >= looked + Self.leastSleep
        inputAge = hasSlept ? 0 : now - min(hasLooked ? lookedBefore : looked, now)
        if hasSlept { looked = now - Self.leastSleep }
    }

    /// How much earlier or later than `now` the input that is read at a time may have come: it may also have come since.
    func age(at time: Nanoseconds) -> Nanoseconds { inputAge + (time - now) }

    /// Whoever has slept for less may not have slept at all.
    static let leastSleep: Nanoseconds = 50_000
}
