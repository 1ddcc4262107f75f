internal import CLinux
internal import Glibc
internal import Synchronization

/// Runs jobs on threads of its own, so that shards do not have to; with one thread, one after another. A thread starts
/// when a job has to wait.
final class Worker: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var running = 0
        var isStopped = false
    }

    private let state = Mutex(State())
    /// The most at once.
    private let threads: Int
    private let isYielding: Bool

    /// `isYielding`: its threads get a tenth of the CPU time that others want too.
    init(threads: Int = 1, isYielding: Bool = false) {
        self.threads = threads
        self.isYielding = isYielding
    }

    func submit(_ job: @escaping @Sendable () -> Void) {
        let mustStart = state.withLock { state in
            guard !state.isStopped else { return false }
            state.jobs.append(job)
            guard state.running < threads else { return false }
            state.running += 1
            return true
        }
        if mustStart { start() }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.jobs = []
        }
    }

    /// A thread ends when there are no more jobs, since control requests are rare.
    private func start() {
        // +1 here, released by the thread when it ends.
        let worker = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Worker>.fromOpaque(argument!).takeRetainedValue().begin()
                return nil
            }, worker.toOpaque())
        if result == 0 {
            pthread_detach(thread)
        } else {
            worker.release()
            run()
        }
    }

    /// On a thread of its own.
    private func begin() {
        if isYielding { _ = clinux_set_thread_nice(10) }
        run()
    }

    private func run() {
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
