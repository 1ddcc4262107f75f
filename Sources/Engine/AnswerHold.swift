internal import Scenario
public import Wire

/// An answer that is held back until what its calls wait for has come, or for as long as they wait at the most.
///
/// It is registered with the session under the lock under which its step was taken, so that nothing which
/// happens from then on is missed.
public final class AnswerHold: Sendable {
    private let waiters: [Waiter]
    /// The delay that is left when all has come.
    private let least: Nanoseconds

    init(_ waiters: [Waiter], least: Nanoseconds) {
        self.waiters = waiters
        self.least = least
    }

    /// How long the answer waits, as things stand. It only ever becomes less.
    public var delay: Nanoseconds {
        waiters.reduce(least) { $1.isWaiting ? max($0, $1.until.atMost) : $0 }
    }

    /// `shorten` is called with the new delay, counted from its beginning, whenever it becomes less: from any thread,
    /// and at once where it has become less already.
    public func begin(_ shorten: @escaping @Sendable (Nanoseconds) -> Void) {
        for waiter in waiters { waiter.whenWoken { shorten(self.delay) } }
    }

    /// Nobody waits any more; true where something had not come.
    public func end() -> Bool {
        waiters.reduce(false) { $1.close() || $0 }
    }
}
