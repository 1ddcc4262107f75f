internal import Wire

/// Threads that do what would hold a shard up, in the order in which it was asked for.
///
/// There are none until there is something to do. The queue needs no bound of its own: an exchange waits for one work at a
/// time, which is taken back if the exchange ends first, and connections are bounded.
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

    private let mostThreads: Int
    private let state = Monitor(State())

    /// At most so many threads, at least 1.
    init(threads: Int) { mostThreads = threads }

    /// Threads that have been started and not been waited for.
    var threadCount: Int { state.withLock { $0.threads.count } }
    /// Those of them that wait for a job.
    var idleCount: Int { state.withLock { $0.idle } }

    /// Has a worker do it; does it here where the system has no thread for any worker. Dropped where the workers are
    /// stopping.
    func submit(_ job: @escaping Job) {
        let isGiven = state.withLock { state in
            guard !state.isStopping else { return true }
            if state.jobs.count >= state.idle, state.threads.count < mostThreads {
                // Within the lock, so that who stops them knows of each.
                let thread = SystemThread(name: "mishap-work-\(state.threads.count)") { self.run() }
                if let thread { state.threads.append(thread) }
            }
            guard !state.threads.isEmpty else { return false }
            state.jobs.append(job)
            return true
        }
        if isGiven { state.wakeOne() } else { job() }
    }

    /// What nobody has begun is dropped; what is being done is done to its end.
    func stop() {
        let dropped = state.withLock { state in
            defer { state.jobs = JobQueue() }
            state.isStopping = true
            return state.jobs
        }
        state.wakeAll()
        // Freed here and not within the lock: it may be large.
        _ = consume dropped
    }

    /// Waits until all threads have ended, after `stop`.
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

/// Jobs in their order, each taken in constant time on average.
private struct JobQueue: Sendable {
    private var incoming: [Workers.Job] = []
    /// The older ones, the oldest last.
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
