internal import Synchronization

/// Who waits for the next entry of a journal. Without anybody, an entry that ends costs one look.
final class JournalWaiters: Sendable {
    private struct State {
        var waiting: [UInt64: @Sendable () -> Void] = [:]
        var last: UInt64 = 0
    }

    private let isAwaited = Atomic<Bool>(false)
    private let state = Mutex(State())

    /// The session goes.
    deinit { for wake in state.withLock({ $0.waiting.values }) { wake() } }

    /// `wake` is called once, on any thread: when an entry has ended, or the session has. Returns a number to remove it.
    ///
    /// To be added before the last look at the journal, so that no entry comes between the two.
    func add(_ wake: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.waiting[state.last] = wake
            isAwaited.store(true, ordering: .sequentiallyConsistent)
            return state.last
        }
    }

    func remove(_ number: UInt64) {
        let unused = state.withLock { state in
            defer { if state.waiting.isEmpty { isAwaited.store(false, ordering: .relaxed) } }
            return state.waiting.removeValue(forKey: number)
        }
        withExtendedLifetime(unused) {}
    }

    /// An entry was written.
    func entryCame() {
        if isAwaited.load(ordering: .sequentiallyConsistent) { wakeAll() }
    }

    private func wakeAll() {
        let waiting = state.withLock { state in
            isAwaited.store(false, ordering: .relaxed)
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for wake in waiting { wake() }
    }
}
