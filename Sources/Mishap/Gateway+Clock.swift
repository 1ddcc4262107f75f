internal import Glibc

extension Gateway {
    /// Moves the manual clock of a session on, by whole nanoseconds of `time`, at most 584 years.
    ///
    ///     gateway.advanceClock(of: "pay~test-7", by: .seconds(30))
    ///
    /// It drives rate limits, `for`, `{{now…}}` and `Date`. False where no session goes by that name, or where its
    /// scenario has no `"clock": "manual"`; a time that is less than nothing moves no clock either.
    @discardableResult
    public func advanceClock(of session: String = "default", by time: Duration) -> Bool {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        guard let nanoseconds = time.nanoseconds,
            let session = self.session(named: session, at: UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec))
        else { return false }
        return session.advance(by: nanoseconds)
    }
}

extension Duration {
    /// Nil where that is less than nothing; no more than a manual clock can go.
    fileprivate var nanoseconds: UInt64? {
        guard self >= .zero else { return nil }
        let (seconds, attoseconds) = components
        let (whole, isOver) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isFarOver) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return isOver || isFarOver ? .max : sum
    }
}
