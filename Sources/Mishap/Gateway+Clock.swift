internal import GatewayServer

extension Gateway {
    /// Moves the manual clock of a session forward by `time`, in whole nanoseconds, at most 584 years.
    ///
    ///     gateway.advanceClock(of: "pay~test-7", by: .seconds(30))
    ///
    /// The clock drives rate limits, `for`, `{{now…}}` and `Date`. False if there is no session of that name, if its
    /// scenario does not have `"clock": "manual"`, or if `time` is negative.
    @discardableResult
    public func advanceClock(of session: String = "default", by time: Duration) -> Bool {
        guard let nanoseconds = time.nanoseconds,
            let session = self.session(named: session, at: SystemClock.monotonic)
        else { return false }
        return session.advance(by: nanoseconds)
    }
}

extension Duration {
    /// Nil if negative; clamped to the range of a manual clock.
    fileprivate var nanoseconds: UInt64? {
        guard self >= .zero else { return nil }
        let (seconds, attoseconds) = components
        let (whole, isOver) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isFarOver) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return isOver || isFarOver ? .max : sum
    }
}
