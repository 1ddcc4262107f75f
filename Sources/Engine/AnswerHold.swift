public import Rules
internal import Synchronization
public import Wire

/// Holds an answer back until the variables are as its calls' steps want them, or until their longest delay is over.
///
/// Its waiters are registered under the same lock as the step's hit, so that no later change of a variable is missed.
public final class AnswerHold: Sendable {
    /// Longest delay first.
    private let waiters: [Waiter]
    /// The delay that remains when all conditions hold.
    private let least: Nanoseconds
    private let progress: Mutex<Progress>

    /// Each waiter is passed once, so that many of them cost linear time in all.
    private struct Progress {
        /// Index of the first waiter that may still wait.
        var next = 0
        /// The delay reported last.
        var delay: Nanoseconds
    }

    init(_ waiters: [Waiter], least: Nanoseconds) {
        self.waiters = waiters.sorted { $0.until.atMost > $1.until.atMost }
        self.least = least
        progress = Mutex(Progress(delay: max(least, self.waiters.first?.until.atMost ?? 0)))
    }

    /// The current delay of the answer. It never grows.
    public var delay: Nanoseconds {
        update { _ in }
        return progress.withLock { $0.delay }
    }

    /// Reports the new delay if it is shorter. Under the lock, so that the last one reported is the shortest.
    private func update(_ tell: (Nanoseconds) -> Void) {
        progress.withLock { progress in
            while progress.next < waiters.count, !waiters[progress.next].isWaiting { progress.next += 1 }
            let delay = progress.next < waiters.count ? max(least, waiters[progress.next].until.atMost) : least
            guard delay < progress.delay else { return }
            progress.delay = delay
            tell(delay)
        }
    }

    /// `shorten` is called with the new delay, counted from the beginning of the wait, each time it becomes shorter: on
    /// any thread, and at once if it is shorter already.
    public func begin(_ shorten: @escaping @Sendable (Nanoseconds) -> Void) {
        for waiter in waiters { waiter.whenWoken { self.update(shorten) } }
    }

    /// Notes on the wait for the journal.
    public var notes: AnswerNotes { waiters.contains { $0.wasOverLimit } ? .untilOverLimit : [] }

    /// Ends the wait; true if a condition still did not hold.
    public func end() -> Bool {
        waiters.reduce(false) { $1.close() || $0 }
    }
}
