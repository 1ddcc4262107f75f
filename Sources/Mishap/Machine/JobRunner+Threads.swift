internal import GatewayServer
internal import ScenarioFiles
internal import Synchronization

extension JobRunner {
    /// Fewer jobs than this are not worth a thread.
    private static let jobsPerThread = 16
    /// Each further one leaves memory of its own behind, which nobody needs any more.
    private static let most = 4

    /// Runs jobs on up to `count` threads, of which the caller's is one. Where the system makes no more threads, the others
    /// do their work.
    static func threads(upTo count: Int) -> JobRunner {
        JobRunner { jobs, job in
            let queue = JobQueue(jobs, job)
            let further = min(count, most, jobs / jobsPerThread) - 1
            let threads =
                further > 0 ? (0..<further).compactMap { _ in SystemThread(name: "mishap-load") { queue.work() } } : []
            queue.work()
            for thread in threads { thread.join() }
        }
    }
}

/// Jobs of which each thread takes the next one.
private final class JobQueue: Sendable {
    private let count: Int
    private let job: JobRunner.Job
    private let next = Atomic(0)

    init(_ count: Int, _ job: @escaping JobRunner.Job) {
        self.count = count
        self.job = job
    }

    func work() {
        while case let number = next.wrappingAdd(1, ordering: .relaxed).oldValue, number < count { job(number) }
    }
}
