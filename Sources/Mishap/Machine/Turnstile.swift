internal import Synchronization

/// Lets a few through at once; the others wait, in the order in which they came.
final class Turnstile: Sendable {
    private struct State {
        var places: Int
        var queue: [@Sendable () -> Void] = []
        var isStopped = false
    }

    private let state: Mutex<State>

    init(_ places: Int) { state = Mutex(State(places: places)) }

    /// Calls `go` once, now or when somebody leaves. Whoever has gone in must leave.
    func enter(_ go: @escaping @Sendable () -> Void) {
        let isFree = state.withLock { state in
            guard !state.isStopped else { return false }
            guard state.places > 0 else {
                state.queue.append(go)
                return false
            }
            state.places -= 1
            return true
        }
        if isFree { go() }
    }

    /// Lets nobody in any more, and forgets who waits.
    func stop() {
        let dropped = state.withLock { state in
            state.isStopped = true
            defer { state.queue = [] }
            return state.queue
        }
        withExtendedLifetime(dropped) {}
    }

    func leave() {
        let next = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.queue.isEmpty else { return state.queue.removeFirst() }
            state.places += 1
            return nil
        }
        next?()
    }
}
