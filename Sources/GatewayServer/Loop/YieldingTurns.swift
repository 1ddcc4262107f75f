internal import Wire

/// Says before which looks for input a shard lets other threads run, so that it finds several requests at once.
///
/// Under load, whoever sends the requests is often on the same core. A shard that is woken for each of them sleeps after
/// one or two, which costs as much as answering them. Where the other threads compute and send nothing, yielding only
/// delays answers, by milliseconds. So what yielding brings is weighed against the time that it takes; once it is not
/// worth it, so many turns go without, and twice as many after the next trial.
///
/// Pure: times are passed in.
struct YieldingTurns {
    /// How much longer yielding may take than it is worth.
    private var credit = Self.trialCredit
    /// Turns until the next trial.
    private var waiting = Self.shortestWait
    /// Turns to wait after a trial that fails.
    private var wait = Self.shortestWait
    private var lastLook: Nanoseconds = 0

    /// Whether to yield before a look for input at this time.
    mutating func isDue(at time: Nanoseconds) -> Bool {
        defer { lastLook = time }
        // Whoever sends so seldom sends one request at a time.
        guard time < lastLook + Self.longestTurn else { return false }
        if waiting > 0 { waiting -= 1 }
        return waiting == 0
    }

    /// The shard has yielded until `time`, and then found so many events.
    mutating func ended(at time: Nanoseconds, events: Int) {
        let cost = time - lastLook
        lastLook = time
        credit = min(credit + Nanoseconds(max(0, events - 1)) * Self.worth, Self.mostCredit)
        if credit >= cost {
            credit -= cost
            if credit > Self.mostCredit / 2 { wait = Self.shortestWait }
        } else {
            credit = Self.trialCredit
            waiting = wait
            wait = min(2 * wait, Self.longestWait)
        }
    }

    /// The time that each event beyond the first is worth. A client that shares the core takes some 5 µs for a request;
    /// threads that compute take milliseconds, in which some dozen clients send no more than one each.
    static let worth: Nanoseconds = 30_000
    /// Enough for some slices of the scheduler, which a busy client uses up now and then.
    static let trialCredit: Nanoseconds = 50_000_000
    static let mostCredit: Nanoseconds = 100_000_000
    static let longestTurn: Nanoseconds = 1_000_000
    /// In turns.
    static let shortestWait = 1024
    static let longestWait = 1 << 16
}
