internal import Synchronization

/// A semaphore whose waiters hold no thread: a few run at once, the others in the order in which they came.
final class AsyncSemaphore: Sendable {
    private struct State {
        var places: Int
        var queue: [@Sendable () -> Void] = []
        var isStopped = false
    }

    private let state: Mutex<State>

    init(_ places: Int) { state = Mutex(State(places: places)) }

    /// Calls `go` once, now or when another releases its place. Whoever was called must release.
    func acquire(_ go: @escaping @Sendable () -> Void) {
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

    /// Calls nobody any more, and drops those who wait.
    func stop() {
        let dropped = state.withLock { state in
            state.isStopped = true
            defer { state.queue = [] }
            return state.queue
        }
        withExtendedLifetime(dropped) {}
    }

    func release() {
        let next = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.queue.isEmpty else { return state.queue.removeFirst() }
            state.places += 1
            return nil
        }
        next?()
    }
}
