internal import Glibc
internal import Synchronization

/// Runs jobs one after another on a thread of its own, so that shards do not have to. The thread starts with the first
/// job.
final class Worker: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isRunning = false
        var isStopped = false
    }

    private let state = Mutex(State())

    func submit(_ job: @escaping @Sendable () -> Void) {
        let mustStart = state.withLock { state in
            guard !state.isStopped else { return false }
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { start() }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.jobs = []
        }
    }

    /// The thread ends when there are no more jobs, since control requests are rare.
    private func start() {
        // +1 here, released by the thread when it ends.
        let worker = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Worker>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, worker.toOpaque())
        if result == 0 {
            pthread_detach(thread)
        } else {
            worker.release()
            run()
        }
    }

    private func run() {
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
