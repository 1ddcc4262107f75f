public import Scenario
internal import Synchronization
public import Wire

/// An answer that is held back until what its calls wait for has come, or for as long as they wait at the most.
///
/// It is registered with the session under the lock under which its step was taken, so that nothing which
/// happens from then on is missed.
public final class AnswerHold: Sendable {
    /// Those that wait longest first.
    private let waiters: [Waiter]
    /// The delay that is left when all has come.
    private let least: Nanoseconds
    private let progress: Mutex<Progress>

    /// How far it has come: each waiter is passed once, however many there are.
    private struct Progress {
        /// The first that may still wait.
        var next = 0
        /// What was told last.
        var delay: Nanoseconds
    }

    init(_ waiters: [Waiter], least: Nanoseconds) {
        self.waiters = waiters.sorted { $0.until.atMost > $1.until.atMost }
        self.least = least
        progress = Mutex(Progress(delay: max(least, self.waiters.first?.until.atMost ?? 0)))
    }

    /// How long the answer waits, as things stand. It only ever becomes less.
    public var delay: Nanoseconds {
        update { _ in }
        return progress.withLock { $0.delay }
    }

    /// Tells the new delay, where it has become less: one thread after the other, so that the last one told is the
    /// least.
    private func update(_ tell: (Nanoseconds) -> Void) {
        progress.withLock { progress in
            while progress.next < waiters.count, !waiters[progress.next].isWaiting { progress.next += 1 }
            let delay = progress.next < waiters.count ? max(least, waiters[progress.next].until.atMost) : least
            guard delay < progress.delay else { return }
            progress.delay = delay
            tell(delay)
        }
    }

    /// `shorten` is called with the new delay, counted from its beginning, whenever it becomes less: from any thread,
    /// and at once where it has become less already.
    public func begin(_ shorten: @escaping @Sendable (Nanoseconds) -> Void) {
        for waiter in waiters { waiter.whenWoken { self.update(shorten) } }
    }

    /// What the journal says of the wait so far.
    public var notes: AnswerNotes { waiters.contains { $0.wasOverLimit } ? .untilOverLimit : [] }

    /// Nobody waits any more; true where something had not come.
    public func end() -> Bool {
        waiters.reduce(false) { $1.close() || $0 }
    }
}
