internal import Wire

/// A shard's connections over the limit. Few of them are kept until their client has read the refusal, and they are reported
/// once a second at most: a flood of them must not cost the others their turns, or the journal its entries.
struct OverLimit {
    /// What is to be done about one more.
    enum Action: Equatable {
        /// Report so many connections.
        case report(Int)
        /// Call `timerFired` at this time.
        case setTimer(Nanoseconds)
        case nothing
    }

    /// Connections that are kept at once, so that the client's input does not turn the close into a reset.
    static let mostOpen = 64
    /// Between two reports.
    static let interval: Nanoseconds = 1_000_000_000

    /// Those that are kept at the moment.
    private(set) var open = 0
    private var unreported = 0
    private var nextReport: Nanoseconds = 0
    private var isTimerSet = false

    /// Whether one more can be kept, which counts from now on.
    mutating func keep() -> Bool {
        guard open < Self.mostOpen else { return false }
        open += 1
        return true
    }

    /// One that was kept is closed.
    mutating func closed() { open -= 1 }

    mutating func refused(at now: Nanoseconds) -> Action {
        unreported += 1
        if isTimerSet { return .nothing }
        guard now < nextReport else { return report(at: now) }
        isTimerSet = true
        return .setTimer(nextReport)
    }

    mutating func timerFired(at now: Nanoseconds) -> Action {
        isTimerSet = false
        return report(at: now)
    }

    private mutating func report(at now: Nanoseconds) -> Action {
        nextReport = now + Self.interval
        defer { unreported = 0 }
        return .report(unreported)
    }
}
