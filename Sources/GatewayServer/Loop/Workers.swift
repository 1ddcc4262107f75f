internal import Wire

/// Threads for work that would hold a shard up. Jobs are begun in the order in which they were submitted.
///
/// Threads are started once there is work. The queue needs no bound of its own: an exchange waits for one job at a
/// time, which is dropped if the exchange ends first, and connections are bounded.
final class Workers: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State: Sendable {
        var jobs = JobQueue()
        var threads: [SystemThread] = []
        /// Threads that wait for a job.
        var idle = 0
        var isStopping = false
    }

    private enum Next { case job(Job), end }

    private let maximumThreads: Int
    private let state = Monitor(State())

    /// `threads`: the most that are started, at least 1.
    init(threads: Int) { maximumThreads = threads }

    /// Threads that were started and not joined.
    var threadCount: Int { state.withLock { $0.threads.count } }
    /// How many of them wait for a job.
    var idleCount: Int { state.withLock { $0.idle } }

    /// Has a worker do the job. Does it on this thread if the system cannot create any worker; drops it if the workers
    /// are stopping.
    func submit(_ job: @escaping Job) {
        let isGiven = state.withLock { state in
            guard !state.isStopping else { return true }
            if state.jobs.count >= state.idle, state.threads.count < maximumThreads {
                // Within the lock, so that `join` knows of every thread.
                let thread = SystemThread(name: "mishap-work-\(state.threads.count)") { self.run() }
                if let thread { state.threads.append(thread) }
            }
            guard !state.threads.isEmpty else { return false }
            state.jobs.append(job)
            return true
        }
        if isGiven { state.wakeOne() } else { job() }
    }

    /// Drops the jobs that have not begun. Those that have begun are finished.
    func stop() {
        let dropped = state.withLock { state in
            defer { state.jobs = JobQueue() }
            state.isStopping = true
            return state.jobs
        }
        state.wakeAll()
        // Freed outside of the lock: they may be large.
        _ = consume dropped
    }

    /// Waits until all threads have ended; called after `stop`.
    func join() {
        let threads = state.withLock { state in
            defer { state.threads = [] }
            return state.threads
        }
        for thread in threads { thread.join() }
    }

    private func run() {
        while case .job(let job) = next() { job() }
    }

    private func next() -> Next {
        var isIdle = false
        return state.wait { state in
            if isIdle { state.idle -= 1 }
            isIdle = false
            if state.isStopping { return .end }
            if let job = state.jobs.next() { return .job(job) }
            state.idle += 1
            isIdle = true
            return nil
        }
    }
}

/// Jobs, first in, first out, each taken in constant time on average.
private struct JobQueue: Sendable {
    private var incoming: [Workers.Job] = []
    /// The older jobs, the oldest last.
    private var outgoing: [Workers.Job] = []

    var count: Int { incoming.count + outgoing.count }

    mutating func append(_ job: @escaping Workers.Job) { incoming.append(job) }

    mutating func next() -> Workers.Job? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming = []
        }
        return outgoing.popLast()
    }
}
