internal import Scenario
internal import Synchronization

/// An answer that waits until the session's variables are as its step wants them.
final class Waiter: Sendable {
    private enum State {
        case waiting((@Sendable () -> Void)?)
        case woken
        /// Nobody waits any more.
        case closed
    }

    let until: DelayUntil
    /// The later it came, the larger.
    let number: UInt64
    private let overLimit = Atomic(false)
    private let shared: SharedState
    private let state = Mutex(State.waiting(nil))

    init(_ until: DelayUntil, _ shared: SharedState, number: UInt64) {
        self.until = until
        self.number = number
        self.shared = shared
    }

    /// Whether it was not judged once, since no steps were left for its patterns.
    var wasOverLimit: Bool { overLimit.load(ordering: .relaxed) }

    func noteOverLimit() { overLimit.store(true, ordering: .relaxed) }

    var isWaiting: Bool {
        state.withLock { state in
            if case .waiting = state { true } else { false }
        }
    }

    /// What to do when it is woken: at once where it was already.
    func whenWoken(_ act: @escaping @Sendable () -> Void) {
        let isWoken = state.withLock { state in
            switch state {
            case .waiting:
                state = .waiting(act)
                return false
            case .woken: return true
            case .closed: return false
            }
        }
        if isWoken { act() }
    }

    /// Variables are as it wants them. Never called under the session's lock: it may tell another thread.
    func wake() {
        let act = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .waiting(let act) = state else { return nil }
            state = .woken
            return act
        }
        act?()
    }

    /// The session forgets it; true where it was still waiting.
    func close() -> Bool {
        shared.forget(self)
        return state.withLock { state in
            guard case .waiting = state else { return false }
            state = .closed
            return true
        }
    }
}
