internal import Wire

/// The delay of a plan: it ends when its time is over, or sooner where what it waits for has come.
extension Connection {
    func beginDelay(_ delay: Nanoseconds) {
        delayBegan = Clock.monotonic
        setAlarm(.delay, after: delay)
    }

    func openShortener() -> @Sendable (Nanoseconds) -> Void {
        let (inbox, id) = (shard.inbox, exchange.id)
        return { delay in inbox.send(.shorten(id, delay: delay)) }
    }

    /// The delay is to be no longer than this, counted from its beginning, which may be yet to come.
    func shorten(_ id: ExchangeID, to delay: Nanoseconds) {
        guard id == exchange.id, isExchangeOpen, let plan else { return }
        guard timer != TimerWheel.none, alarm == .delay else {
            self.plan?.delay = min(plan.delay, delay)
            return
        }
        let end = delayBegan + delay
        if end > Clock.monotonic {
            shard.setTimer(self, at: end)
        } else {
            shard.cancelTimer(self)
            delayIsOver()
        }
    }
}
