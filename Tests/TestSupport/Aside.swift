internal import Foundation

/// Runs work that blocks on a thread of its own, so that the few threads of the tests stay free.
///
/// It stays in the task of its test, so that an issue that it records belongs to that test.
public func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(ThreadForEachJob.shared) { try work() }
}

/// Runs each job of a task on a new thread.
private final class ThreadForEachJob: TaskExecutor {
    static let shared = ThreadForEachJob()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let thread = Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        thread.stackSize = 1 << 20
        thread.start()
    }
}
