internal import Synchronization
internal import Wire

/// Work that was requested and has not begun yet. It is dropped if its exchange ends first, so that what it holds, such
/// as a snapshot of the body, is freed at once; what takes long to free is left to the worker.
final class PendingWork: Sendable {
    private struct State: Sendable {
        var work: Work?
        var isDropped = false
    }

    private let state: Mutex<State>

    init(_ work: Work) { state = Mutex(State(work: work)) }

    func drop() {
        let dropped = state.withLock { state -> Work? in
            state.isDropped = true
            return state.work?.isSlowToFree == true ? nil : state.work.take()
        }
        // Freed outside of the lock.
        _ = consume dropped
    }

    /// The work; nil if it was dropped or begun before. Called by the worker, which frees what was left to it.
    func take() -> Work? {
        let (work, isDropped) = state.withLock { ($0.work.take(), $0.isDropped) }
        return isDropped ? nil : work
    }
}
