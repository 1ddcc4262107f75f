import Glibc
import Synchronization

/// A thread that does something beside the measurement until it is told to stop, or until it is done.
final class BackgroundThread {
    /// Whether the thread is to end.
    final class Stop: Sendable {
        private let flag = Atomic<Bool>(false)

        var isWanted: Bool { flag.load(ordering: .relaxed) }

        fileprivate func want() { flag.store(true, ordering: .relaxed) }
    }

    private final class Job: Sendable {
        let stop = Stop()
        let error = Mutex<BenchError?>(nil)
        let work: @Sendable (Stop) throws(BenchError) -> Void

        init(_ work: @escaping @Sendable (Stop) throws(BenchError) -> Void) { self.work = work }

        func run() {
            do throws(BenchError) { try work(stop) } catch { self.error.withLock { $0 = error } }
        }
    }

    private let job: Job
    private var thread: pthread_t?

    init(_ work: @escaping @Sendable (Stop) throws(BenchError) -> Void) throws(BenchError) {
        job = Job(work)
        // +1 here, released by the thread.
        let retained = Unmanaged.passRetained(job)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Job>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, retained.toOpaque())
        guard code == 0 else {
            retained.release()
            throw BenchError("cannot start a thread: \(String(cString: strerror(code)))")
        }
        self.thread = thread
    }

    deinit { end() }

    /// Tells it to stop, and waits for it. Throws what it has thrown.
    func stop() throws(BenchError) {
        end()
        if let error = job.error.withLock({ $0 }) { throw error }
    }

    /// Waits until it is done by itself. Throws what it has thrown.
    func wait() throws(BenchError) {
        join()
        try stop()
    }

    private func end() {
        job.stop.want()
        join()
    }

    private func join() {
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }
}
