internal import Glibc
internal import Synchronization
internal import Wire

/// Waits for conditions, all on one thread, which is there while anybody waits: each condition is asked every few
/// milliseconds, until it holds or its time is over.
final class ConditionWaits: Sendable {
    private struct Wait {
        let end: Nanoseconds
        let holds: @Sendable () -> Bool
        let then: @Sendable () -> Void
    }

    private struct State {
        var waits: [Wait] = []
        var isRunning = false
        var isStopped = false
    }

    private let state = Mutex(State())
    private let worker = Worker()
    private static let interval: UInt32 = 5_000

    /// Calls `then` once, on any thread, when the condition holds or the time `end` of the monotonic clock has come; never
    /// after `stop`. Both functions have to return soon.
    func wait(
        until end: Nanoseconds, for holds: @escaping @Sendable () -> Bool, then: @escaping @Sendable () -> Void
    ) {
        if end <= MonotonicClock.now || holds() { return then() }
        let mustStart = state.withLock { state in
            guard !state.isStopped else { return false }
            state.waits.append(Wait(end: end, holds: holds, then: then))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { worker.submit { self.run() } }
    }

    func stop() {
        let dropped = state.withLock { state in
            state.isStopped = true
            defer { state.waits = [] }
            return state.waits
        }
        withExtendedLifetime(dropped) {}
        worker.stop()
    }

    private func run() {
        while true {
            usleep(Self.interval)
            let (over, areMore) = state.withLock { state in
                let now = MonotonicClock.now
                let isOver = state.waits.map { $0.end <= now || $0.holds() }
                let over = zip(state.waits, isOver).filter(\.1).map(\.0)
                state.waits = zip(state.waits, isOver).filter { !$0.1 }.map(\.0)
                state.isRunning = !state.waits.isEmpty
                return (over, state.isRunning)
            }
            for wait in over { wait.then() }
            guard areMore else { return }
        }
    }
}
