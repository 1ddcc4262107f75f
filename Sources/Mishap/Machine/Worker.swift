internal import CLinux
internal import GatewayServer
internal import Synchronization

/// Runs jobs on threads of its own, so that shards do not have to; with one thread, one after another. A thread starts
/// when a job has to wait, and ends when there was none for a second: calls of the control API come rarely, or one after
/// the other.
final class Worker: Sendable {
    private struct State: Sendable {
        var jobs: [@Sendable () -> Void] = []
        /// Threads that were started and have not ended.
        var running = 0
        /// How many of them wait for a job.
        var idle = 0
        var isStopped = false
    }

    private enum Next { case job(@Sendable () -> Void), end }

    private let state = Monitor(State())
    /// The most at once.
    private let threads: Int
    private let isYielding: Bool
    /// How long a thread waits for another job before it ends.
    private let idleSeconds: Int

    /// `isYielding`: its threads get a tenth of the CPU time that others want too.
    init(threads: Int = 1, isYielding: Bool = false, idleSeconds: Int = 1) {
        self.threads = threads
        self.isYielding = isYielding
        self.idleSeconds = idleSeconds
    }

    func submit(_ job: @escaping @Sendable () -> Void) {
        let mustStart = state.withLock { state in
            guard !state.isStopped else { return false }
            state.jobs.append(job)
            guard state.jobs.count > state.idle, state.running < threads else { return false }
            state.running += 1
            return true
        }
        if mustStart { start() } else { state.wakeOne() }
    }

    /// Runs jobs side by side, as far as threads are free, and then, on the thread of the last one, what follows on their
    /// results.
    func submit<Result: Sendable>(
        _ jobs: [@Sendable () -> Result], then follow: @escaping @Sendable ([Result]) -> Void
    ) {
        guard !jobs.isEmpty else { return submit { follow([]) } }
        let results = JobResults<Result>(count: jobs.count)
        for (number, job) in jobs.enumerated() {
            submit { if let all = results.add(job(), number) { follow(all) } }
        }
    }

    func stop() {
        let dropped = state.withLock { state in
            defer { state.jobs = [] }
            state.isStopped = true
            return state.jobs
        }
        state.wakeAll()
        // Freed outside of the lock.
        _ = consume dropped
    }

    private func start() {
        if !SystemThread.detached(name: "mishap-worker", { self.run() }) { runOnThisThread() }
    }

    private func run() {
        if isYielding { _ = clinux_set_thread_nice(10) }
        while case .job(let job) = next() { job() }
    }

    /// There are no threads: does what waits, without waiting for more.
    private func runOnThisThread() {
        while case .job(let job) = state.withLock({ Self.take(&$0) ?? Self.end(&$0) }) { job() }
    }

    private func next() -> Next {
        var isIdle = false
        return state.wait(seconds: idleSeconds) { state in
            if isIdle { state.idle -= 1 }
            isIdle = false
            if let next = Self.take(&state) { return next }
            state.idle += 1
            isIdle = true
            return nil
        } else: { state in
            state.idle -= 1
            return Self.end(&state)
        }
    }

    /// The next job, or the end if there will be none; nil if there is none yet.
    private static func take(_ state: inout State) -> Next? {
        if state.isStopped { return end(&state) }
        return state.jobs.isEmpty ? nil : .job(state.jobs.removeFirst())
    }

    private static func end(_ state: inout State) -> Next {
        state.running -= 1
        return .end
    }
}

/// The results of jobs that run side by side.
final class JobResults<Result: Sendable>: Sendable {
    private struct State {
        var results: [Result?]
        var left: Int
    }

    private let state: Mutex<State>

    init(count: Int) { state = Mutex(State(results: Array(repeating: nil, count: count), left: count)) }

    /// All of them, in the order of the jobs, with the last one.
    func add(_ result: Result, _ number: Int) -> [Result]? {
        state.withLock { state in
            state.results[number] = result
            state.left -= 1
            return state.left == 0 ? state.results.compactMap(\.self) : nil
        }
    }
}
