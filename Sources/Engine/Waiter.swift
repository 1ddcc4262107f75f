internal import Rules
internal import Synchronization

/// An answer that waits until its step's condition on the session's variables holds.
final class Waiter: Sendable {
    private enum State {
        case waiting((@Sendable () -> Void)?)
        case woken
        /// The answer no longer waits.
        case closed
    }

    let until: DelayUntil
    /// Ascending in order of arrival.
    let number: UInt64
    private let overLimit = Atomic(false)
    private let shared: SharedState
    private let state = Mutex(State.waiting(nil))

    init(_ until: DelayUntil, _ shared: SharedState, number: UInt64) {
        self.until = until
        self.number = number
        self.shared = shared
    }

    /// Whether its condition was skipped once because the budget for patterns was used up.
    var wasOverLimit: Bool { overLimit.load(ordering: .relaxed) }

    func markOverLimit() { overLimit.store(true, ordering: .relaxed) }

    var isWaiting: Bool {
        state.withLock { state in
            if case .waiting = state { true } else { false }
        }
    }

    /// Calls `act` when it is woken; at once if it was woken already.
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

    /// The condition holds. Never called under the session's lock, since `act` may hand work to another thread.
    func wake() {
        let act = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .waiting(let act) = state else { return nil }
            state = .woken
            return act
        }
        act?()
    }

    /// Removes it from the session; true if it was still waiting.
    func close() -> Bool {
        shared.forget(self)
        return state.withLock { state in
            guard case .waiting = state else { return false }
            state = .closed
            return true
        }
    }
}
