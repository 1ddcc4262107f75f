internal import Wire

/// When the next input of a connection must have come: a complete head, or the next bytes of a body.
///
/// Moving it costs nothing: the timer is left alone if it fires before, and reads the deadline then.
struct InputDeadline {
    /// The deadline itself; `.max` for none.
    private(set) var time: Nanoseconds
    /// The moment for which the timer is set; nil while it is not set.
    private var alarm: Nanoseconds?

    /// For the first head.
    init(_ time: Nanoseconds) { self.time = time }

    mutating func move(to time: Nanoseconds) { self.time = time }

    /// The input must not come later than this either.
    mutating func shorten(to time: Nanoseconds) { self.time = min(self.time, time) }

    /// The moment for which the timer is to be set now; nil if it may stay as it is.
    mutating func nextAlarm() -> Nanoseconds? {
        if let alarm, alarm <= time { return nil }
        guard time != .max else { return nil }
        alarm = time
        return time
    }

    /// The timer has fired, or is used for something else, and is not set any more.
    mutating func timerIsOver() { alarm = nil }

    func isOver(at now: Nanoseconds) -> Bool { now >= time }
}
